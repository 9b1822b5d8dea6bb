// The timeline of a discussion: a slider over all its replies, whatever their page, with the date of the one that is
// pointed at, and a way back to where one was. On phones it opens from a pill above the bottom bar.
import { History, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { firstOnPage, pageAfter, replyAnchor } from '#app/domain/replies/paging.ts'
import { useSite } from '#app/platform/site/site.ts'
import { formatDate, formatNumber } from '#shared/format.ts'
import type { threadPath } from '#shared/slugs.ts'
import * as t from '#words/discussion-more.ts'
import { FindInThread } from './find-in-thread.tsx'
import { UnreadMark, useUnreadBelow } from './unread-mark.tsx'

/** A drag passes many replies: only that on which it pauses is looked up. */
const PAUSE_MS = 150

type TimelineProps = {
  thread: Parameters<typeof threadPath>[0] & { created_at: string; last_activity: string }
  replyIds: readonly string[]
  page: number
  total: number
  /** The number of the reply in view, from 1. */
  at: number
  /** Called with the position on this page, from 0, of the reply that comes into view. A stable function. */
  onSee: (index: number) => void
  href: (page: number) => string
  isComposing: boolean
}

type Place = { id: string; created_at: string }

export default function Timeline(props: TimelineProps) {
  const { thread, replyIds, page, total, at, onSee, isComposing } = props
  const unread = { thread, replyIds, page, total }
  useReplyInView(replyIds, onSee)
  const below = useUnreadBelow(unread, at)
  const slider = useTimeline(props)
  const [isOpen, setOpen] = useState(false)
  const pill = useRef<HTMLButtonElement>(null)
  const panel = useId()
  const close = () => {
    setOpen(false)
    pill.current?.focus()
  }
  return (
    <>
      <Slider {...slider} total={total} className="timeline-slider" />
      <UnreadMark {...unread} isPlaced />
      <Day at={thread.created_at} className="timeline-day top-0" />
      {slider.cameFrom === null ? <Day at={thread.last_activity} className="timeline-day bottom-0" /> : null}
      <Label {...slider} total={total} className="timeline-label" />
      <Back {...slider} className="timeline-back" />
      {isComposing
        ? null
        : createPortal(
            <section aria-label={t.goToAReply} className="timeline-phone">
              {isOpen ? (
                // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from any control in it
                <div id={panel} className="panel" onKeyDown={({ key }) => key === 'Escape' && close()}>
                  <Label {...slider} total={total} className="" isShown />
                  <button type="button" aria-label={t.close} className="close" onClick={close}>
                    <X size={18} aria-hidden />
                  </button>
                  <Slider {...slider} total={total} className="" hasFocus />
                  <Back {...slider} className="" />
                  <UnreadMark {...unread} />
                  <FindInThread thread={thread} />
                </div>
              ) : null}
              <button
                ref={pill}
                type="button"
                className="pill"
                aria-expanded={isOpen}
                aria-controls={isOpen ? panel : undefined}
                onClick={() => setOpen(!isOpen)}
              >
                <span className="sr-only">{t.reply2}</span>
                {formatNumber(at)}/{formatNumber(total)}
                {below > 0 ? t.unread(formatNumber(below)) : null}
              </button>
            </section>,
            document.body,
          )}
    </>
  )
}

type SliderState = ReturnType<typeof useTimeline>

function useTimeline({ thread, replyIds, page, total, at, href }: TimelineProps) {
  const { publishableKey } = useSite()
  const navigate = useNavigate()
  /** The reply that the slider points at while it is moved. */
  const [pointed, point] = useState<number | null>(null)
  const [date, setDate] = useState<string | null>(null)
  const [cameFrom, setCameFrom] = useState<number | null>(null)
  const shown = pointed ?? at

  useEffect(() => {
    setDate(null)
    if (pointed === null) return
    const looking = new AbortController()
    const timer = setTimeout(() => {
      placeOf(thread.id, pointed, publishableKey, looking.signal)
        .then((place) => place && setDate(formatDate(place.created_at)))
        // Without a date the number remains.
        .catch(() => undefined)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      looking.abort()
    }
  }, [thread.id, pointed, publishableKey])

  async function go(to: number) {
    const target = pageAfter(to - 1)
    const here = target === page ? replyIds[to - firstOnPage(page)] : undefined
    if (here) {
      document.getElementById(replyAnchor(here))?.scrollIntoView()
    } else {
      const signal = AbortSignal.timeout(5_000)
      const place = await placeOf(thread.id, to, publishableKey, signal).catch(() => null)
      await navigate(`${href(target)}#${place ? replyAnchor(place.id) : 'replies'}`)
    }
    point(null)
  }

  return {
    shown,
    date,
    isMoved: pointed !== null,
    cameFrom,
    point,
    jump: (to: number) => {
      setCameFrom((before) => before ?? at)
      void go(Math.min(Math.max(to, 1), total))
    },
    back: () => {
      if (cameFrom !== null) void go(cameFrom)
      setCameFrom(null)
    },
  }
}

/** Beside the link to an end. */
function Day({ at, className }: { at: string; className: string }) {
  return (
    <time dateTime={at} className={className}>
      {formatDate(at)}
    </time>
  )
}

type SliderProps = SliderState & { total: number; className: string; hasFocus?: boolean }

function Slider({ shown, date, total, point, jump, className, hasFocus = false }: SliderProps) {
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(jump)
  latest.current = jump
  useEffect(() => {
    const element = input.current
    if (!element) return
    if (hasFocus) element.focus()
    // React's `onChange` is the event `input`, which comes with every step of a drag; this one comes at its end.
    const change = () => latest.current(element.valueAsNumber)
    element.addEventListener('change', change)
    return () => element.removeEventListener('change', change)
  }, [hasFocus])
  return (
    <input
      ref={input}
      type="range"
      min={1}
      max={total}
      value={shown}
      aria-label={t.positionInTheDiscussion}
      aria-valuetext={words(shown, total, date)}
      className={className}
      onChange={({ currentTarget }) => point(currentTarget.valueAsNumber)}
    />
  )
}

type LabelProps = SliderState & { total: number; className: string; isShown?: boolean }

/** Over the position while the slider is moved. Screen readers have it from the slider. */
function Label({ shown, date, isMoved, total, className, isShown = false }: LabelProps) {
  if (!isMoved && !isShown) return null
  return (
    <p aria-hidden className={className}>
      {words(shown, total, date)}
    </p>
  )
}

function Back({ cameFrom, back, className }: SliderState & { className: string }) {
  if (cameFrom === null) return null
  return (
    <button type="button" className={`back ${className}`} onClick={back}>
      <History size={15} aria-hidden /> {t.backToReply(formatNumber(cameFrom))}
    </button>
  )
}

function words(at: number, total: number, date: string | null): string {
  return t.replyOf(formatNumber(at), formatNumber(total), date ? ` · ${date}` : '')
}

/** The reply with this number, as a guest sees the discussion; null if there is none. */
async function placeOf(
  threadId: string,
  number: number,
  apikey: string,
  signal: AbortSignal,
): Promise<Place | null> {
  const query = `thread_id=eq.${threadId}&is_hidden=is.false&order=created_at,id&offset=${number - 1}&limit=1`
  const answer = await fetch(`/rest/v1/replies?select=id,created_at&${query}`, {
    headers: { apikey },
    signal,
  })
  if (!answer.ok) return null
  const [place] = (await answer.json()) as Place[]
  return place ?? null
}

/** Calls `onSee` with the position on this page of the first visible reply. */
function useReplyInView(replyIds: readonly string[], onSee: (index: number) => void): void {
  // The array is new with each render; its ids tell whether the list changed.
  const key = replyIds.join()
  useEffect(() => {
    const anchors = key === '' ? [] : key.split(',').map(replyAnchor)
    const visible = new Set<number>()
    const see: IntersectionObserverCallback = (entries) => {
      for (const { target, isIntersecting } of entries) {
        const at = anchors.indexOf(target.id)
        if (isIntersecting) visible.add(at)
        else visible.delete(at)
      }
      if (visible.size > 0) onSee(Math.min(...visible))
    }
    // Below the header, with the margin that an anchor has.
    const observer = new IntersectionObserver(see, { rootMargin: '-80px 0px 0px' })
    onSee(0)
    for (const anchor of anchors) {
      const reply = document.getElementById(anchor)
      if (reply) observer.observe(reply)
    }
    return () => observer.disconnect()
  }, [key, onSee])
}
