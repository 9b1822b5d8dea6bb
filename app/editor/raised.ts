// Subscript and superscript; a letter is at most one of them.
import { Mark } from '@tiptap/react'

const raised = (name: string, other: string, tag: string, keys: string) =>
  Mark.create({
    name,
    excludes: other,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts: () => ({ [keys]: ({ editor }) => editor.commands.toggleMark(name) }),
  })

export const RAISED = [
  raised('subscript', 'superscript', 'sub', 'Mod-,'),
  raised('superscript', 'subscript', 'sup', 'Mod-.'),
]
