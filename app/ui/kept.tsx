// A part of a page that the server renders once for all that look the same: the post of a discussion, a writer, the
// links around a page. Its texts are filled into the kept HTML. The browser renders it as everything else, onto the
// same HTML (app/entry.server.tsx, docs/decisions/0005).
import { createContext, type HTMLAttributes, type ReactNode, useContext } from 'react'

/** Texts of a part by name. `html` is put in as it is and must be sanitised HTML; the others are escaped. */
export type Texts = Record<string, string>
/** What a part looks like: everything but its texts that decides on its HTML. */
export type Look = readonly (string | number | boolean | null)[]

/** @param at the address that links in the part are compared with */
export type FillPart = (look: Look, at: string, texts: Texts, render: (texts: Texts) => ReactNode) => string

/** Null in the browser. */
export const FillPartContext = createContext<FillPart | null>(null)

/** An address that no link leads to. */
export const NOWHERE = '/-'

type KeptProps<T extends Texts> = Omit<HTMLAttributes<HTMLElement>, 'children'> & {
  as?: 'div' | 'span' | 'nav' | 'li'
  /** Begins with a name of the kind of part. */
  look: Look
  /** The address that its links are compared with. It follows from `look`. */
  at?: string
  texts: T
  /**
   * Places the texts, and does nothing else with them: on the server it gets marks instead, once for each look. Nothing
   * else that differs between two parts of one look may come into what it returns.
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
  if (!fill) return <Element {...attributes}>{children(texts)}</Element>
  const html = fill(look, at, texts, children as (texts: Texts) => ReactNode)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own rendering of the children
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
}
