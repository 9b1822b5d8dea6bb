// The layout of a legal text: breadcrumb, date, contents, and numbered sections with anchors.
import { ChevronDown } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { pageMeta, siteOf } from '#app/platform/seo/meta.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { ENGLISH, EnglishNote } from '#app/ui/in-english.tsx'
import { formatDate } from '#shared/format.ts'
import * as t from '#words/site-pages.ts'

type SectionProps = {
  /** Id of the section's heading, for links. */
  id: string
  title: string
  children: ReactNode
}

/** A section of a `LegalPage`, which numbers it and writes its heading. */
export function Section({ children }: SectionProps) {
  return children
}

type LegalPageProps = {
  title: string
  /** The day on which the text last changed: YYYY-MM-DD. */
  updated: string
  /** A summary of the page in a sentence or two. */
  summary: ReactNode
  /** The text is English in every language. */
  isEnglish?: boolean
  children: readonly ReactElement<SectionProps>[]
}

export function LegalPage({
  title,
  updated,
  summary,
  isEnglish = false,
  children: sections,
}: LegalPageProps) {
  const lang = isEnglish ? ENGLISH : undefined
  return (
    <div className="page">
      <Breadcrumb crumbs={crumbsOf(title)} />
      {isEnglish ? <EnglishNote /> : null}
      <div className="mt-3 gap-12 lg:mt-4 lg:grid lg:grid-cols-[minmax(0,1fr)_240px]">
        <article>
          <header className="max-w-[68ch]">
            <h1 lang={lang} className="text-28 sm:text-36">
              {title}
            </h1>
            <p className="mt-1 text-14 text-muted">
              {t.lastUpdatedFirstPublished(<time dateTime={updated}>{formatDate(updated)}</time>)}
            </p>
            <div lang={lang} className="mt-5 rounded-card border border-line bg-surface px-4 py-3 text-16">
              {summary}
            </div>
          </header>
          <details className="group mt-5 rounded-card border border-line bg-surface lg:hidden print:hidden">
            <summary className="flex min-h-11 items-center justify-between px-4 text-15 font-medium">
              {t.onThisPage}
              <ChevronDown size={18} aria-hidden className="text-muted group-open:rotate-180" />
            </summary>
            <nav aria-label={t.onThisPage} className="border-t border-line px-4 py-2">
              <Entries sections={sections} lang={lang} />
            </nav>
          </details>
          {sections.map((section, index) => (
            <section
              key={section.props.id}
              lang={lang}
              aria-labelledby={section.props.id}
              className="mt-9 max-w-[68ch]"
            >
              <h2 id={section.props.id} className="text-22">
                {index + 1}. {section.props.title}
              </h2>
              <div className="post mt-2">{section}</div>
            </section>
          ))}
        </article>
        <nav
          aria-label={t.onThisPage}
          className="hidden self-start lg:sticky lg:top-[calc(var(--header-height)+20px)] lg:block print:hidden"
        >
          <p className="mb-1 text-14 font-semibold">{t.onThisPage}</p>
          <Entries sections={sections} lang={lang} />
        </nav>
      </div>
    </div>
  )
}

/** The `meta` of a legal page's route. @param describe gets the site's name */
export function legalMeta(title: string, path: string, describe: (name: string) => string) {
  return ({ matches }: { matches: readonly unknown[] }) =>
    pageMeta(matches, {
      title,
      description: describe(siteOf(matches)?.name ?? ''),
      path,
      crumbs: crumbsOf(title),
    })
}

function crumbsOf(title: string) {
  return [{ label: t.home, to: '/' }, { label: title }]
}

/** The current section is marked by CSS alone, in browsers that support it. */
function Entries({ sections, lang }: { sections: LegalPageProps['children']; lang: string | undefined }) {
  return (
    <ol lang={lang} className="text-14 [scroll-target-group:auto]">
      {sections.map(({ props: { id, title } }, index) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center border-l-2 border-line py-1 pl-3 text-muted hover:text-text lg:min-h-8 [&:target-current]:border-accent [&:target-current]:text-accent"
          >
            {index + 1}. {title}
          </a>
        </li>
      ))}
    </ol>
  )
}
