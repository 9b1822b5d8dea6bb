// What admins do with categories: reading all of each, making, changing, putting in order, deleting.
import type { Client } from '#app/platform/session/session.ts'
import type { CategoryFields } from '#shared/schemas/categories.ts'

const UNAUTHORIZED = 'Unauthorized: Admin access required'
/** The row broke a policy. */
const FORBIDDEN = '42501'

export type KeptCategory = Awaited<ReturnType<typeof listKeptCategories>>[number]

/** All categories with all their fields, the newest first (SPEC.md section 7). */
export async function listKeptCategories(client: Client) {
  const { data } = await client
    .from('forum_categories')
    .select('*')
    .order('created_at', { ascending: false })
    .order('id')
    .throwOnError()
  return data
}

/** Makes a category. @throws the contract's error, or SPEC.md's when the caller may not */
export async function createCategory(client: Client, fields: CategoryFields): Promise<void> {
  const { error } = await client.from('forum_categories').insert(fields)
  if (error) throw error.code === FORBIDDEN ? new Error(UNAUTHORIZED) : error
}

/** How an edit of the category `id` reaches it; for `compareAndSwap`. */
export function categoryEdit(client: Client, id: string, fields: CategoryFields) {
  const rows = client.from('forum_categories')
  return {
    update: (updatedAt: string) =>
      rows.update(fields).eq('id', id).eq('updated_at', updatedAt).select('*').throwOnError(),
    load: () => rows.select('*').eq('id', id).throwOnError(),
  }
}

/** How many discussions a category holds, hidden ones included. */
export async function countHeld(client: Client, id: string): Promise<number> {
  const { count, error } = await client
    .from('threads')
    .select('id', { count: 'exact', head: true })
    .eq('category_id', id)
  if (error || count === null) throw new Error('Its discussions could not be counted.')
  return count
}

/**
 * Deletes a category, after its discussions have moved to another one.
 * @param moveTo null for a category that holds none
 * @throws the contract's refusal while discussions are left, or SPEC.md's when the caller may not
 */
export async function deleteCategory(client: Client, id: string, moveTo: string | null): Promise<void> {
  if (moveTo)
    await client.from('threads').update({ category_id: moveTo }).eq('category_id', id).throwOnError()
  const { data } = await client.from('forum_categories').delete().eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new Error(UNAUTHORIZED)
}

/** Puts the categories in this order on the site's lists; none: by name. */
export async function orderCategories(client: Client, ids: readonly string[]): Promise<void> {
  await client.rpc('order_categories', { ids: [...ids] }).throwOnError()
}
