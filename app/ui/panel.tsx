// A titled box of the side column.
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type PanelProps = { title: string; more?: { to: string; label: string }; children: ReactNode }

export function Panel({ title, more, children }: PanelProps) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface p-4">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="font-sans text-15 font-semibold">{title}</h2>
        {more ? <MoreLink {...more} className="-my-2.5 sm:-my-1" /> : null}
      </div>
      {children}
    </section>
  )
}

/** A link from a short list to the whole one. */
export function MoreLink({ to, label, className = '' }: { to: string; label: string; className?: string }) {
  return (
    <Link
      to={to}
      className={`inline-flex min-h-11 shrink-0 items-center text-14 font-medium text-accent hover:underline sm:min-h-8 ${className}`}
    >
      {label}
    </Link>
  )
}
