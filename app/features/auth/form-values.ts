// Reading and focusing the fields of a form that the browser keeps: nothing typed is lost to a re-render, nor
// what was typed before the page came alive.

/** The text of the field `name`. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** Moves to the first of `names` that the form has. */
export function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const fields = names.map((name) => form.elements.namedItem(name))
  fields.find((field) => field instanceof HTMLElement)?.focus()
}
