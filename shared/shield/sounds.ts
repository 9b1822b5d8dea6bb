// A word by how it sounds, so that `गारंटी`, `guarantee` and `garanti`, or `पैसे`, `paise` and `paisay`, are one word. Hindi is
// written in two scripts and its Latin spelling is everybody's own; a list of spellings would never end.

const CONSONANTS: Readonly<Record<string, string>> = {
  क: 'k', ख: 'kh', ग: 'g', घ: 'gh', ङ: 'n', च: 'ch', छ: 'ch', ज: 'j', झ: 'jh', ञ: 'n', ट: 't', ठ: 'th', ड: 'd', ढ: 'dh',
  ण: 'n', त: 't', थ: 'th', द: 'd', ध: 'dh', न: 'n', प: 'p', फ: 'f', ब: 'b', भ: 'bh', म: 'm', य: 'y', र: 'r', ल: 'l',
  ळ: 'l', व: 'v', श: 'sh', ष: 'sh', स: 's', ह: 'h',
} // biome-ignore format: a table
const VOWELS: Readonly<Record<string, string>> = {
  अ: 'a', आ: 'aa', इ: 'i', ई: 'i', उ: 'u', ऊ: 'u', ऋ: 'ri', ए: 'e', ऐ: 'e', ऑ: 'o', ऍ: 'e', ओ: 'o', औ: 'o', ऎ: 'e',
} // biome-ignore format: a table
const SIGNS: Readonly<Record<string, string>> = {
  'ा': 'aa', 'ि': 'i', 'ी': 'i', 'ु': 'u', 'ू': 'u', 'ृ': 'ri', 'े': 'e', 'ै': 'e', 'ॉ': 'o', 'ॅ': 'e', 'ो': 'o', 'ौ': 'o',
} // biome-ignore format: a table
const NUKTA = '़'
const VIRAMA = '्'

const DEVANAGARI = /[\u0900-\u097f]/

/** The Latin spelling of a word in Devanagari. The inherent vowel is `A` until it is known whether it is spoken. */
function inLatin(word: string): string {
  let written = ''
  for (const letter of word) {
    const consonant = CONSONANTS[letter]
    if (consonant) written += `${consonant}A`
    else if (VOWELS[letter]) written += VOWELS[letter]
    else if (SIGNS[letter]) written = `${withoutInherent(written)}${SIGNS[letter]}`
    else if (letter === VIRAMA) written = withoutInherent(written)
    else if (letter === 'ं' || letter === 'ँ') written += 'n'
    else if (letter !== NUKTA && letter !== 'ः') written += letter
  }
  // The inherent vowel is silent at the end, and between two syllables.
  return withoutInherent(written)
    .replace(/([aeiou]|A)([bcdfgjklmnprstvy]h?|h)A(?=[bcdfgjklmnprstvyh]h?[aeiou])/g, '$1$2')
    .replaceAll('A', 'a')
}

const withoutInherent = (written: string) => (written.endsWith('A') ? written.slice(0, -1) : written)

const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}
/** Letters of a word that may be written with digits. */
const LONGEST_LEET = 40
// Bounded: words of at most 40 letters (LONGEST_LEET).
const LEET_WORD = /^[a-z$@][a-z]*[0-9@$!][a-z0-9@$!]*[a-z][a-z0-9@$!]*$/

/** Words that would sound like another: कल is tomorrow and yesterday. */
const APART = new Map(
  Object.entries({
    call: 'kol',
    calls: 'kols',
    called: 'kold',
    calling: 'koling',
    caller: 'koler',
    he: 'hhe',
    men: 'mmen',
  }),
)

/** @param word folded (`foldText`) @returns how it sounds, in Latin letters */
export function soundOf(word: string): string {
  const apart = APART.get(word)
  if (apart) return apart
  let sound = DEVANAGARI.test(word) ? inLatin(word) : word
  if (sound.length <= LONGEST_LEET && LEET_WORD.test(sound) && sound.replace(/[^a-z]/g, '').length >= 3)
    sound = sound.replace(/[0-9@$!]/g, (sign) => LEET[sign] ?? sign)
  return sound
    .replace(/(.)\1+/g, (run, letter: string) =>
      letter === 'e' ? 'i' : letter === 'o' ? 'u' : run.charAt(0),
    )
    .replace(/ph/g, 'f')
    .replace(/gua/g, 'ga')
    .replace(/ck|q|c(?![ehiy])/g, 'k')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/w/g, 'v')
    .replace(/x/g, 'ks')
    .replace(/z/g, 'j')
    .replace(/a[iy]|e[iy]/g, 'e')
    .replace(/au|ou/g, 'o')
    .replace(/y$/, 'i')
}
