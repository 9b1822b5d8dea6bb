// The breadcrumb. The last item is the page itself; on a phone it is truncated instead of wrapped.
import { Fragment } from 'react'
import * as t from '#words/ui.ts'
import { Link } from './link.tsx'

export function Breadcrumb({ crumbs }: { crumbs: { label: string; to?: string }[] }) {
  return (
    <nav aria-label={t.breadcrumb}>
      <ol className="crumbs">
        {crumbs.map(({ label, to }, index) => (
          <Fragment key={to ?? label}>
            {index > 0 ? <li aria-hidden>›</li> : null}
            <li>
              {to ? (
                <Link to={to} className="crumb">
                  <span>{label}</span>
                </Link>
              ) : (
                <span aria-current="page" className="crumb">
                  <span>{label}</span>
                </span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
