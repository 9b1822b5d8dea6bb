// One clock for all relative times of the page. It starts with the time of the server's render, so that the first
// render equals the server's HTML; after that it has the real time, updated every minute.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { Clock } from '#shared/clock.ts'
import { formatMoment, formatRelative } from '#shared/format.ts'
import * as t from '#words/format.ts'

const TICK_MS = 60_000
const PageClock = createContext(new Clock(0))

/** On the server: is told when something that the page says about time changes (shared/clock.ts). None in the browser. */
export const OnClockChange = createContext<((at: number) => void) | undefined>(undefined)

export function ClockProvider({ renderedAt, children }: { renderedAt: number; children: ReactNode }) {
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const onChange = useContext(OnClockChange)
  const clock = useMemo(() => new Clock(now, onChange), [now, onChange])
  return <PageClock value={clock}>{children}</PageClock>
}

/** The page's clock: the same on the server and in the first render, then updated every minute. */
export function useClock(): Clock {
  return useContext(PageClock)
}

type TimeAgoProps = { at: string; within?: boolean; className?: string }

/**
 * 'Just now', '5 minutes ago' …, with the exact Indian time on hover and for screen readers.
 * @param within in the middle of a sentence: 'just now'
 */
export function TimeAgo({ at, within, ...time }: TimeAgoProps) {
  const words = formatRelative(at, useClock())
  return (
    <time dateTime={at} title={formatMoment(at)} {...time}>
      {within && words === t.justNow ? t.justNowWithin : words}
    </time>
  )
}
