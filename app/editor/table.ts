// Tables in the editor: rows of equal length without merged cells, as the server's sanitiser writes them
// (server/content/tables.ts). Editing is the library's (prosemirror-tables).
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { goToNextCell, TableMap, tableEditing } from '@tiptap/pm/tables'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type Editor, Node } from '@tiptap/react'
import { AMOUNT_CLASS, amountColumns, gridOf, isAmount, MOST_CELLS, spanOf } from '#shared/tables.ts'

/** As the server stores it, whatever the language of the page. */
const STORED_LABEL = 'Table'

/** The library's attributes of a cell, which are in no HTML. */
const PLAIN = {
  colspan: { default: 1, rendered: false, parseHTML: () => 1 },
  rowspan: { default: 1, rendered: false, parseHTML: () => 1 },
  colwidth: { default: null, rendered: false, parseHTML: () => null },
}

/** The roles by which the library knows the nodes. */
const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
}

const Cell = Node.create({
  name: 'tableCell',
  content: 'paragraph+',
  isolating: true,
  addAttributes: () => PLAIN,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: () => ['td', 0],
})

const HeaderCell = Node.create({
  name: 'tableHeader',
  content: 'paragraph+',
  isolating: true,
  addAttributes: () => ({ ...PLAIN, scope: { default: 'col' } }),
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', { scope: HTMLAttributes.scope }, 0],
})

const Row = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

/** @param onTooLarge called when a change is refused because a table would be too large */
export function createTable(onTooLarge: () => void) {
  const Table = Node.create({
    name: 'table',
    group: 'block',
    content: 'tableRow+',
    isolating: true,
    parseHTML: () => [{ tag: 'table' }],
    renderHTML: () => [
      'div',
      { class: 'table-scroll', role: 'group', 'aria-label': STORED_LABEL, tabindex: '0' },
      ['table', ['tbody', 0]],
    ],
    // Without the tab stop, which would take the focus from the text around it.
    addNodeView: () => () => {
      const dom = document.createElement('div')
      dom.className = 'table-scroll'
      const contentDOM = document.createElement('tbody')
      dom.appendChild(document.createElement('table')).append(contentDOM)
      return { dom, contentDOM }
    },
    // In the last cell Tab leaves the editor, so that nobody is caught in a table.
    addKeyboardShortcuts: () => ({
      Tab: ({ editor }) => goToNextCell(1)(editor.state, editor.view.dispatch),
      'Shift-Tab': ({ editor }) => goToNextCell(-1)(editor.state, editor.view.dispatch),
    }),
    extendNodeSchema: ({ name }) => (ROLES[name] ? { tableRole: ROLES[name] } : {}),
    addProseMirrorPlugins: () => [
      new Plugin({
        filterTransaction: (change) => {
          if (!change.docChanged || !hasTooLarge(change.doc)) return true
          onTooLarge()
          return false
        },
      }),
      tableEditing(),
      new Plugin({ props: { decorations: ({ doc }) => alignAmounts(doc) } }),
    ],
  })
  return [Table, Row, HeaderCell, Cell]
}

/** Amounts are at the right, as the server will write them. */
function alignAmounts(doc: DocumentNode): DecorationSet {
  const found: Decoration[] = []
  doc.descendants((table, start) => {
    if (table.type.name !== 'table') return !table.isTextblock
    const rows = table.children.map((row) =>
      row.children.map((cell) => (cell.type.name === 'tableHeader' ? null : cell.textContent)),
    )
    const amounts = amountColumns(rows)
    table.forEach((row, rowAt) => {
      row.forEach((cell, cellAt, column) => {
        const from = start + 1 + rowAt + 1 + cellAt
        if (amounts[column] && (cell.type.name === 'tableCell' || rowAt === 0))
          found.push(Decoration.node(from, from + cell.nodeSize, { class: AMOUNT_CLASS }))
      })
    })
    return false
  })
  return DecorationSet.create(doc, found)
}

function hasTooLarge(doc: DocumentNode): boolean {
  let found = false
  doc.descendants((child) => {
    if (child.type.name === 'table') {
      const { width, height } = TableMap.get(child)
      found ||= width * height > MOST_CELLS
    }
    return !found && !child.isTextblock && child.type.name !== 'table'
  })
  return found
}

/** Inserts an empty table with a row of headings, and a paragraph after it to write on. */
export function insertTable(editor: Editor): void {
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] })),
  })
  const content = [row('tableHeader'), row('tableCell'), row('tableCell')]
  const { from } = editor.state.selection
  editor
    .chain()
    .focus()
    .insertContent([{ type: 'table', content }, { type: 'paragraph' }])
    .command(({ tr, commands }) => {
      let first = -1
      tr.doc.nodesBetween(Math.max(0, from - 1), tr.doc.content.size, (child, at) => {
        if (first < 0 && child.type.name === 'tableHeader') first = at
        return first < 0
      })
      return first < 0 || commands.setTextSelection(first + 2)
    })
    .run()
}

/** Makes the tables of pasted HTML plain grids. @returns false if one is too large */
export function plainTables(page: Document): boolean {
  // A table within a cell becomes text of that cell.
  for (const inner of page.querySelectorAll('table table')) inner.replaceWith(inner.textContent ?? '')
  for (const table of page.querySelectorAll('table')) {
    const written = [...table.rows].map((row) => [...row.cells])
    const grid = gridOf(written, (cell) => ({
      columns: spanOf(cell.getAttribute('colspan')),
      rows: spanOf(cell.getAttribute('rowspan')),
    }))
    if (!grid) return false
    const heads = headsOf(grid)
    const rows = grid.map((cells, index) => {
      const row = page.createElement('tr')
      row.append(...cells.map((cell) => plainCell(page, cell, index, heads && index === 0)))
      return row
    })
    const { caption } = table
    if (caption?.textContent?.trim()) {
      const above = page.createElement('p')
      above.textContent = caption.textContent
      table.before(above)
    }
    const body = page.createElement('tbody')
    body.append(...rows)
    table.replaceChildren(body)
    if (rows.length === 0) table.remove()
  }
  return true
}

/**
 * Whether the first row of a table without headings is taken for them: its cells are words, without an amount. One column
 * is a list.
 */
function headsOf(grid: readonly (readonly (HTMLTableCellElement | null)[])[]): boolean {
  const [first = [], ...more] = grid
  if (
    more.length === 0 ||
    first.length < 2 ||
    grid.some((cells) => cells.some((cell) => cell?.tagName === 'TH'))
  )
    return false
  const texts = first.map((cell) => cell?.textContent ?? '')
  return texts.some((text) => text.trim() !== '') && !texts.some(isAmount)
}

function plainCell(
  page: Document,
  cell: HTMLTableCellElement | null,
  row: number,
  isHead: boolean,
): HTMLElement {
  const isHeader = isHead || cell?.tagName === 'TH'
  const plain = page.createElement(isHeader ? 'th' : 'td')
  if (isHeader) plain.setAttribute('scope', row === 0 ? 'col' : 'row')
  plain.append(...(cell?.childNodes ?? []))
  return plain
}
