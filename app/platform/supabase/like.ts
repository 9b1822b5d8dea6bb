// Text that is looked for, as a pattern of the contract's `ilike`.

/** Everything that contains `text`, whatever signs are in it. (`*` is the contract's own sign for anything.) */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** A value within `or=(…)`, where commas and brackets would end it. */
export function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`
}
