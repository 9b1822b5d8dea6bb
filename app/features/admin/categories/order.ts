// The order of categories on the site's lists: the admins' own, then by name.

type Placed = { name: string; position: number | null }

/** As `listCategories` has them from the database. */
export function publicOrder<Category extends Placed>(categories: readonly Category[]): Category[] {
  const last = Number.MAX_SAFE_INTEGER
  return [...categories].sort(
    (a, b) => (a.position ?? last) - (b.position ?? last) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  )
}

/** A copy with the one at `from` at `to`. */
export function moved<One>(list: readonly One[], from: number, to: number): One[] {
  const copy = [...list]
  copy.splice(to, 0, ...copy.splice(from, 1))
  return copy
}
