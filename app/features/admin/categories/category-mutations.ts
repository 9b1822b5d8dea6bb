// Administrators' queries and mutations of categories: listing, adding, editing, ordering, deleting.

import type { Client } from '#app/platform/session/session.ts'
import { assertChanged, insertError } from '#app/platform/supabase/unauthorized.ts'
import {
  type CategoryFields,
  type CategoryGuideFields,
  categoryRow,
  type Translations,
} from '#shared/schemas/categories.ts'

export type KeptCategory = Awaited<ReturnType<typeof listKeptCategories>>[number]

/** All categories with all their fields, newest first (SPEC.md section 7). */
export async function listKeptCategories(client: Client) {
  const { data } = await client
    .from('forum_categories')
    .select('*')
    .order('created_at', { ascending: false })
    .order('id')
    .throwOnError()
  return data
}

/** Adds a category. @throws the API's error, or SPEC.md's when the caller may not */
export async function createCategory(client: Client, fields: CategoryFields): Promise<void> {
  const { error } = await client.from('forum_categories').insert(categoryRow(fields))
  if (error) throw insertError(error)
}

/** The values of the form of a category. */
export function fieldsOf(category: KeptCategory): CategoryFields {
  const { name, slug, description, icon, color } = category
  const { hi } = category.translations as Translations
  return {
    name,
    slug,
    description: description ?? '',
    icon,
    color,
    hindiName: hi?.name ?? '',
    hindiDescription: hi?.description ?? '',
  }
}

/** The queries of an edit of a category, for `compareAndSwap`. */
export function categoryEdit(client: Client, { id, translations }: KeptCategory, fields: CategoryFields) {
  const rows = client.from('forum_categories')
  const row = categoryRow(fields, translations as Translations)
  return {
    update: (updatedAt: string) =>
      rows.update(row).eq('id', id).eq('updated_at', updatedAt).select('*').throwOnError(),
    load: () => rows.select('*').eq('id', id).throwOnError(),
  }
}

const GUIDE = 'note, template, updated_at'

/** What a category tells those who start a discussion in it; with its version. */
export async function loadCategoryGuide(client: Client, id: string) {
  const rows = client.from('category_guides')
  return (await rows.select(GUIDE).eq('category_id', id).single().throwOnError()).data
}

/** The queries of an edit of a category's note and template, for `compareAndSwap`. */
export function categoryGuideEdit(client: Client, id: string, fields: CategoryGuideFields) {
  const rows = client.from('category_guides')
  return {
    update: (updatedAt: string) =>
      rows.update(fields).eq('category_id', id).eq('updated_at', updatedAt).select(GUIDE).throwOnError(),
    load: () => rows.select(GUIDE).eq('category_id', id).throwOnError(),
  }
}

/** The number of discussions in a category, including hidden ones. */
export async function countHeld(client: Client, id: string): Promise<number> {
  const { count, error } = await client
    .from('threads')
    .select('id', { count: 'exact', head: true })
    .eq('category_id', id)
  if (error || count === null) throw new Error('Its discussions could not be counted.')
  return count
}

/**
 * Deletes a category after moving its discussions to another one.
 * @param moveTo null for a category without discussions
 * @throws the API's error while discussions are left, or SPEC.md's when the caller may not
 */
export async function deleteCategory(client: Client, id: string, moveTo: string | null): Promise<void> {
  if (moveTo)
    await client.from('threads').update({ category_id: moveTo }).eq('category_id', id).throwOnError()
  const { data } = await client.from('forum_categories').delete().eq('id', id).select('id').throwOnError()
  assertChanged(data)
}

/** Sets the order of the categories on the site; an empty list sorts them by name. */
export async function orderCategories(client: Client, ids: readonly string[]): Promise<void> {
  await client.rpc('order_categories', { ids: [...ids] }).throwOnError()
}
