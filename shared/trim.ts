// Removes given characters from the ends of a text. A regular expression such as /-+$/ tries every run of a foreign text
// from each of its characters, which takes quadratic time.

/** `text` without the `characters` that it ends with. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** `text` without the `characters` that it begins and ends with. */
export function trimBoth(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text[start] ?? '')) start += 1
  return trimEnd(text.slice(start), characters)
}
