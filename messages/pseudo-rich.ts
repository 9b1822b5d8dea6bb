// The messages of the pseudo-language that have elements in them.
import {
  cloneElement,
  createElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from 'react'
import { accented, changedBy, changedSentence } from './pseudo.ts'

/** Around what is put into a sentence: names and links have their own words. */
const AsIs = ({ children }: { children?: ReactNode }) => children
const asIs = (node: ReactNode) => createElement(AsIs, null, node)

/** Elements, and what makes elements around words of the sentence. */
function kept(part: unknown): unknown {
  if (isValidElement(part)) return asIs(part)
  return typeof part === 'function' ? (text: string) => asIs(part(accented(text))) : part
}

function changedNode(node: ReactNode): ReactNode {
  if (typeof node === 'string') return accented(node)
  if (Array.isArray(node)) return node.map(changedNode)
  if (!isValidElement(node) || node.type === AsIs) return node
  const { children } = (node as ReactElement<{ children?: ReactNode }>).props
  return children === undefined ? node : cloneElement(node, undefined, ...[changedNode(children)].flat())
}

/** A message of English as the pseudo-language has it. */
export const changed = <Message>(message: Message): Message =>
  changedBy(message, (said, parts) => {
    const sentence = said(...parts.map(kept))
    return isValidElement(sentence)
      ? createElement(Fragment, null, '[', changedNode(sentence), '~]')
      : changedSentence(sentence)
  })
