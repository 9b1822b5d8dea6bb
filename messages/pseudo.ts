// The messages of the pseudo-language: English that is accented, a third longer and in brackets (scripts/pseudo-language.ts).
// Every letter is accented, so two plain letters in a row are no message of the catalogue.
import {
  cloneElement,
  createElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from 'react'

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'áƀçđéƒğĥíĵķłḿñóƥɋřšŧúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁḾÑÓƤɊŘŠŦÚṼŴẊÝŽ'

const accented = (text: string) =>
  text.replace(/[A-Za-z]/g, (letter) => ACCENTED.charAt(PLAIN.indexOf(letter)))

function changedText(text: string): string {
  // Not words: addresses, and values of attributes.
  if (!/[A-Z]|\s/.test(text)) return accented(text)
  return `[${accented(text)}${'~'.repeat(Math.ceil(text.length / 3))}]`
}

function changedNode(node: ReactNode): ReactNode {
  if (typeof node === 'string') return accented(node)
  if (Array.isArray(node)) return node.map(changedNode)
  if (!isValidElement(node)) return node
  const { children } = (node as ReactElement<{ children?: ReactNode }>).props
  return children === undefined ? node : cloneElement(node, undefined, ...[changedNode(children)].flat())
}

/** A sentence with elements; a list of parts (`Sentence`) stays one. */
function changedSentence(said: unknown): unknown {
  if (typeof said === 'string') return changedText(said)
  if (isValidElement(said)) return createElement(Fragment, null, '[', changedNode(said), '~]')
  return Array.isArray(said) ? said.map((part) => (typeof part === 'string' ? accented(part) : part)) : said
}

/** A message of English as the pseudo-language has it. */
export function changed<Message>(message: Message): Message {
  if (typeof message === 'string') return changedText(message) as Message
  if (Array.isArray(message)) return message.map(changed) as Message
  if (typeof message !== 'function') return message
  return ((...parts: unknown[]) => changedSentence(message(...parts))) as Message
}
