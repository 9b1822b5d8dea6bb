// A category's name and description in the language of the page. A request asks for `NAME` and `DESCRIPTION`, and the row
// has them as `name` and `description` in every language. The administration has English names.
import type { DbClient } from '#app/platform/session/session.ts'
import { descriptionIn, nameIn } from '#shared/category-columns.ts'
import { LANGUAGE } from '#words/language.ts'

/** The column of `forum_categories` for a request. */
export const NAME = nameIn(LANGUAGE)
export const DESCRIPTION = descriptionIn(LANGUAGE)

const HAS_OWN = NAME !== 'name'

type Named = { slug: string; name: string }

/** Gives a category that a function of the database answered, which has its English name, the name for the page. */
export async function namesHere(reader: DbClient): Promise<<One extends Named>(category: One) => One> {
  if (!HAS_OWN) return (category) => category
  const { data } = await reader.from('forum_categories').select(`slug,${NAME}`).throwOnError()
  const names = new Map(data.map(({ slug, name }) => [slug, name]))
  return (category) => ({ ...category, name: names.get(category.slug) ?? category.name })
}
