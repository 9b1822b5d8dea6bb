// The addresses in a message, told from the words around them. Only what a browser would open on the web becomes a
// link; everything else stays the text that it is.

export type Piece = { text: string; href: string | null }

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi
/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?'’…]+$/

/** The message in its pieces; together their texts are the message. */
export function linksIn(message: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: found, index } of message.matchAll(ADDRESS)) {
    const address = withoutTrail(found)
    if (!URL.canParse(address)) continue
    if (index > at) pieces.push({ text: message.slice(at, index), href: null })
    pieces.push({ text: address, href: address })
    at = index + address.length
  }
  if (at < message.length) pieces.push({ text: message.slice(at), href: null })
  return pieces
}

/** A bracket that was opened before the address does not belong to it. */
function withoutTrail(found: string): string {
  let address = found.replace(TRAILING, '')
  while (address.endsWith(')') && address.split(')').length > address.split('(').length)
    address = address.slice(0, -1).replace(TRAILING, '')
  return address
}
