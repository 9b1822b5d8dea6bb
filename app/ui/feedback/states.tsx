// The common states of a screen: empty, failed, loading, without JavaScript.
import type { ReactNode } from 'react'
import { AWAITS_ROWS, attribute } from '#shared/page-contract.ts'
import * as t from '#words/ui.ts'
import { Avatar } from '../avatar.tsx'
import { Button } from '../forms/button.tsx'

type EmptyProps = { title: string; children?: ReactNode; action?: ReactNode }

/** The empty state: a line, a reason, a button. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="rounded-card border border-dashed border-line px-6 py-10 text-center">
      <Avatar id={title} size={40} />
      <p className="mt-2 text-18 font-semibold">{title}</p>
      {children ? (
        <p className="mx-auto mt-1 max-w-prose text-15 text-balance text-muted">{children}</p>
      ) : null}
      {action ? <div className="mt-4 flex justify-center">{action}</div> : null}
    </div>
  )
}

/** The error state: what happened, and a retry button. */
type FailedProps = {
  title?: string
  /** Null where the words stand at a field. */
  message: string | null
  onRetry?: () => void
}

export function Failed({ title, message, onRetry }: FailedProps) {
  return (
    <div role="alert" className="rounded-card border border-loss bg-loss-soft px-5 py-4">
      {title ? <p className="text-15 font-semibold text-text">{title}</p> : null}
      {message === null ? null : <p className="text-15 text-text">{message}</p>}
      {onRetry ? (
        <Button variant="secondary" size="small" className="mt-3" onClick={onRetry}>
          {t.tryAgain}
        </Button>
      ) : null}
    </div>
  )
}

type SkeletonProps = {
  label: string
  rows?: number
  /** The layout of the bars, if not one below the other. */
  className?: string
  /** The height of each bar, if not that of a row of a list. */
  bar?: string
  /** Of a page's first rows, which may come before its modules do (app/ui/first-rows.tsx). */
  isFirst?: boolean
}

/** The loading state: grey bars in the final layout, with a label for screen readers. */
export function Skeleton({
  label,
  rows = 3,
  className = 'space-y-3',
  bar = 'h-16',
  isFirst = false,
}: SkeletonProps) {
  return (
    <div role="status" {...attribute(AWAITS_ROWS, isFirst ? '' : undefined)}>
      <span className="sr-only">{label}</span>
      <div className={className}>
        {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
          <div key={row} className={`rounded-card bg-raised ${bar}`} />
        ))}
      </div>
    </div>
  )
}

/** The loading state of a table: its head and rows of their final height. */
export function TableSkeleton({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <div role="status" className="overflow-hidden rounded-card border border-line bg-surface">
      <span className="sr-only">{label}</span>
      <div className="h-11" />
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <div
          key={row}
          className="flex h-32 flex-col justify-center gap-4 border-t border-line px-4 lg:h-16 lg:flex-row lg:items-center lg:justify-start"
        >
          <span className="h-3 w-4/5 rounded-full bg-raised lg:w-2/5" />
          <span className="h-3 w-2/5 rounded-full bg-raised lg:w-1/6" />
          <span className="h-3 w-1/4 rounded-full bg-raised lg:ml-auto lg:w-1/6" />
        </div>
      ))}
    </div>
  )
}

/** For readers without JavaScript: what needs it here, in the singular. @param onCard the parent is a card already */
export function NeedsScript({ what, onCard = false }: { what: string; onCard?: boolean }) {
  const look = onCard
    ? 'text-15 text-muted'
    : 'my-4 rounded-card border border-line bg-raised px-4 py-3 text-14 text-muted'
  return (
    <>
      <noscript className="block">
        <p className={look}>{t.needsScript(what)}</p>
      </noscript>
      {/* JavaScript works, but the modules failed to load (app/shell/first-paint/failure.ts). */}
      <p className={`failed-only ${look}`}>{t.thisPartOfThePage}</p>
    </>
  )
}
