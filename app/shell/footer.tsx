// The footer: links, and the notice that nothing here is financial advice.
import { FOOTER_GROUPS } from '#app/platform/paths.ts'
import { useClock } from '#app/ui/clock.tsx'
import { Kept } from '#app/ui/kept.tsx'
import { Link } from '#app/ui/link.tsx'
import { yearInIndia } from '#shared/format.ts'
import type { SiteInfo } from '#shared/site.ts'
import * as t from '#words/shell.ts'
import { LanguageLinks } from './language-links.tsx'
import { Mark } from './mark.tsx'

/** The year of the first release (SPEC.md section 2). */
const FIRST_YEAR = 2024

export function Footer({ site }: { site: SiteInfo }) {
  return (
    <footer className="border-t border-line bg-surface text-14">
      <div className="page grid grid-cols-2 gap-x-4 gap-y-6 pt-8 pb-6 sm:gap-8 sm:py-10 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full max-w-md sm:col-span-1">
          <p className="flex items-center gap-2 font-display text-18 font-bold">
            <Mark size={20} />
            {site.name}
          </p>
          <p className="mt-2 text-muted">{site.description}</p>
          <p className="mt-3 text-muted">{t.allDiscussionsAreForEducational}</p>
        </div>
        {FOOTER_GROUPS.map(({ title, links }) => (
          // On phones two lists are side by side, and the third fills its row.
          <Kept
            key={title}
            as="nav"
            look={['footer', title]}
            texts={{}}
            aria-label={title}
            className="group max-sm:last:col-span-full"
          >
            {() => (
              <>
                <p className="font-semibold">{title}</p>
                <ul className="site-links">
                  {links.map(({ to, label }) => (
                    <li key={to}>
                      <Link to={to} className="site-link">
                        {label}
                      </Link>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Kept>
        ))}
      </div>
      <div className="page flex flex-wrap items-center justify-between gap-x-6 pb-8 text-13 text-muted">
        <p>{t.allRightsReserved(FIRST_YEAR, yearInIndia(useClock()), site.legalEntity)}</p>
        <p>
          <LanguageLinks className="inline-flex min-h-11 items-center text-accent underline underline-offset-2 sm:min-h-0" />
        </p>
        <p className="needs-script max-sm:hidden pointer-coarse:hidden">
          {t.pressKeyForTheKeys((text) => (
            <kbd className="rounded border border-line px-1.5 font-sans">{text}</kbd>
          ))}
        </p>
      </div>
    </footer>
  )
}
