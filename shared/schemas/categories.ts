// The form of a category, with its defaults (SPEC.md sections 5 and 9).
import * as z from 'zod/mini'
import * as t from '#words/schemas.ts'
import { CATEGORY, CATEGORY_GUIDE } from '../limits.ts'
import { slugify } from '../slugs.ts'
import { textLength } from '../text-length.ts'
import { messageOf, text } from './rules.ts'

/** Trimmed; an empty description becomes the default one. */
export const categorySchema = z.pipe(
  z
    .object({
      name: text('forum_categories_name_length', { max: CATEGORY.name }),
      slug: z.string().check(z.trim()),
      description: text('forum_categories_description_length', { max: CATEGORY.description }),
      icon: z.string(),
      color: z.string(),
      hindiName: text('forum_categories_name_length', { max: CATEGORY.name }),
      hindiDescription: text('forum_categories_description_length', { max: CATEGORY.description }),
    })
    .check(
      z.refine(({ name, slug }) => name !== '' && slug !== '', {
        path: ['form'],
        error: t.nameAndSlugAreRequired,
      }),
      z.refine(({ hindiName, hindiDescription }) => hindiName !== '' || hindiDescription === '', {
        path: ['hindiName'],
        error: t.aDescriptionInHindiNeeds,
      }),
    ),
  z.transform((fields) => ({
    ...fields,
    description: fields.description || defaultDescription(fields.name),
  })),
)

/** HTML of at most `max` characters of text. */
function html(constraint: string, max: number) {
  return z.string().check(z.refine((typed) => textLength(typed) <= max, messageOf(constraint)))
}

export const categoryGuideSchema = z.object({
  note: html('category_guides_note_length', CATEGORY_GUIDE.note),
  template: html('category_guides_template_length', CATEGORY_GUIDE.template),
})

export type CategoryGuideFields = z.input<typeof categoryGuideSchema>

export type CategoryFields = z.input<typeof categorySchema>

export const NEW_CATEGORY: CategoryFields = {
  name: '',
  slug: '',
  description: '',
  icon: CATEGORY.icon,
  color: CATEGORY.color,
  hindiName: '',
  hindiDescription: '',
}

/** Names and descriptions by language, as `forum_categories.translations` has them. */
export type Translations = Readonly<Record<string, { name: string; description?: string }>>

/** The columns of `forum_categories`. @param others its translations so far, of which those in other languages stay */
export function categoryRow(fields: CategoryFields, others: Translations = {}) {
  const { hindiName, hindiDescription, ...row } = fields
  const { hi: _hindi, ...kept } = others
  const hi = { name: hindiName, ...(hindiDescription ? { description: hindiDescription } : {}) }
  return { ...row, translations: hindiName ? { ...kept, hi } : kept }
}

/** The default description of a category, in English like its name. */
export function defaultDescription(name: string): string {
  return `Discuss ${name.trim()} related topics`
}

/** The slug after a change of the name: it follows the name until it is edited itself. */
export function followingSlug(before: CategoryFields, name: string): string {
  return before.slug === slugify(before.name) ? slugify(name) : before.slug
}
