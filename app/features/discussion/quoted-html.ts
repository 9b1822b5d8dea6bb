// The HTML of a selected part of a post, as the editor can hold it in a quotation: paragraphs, lists with their numbers, code
// with its lines, tables and emphasis. What else a page shows, such as buttons, becomes its text.

import { escapeHtml } from '#shared/escape-html.ts'
import { SPOKEN_ONLY } from '#shared/page-contract.ts'

const KEPT = new Set([
  ...['P', 'UL', 'OL', 'LI', 'PRE', 'CODE', 'BR', 'BLOCKQUOTE'],
  ...['STRONG', 'B', 'EM', 'I', 'U', 'S', 'SUB', 'SUP', 'TABLE', 'TBODY', 'TR', 'TD', 'TH'],
])
const BLOCKS = 'p,ul,ol,pre,blockquote,table,h1,h2,h3,details'
/** What is selected of several items or rows is quoted as a list or a table, and one line of code as code. */
const PART_OF_GRID = 'ul,ol,li,table,tbody,tr'

/** @param post the element around the post @param most characters of text */
export function quotedHtml(range: Range, post: Element, most: number): string {
  const around = range.commonAncestorContainer
  let fragment: Node = range.cloneContents()
  let element = around instanceof Element ? around : around.parentElement
  let isPart = around instanceof Element && around.matches(PART_OF_GRID)
  for (; element && element !== post; element = element.parentElement) {
    if (!element.matches(isPart ? PART_OF_GRID : 'pre,code')) continue
    const whole = element.cloneNode()
    whole.appendChild(fragment)
    fragment = whole
    if (element.matches('ul,ol,table')) isPart = false
  }
  const holder = document.createElement('div')
  holder.append(fragment)
  continueNumbers(holder, range)
  const html = htmlOf(holder, { left: most })
  return holder.querySelector(BLOCKS) ? html : `<p>${html}</p>`
}

/** A list that is quoted from its third item on begins with 3. */
function continueNumbers(holder: Element, { startContainer }: Range) {
  const from = startContainer instanceof Element ? startContainer : startContainer.parentElement
  const item = from?.closest('li')
  const list = item?.parentElement
  const quoted = holder.querySelector('ol')
  if (!item || !(list instanceof HTMLOListElement) || !quoted) return
  quoted.start = list.start + [...list.children].indexOf(item)
}

function htmlOf(node: Node, budget: { left: number }): string {
  if (node.nodeType === Node.TEXT_NODE) return textOf(node.textContent ?? '', budget)
  if (!(node instanceof Element) || budget.left <= 0) return ''
  const tex = node.getAttribute('data-tex')
  if (tex !== null) return textOf(`$$${tex}$$`, budget)
  if (node.matches(`img,math,button,${SPOKEN_ONLY}`)) return ''
  const inner = [...node.childNodes].map((child) => htmlOf(child, budget)).join('')
  const name = node.tagName
  if (name === 'BR') return '<br>'
  if (name === 'A' && node.hasAttribute('href'))
    return inner && `<a href="${escapeHtml(node.getAttribute('href') ?? '')}">${inner}</a>`
  if (/^H[1-6]$/.test(name)) return inner && `<p><strong>${inner}</strong></p>`
  if (name === 'SUMMARY') return inner && `<p>${inner}</p>`
  if (!KEPT.has(name)) return inner
  // An end of the selection within a list leaves empty items.
  if (inner.trim() === '' && !/^T[DH]$/.test(name)) return ''
  const start = node instanceof HTMLOListElement && node.start !== 1 ? ` start="${node.start}"` : ''
  return `<${name.toLowerCase()}${start}>${inner}</${name.toLowerCase()}>`
}

function textOf(text: string, budget: { left: number }): string {
  const shown = text.slice(0, budget.left)
  budget.left -= text.length
  return escapeHtml(shown.length < text.length ? `${shown.trimEnd()}…` : shown)
}
