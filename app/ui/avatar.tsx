// A member's picture, or the first letter of the name on a colour derived from it. Its style is in
// app/styles/components.css.
import type { CSSProperties } from 'react'

const HUES = 12

type Size = 24 | 32 | 40 | 72

/** The data of an avatar. @param src of the picture */
export function faceOf(name: string, src: string | null | undefined): { face: string; hue: string } {
  if (src) return { face: src, hue: '' }
  const hue = ([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES) * (360 / HUES)
  return { face: [...name][0] ?? '?', hue: String(hue) }
}

type FaceProps = {
  isPicture: boolean
  /** The address of the picture, or the letter. */
  face: string
  /** The hue of the letter's background, in degrees. */
  hue: string
  /** Null if the parent sets the size. */
  size: Size | null
}

export function Face({ isPicture, face, hue, size }: FaceProps) {
  const look = size === null ? 'face' : `face face-${size}`
  if (isPicture)
    return <img src={face} alt="" width={size ?? 40} height={size ?? 40} loading="lazy" className={look} />
  return (
    <span aria-hidden className={look} style={{ '--hue': hue } as CSSProperties}>
      {face}
    </span>
  )
}

type AvatarProps = { name: string; src?: string | null; size?: Size }

export function Avatar({ name, src, size = 40 }: AvatarProps) {
  return <Face isPicture={Boolean(src)} {...faceOf(name, src)} size={size} />
}
