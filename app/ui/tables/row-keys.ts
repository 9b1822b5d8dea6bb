// The keyboard in a table: up and down go from a control to the same one of the row above or below.

const CONTROLS = 'a[href], button:not(:disabled), input, select'

/** For a table body's `keydown`. What uses the arrows itself (a select, a text) keeps them. */
export function moveBetweenRows(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const control = event.target
  if (
    step === 0 ||
    !(control instanceof HTMLElement) ||
    control.matches('select, input:not([type=checkbox])')
  )
    return
  const cell = control.closest('td')
  const row = cell?.closest('tr')
  if (!cell || !row) return
  const place = [...cell.querySelectorAll(CONTROLS)].indexOf(control)
  for (let other = neighbour(row, step); other; other = neighbour(other, step)) {
    const controls = other.cells[cell.cellIndex]?.querySelectorAll<HTMLElement>(CONTROLS)
    const next = controls?.[Math.min(place, controls.length - 1)]
    if (!next) continue
    event.preventDefault()
    next.focus()
    return
  }
}

function neighbour(row: HTMLTableRowElement, step: 1 | -1): HTMLTableRowElement | null {
  const next = step === 1 ? row.nextElementSibling : row.previousElementSibling
  return next instanceof HTMLTableRowElement ? next : null
}
