// Which rows of a table are chosen.
import { useRef, useState } from 'react'

/** One that has left the list is chosen no more. */
export function useChosenRows<Row>(shown: readonly Row[], keyOf: (row: Row) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  /** The key of the row that was chosen last: sorting and searching change its place. */
  const last = useRef<string | null>(null)
  const chosen = shown.filter((row) => keys.has(keyOf(row)))
  const clear = () => setKeys(new Set())
  return {
    chosen,
    clear,
    /** @param isRange everything from the row that was chosen last, up to this one */
    toggle: (index: number, isRange: boolean) => {
      const row = shown[index]
      if (!row) return
      const next = new Set(chosen.map(keyOf))
      const choose = !next.has(keyOf(row))
      const anchor = isRange ? shown.findIndex((one) => keyOf(one) === last.current) : index
      const from = anchor < 0 ? index : Math.min(anchor, index)
      const to = anchor < 0 ? index : Math.max(anchor, index)
      for (const one of shown.slice(from, to + 1)) {
        if (choose) next.add(keyOf(one))
        else next.delete(keyOf(one))
      }
      last.current = keyOf(row)
      setKeys(next)
    },
    toggleAll: () => (chosen.length === shown.length ? clear() : setKeys(new Set(shown.map(keyOf)))),
  }
}
