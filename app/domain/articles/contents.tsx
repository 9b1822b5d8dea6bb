// The contents of an article: beside it from 1024 px, folded above it on smaller screens.
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { plainText } from '#shared/plain-text.ts'
import { trimBoth } from '#shared/trim.ts'
import * as t from '#words/articles-more.ts'

const FEWEST = 3
/** Pixels from the top at which a heading counts as passed. */
const LINE_PX = 120

export function hasContents(headings: readonly Heading[]): boolean {
  return headings.length >= FEWEST
}

/** The list beside the article, with the current section marked. */
export function ContentsRail({ headings }: { headings: readonly Heading[] }) {
  const current = useCurrentHeading(headings)
  return (
    <nav
      aria-label={t.contents}
      className="sticky top-[calc(var(--header-height)+24px)] max-h-[calc(100dvh-var(--header-height)-48px)] overflow-y-auto"
    >
      <p className="mb-2 text-13 font-semibold">{t.contents}</p>
      <Entries headings={headings} current={current} />
    </nav>
  )
}

/** The same list for narrow screens, closed at first. */
export function ContentsFold({ headings }: { headings: readonly Heading[] }) {
  return (
    <details className="group rounded-card border border-line bg-surface">
      <summary className="flex min-h-12 items-center justify-between px-4 py-2 text-15 font-medium [&::-webkit-details-marker]:hidden">
        {t.contents}
        <ChevronDown
          size={18}
          aria-hidden
          className="text-muted transition-transform duration-(--quick) group-open:rotate-180"
        />
      </summary>
      <nav aria-label={t.contents} className="border-t border-line px-4 py-2">
        <Entries headings={headings} current={null} />
      </nav>
    </details>
  )
}

function Entries({ headings, current }: { headings: readonly Heading[]; current: string | null }) {
  return (
    <ol className="text-14 [scroll-target-group:auto]">
      {headings.map(({ id, text, level }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
            className={`flex min-h-11 items-center border-l-2 border-line py-1.5 leading-snug text-muted hover:text-text aria-[current]:border-accent aria-[current]:text-accent lg:min-h-0 [&:target-current]:border-accent [&:target-current]:text-accent ${level === 3 ? 'pl-6' : 'pl-3'}`}
          >
            {text}
          </a>
        </li>
      ))}
    </ol>
  )
}

/** The last heading that was scrolled past, for browsers whose CSS cannot find it (`:target-current`). */
function useCurrentHeading(headings: readonly Heading[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    if (CSS.supports('scroll-target-group', 'auto')) return
    let frame = 0
    const look = () => {
      frame = 0
      const passed = headings.filter(({ id }) => {
        const place = document.getElementById(id)
        return place !== null && place.getBoundingClientRect().top <= LINE_PX
      })
      setCurrent(passed.at(-1)?.id ?? null)
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
    }
  }, [headings])
  return current
}

export type Heading = { id: string; text: string; level: 2 | 3 }

const HEADING = /<h([1-3])>([\s\S]*?)<\/h\1>/g

/**
 * Gives each heading of `html` an id derived from its text, and turns headings of level 1 into level 2, because the
 * page's title is the only one of level 1. Stored HTML has no ids: the sanitiser removes them, so that no text can take
 * an id that the page itself uses.
 */
export function withContents(html: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const taken = new Set<string>()
  const named = html.replace(HEADING, (_whole, depth: string, inner: string) => {
    const text = plainText(inner)
    const level = depth === '3' ? 3 : 2
    if (text === '') return `<h${level}>${inner}</h${level}>`
    const id = freeId(text, taken)
    headings.push({ id, text, level })
    return `<h${level} id="${id}">${inner}</h${level}>`
  })
  return { html: named, headings }
}

/** Letters and digits of any script, joined by hyphens. The prefix avoids collisions with the page's own ids. */
function freeId(text: string, taken: Set<string>): string {
  const words = trimBoth(text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'), '-').slice(0, 60)
  const stem = `about-${words || 'this'}`
  let id = stem
  for (let number = 2; taken.has(id); number += 1) id = `${stem}-${number}`
  taken.add(id)
  return id
}
