// A face, or the first letter on a colour that follows from the name. Its look is in app/styles/components.css.
import type { CSSProperties } from 'react'

const HUES = 12

type AvatarProps = {
  name: string
  src?: string | null
  /** Null where what is around it gives the size. */
  size?: 24 | 32 | 40 | 72 | null
}

export function Avatar({ name, src, size = 40 }: AvatarProps) {
  const look = size === null ? 'face' : `face face-${size}`
  if (src)
    return <img src={src} alt="" width={size ?? 40} height={size ?? 40} loading="lazy" className={look} />
  const hue = ([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES) * (360 / HUES)
  return (
    <span aria-hidden className={look} style={{ '--hue': hue } as CSSProperties}>
      {[...name][0] ?? '?'}
    </span>
  )
}
