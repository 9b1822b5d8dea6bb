import { EditorState, TextSelection } from '@tiptap/pm/state'
import { getSchema } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { expect, test } from 'vitest'
import { LINKED_ELSEWHERE, typedLinks } from './typed-links.ts'

const schema = getSchema([StarterKit.configure({ link: LINKED_ELSEWHERE })])

/** The editor's state with `text` in a block, and the cursor at its end. */
function written(block = 'paragraph') {
  const doc = schema.node('doc', null, [schema.node(block)])
  return EditorState.create({ schema, doc, plugins: [typedLinks()], selection: TextSelection.atEnd(doc) })
}

function typed(state: EditorState, text: string): EditorState {
  return [...text].reduce(
    (now, letter) =>
      now.apply(letter === '\n' ? now.tr.split(now.selection.from) : now.tr.insertText(letter)),
    state,
  )
}

function linksOf({ doc }: EditorState): string[] {
  const found: string[] = []
  doc.descendants((node) => {
    const link = node.marks.find(({ type }) => type.name === 'link')
    if (link) found.push(`${node.text} ${link.attrs.href}`)
  })
  return found
}

test.each([
  ['https://x/a. Next', ['https://x/a https://x/a']],
  ['https://x/a, and', ['https://x/a https://x/a']],
  ['(see https://x/a) ok', ['https://x/a https://x/a']],
  ['www.x.com! ok', ['www.x.com https://www.x.com']],
  ['help@x.in, ok', ['help@x.in mailto:help@x.in']],
  ['"https://x/" ok', ['https://x/ https://x/']],
  ['https://x/a। फिर', ['https://x/a https://x/a']],
  ['https://x/a\nnext', ['https://x/a https://x/a']],
  ['https://x/a and (https://x/b) ', ['https://x/a https://x/a', 'https://x/b https://x/b']],
  ['done sir.In short, HDFC.In and RELIANCE.BO fell', []],
])('typed: %j', (text, links) => {
  expect(linksOf(typed(written(), text))).toEqual(links)
})

test('an address is none while it is typed, and the text after it is not of it', () => {
  const state = typed(written(), 'See https://x/a.')
  expect(linksOf(state)).toEqual([])
  expect(linksOf(typed(state, 'html now'))).toEqual(['https://x/a.html https://x/a.html'])
})

test('a link follows its address, and one with words of its own does not', () => {
  let state = typed(written(), 'https://x/a b')
  state = state.apply(state.tr.delete(11, 14))
  expect(linksOf(typed(state, 'c.html now'))).toEqual(['https://x/c.html https://x/c.html'])

  const other = schema.mark('link', { href: 'https://other.example' })
  let named = written()
  named = named.apply(named.tr.insert(1, schema.text('https://x/a', [other])))
  expect(linksOf(typed(named, ' now'))).toEqual(['https://x/a https://other.example'])
})

test('a link that was taken away stays away while one writes on', () => {
  let state = typed(written(), 'https://x/a ok')
  state = state.apply(state.tr.removeMark(1, 12))
  expect(linksOf(typed(state, ' and more'))).toEqual([])
})

test('code has no links', () => {
  expect(linksOf(typed(written('codeBlock'), 'https://x/a now'))).toEqual([])
  let state = written()
  state = state.apply(state.tr.insert(1, schema.text('https://x/a', [schema.mark('code')])))
  state = state.apply(state.tr.removeStoredMark(schema.marks.code as never))
  expect(linksOf(state.apply(state.tr.insertText(' now', 12)))).toEqual([])
})

test('what is pasted is linked to its last word', () => {
  const state = written()
  const pasted = state.tr.insertText('a https://x/a b www.x.com.').setMeta('uiEvent', 'paste')
  expect(linksOf(state.apply(pasted))).toEqual(['https://x/a https://x/a', 'www.x.com https://www.x.com'])
})
