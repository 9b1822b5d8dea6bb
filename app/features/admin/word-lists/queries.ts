// The two word lists of administrators: search synonyms and reserved names.

import type { Client } from '#app/platform/session/session.ts'
import { insertError } from '#app/platform/supabase/unauthorized.ts'

export type Synonyms = Awaited<ReturnType<typeof listSynonyms>>[number]
export type SynonymFields = Pick<Synonyms, 'terms' | 'typed_only'>
export type ReservedName = Awaited<ReturnType<typeof listReservedNames>>[number]

/** All synonyms, sorted by their first terms. @throws the API's error, like every function here */
export async function listSynonyms(client: Client) {
  const { data } = await client
    .from('search_synonyms')
    .select('id, terms, typed_only')
    .order('terms')
    .order('id')
    .throwOnError()
  return data
}

/** @param id null adds a row */
export async function saveSynonyms(client: Client, id: string | null, fields: SynonymFields): Promise<void> {
  if (id === null) {
    await client.from('search_synonyms').insert(fields).throwOnError()
    return
  }
  const { data } = await client
    .from('search_synonyms')
    .update(fields)
    .eq('id', id)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new Error('Another administrator has deleted these words.')
}

export async function deleteSynonyms(client: Client, id: string): Promise<void> {
  await client.from('search_synonyms').delete().eq('id', id).throwOnError()
}

export async function listReservedNames(client: Client) {
  const { data } = await client
    .from('reserved_names')
    .select('id, name, is_part')
    .order('name')
    .throwOnError()
  return data
}

export async function reserveName(client: Client, name: string, isPart: boolean): Promise<void> {
  const { error } = await client.from('reserved_names').insert({ name, is_part: isPart })
  if (error) throw insertError(error)
}

export async function freeName(client: Client, id: string): Promise<void> {
  await client.from('reserved_names').delete().eq('id', id).throwOnError()
}
