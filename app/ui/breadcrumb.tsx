// Where this page is. The last crumb is the page itself.
import { Fragment } from 'react'
import { Link } from './link.tsx'

export function Breadcrumb({ crumbs }: { crumbs: { label: string; to?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-13 text-muted sm:py-3">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ label, to }, index) => (
          <Fragment key={to ?? label}>
            {index > 0 ? (
              <li aria-hidden className="text-muted">
                ›
              </li>
            ) : null}
            <li>
              {to ? (
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center sm:min-h-0 sm:py-1 hover:text-text hover:underline"
                >
                  {label}
                </Link>
              ) : (
                <span aria-current="page" className="inline-flex min-h-11 items-center sm:min-h-0 sm:py-1">
                  {label}
                </span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
