// A member's picture, or a figure derived from the member's id, so that it is the same wherever the member is shown: a piece
// of a town plan, three or four blocks with streets between them. CSS draws it from one number (app/styles/components.css),
// so that it costs a page no request and hardly a byte.
import type { CSSProperties } from 'react'

/** Twelve hues, four widths of the first block, four and five places of the streets, and four turns. */
const FIGURES = 12 * 4 * 4 * 5 * 4

type Size = 24 | 32 | 40 | 72

/** The data of an avatar. @param id of the member; of what is none, any text. @param src of the picture */
export function faceOf(id: string, src: string | null | undefined): { face: string; figure: string } {
  if (src) return { face: src, figure: '' }
  const figure = [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % FIGURES, 7)
  return { face: '', figure: String(figure) }
}

type FaceProps = {
  isPicture: boolean
  /** The address of the picture. */
  face: string
  /** The number of the figure. */
  figure: string
  /** Null if the parent sets the size. */
  size: Size | null
}

export function Face({ isPicture, face, figure, size }: FaceProps) {
  const look = size === null ? 'face' : `face face-${size}`
  if (isPicture)
    return <img src={face} alt="" width={size ?? 40} height={size ?? 40} loading="lazy" className={look} />
  return <span className={look} style={{ '--figure': figure } as CSSProperties} />
}

type AvatarProps = { id: string; src?: string | null; size?: Size }

export function Avatar({ id, src, size = 40 }: AvatarProps) {
  return <Face isPicture={Boolean(src)} {...faceOf(id, src)} size={size} />
}
