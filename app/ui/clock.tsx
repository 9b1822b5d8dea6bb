// One clock for all relative times of the page. It starts with the time of the server's render, so that the first
// render equals the server's HTML; after that it has the real time, updated every minute.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { formatMoment, formatRelative } from '#shared/format.ts'

const TICK_MS = 60_000
const Now = createContext(0)

export function ClockProvider({ renderedAt, children }: { renderedAt: number; children: ReactNode }) {
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    setNow(Date.now())
    const tick = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(tick)
  }, [])
  return <Now value={now}>{children}</Now>
}

/**
 * Milliseconds since 1970 by the page's clock: the same on the server and in the first render, then updated every
 * minute.
 */
export function useNow(): number {
  return useContext(Now)
}

type TimeAgoProps = { at: string; within?: boolean; className?: string }

/**
 * 'Just now', '5 minutes ago' …, with the exact Indian time on hover and for screen readers.
 * @param within in the middle of a sentence: 'just now'
 */
export function TimeAgo({ at, within, ...time }: TimeAgoProps) {
  const now = useContext(Now)
  const words = formatRelative(at, now)
  return (
    <time dateTime={at} title={formatMoment(at)} {...time}>
      {within ? words.replace('Just', 'just') : words}
    </time>
  )
}
