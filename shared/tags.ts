// Tags as typed (SPEC.md section 5): split on commas, trimmed, without empty ones. '#ipo' is ipo, as private.without_hash says.

/** The unique tags in `typed`, in their order. */
export function splitTags(typed: string): string[] {
  const tags = typed
    .split(',')
    .map((tag) => tag.replace(/^[\s#＃]+/, '').trim())
    .filter((tag) => tag !== '')
  return [...new Set(tags)]
}

/** `typed` with its last, unfinished tag completed to `tag`, ready for the next one. */
export function withCompletion(typed: string, tag: string): string {
  return `${[...splitTags(typed.split(',').slice(0, -1).join(',')), tag].join(', ')}, `
}

/** `typed` without `tag`. */
export function withoutTag(typed: string, tag: string): string {
  return splitTags(typed)
    .filter((one) => one !== tag)
    .join(', ')
}
