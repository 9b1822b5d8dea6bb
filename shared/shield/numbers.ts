// Numbers as people write them to be called: with spaces, signs, words in two languages, or letters for digits.
import { soundOf } from './sounds.ts'

/** Said digit by digit. As sounds (`soundOf`). */
const DIGIT_WORDS = new Map<string, string>()
for (const [digit, said] of [
  'zero shunya शून्य ज़ीरो जीरो', 'one ek एक वन', 'two do दो टू', 'three teen तीन थ्री', 'four char chaar चार फोर',
  'five paanch पांच पाँच फाइव', 'six chhe chhah chhai छह छः छे सिक्स', 'seven saat सात सेवन', 'eight aath आठ एट',
  'nine nau नौ नाइन',
].entries()) // biome-ignore format: a line for two digits
  for (const word of said.split(' ')) DIGIT_WORDS.set(soundOf(word), String(digit))
const TIMES = new Map(['double', 'dubble', 'डबल'].map((word): [string, number] => [soundOf(word), 2]))
for (const word of ['triple', 'ट्रिपल']) TIMES.set(soundOf(word), 3)

/** Letters that stand for digits within a number. */
const AS_DIGITS: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', s: '5', b: '8', z: '2' }

/** @returns the digits that a word stands for, or null */
export function digitsOf(word: string, sound: string): string | null {
  if (/^\d+$/.test(word)) return word
  if (word.length <= 14 && /^[0-9oilsbz]+$/.test(word) && word.replace(/\D/g, '').length * 2 >= word.length)
    return word.replace(/\D/g, (letter) => AS_DIGITS[letter] ?? '')
  return DIGIT_WORDS.get(sound) ?? null
}

export const timesOf = (sound: string): number | null => TIMES.get(sound) ?? null

export type NumberKind = 'phone' | 'tollfree' | 'intl' | 'longid' | null

/** @param digits of one run @param isPlus whether a plus sign is before it */
export function kindOfNumber(digits: string, isPlus: boolean): NumberKind {
  const own = digits.replace(/^(?:0091|091|91(?=[6-9]\d{9}$)|0(?=[6-9]\d{9}$))/, '')
  if (/^[6-9]\d{9}$/.test(own)) return 'phone'
  if (/^1(?:800|860)\d{6,7}$/.test(digits)) return 'tollfree'
  if (isPlus && digits.length >= 9 && digits.length <= 14) return 'intl'
  if (/^0[1-8]\d{9}$/.test(digits)) return 'intl'
  return digits.length >= 9 ? 'longid' : null
}
