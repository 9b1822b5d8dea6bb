// Reads a text into tokens: sounds of words, `#` for a number, `⟨kind⟩` for a contact. All later steps see these alone.
import { type ContactKind, markContacts } from './contacts.ts'
import { foldText, signsOf } from './fold.ts'
import { digitsOf, kindOfNumber, timesOf } from './numbers.ts'
import { KNOWN_NUMBERS } from './patterns.ts'
import { soundOf } from './sounds.ts'

export type Read = {
  tokens: readonly string[]
  contacts: ReadonlySet<ContactKind>
  hosts: readonly string[]
  /** Something was written so that a machine would not read it. */
  isDisguised: boolean
  /** For rules of staff: the folded text's letters and digits alone. */
  compact: string
}

/** `t e l e g r a m`, `w.h.a.t.s.a.p.p`: at least three letters one by one. */
const SPACED = /(?<![a-z0-9])[a-z](?:[ ._*|~-][a-z]){2,}(?![a-z0-9])/g
const TOKEN = /⟨[a-z]+⟩|\+?\d+(?:,\d\d+)*(?:\.\d+)?|[a-zऀ-ॿ0-9@$]+|[%!?:/;,\n|।&]/gu
/** Letters of two scripts in one word, mathematical letters, invisible signs. */
const DISGUISE =
  /[a-z][а-яα-ω]|[а-яα-ω][a-z]|[\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}\uff21-\uff5a\u200b-\u200d\u2060\ufeff]/u
const DEVANAGARI_JOINERS = /([\u0900-\u097f])[\u200c\u200d]/g
const IDS =
  'utr rrn ref refrense referense order txn transakshn transaktion id pnr folio ak akno aknovledgement aplikation tiket komplent komplaint polisi akont akount klient demat doket kes case arn pan gstin sin isin fir bank a/k ac'.split(
    ' ',
  )
const ID_WORDS: ReadonlySet<string> = new Set(IDS)
/** `don't` is `dont`. */
const APOSTROPHE = /(?<=[a-z])'(?=[a-z])/g
const MAX_BETWEEN = 1

export function readText(text: string): Read {
  const isDisguised = DISGUISE.test(text.replace(DEVANAGARI_JOINERS, '$1').toLowerCase())
  let wasSpaced = false
  const folded = foldText(text).replace(SPACED, (letters) => {
    wasSpaced = true
    return letters.replace(/[^a-z]/g, '')
  })
  const { text: mended, contacts, hosts } = markContacts(folded.replace(APOSTROPHE, ''))
  const found = new Set(contacts)
  const words = mended.match(TOKEN) ?? []
  const tokens = withNumbers(words, found)
  return { tokens, contacts: found, hosts, isDisguised: isDisguised || wasSpaced, compact: signsOf(folded) }
}

function withNumbers(words: readonly string[], found: Set<ContactKind>): string[] {
  const tokens: string[] = []
  let run: { digits: string; parts: number; words: number; isPlus: boolean; from: number } | null = null
  let between = 0
  let times = 1
  const end = () => {
    if (!run) return
    const { digits, parts, words: said, isPlus, from } = run
    run = null
    if (digits.length < 8) return
    const isId = tokens.slice(Math.max(0, from - 4), from).some((token) => ID_WORDS.has(token))
    const kind = kindOfNumber(digits, isPlus)
    // Many short numbers are a table, and a few words a count.
    if (kind === null || (kind === 'longid' && (parts > 1 || said > 0))) return
    const name = isId && kind !== 'tollfree' && said === 0 ? 'longid' : kind
    if (name !== 'longid') found.add(name)
    tokens.splice(from, tokens.length - from, `⟨${name}⟩`)
  }
  for (const word of words) {
    if (/^[%!?:/;,\n|।&]$/.test(word)) {
      if (word === '/' || word === '|' || word === ',') {
        if (run) between += 1
        if (between > MAX_BETWEEN) end()
        continue
      }
      end()
      if (word === '%' && tokens.at(-1) === '#') tokens[tokens.length - 1] = '#%'
      else if (word !== '\n' && word !== ':') tokens.push(word === '।' ? ';' : word)
      continue
    }
    if (word.startsWith('⟨')) {
      end()
      tokens.push(word)
      continue
    }
    const plain = word.replaceAll(',', '')
    const isDecimal = plain.includes('.')
    const isPlus = plain.startsWith('+')
    const sound = soundOf(plain)
    const digits = isDecimal ? null : digitsOf(isPlus ? plain.slice(1) : plain, sound)
    if (digits !== null && word === plain) {
      if (!run || (isPlus && run.digits !== '')) {
        end()
        run = { digits: '', parts: 0, words: 0, isPlus, from: tokens.length }
      } else if (run.digits.length >= 10 && kindOfNumber(run.digits, run.isPlus) === 'phone') {
        end()
        run = { digits: '', parts: 0, words: 0, isPlus, from: tokens.length }
      }
      run.digits += digits.repeat(times)
      run.parts += 1
      if (!/\d/.test(word)) run.words += 1
      times = 1
      between = 0
      tokens.push(KNOWN_NUMBERS.has(word) ? word : /\d/.test(word) ? '#' : sound)
      continue
    }
    const repeats = timesOf(sound)
    if (repeats !== null) {
      times = repeats
      tokens.push(sound)
      continue
    }
    end()
    times = 1
    if (/^[\d+.]/.test(plain) && /^\+?[\d.]+$/.test(plain)) tokens.push('#')
    // `10k`, `5lakh`, `2x`.
    else if (/^\d/.test(plain) && plain.length < 12) tokens.push('#', soundOf(plain.replace(/^[\d.]+/, '')))
    else tokens.push(sound)
  }
  end()
  return tokens.filter((token) => token !== '')
}
