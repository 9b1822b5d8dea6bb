import { inLanguage } from '#shared/languages.ts'
import { LANGUAGE } from '#words/language.ts'

/** Links to the feeds of the page at `path`, for readers of RSS and of JSON Feed. */
export function FeedLinks({ path }: { path: string }) {
  // Not pages of the router.
  const link = (format: 'xml' | 'json', label: string) => (
    <a
      href={inLanguage(LANGUAGE, `${path}/feed.${format}`)}
      className="inline-flex min-h-11 items-center text-accent underline underline-offset-3 sm:min-h-0"
    >
      {label}
    </a>
  )
  return (
    <>
      {link('xml', 'RSS')} · {link('json', 'JSON')}
    </>
  )
}
