// Folds a text to what a reader sees: one alphabet for letters that look alike, ASCII digits, nothing invisible. It is the
// first step of the shield, and linear in the text.

/** Letters of other scripts, and small capitals, that are read as the Latin letter at the same place of the second string. */
const LOOK_ALIKES: readonly (readonly [string, string])[] = [
  ['авекмнорстухіјѕԁԛԝһӏԍгпиьё', 'abekmhopctyxijsdqwhlgrnube'],
  ['АВЕКМНОРСТУХІЈЅԚԜҺӀ', 'ABEKMHOPCTYXIJSQWHI'],
  ['αβγεηικνορτυχωσδλμπ', 'abyenikvoptuxwsdlmn'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
  ['ɑɡıłøđɓƙƥƭɱŋɾʋɛɔ', 'agiłodbkptmnrvec'],
  ['օցոսհեіӏզւԵՕՍՏ', 'ognuheilquEOUS'],
  ['ᎪᏴᏟᎠᎬᎰᏀᎻᎥᎫᏦᏞᎷΝᎾᏢᎡᏚᎢᏙᎳᎩᏃ', 'ABCDEFGHIJKLMNOPRSTVWYZ'],
  ['ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ', 'ABCDEFGHIJKLMNOPRSTUVWXYZ'],
]
const ASCII = new Map<string, string>()
for (const [alike, latin] of LOOK_ALIKES) {
  const letters = [...latin]
  for (const [at, letter] of [...alike].entries()) ASCII.set(letter, letters[at] ?? letter)
}
ASCII.set('ł', 'l')
ASCII.set('₹', ' rs ')

/** Enclosed letters that NFKC leaves as they are: negative circled, squared and negative squared, and regional indicators. */
const ENCLOSED_CAPITALS: readonly number[] = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]

const NOT_ASCII = /[^\p{ASCII}]/u
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}]/gu
/** Marks that stand on letters of any script. The vowels of Devanagari are its own. */
const LATIN_MARKS = /\p{Script=Inherited}|\p{Me}|[\u0483-\u0487]/gu
const BEYOND_ASCII = /[^\p{ASCII}]/gu

/** @returns lower case */
export function foldText(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase()
  // Decomposed, so that marks come off; Devanagari is composed again.
  return text
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(LATIN_MARKS, '')
    .replace(BEYOND_ASCII, asciiOf)
    .normalize('NFC')
    .toLowerCase()
}

function asciiOf(letter: string): string {
  const known = ASCII.get(letter)
  if (known !== undefined) return known
  const code = letter.codePointAt(0) ?? 0
  // The digits of Devanagari and of the scripts of India beside it: each block of 128 has them at the same place.
  if (code >= 0x0900 && code < 0x0d80 && (code & 0x7f) >= 0x66 && (code & 0x7f) <= 0x6f)
    return String((code & 0x7f) - 0x66)
  // Arabic-Indic digits.
  if (code >= 0x0660 && code <= 0x0669) return String(code - 0x0660)
  if (code >= 0x06f0 && code <= 0x06f9) return String(code - 0x06f0)
  for (const first of ENCLOSED_CAPITALS)
    if (code >= first && code < first + 26) return String.fromCharCode(97 + code - first)
  // Hyphens, dashes and bullets that stand between digits.
  if ((code >= 0x2010 && code <= 0x2015) || code === 0x2212) return '-'
  if (code === 0x2022 || code === 0x00b7 || code === 0x2027 || code === 0x30fb) return '.'
  if (code === 0x2018 || code === 0x2019) return "'"
  return letter
}

/** Letters and digits of a folded text alone. */
export const signsOf = (folded: string): string => folded.replace(/[^\p{L}\p{N}]/gu, '')
