// Numbered pages of an admin list.

import { apiError } from '#app/platform/supabase/api-error.ts'

/** Rows of an admin list (SPEC.md section 9). */
const ADMIN_ROWS = 50

/** The page number of an address: a whole number from 1, else 1. */
export function pageOf(search: URLSearchParams): number {
  const text = search.get('page')
  return text && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}

/** The first and the last row of a page, for the API's `range`. */
export function rangeOf(page: number): [number, number] {
  return [(page - 1) * ADMIN_ROWS, page * ADMIN_ROWS - 1]
}

type Answer<Row> = {
  data: Row[] | null
  count: number | null
  error: { code: string; message: string } | null
}

/** The API's code for an offset after the last row. */
const BEHIND_THE_END = 'PGRST103'

/** The rows of a page with the total number; none for a page after the last. @throws the API's error */
export function rowsOf<Row>({ data, count, error }: Answer<Row>): { rows: Row[]; total: number } {
  if (error?.code === BEHIND_THE_END) return { rows: [], total: 0 }
  if (error) throw apiError(error)
  if (!data) throw new Error('There was no answer.')
  return { rows: data, total: count ?? 0 }
}

/** The number of pages for `total` rows; at least one. */
export function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / ADMIN_ROWS))
}

/** The same address with some parameters changed; empty ones and the first page are left out. */
export function withSearch(search: URLSearchParams, changed: Record<string, string | number>): string {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changed)) {
    if (value === '' || (name === 'page' && value === 1)) next.delete(name)
    else next.set(name, String(value))
  }
  const query = next.toString()
  return query ? `?${query}` : '?'
}
