// A collapsible part: a summary, and blocks that readers open. While it is written it is always open.
import type { Command } from '@tiptap/pm/state'
import { TextSelection } from '@tiptap/pm/state'
import { findParentNode, Node } from '@tiptap/react'
import * as t from '#words/editor.ts'

const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'detailsSummary block+',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: () => ['details', 0],
  addNodeView: () => () => {
    // A <details> would close when its summary is pressed.
    const dom = document.createElement('div')
    dom.className = 'collapsible'
    return { dom, contentDOM: dom }
  },
})

const Summary = Node.create({
  name: 'detailsSummary',
  content: 'text*',
  marks: '',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'summary' }],
  renderHTML: () => ['summary', 0],
  addNodeView: () => () => {
    const dom = document.createElement('div')
    dom.className = 'collapsible-summary'
    return { dom, contentDOM: dom }
  },
  addKeyboardShortcuts: () => ({
    Enter: ({ editor }) => {
      const { $from } = editor.state.selection
      if ($from.parent.type.name !== 'detailsSummary') return false
      // Into the first block.
      return editor.commands.setTextSelection($from.after() + 1)
    },
    Backspace: ({ editor }) => {
      const { $from, empty } = editor.state.selection
      if ($from.parent.type.name !== 'detailsSummary' || !empty || $from.parentOffset > 0) return false
      return toggleCollapsible(editor.state, editor.view.dispatch)
    },
  }),
})

export const COLLAPSIBLE = [Details, Summary]

/** What may hold a collapsible part, by the names of the schema. */
const HOLDERS = ['doc', 'blockquote']

/** Puts the selected blocks into a collapsible part, or takes them out of theirs. */
export const toggleCollapsible: Command = (state, dispatch) => {
  const { schema, selection, tr } = state
  const { details, detailsSummary, paragraph } = schema.nodes
  if (!details || !detailsSummary || !paragraph) return false
  const around = findParentNode(({ type }) => type === details)(selection)
  if (around) {
    const blocks = around.node.children.map((child) =>
      child.type === detailsSummary ? paragraph.create(null, child.content) : child,
    )
    dispatch?.(tr.replaceWith(around.pos, around.pos + around.node.nodeSize, blocks).scrollIntoView())
    return true
  }
  // A list or a table goes into it whole.
  const range = selection.$from.blockRange(selection.$to, ({ type }) => HOLDERS.includes(type.name))
  if (!range) return false
  const blocks = range.parent.children.slice(range.startIndex, range.endIndex)
  const made = details.create(null, [detailsSummary.create(null, schema.text(t.summary)), ...blocks])
  if (dispatch) {
    // A paragraph to go on after it, at the end of the text.
    const isLast = range.endIndex === range.parent.childCount
    tr.replaceWith(range.start, range.end, isLast ? [made, paragraph.create()] : made)
    // The summary is selected, so that typing replaces it.
    tr.setSelection(TextSelection.create(tr.doc, range.start + 2, range.start + 2 + t.summary.length))
    dispatch(tr.scrollIntoView())
  }
  return true
}
