// Runs in the page: what is to be read in it, and what of it does not fit.

export type Read = {
  /** What it is: `text`, or the attribute. */
  kind: string
  text: string
  /** The element around it, and those around that. */
  where: string
}

export type PageRead = {
  texts: Read[]
  /** Texts of the interface that an element around them cuts, or that leave their button. */
  cut: Read[]
  /** Pixels beyond the screen. */
  overflow: number
}

export function readPage(): PageRead {
  const ATTRIBUTES = ['aria-label', 'aria-description', 'aria-roledescription', 'placeholder', 'title', 'alt']
  /** Posts, keys and code, names of languages, and texts that say they are in another language. */
  const FOREIGN = `.post, kbd, code, pre, a[hreflang], script, style, noscript, template, svg title, [lang]:not(html, [lang="${document.documentElement.lang}"])`
  const [texts, cut]: [Read[], Read[]] = [[], []]
  const whereOf = (element: Element): string => {
    const parts: string[] = []
    for (let one: Element | null = element; one && parts.length < 3; one = one.parentElement)
      parts.unshift(
        `${one.localName}${one.id ? `#${one.id}` : ''}.${String(one.getAttribute('class') ?? '').slice(0, 60)}`,
      )
    return parts.join(' > ')
  }
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [element, text] = [node.parentElement, (node.textContent ?? '').trim()]
    if (!element || text === '' || element.closest(FOREIGN) || !isSeen(element)) continue
    const read = { kind: 'text', text, where: whereOf(element) }
    texts.push(read)
    if (/[À-ɏḀ-ỿ]/.test(text) && isCut(node, element)) cut.push(read)
  }
  for (const name of ATTRIBUTES)
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      const text = element.getAttribute(name)?.trim() ?? ''
      if (text !== '' && !element.closest(FOREIGN) && isSeen(element))
        texts.push({ kind: name, text, where: whereOf(element) })
    }
  for (const button of document.body.querySelectorAll<HTMLInputElement>(
    'input[type=submit], input[type=button]',
  ))
    if (isSeen(button)) texts.push({ kind: 'value', text: button.value, where: whereOf(button) })
  texts.push({ kind: 'title of the page', text: document.title, where: 'head' })
  const { scrollWidth, clientWidth } = document.documentElement
  return { texts, cut, overflow: scrollWidth - clientWidth }

  /** Whether a box around it hides a part of the text, or its button is smaller than it. */
  function isCut(node: Node, element: Element): boolean {
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, top, bottom, width, height } = range.getBoundingClientRect()
    const SMALL = 1.5
    const CONTROLS = 'button, [role=button], [role=tab], th, label'
    // Pictures of text fit as a whole.
    if (width < SMALL || height < SMALL || element instanceof SVGElement) return false
    const exceeds = (box: DOMRect) => right > box.right + SMALL || left < box.left - SMALL
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(one)
      const box = one.getBoundingClientRect()
      // Read by screen readers alone.
      if (box.width < SMALL && box.height < SMALL) return false
      // Where names of any length stand, an ellipsis says that more is there.
      if (textOverflow === 'ellipsis' && !one.matches(CONTROLS)) return false
      if (/auto|scroll/.test(overflowX + overflowY)) return false
      if (/hidden|clip/.test(overflowX) && exceeds(box)) return true
      if (/hidden|clip/.test(overflowY) && (bottom > box.bottom + 4 || top < box.top - 4)) return true
      if (one.matches(CONTROLS) && exceeds(box)) return true
    }
    return false
  }
}
