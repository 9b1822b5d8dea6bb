// The roots of the query keys that other nouns' writes make stale (SPEC.md section 7, Refresh after changes). A key that
// only one file uses begins with one of these and stays in that file.

export const QUERY_ROOTS = {
  admin: ['admin'],
  categories: ['categories'],
  replies: ['replies'],
  reports: ['reports'],
  threads: ['threads'],
} as const
