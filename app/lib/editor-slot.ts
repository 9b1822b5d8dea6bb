// What a form hands to the editor that its route puts into it: features don't import each other, so the form
// leaves a place, and the route fills it.

export type EditorSlot = {
  /** A new key makes a new editor, which begins with `initial`. */
  key: string
  label: string
  initial: string
  /** The most characters of text. */
  max: number
  error?: string | undefined
  hint?: string
  onChange: (html: string) => void
  onSubmit?: () => void
}
