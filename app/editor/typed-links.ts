// Links the addresses that are typed or pasted, once their word is finished. The last word of a text is linked by the server
// (server/content/links.ts), with the same rule (shared/links.ts). The library's own linking (Tiptap) needs a space directly
// after an address, takes a missing space between two sentences for an address, and has no option for either.
import type { Node as DocumentNode, MarkType } from '@tiptap/pm/model'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import { AddMarkStep, RemoveMarkStep, type Step } from '@tiptap/pm/transform'
import { combineTransactionSteps, Extension, getChangedRanges } from '@tiptap/react'
import { linksIn } from '#shared/links.ts'

/** Options of the library's link, which switch its own linking off. */
export const LINKED_ELSEWHERE = { autolink: false, linkOnPaste: false, shouldAutoLink: () => false }

export const TYPED_LINKS = Extension.create({
  name: 'typedLinks',
  addProseMirrorPlugins: () => [typedLinks()],
})

const isOfMarks = (step: Step) => step instanceof AddMarkStep || step instanceof RemoveMarkStep

type Range = { from: number; to: number }

export function typedLinks(): Plugin {
  return new Plugin({
    appendTransaction: (transactions, { doc }, state) => {
      const { link } = state.schema.marks
      // What only changes marks may be the removal of a link.
      const isEdit = transactions.some(({ steps }) => steps.some((step) => !isOfMarks(step)))
      // An undone link stays undone.
      if (!link || !isEdit || transactions.some((one) => one.getMeta('history$'))) return null
      const tr = state.tr
      const isPasted = transactions.some((one) => one.getMeta('paste') || one.getMeta('uiEvent') === 'paste')
      for (const { newRange } of getChangedRanges(combineTransactionSteps(doc, [...transactions])))
        linkWithin(tr, state, newRange, link, isPasted)
      return tr.docChanged ? tr : null
    },
    props: {
      // An address that is pasted over a selection becomes its link.
      handlePaste: (view, _event, slice) => {
        const { link } = view.state.schema.marks
        const { from, to, empty } = view.state.selection
        const [address, ...more] = linksIn(slice.content.textBetween(0, slice.content.size, '\n').trim())
        if (!link || empty || !address?.href || more.length > 0) return false
        const tr = view.state.tr.addMark(from, to, link.create({ href: address.href }))
        // Code has none.
        if (!tr.docChanged) return false
        view.dispatch(tr)
        return true
      },
    },
  })
}

function linkWithin(tr: Transaction, state: EditorState, changed: Range, link: MarkType, isPasted: boolean) {
  const { doc, selection } = state
  const end = Math.min(doc.content.size, changed.to + 1)
  doc.nodesBetween(Math.max(0, changed.from - 1), end, (block, at) => {
    if (!block.isTextblock || !block.type.allowsMarkType(link)) return !block.isTextblock
    const text = proseOf(block)
    const cursor = !isPasted && selection.empty ? selection.head - at - 1 : -1
    let from = 0
    for (const piece of linksIn(text)) {
      const to = from + piece.text.length
      const wordEnd = to + (/^\S*/.exec(text.slice(to))?.[0].length ?? 0)
      const isTouched = changed.from <= at + 1 + wordEnd && changed.to >= at + 1 + from
      const isBeingTyped = cursor >= from && cursor <= wordEnd
      if (piece.href !== null && isTouched && !isBeingTyped)
        setLink(tr, { from: at + 1 + from, to: at + 1 + to }, link, piece.href)
      from = to
    }
    return false
  })
}

/** A link that was made for the text between stays, one that was made of the address follows its changes. */
function setLink(tr: Transaction, { from, to }: Range, link: MarkType, href: string) {
  let isOther = false
  tr.doc.nodesBetween(from, to, ({ marks }) => {
    const old: string | undefined = link.isInSet(marks)?.attrs.href
    if (old !== undefined && !href.startsWith(old) && hostOf(old) !== hostOf(href)) isOther = true
  })
  if (!isOther) tr.addMark(from, to, link.create({ href }))
}

const hostOf = (href: string) => (URL.canParse(href) ? new URL(href).host : '')

/** The text of a block, as long as its content; line breaks, mentions, formulas and code end a word. */
function proseOf(block: DocumentNode): string {
  return block.children
    .map((child) =>
      child.isText && !child.marks.some(({ type }) => type.name === 'code')
        ? (child.text ?? '')
        : '\n'.repeat(child.nodeSize),
    )
    .join('')
}
