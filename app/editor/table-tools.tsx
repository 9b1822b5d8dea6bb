// Changes the table that the caret is in, in a row under the toolbar.
import type { Command } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  toggleHeaderRow,
} from '@tiptap/pm/tables'
import type { Editor } from '@tiptap/react'
import { Button } from '#app/ui/forms/button.tsx'
import * as t from '#words/editor.ts'

const TOOLS: readonly (readonly [label: string, command: Command])[] = [
  [t.addRow, addRowAfter],
  [t.addColumn, addColumnAfter],
  [t.headerRow, toggleHeaderRow],
  [t.deleteRow, deleteRow],
  [t.deleteColumn, deleteColumn],
  [t.deleteTable, deleteTable],
]

export function TableTools({ editor }: { editor: Editor }) {
  return (
    <fieldset
      aria-label={t.table}
      className="flex min-w-0 overflow-x-auto border-t border-line bg-raised px-2 py-1"
    >
      {TOOLS.map(([label, command]) => (
        <Button
          key={label}
          variant="quiet"
          size="small"
          className="shrink-0"
          // Keeps the selection of the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            command(editor.state, editor.view.dispatch)
            editor.commands.focus()
          }}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
