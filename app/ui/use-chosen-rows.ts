// Which rows of a table are chosen.
import { useRef, useState } from 'react'

/** One that has left the list is chosen no more. */
export function useChosenRows<Row>(shown: readonly Row[], keyOf: (row: Row) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const last = useRef(0)
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
      const from = isRange ? Math.min(last.current, index) : index
      const to = isRange ? Math.max(last.current, index) : index
      for (const one of shown.slice(from, to + 1)) {
        if (choose) next.add(keyOf(one))
        else next.delete(keyOf(one))
      }
      last.current = index
      setKeys(next)
    },
    toggleAll: () => (chosen.length === shown.length ? clear() : setKeys(new Set(shown.map(keyOf)))),
  }
}
