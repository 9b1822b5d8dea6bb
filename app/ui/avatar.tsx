// A member's picture, or a figure derived from the name: blocks around the square where two roads cross. CSS draws it from
// one number (app/styles/components.css), so that it costs a page no request and hardly a byte.
import type { CSSProperties } from 'react'

/** Twelve hues, sixteen places of the square, four turns of the blocks. */
const FIGURES = 12 * 16 * 4

type Size = 24 | 32 | 40 | 72

/** The data of an avatar. @param src of the picture */
export function faceOf(name: string, src: string | null | undefined): { face: string; figure: string } {
  if (src) return { face: src, figure: '' }
  const figure = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % FIGURES, 7)
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
  return <span aria-hidden className={look} style={{ '--figure': figure } as CSSProperties} />
}

type AvatarProps = { name: string; src?: string | null; size?: Size }

export function Avatar({ name, src, size = 40 }: AvatarProps) {
  return <Face isPicture={Boolean(src)} {...faceOf(name, src)} size={size} />
}
