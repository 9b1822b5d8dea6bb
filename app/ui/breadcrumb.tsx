// Where this page is. The last crumb is the page itself; on a phone it is cut rather than given a line of its own.
import { Fragment } from 'react'
import { Link } from './link.tsx'

export function Breadcrumb({ crumbs }: { crumbs: { label: string; to?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-13 text-muted sm:py-3">
      <ol className="flex items-center gap-x-2 sm:flex-wrap">
        {crumbs.map(({ label, to }, index) => (
          <Fragment key={to ?? label}>
            {index > 0 ? (
              <li aria-hidden className="shrink-0 text-muted">
                ›
              </li>
            ) : null}
            <li className={to ? 'shrink-0 max-sm:max-w-32' : 'min-w-0'}>
              {to ? (
                <Link
                  to={to}
                  className="flex min-h-11 items-center sm:min-h-0 sm:py-1 hover:text-text hover:underline"
                >
                  <span className="max-sm:truncate">{label}</span>
                </Link>
              ) : (
                <span aria-current="page" className="flex min-h-11 items-center sm:min-h-0 sm:py-1">
                  <span className="max-sm:truncate">{label}</span>
                </span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
