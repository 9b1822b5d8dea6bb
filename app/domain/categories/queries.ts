// The forum's categories, as pages list them.
import type { DbClient } from '#app/platform/session/session.ts'
import { DESCRIPTION, NAME } from './names.ts'

const COLUMNS = `id,${NAME},slug,${DESCRIPTION},icon,color,thread_count,post_count` as const

export type Category = {
  id: string
  name: string
  slug: string
  description: string | null
  /** An emoji, or the name of an icon. */
  icon: string
  /** A CSS colour. */
  color: string
  thread_count: number
  post_count: number
}

/** All categories in the order that administrators set, else by name; or the first `limit` of them. */
export async function listCategories(reader: DbClient, limit?: number): Promise<Category[]> {
  const query = reader
    .from('forum_categories')
    .select(COLUMNS)
    .order('position', { nullsFirst: false })
    .order('name')
  const { data } = await (limit ? query.limit(limit) : query).throwOnError()
  return data
}

export type ListedCategory = Category & {
  /** The discussion that was begun last; null if there is none. */
  newest: {
    id: string
    title: string
    created_at: string
    author: { id: string; username: string; avatar_url: string | null }
  } | null
}

/** All categories, each with its newest discussion. */
export async function listCategoriesWithNewest(reader: DbClient): Promise<ListedCategory[]> {
  const { data } = await reader
    .from('forum_categories')
    .select(`${COLUMNS},newest:threads(id,title,created_at,author:profiles(id,username,avatar_url))`)
    .eq('newest.is_hidden', false)
    .order('position', { nullsFirst: false })
    .order('name')
    .order('created_at', { referencedTable: 'newest', ascending: false })
    .order('id', { referencedTable: 'newest' })
    .limit(1, { referencedTable: 'newest' })
    .throwOnError()
  return data.map(({ newest, ...category }) => ({ ...category, newest: newest[0] ?? null }))
}

/** What a category tells those who start a discussion in it, as HTML. */
export type CategoryGuide = { category_id: string; note: string; template: string }

export async function listCategoryGuides(reader: DbClient): Promise<CategoryGuide[]> {
  return (await reader.from('category_guides').select('category_id,note,template').throwOnError()).data
}

/** The category with this slug, or null. */
export async function findCategory(reader: DbClient, slug: string): Promise<Category | null> {
  const { data } = await reader
    .from('forum_categories')
    .select(COLUMNS)
    .eq('slug', slug)
    .maybeSingle()
    .throwOnError()
  return data
}
