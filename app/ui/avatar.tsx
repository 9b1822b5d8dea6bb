// A face, or the first letter on a colour that follows from the name.

const HUES = 12

type AvatarProps = { name: string; src?: string | null; size?: 24 | 32 | 40 | 72 }

export function Avatar({ name, src, size = 40 }: AvatarProps) {
  const box = { width: size, height: size }
  if (src)
    return (
      <img
        src={src}
        alt=""
        {...box}
        loading="lazy"
        className="shrink-0 rounded-full object-cover"
        style={box}
      />
    )
  const hue = ([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES) * (360 / HUES)
  return (
    <span
      aria-hidden
      className="inline-flex shrink-0 items-center justify-center rounded-full font-semibold uppercase select-none"
      style={{
        ...box,
        fontSize: size * 0.42,
        background: `light-dark(oklch(0.92 0.05 ${hue}), oklch(0.36 0.06 ${hue}))`,
        color: `light-dark(oklch(0.4 0.09 ${hue}), oklch(0.9 0.06 ${hue}))`,
      }}
    >
      {[...name][0] ?? '?'}
    </span>
  )
}
