// Numbered pages of an admin's list.

/** Rows of an admin's list (SPEC.md section 9). */
const ADMIN_ROWS = 50

/** The page that an address names: a whole number from 1, else 1. */
export function pageOf(search: URLSearchParams): number {
  const text = search.get('page')
  return text && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}

/** The first and the last row of a page, as the contract's `range` takes them. */
export function rangeOf(page: number): [number, number] {
  return [(page - 1) * ADMIN_ROWS, page * ADMIN_ROWS - 1]
}

type Answer<Row> = {
  data: Row[] | null
  count: number | null
  error: { code: string; message: string } | null
}

/** The contract's word for an offset behind the last row. */
const BEHIND_THE_END = 'PGRST103'

/** The rows of a page with how many there are in all; none for a page behind the end. @throws what the contract said */
export function rowsOf<Row>({ data, count, error }: Answer<Row>): { rows: Row[]; total: number } {
  if (error?.code === BEHIND_THE_END) return { rows: [], total: 0 }
  if (error || !data) throw error ?? new Error('There was no answer.')
  return { rows: data, total: count ?? 0 }
}

/** How many pages `total` rows fill; one, when there are none. */
export function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / ADMIN_ROWS))
}

/** The same address with some parameters changed; the first page and what is empty are left out of it. */
export function withSearch(search: URLSearchParams, changed: Record<string, string | number>): string {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changed)) {
    if (value === '' || (name === 'page' && value === 1)) next.delete(name)
    else next.set(name, String(value))
  }
  const query = next.toString()
  return query ? `?${query}` : '?'
}
