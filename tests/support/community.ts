// A small community for contract tests: two categories, a member (Asha) and an administrator, with a client for each.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect } from 'vitest'
import { newEmail, openDatabase, PASSWORD } from './identity.ts'
import type { TestServer } from './server.ts'
import { sharedServer } from './shared-server.ts'

// The generated types describe rows; these tests compare whole responses.
// biome-ignore lint/suspicious/noExplicitAny: what a wire gives has no type
export type Client = SupabaseClient<any, any, any>

export let server: TestServer
export let sql: postgres.Sql
export let guest: Client
export let asha: Client
export let admin: Client
export let ashaId: string
export let adminId: string

const client = (): Client =>
  createClient(server.url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })

export async function join(username: string): Promise<{ client: Client; id: string }> {
  const member = client()
  const { data, error } = await member.auth.signUp({
    email: newEmail(username),
    password: PASSWORD,
    options: { data: { username, full_name: `${username} Rao` } },
  })
  if (error || !data.user) throw new Error(`sign-up failed: ${error?.message}`)
  return { client: member, id: data.user.id }
}

export const text = (words: string) => `<p>${words}. Enough words for a post that stands for itself.</p>`
export let ipos: string

/** Prepares a site for this file, with two categories, a member and an administrator. */
export function openCommunity(): void {
  beforeAll(async () => {
    server = await sharedServer()
    sql = openDatabase(server)
    guest = client()
    ;({ client: asha, id: ashaId } = await join('asha'))
    ;({ client: admin, id: adminId } = await join('latha'))
    await sql`insert into user_roles (user_id, role) values (${adminId}, 'admin')`
    const [category] = await sql`
      insert into forum_categories (name, slug, description) values ('IPOs', 'ipos', 'New issues'), ('Tax', 'tax', 'Returns')
      returning id`
    ipos = category?.id
  })
  afterAll(async () => {
    await sql?.end()
    await server?.stop()
  })
}

/** The data of a response that must have no error. */
export async function ok<T>(
  query: PromiseLike<{ data: T; error: unknown; status: number }>,
): Promise<NonNullable<T>> {
  const { data, error } = await query
  expect(error).toBeNull()
  return data as NonNullable<T>
}
