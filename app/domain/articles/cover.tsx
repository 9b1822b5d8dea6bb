// The picture of an article, uploaded or drawn from its address. 16:9, with its space reserved before it loads.

import { coverDrawing, HEIGHT, type Ink, WIDTH } from './cover-motifs.ts'

type CoverProps = {
  article: { slug: string; category: string; image: string | null }
  /** The value of the attribute `sizes`. */
  sizes: string
  /** The picture is visible first, so it is fetched with high priority. */
  first?: boolean
  className?: string
}

const WIDTHS = [480, 960, 1440] as const
const UPLOADED = /^\/storage\/v1\/object\/public\/(covers\/[^?#]+)$/

export function Cover({ article, sizes, first = false, className = '' }: CoverProps) {
  const box = `aspect-video w-full ${className}`
  // The page's policy blocks pictures of other hosts, which would also learn who reads what.
  if (!article.image || !/^\/(?!\/)/.test(article.image)) return <Drawn article={article} className={box} />
  return (
    <img
      src={article.image}
      {...smaller(article.image)}
      sizes={sizes}
      alt=""
      width={WIDTH}
      height={HEIGHT}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      className={`${box} bg-raised object-cover`}
    />
  )
}

/** `srcset` of the picture; only uploaded pictures are available in several widths. */
function smaller(image: string): { srcSet?: string } {
  const file = UPLOADED.exec(image)?.[1]
  if (!file) return {}
  const at = (width: number) =>
    `/storage/v1/render/image/public/${file}?width=${width}&height=${(width * HEIGHT) / WIDTH}&resize=cover ${width}w`
  return { srcSet: WIDTHS.map(at).join(', ') }
}

function Drawn({ article, className }: { article: CoverProps['article']; className: string }) {
  const { hue, strokes } = coverDrawing(article.slug, article.category)
  const tone = (light: string, dark: string) => `light-dark(oklch(${light} ${hue}), oklch(${dark} ${hue}))`
  const inks: Record<Ink, { fill: string; stroke?: string }> = {
    soft: { fill: tone('0.87 0.06', '0.38 0.06') },
    strong: { fill: tone('0.62 0.13', '0.68 0.12') },
    line: { fill: 'none', stroke: tone('0.55 0.13', '0.72 0.12') },
    faint: { fill: 'none', stroke: tone('0.87 0.05', '0.37 0.05') },
  }
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      preserveAspectRatio="xMidYMid slice"
      strokeWidth={4}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`block h-auto ${className}`}
      style={{ background: tone('0.955 0.022', '0.275 0.03') }}
    >
      {strokes.map(({ ink, path }) => (
        <path key={`${ink} ${path}`} d={path} style={inks[ink]} />
      ))}
    </svg>
  )
}
