// The messages of the pseudo-language: English that is accented, a third longer and in brackets (scripts/pseudo-language.ts).
// Every letter is accented, so two plain letters in a row are no message of the catalogue. Without elements, of which the
// page's inline script has none; pseudo-rich.ts has those.

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'áƀçđéƒğĥíĵķłḿñóƥɋřšŧúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁḾÑÓƤɊŘŠŦÚṼŴẊÝŽ'

/** A letter, or a place for a text in a part that is rendered once (app/entry.server.tsx). */
const CHANGED = /\/~[\w-]+~|[A-Za-z]/g

export const accented = (text: string) =>
  text.replace(CHANGED, (found) => (found.length === 1 ? ACCENTED.charAt(PLAIN.indexOf(found)) : found))

function changedText(text: string): string {
  // Not words: addresses, and values of attributes.
  if (!/[A-Z]|\s/.test(text)) return accented(text)
  const more = '~'.repeat(Math.ceil(text.length / 3))
  // In words, which wrap.
  return `[${accented(text)}${more.replace(/~{8}(?=~)/g, '$& ')}]`
}

/** A text, or a sentence in parts (`Sentence`). */
export function changedSentence(said: unknown): unknown {
  if (typeof said === 'string') return changedText(said)
  return Array.isArray(said) ? said.map((part) => (typeof part === 'string' ? accented(part) : part)) : said
}

/** @param sentenceOf what a message with parts says, in the pseudo-language */
export function changedBy<Message>(
  message: Message,
  sentenceOf: (said: (...parts: unknown[]) => unknown, parts: unknown[]) => unknown,
): Message {
  if (typeof message === 'string') return changedText(message) as Message
  if (Array.isArray(message)) return message.map((one) => changedBy(one, sentenceOf)) as Message
  if (typeof message !== 'function') return message
  return ((...parts: unknown[]) => sentenceOf(message as never, parts)) as Message
}

/** A message of English as the pseudo-language has it. */
export const changed = <Message>(message: Message): Message =>
  changedBy(message, (said, parts) => changedSentence(said(...parts)))
