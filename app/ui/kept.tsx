// A part of a page that the server renders once for all occurrences with the same look: a post, a writer, the links
// around a page. The texts are inserted into the stored HTML. The browser renders the part like any other, onto the
// same HTML (app/entry.server.tsx, docs/decisions/0005).
import { createContext, type HTMLAttributes, type ReactNode, useContext } from 'react'

/** Texts of a part by name. `html` and `links` are inserted as they are and must be safe; the others are escaped. */
export type Texts = Record<string, string>
/** The look of a part: everything except its texts that its HTML depends on. */
export type Look = readonly (string | number | boolean | null)[]

/** @param at the address that links of the part are compared with */
export type FillPart = (look: Look, at: string, texts: Texts, render: (texts: Texts) => ReactNode) => string

/** Null in the browser. */
export const FillPartContext = createContext<FillPart | null>(null)

/** An address that no link has. */
export const NOWHERE = '/-'

type KeptProps<T extends Texts> = Omit<HTMLAttributes<HTMLElement>, 'children'> & {
  as?: 'div' | 'span' | 'nav' | 'li'
  /** Starts with the name of the kind of part. Null for a part that is rendered each time, because it holds more than texts. */
  look: Look | null
  /** The address that its links are compared with. It must depend on `look` only. */
  at?: string
  texts: T
  /**
   * Places the texts and uses them for nothing else: on the server it gets placeholders instead, once for each look.
   * Apart from texts, parts of one look must not differ.
   */
  children: (texts: T) => ReactNode
}

export function Kept<T extends Texts>({
  as: Element = 'div',
  look,
  at = NOWHERE,
  texts,
  children,
  ...attributes
}: KeptProps<T>) {
  const fill = useContext(FillPartContext)
  if (!fill || !look) return <Element {...attributes}>{children(texts)}</Element>
  const html = fill(look, at, texts, children as (texts: Texts) => ReactNode)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own rendering of the children
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
}
