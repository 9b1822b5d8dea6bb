// Tags as a person types them (SPEC.md section 5): split on commas, trimmed, empty ones dropped.
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { TAGS } from '#shared/limits.ts'

/** The tags in `typed`, each once, in their order. */
export function splitTags(typed: string): string[] {
  const tags = typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  return [...new Set(tags)]
}

/** What is wrong with `tags`, in the database's words, or null. */
export function tagsProblem(tags: readonly string[]): string | null {
  const tooMany = tags.length > TAGS.max
  const tooLong = tags.some((tag) => [...tag].length > TAGS.length)
  return tooMany || tooLong ? (CONSTRAINT_MESSAGES.threads_tags_bounds ?? null) : null
}

/** `typed` with its last, unfinished tag made `tag`, ready for the next one. */
export function withCompletion(typed: string, tag: string): string {
  return `${[...splitTags(typed.split(',').slice(0, -1).join(',')), tag].join(', ')}, `
}

/** `typed` without `tag`. */
export function withoutTag(typed: string, tag: string): string {
  return splitTags(typed)
    .filter((one) => one !== tag)
    .join(', ')
}
