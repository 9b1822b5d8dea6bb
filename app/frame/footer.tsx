// What the site is, where else to go, and what it is not.
import { Link } from 'react-router'
import type { SiteInfo } from '#app/lib/site.ts'
import { FOOTER_GROUPS } from './links.ts'
import { Mark } from './mark.tsx'

const COPYRIGHT_YEAR = 2024

export function Footer({ site }: { site: SiteInfo }) {
  return (
    <footer className="border-t border-line bg-surface text-14">
      <div className="page grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="max-w-md">
          <p className="flex items-center gap-2 font-display text-18 font-bold">
            <Mark size={20} />
            {site.name}
          </p>
          <p className="mt-2 text-muted">{site.description}</p>
          <p className="mt-3 text-muted">
            All discussions are for educational purposes only and are not financial advice.
          </p>
        </div>
        {FOOTER_GROUPS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <p className="font-semibold">{title}</p>
            <ul className="mt-1">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className="inline-block py-1.5 text-muted hover:text-text hover:underline">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <p className="page pb-8 text-13 text-muted">
        © {COPYRIGHT_YEAR} {site.legalEntity}. All rights reserved.
      </p>
    </footer>
  )
}
