// Addresses in plain text. The editor, the chat and the server's sanitiser link the same ones.

/** A part of a text: an address with the target of its link, or what is between two (href null). */
export type Piece = { text: string; href: string | null }

/**
 * A character that an address may have. Signs outside of ASCII are percent-encoded in an address that was copied, so a
 * typed one is of the sentence around it: a danda, a curly quote, a dash. So are an emoji and what is drawn as nothing.
 */
const CHARACTER =
  '(?:[!#-;=?-[\\]_a-z{}~]|[^\\0-\\x7f\\p{P}\\p{Z}\\p{Cc}\\p{Extended_Pictographic}\\xad\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufffc])'
const HOST = '[a-z0-9]+(?:-+[a-z0-9]+)*(?:\\.[a-z0-9]+(?:-+[a-z0-9]+)*)+'
const SCHEME = '(?:https?|ftps?):\\/\\/'
/** The end of an address that another one follows without a space. */
const NEXT = `[,;)\\]}'*]{1,3}${SCHEME}`
/** Before an address without a scheme: it is not the end of another word, address or path. */
const APART = '(?<![\\p{L}\\p{M}\\p{N}@./_%+~#=&?-])'
// Bounded: each alternative is a run of characters after a fixed beginning, or one that `APART` lets begin at one place only.
const ADDRESS = new RegExp(
  [
    `(?<![a-z0-9])(?<web>${SCHEME}(?:(?!${NEXT})${CHARACTER})+)`,
    `${APART}(?<www>www\\.${CHARACTER}+)`,
    `${APART}(?:mailto:)?(?<mail>[\\w%+-]+(?:\\.[\\w%+-]+)*@${HOST}(?![a-z0-9]|:\\/\\/))`,
    `${APART}(?<bare>${HOST})(?![\\p{L}\\p{M}\\p{N}@_])(?<path>(?::\\d{2,5})?(?:[/?#]${CHARACTER}*)?)`,
  ].join('|'),
  'giu',
)

/** Endings of names without a scheme that are no words of a sentence. */
const ENDING =
  /\.(?:com|org|(?:ac|bank|co|edu|fin|firm|gen|gov|ind|net|nic|org|res)\.in|(?:ac|co|gov|org)\.uk|com\.(?:au|sg))$/
/** Further ones, which are words or names of exchanges; a path after them tells that they are none here. */
const ENDING_BEFORE_PATH = /\.(?:app|co|dev|edu|gov|in|info|io|me|net)$/
const ENDING_OF_MAIL =
  /\.(?:com|org|net|edu|gov|in|co|io|me|info|biz|app|dev|ae|au|ca|ch|de|eu|fr|jp|nz|sg|uk|us|za)$/

/** The most addresses that one text has links for. */
export const MOST_LINKS = 500

/**
 * The text in parts, which together are the whole text. Addresses with a scheme or `www.` are links, and mail addresses;
 * without either only names with a few known endings, because a missing space after a full stop looks like an address
 * ('done sir.In short'), as do the symbols of exchanges ('RELIANCE.BO') and figures ('5.in').
 */
export function linksIn(text: string, most = MOST_LINKS): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  let found = 0
  for (const { 0: whole, index, groups = {} } of text.matchAll(ADDRESS)) {
    const address = addressOf(whole, groups, text[index - 1] ?? '')
    if (!address || found === most) continue
    found += 1
    if (index > at) pieces.push({ text: text.slice(at, index), href: null })
    pieces.push(address)
    at = index + address.text.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), href: null })
  return pieces
}

type Groups = Readonly<Record<string, string | undefined>>

function addressOf(whole: string, { web, www, mail, bare, path }: Groups, before: string): Piece | null {
  if (mail !== undefined) {
    const host = mail.slice(mail.indexOf('@') + 1)
    return isLowered(host) && ENDING_OF_MAIL.test(host.toLowerCase())
      ? { text: whole, href: `mailto:${mail}` }
      : null
  }
  const text = withoutTrail(whole, before)
  if (web !== undefined) return URL.canParse(text) ? { text, href: text } : null
  if (www !== undefined) {
    // Bounded: anchored, and each part ends at a dot or a slash.
    const isHost = /^www(?:\.[\p{L}\p{M}\p{N}-]+)+(?:[:/?#]|$)/iu.test(text)
    return isHost &&
      text
        .slice(4)
        .split(/[:/?#]/)[0]
        ?.includes('.') &&
      URL.canParse(`https://${text}`)
      ? { text, href: `https://${text}` }
      : null
  }
  if (bare === undefined || !isLowered(bare) || /\d\./.test(bare)) return null
  const host = bare.toLowerCase()
  const hasPath = text.length > bare.length + 1 && path?.startsWith('/')
  if (!ENDING.test(host) && !(hasPath && ENDING_BEFORE_PATH.test(host))) return null
  return URL.canParse(`https://${text}`) ? { text, href: `https://${text}` } : null
}

/** Whether no letter but the first is a capital, which a phone writes by itself. */
const isLowered = (host: string) => !/[A-Z]/.test(host.slice(1))

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const CLOSING = Object.values(CLOSES)
/** Signs of emphasis, which are written on both sides. */
const EMPHASIS = '_~'
/** These end an address rarely, but a sentence never. */
const KEPT_AT_END = '/#%&@-=+$'

/** The address without what ends the sentence or encloses the address; a bracket that it opened itself stays. */
function withoutTrail(found: string, before: string): string {
  const excess: Record<string, number> = {}
  for (const sign of found) {
    if (CLOSING.includes(sign)) excess[sign] = (excess[sign] ?? 0) + 1
    else if (CLOSES[sign]) excess[CLOSES[sign]] = (excess[CLOSES[sign]] ?? 0) - 1
  }
  let end = found.length
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? ''
    if (CLOSING.includes(last)) {
      if ((excess[last] ?? 0) <= 0) break
      excess[last] = (excess[last] ?? 0) - 1
    } else if (CLOSES[last]) excess[CLOSES[last]] = (excess[CLOSES[last]] ?? 0) + 1
    else if (EMPHASIS.includes(last)) {
      if (last !== before) break
    } else if (found.startsWith("'s", end - 2)) end -= 1
    else if (isOfAddress(last)) break
  }
  return found.slice(0, end)
}

const isOfAddress = (sign: string) => /[^!-~]|[a-z0-9]/i.test(sign) || KEPT_AT_END.includes(sign)
