// Escapes text for the API's filters.

/**
 * A pattern for `ilike` that matches everything containing `text`, with wildcards escaped. (`*` is the API's own
 * wildcard.)
 */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** A value within `or=(…)`, where commas and brackets are syntax. */
export function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`
}
