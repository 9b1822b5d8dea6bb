// Lists in pasted texts that are none in their markup: those of Word, and lines that begin with a bullet or a number, as in
// messages of WhatsApp.

export type Item = {
  /** From 1. */
  level: number
  /** The number of the item; null with a bullet. */
  number: number | null
  /** A sign that begins other lines, too: a dash or an asterisk. One such line is no list. */
  isDoubtful: boolean
}

const BULLET = /^([•·▪▫◦●○■□‣⁃➢➤✓✔]|[-–*](?=\s))\s*/
const NUMBER = /^\(?(\d{1,6})[.)]\s+/

/** The item that begins with `line`, and the length of its sign; null if it begins with none. */
export function itemIn(line: string): (Item & { sign: number }) | null {
  const indent = /^\s*/.exec(line)?.[0] ?? ''
  const level = 1 + Math.floor(indent.replaceAll('\t', '    ').length / 2)
  const rest = line.slice(indent.length)
  const [bullet, sign = ''] = BULLET.exec(rest) ?? []
  const [digits, number] = NUMBER.exec(rest) ?? []
  const found = bullet ?? digits
  if (found === undefined || found.length === rest.length) return null
  return {
    level,
    number: number === undefined ? null : Number(number),
    isDoubtful: /[-–*]/.test(sign),
    sign: indent.length + found.length,
  }
}

/** Whether items in a row are a list: a line with a dash, or numbers that do not count, are words. */
export function isList(items: readonly Item[]): boolean {
  const [first] = items
  if (!first) return false
  if (items.length === 1) return first.number === null && !first.isDoubtful
  const numbers = items.filter(({ level }) => level === first.level).map(({ number }) => number)
  return numbers.every((number, index) => {
    const before = numbers[index - 1]
    return number === null || before == null || number === before + 1
  })
}

/** Paragraphs of Word, which has lists in styles alone, and those that begin with a sign, become lists. */
export function withLists(page: Document): void {
  const paragraphs = [...page.querySelectorAll('p, div')].filter(
    (one) => !one.querySelector('p, div, ul, ol, table, pre') && !one.closest('li, pre, code'),
  )
  let row: { element: Element; item: Item }[] = []
  const end = () => {
    const [first] = row
    if (first && isList(row.map(({ item }) => item))) {
      const lists = page.createDocumentFragment()
      const add = listBuilder(page, lists)
      const marker = page.createComment('')
      first.element.before(marker)
      for (const { element, item } of row) {
        element.remove()
        takeSign(element)
        add(item).append(...element.childNodes)
      }
      marker.replaceWith(lists)
    }
    row = []
  }
  for (const element of paragraphs) {
    const item = wordItem(element) ?? itemIn((element.textContent ?? '').replaceAll('\u00a0', ' '))
    const last = row.at(-1)?.element
    if (last && (!item || nextTo(last) !== element)) end()
    if (item) row.push({ element, item })
  }
  end()
  // Google Docs writes a list within a list beside its item.
  for (const list of page.querySelectorAll(':is(ul, ol) > :is(ul, ol)'))
    list.previousElementSibling?.append(list)
}

/** The next element, if no words are between. */
function nextTo(element: Element): Element | null {
  let next = element.nextSibling
  while (
    next &&
    !(next instanceof Element) &&
    (next.nodeType === Node.COMMENT_NODE || !next.textContent?.trim())
  )
    next = next.nextSibling
  return next instanceof Element ? next : null
}

const signOf = (element: Element) =>
  [...element.querySelectorAll('[style]')].find((one) =>
    /mso-list:\s*ignore/i.test(one.getAttribute('style') ?? ''),
  )

function wordItem(element: Element): Item | null {
  const level = /mso-list:\s*\S+\s+level(\d)/i.exec(element.getAttribute('style') ?? '')?.[1]
  const sign = signOf(element)
  if (!level || !sign) return null
  const written = (sign.textContent ?? '').replace(/\s+/g, '')
  // '1.', '1.2)', 'a.', 'iv)'; a bullet may be the letter o.
  const isNumber = /^\(?[a-z\d.]{1,9}[.)]$/i.test(written)
  const number = Number(/(\d{1,6})[.)]$/.exec(written)?.[1] ?? 1)
  return { level: Number(level), number: isNumber ? number : null, isDoubtful: false }
}

/** Removes the bullet or the number of an item, which the list draws itself. */
function takeSign(element: Element): void {
  const sign = signOf(element)
  if (sign) {
    sign.remove()
    return
  }
  let left = itemIn((element.textContent ?? '').replaceAll('\u00a0', ' '))?.sign ?? 0
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text && left > 0; text = texts.nextNode()) {
    const written = text.textContent ?? ''
    text.textContent = written.slice(left)
    left -= written.length
  }
}

/** @returns adds an item to the lists in `holder`; what it returns takes the item's words */
export function listBuilder(page: Document, holder: ParentNode): (item: Item) => Element {
  const open: Element[] = []
  return ({ level, number }) => {
    const name = number === null ? 'ul' : 'ol'
    open.length = Math.min(open.length, level)
    if (open.length === level && open.at(-1)?.localName !== name) open.pop()
    if (open.length < level) {
      const list = page.createElement(name)
      if (number !== null && number !== 1) list.setAttribute('start', String(number))
      const around = open.at(-1)?.lastElementChild ?? holder
      around.append(list)
      open.push(list)
    }
    const words = page.createElement('p')
    const item = page.createElement('li')
    item.append(words)
    open.at(-1)?.append(item)
    return words
  }
}
