// Ways to reach or pay somebody off the site: links, invitations, UPI ids, addresses of wallets and of mail, handles. Each is
// replaced by its name between signs, so that what follows reads `⟨upi⟩` and not one of endless ids. Numbers are read later,
// word by word (numbers.ts).
import { BRANDS, INVITES, ODD_ENDINGS, SHORTENERS, TRUSTED, UPI_HANDLES } from './hosts.ts'

export type ContactKind =
  | 'apk' | 'crypto' | 'email' | 'form' | 'handle' | 'intl' | 'invite' | 'link' | 'odd' | 'phish' | 'phone' | 'short'
  | 'tollfree' | 'trusted' | 'upi' // biome-ignore format: a list

const ENDINGS =
  'com|in|org|net|io|me|co|ly|xyz|top|vip|club|icu|live|shop|site|online|app|info|biz|link|page|to|gg|cc|ru|cn|tk|ml|cf|ga|gq|ai|dev|win|pro|fun|space|store|tech|loan|loans|finance|fund|trade|exchange|money|cash|work|works|click|gd|us|uk|ee|gle|at|li|id|cloud|world|life|bet|casino|trading|support|center|help|group|dog|buzz|cfd|sbs|lol|cam|rest|apk|gy|ae|sg|bid|bond'

/** Signs that break a link or an address: `t . me`, `hxxp`, `dot com`, `(at)`. */
const MENDS: readonly (readonly [RegExp, string])[] = [
  [/hxxps?|h t t p s?|httx?ps?/g, 'http'],
  [/[[({<] ?(?:dot|d0t|डॉट|\.) ?[\])}>]/g, '.'],
  [/[[({<] ?(?:at|@|एट) ?[\])}>]/g, '@'],
  [/ (?:dot|d0t|डॉट|डाट) (?=(?:com|me|in|ly|link|org|net|xyz|co|app|gg|इन|कॉम|मी)(?![a-z]))/g, '.'],
  [/ (?:slash|स्लैश) /g, '/'],
  [/\.(?:कॉम)/g, '.com'],
  [/(?<=[a-z0-9]) ?\. ?(?=(?:com|me|ly|xyz|link|gg|vip|top|icu)(?:[/ ]|$))/g, '.'],
  [/(?<=[a-z0-9]\.(?:me|com|ly|gg|link|xyz)) ?\/ ?(?=[a-z0-9_+])/g, '/'],
]

// Bounded: every repetition has a bound, but that of a path and of a scheme's rest, which are read once.
const CONTACT = new RegExp(
  [
    // A link, also without a protocol.
    `(?<link>(?:https?:/{1,2}|www\\.)?(?:[a-z0-9_-]{1,63}\\.){1,5}(?:${ENDINGS})(?![a-z0-9@-])(?:[/?][^\\s<>"']*)?)`,
    '(?<scheme>(?:upi|tg|whatsapp|tel|intent|https?):/{1,2}[^\\s<>"\']+)',
    '(?<crypto>(?<![a-z0-9])(?:0x[0-9a-f]{40}|bc1[a-z0-9]{25,60}|t[1-9a-z]{33}|[13][1-9a-z]{25,34})(?![a-z0-9]))',
    '(?<handle>(?<![a-z0-9_.@])@ ?[a-z][a-z0-9_.]{2,40})',
  ].join('|'),
  'gu',
)
/** Behind a sign `@` only, which is what makes it linear. */
const NAME_BEFORE = /[a-z0-9][a-z0-9._+-]{0,63} ?$/
const HOST_AFTER = /^ ?(?:((?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,12})|([a-z]{2,20}))(?![a-z0-9@])/

/** Letters before a name that say whether it is one of another site. */
const AROUND = 24
/** Otherwise `@name` is a member of this one. */
const OF_PLATFORM =
  /telegram|\btg\b|insta|whatsapp|channel|\bdms?\b|contact|reach|signal|\bid\b|handle|टेलीग्राम|इंस्टा|twitter|snapchat|message (?:him|her|them)|inbox/

export type Mended = { text: string; contacts: ReadonlySet<ContactKind>; hosts: readonly string[] }

/** @param folded of `foldText` */
export function markContacts(folded: string): Mended {
  let text = folded
  for (const [broken, whole] of MENDS) text = text.replace(broken, whole)
  const contacts = new Set<ContactKind>()
  const hosts: string[] = []
  const mark = (kind: ContactKind): string => {
    contacts.add(kind)
    return ` ⟨${kind}⟩ `
  }
  text = markAddresses(text, mark)
  text = text.replace(CONTACT, (...match) => {
    const groups = match.at(-1) as Record<string, string | undefined>
    const { link, scheme, crypto } = groups
    if (crypto) return mark('crypto')
    if (scheme)
      return mark(scheme.startsWith('upi') ? 'upi' : /^(?:tg|whatsapp)/.test(scheme) ? 'invite' : 'link')
    if (!link) {
      const at = Number(match.at(-3))
      const around = text.slice(Math.max(0, at - AROUND), at + AROUND * 2)
      return OF_PLATFORM.test(around) ? mark('handle') : ' ⟨mention⟩ '
    }
    const host =
      link
        .replace(/^https?:\/+/, '')
        .replace(/^www\./, '')
        .split(/[/?]/, 1)[0] ?? ''
    hosts.push(host)
    return mark(kindOfLink(host, link))
  })
  return { text, contacts, hosts }
}

/** Mail addresses and UPI ids, found by their `@`. */
function markAddresses(text: string, mark: (kind: ContactKind) => string): string {
  let marked = ''
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at < from) continue
    const before = NAME_BEFORE.exec(text.slice(Math.max(from, at - 66), at))?.[0]
    const after = HOST_AFTER.exec(text.slice(at + 1, at + 120))
    if (!(before && after)) continue
    const [whole, host, handle = ''] = after
    const isSpaced = before.endsWith(' ') || whole.startsWith(' ')
    if (!host && isSpaced && !UPI_HANDLES.has(handle)) continue
    if (isSpaced && host) continue
    marked += text.slice(from, at - before.length) + mark(host ? 'email' : 'upi')
    from = at + 1 + whole.length
  }
  return marked + text.slice(from)
}

function kindOfLink(host: string, link: string): ContactKind {
  if (link.includes('.apk')) return 'apk'
  const ends = (list: ReadonlySet<string>) => {
    for (let part = host; part !== ''; part = part.includes('.') ? part.slice(part.indexOf('.') + 1) : '')
      if (list.has(part)) return true
    return false
  }
  if (ends(INVITES)) return 'invite'
  if (ends(SHORTENERS)) return 'short'
  if (ends(TRUSTED)) return /forms/.test(link) ? 'form' : 'trusted'
  if (host === 'forms.gle') return 'form'
  if (BRANDS.some((brand) => host.includes(brand))) return 'phish'
  return ODD_ENDINGS.has(host.slice(host.lastIndexOf('.') + 1)) ? 'odd' : 'link'
}
