// What a category needs, and what it gets when nothing was chosen (SPEC.md sections 5 and 9).
import { slugify } from '#shared/slugs.ts'

export const REQUIRED = 'Name and slug are required fields.'
export const DEFAULT_ICON = '💬'
const DEFAULT_COLOR = '#10b981'

export type CategoryFields = { name: string; slug: string; description: string; icon: string; color: string }

export const NEW_CATEGORY: CategoryFields = {
  name: '',
  slug: '',
  description: '',
  icon: DEFAULT_ICON,
  color: DEFAULT_COLOR,
}

/** What a category is said to be about while nobody said it. */
export function defaultDescription(name: string): string {
  return `Discuss ${name.trim()} related topics`
}

/** What is written: outer blanks gone, and the default description for none. */
export function cleaned(fields: CategoryFields): CategoryFields {
  const name = fields.name.trim()
  return {
    ...fields,
    name,
    slug: fields.slug.trim(),
    description: fields.description.trim() || defaultDescription(name),
  }
}

/** Whether what the form asks for is there. */
export function hasRequired({ name, slug }: CategoryFields): boolean {
  return name.trim() !== '' && slug.trim() !== ''
}

/** The slug after another letter of the name: it follows the name until somebody writes it. */
export function followingSlug(before: CategoryFields, name: string): string {
  return before.slug === slugify(before.name) ? slugify(name) : before.slug
}

/** Whether what a browser kept still fits the form. */
export function isCategoryFields(value: unknown): value is CategoryFields {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return ['name', 'slug', 'description', 'icon', 'color'].every((field) => typeof fields[field] === 'string')
}
