// Rows of the sample community are told from others by their ids, which end alike (supabase/seed/read.ts): a page that
// has the id of a member, a post, a message or an article needs no further column to say that it is invented.

/** The last group of the ids. A random id ends so once in 2^48. */
export const SAMPLE_ID_END = '5a3b1e5a3b1e'

/** Whether the row with this id is part of the sample community. */
export function isSample(id: string): boolean {
  return id.endsWith(SAMPLE_ID_END)
}
