// The search of articles by text and topic, a form with an address that works without JavaScript; with it the list
// follows the typing.
import { Search } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  type BlogAddress,
  blogPath,
  FIRST_PAGE,
  readBlogAddress,
  TOPICS,
} from '#app/domain/articles/blog-address.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Select, TextField } from '#app/ui/forms/field.tsx'
import { QUESTION } from '#shared/limits.ts'
import * as t from '#words/blog.ts'

const TYPED_AFTER_MS = 300

export function ArticleSearch({ address }: { address: BlogAddress }) {
  const form = useRef<HTMLFormElement>(null)
  const typing = useRef(0)
  const navigate = useNavigate()
  // Takes over text and topic that were entered before hydration.
  useEffect(() => {
    const { q, topic } = fieldsOf(form.current)
    const isTouched = q?.value !== q?.defaultValue || topic?.selectedOptions[0]?.defaultSelected === false
    if (isTouched) submitLater(form, typing)
    return () => clearTimeout(typing.current)
  }, [])
  // Back, forward and chips change the address: the fields follow, except for the focused one.
  useEffect(() => {
    const { q, topic } = fieldsOf(form.current)
    const isWaiting = typing.current !== 0
    if (isWaiting) return
    if (q && q !== document.activeElement) q.value = address.text
    if (topic) topic.value = address.topic
  }, [address.text, address.topic])

  function show() {
    clearTimeout(typing.current)
    typing.current = 0
    if (!form.current) return
    const asked = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) asked.set(name, String(value))
    void navigate(blogPath({ ...readBlogAddress(asked), page: 1 }), {
      replace: true,
      preventScrollReset: true,
    })
  }

  return (
    <search aria-label={t.articles2}>
      <form
        ref={form}
        method="get"
        action="/blog"
        className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 *:first:col-span-2 sm:grid-cols-[minmax(0,1fr)_220px_auto] sm:*:first:col-span-1"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          show()
        }}
      >
        <TextField
          label={t.searchArticles}
          type="search"
          name="q"
          autoComplete="off"
          placeholder={t.taxOnCryptoSIPAllotment}
          maxLength={QUESTION.max}
          defaultValue={address.text}
          onChange={() => submitLater(form, typing)}
        />
        <Select label={t.topic} name="topic" defaultValue={address.topic} onChange={show}>
          {TOPICS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Button type="submit" variant="secondary">
          <Search size={18} aria-hidden />
          {t.search}
        </Button>
      </form>
    </search>
  )
}

/** Submits the form after a pause in typing. */
function submitLater(form: RefObject<HTMLFormElement | null>, timer: RefObject<number>) {
  clearTimeout(timer.current)
  timer.current = window.setTimeout(() => form.current?.requestSubmit(), TYPED_AFTER_MS)
}

function fieldsOf(form: HTMLFormElement | null) {
  const q = form?.elements.namedItem('q')
  const topic = form?.elements.namedItem('topic')
  return {
    q: q instanceof HTMLInputElement ? q : null,
    topic: topic instanceof HTMLSelectElement ? topic : null,
  }
}

/** Topics that are discussed in the forum and have an article. */
export function TrendingChips({ topics, address }: { topics: readonly string[]; address: BlogAddress }) {
  if (topics.length === 0) return null
  return (
    <nav aria-label={t.trendingTopics} className="flex flex-wrap items-center gap-2">
      <span className="text-14 text-muted">{t.trending}</span>
      {topics.map((topic) => {
        const isCurrent = address.text.toLowerCase() === topic
        return (
          <Link
            key={topic}
            // The active topic's chip removes the filter.
            to={isCurrent ? '/blog' : blogPath({ ...FIRST_PAGE, text: topic })}
            preventScrollReset
            aria-current={isCurrent ? 'true' : undefined}
            className={`inline-flex min-h-11 items-center rounded-full border px-3.5 text-14 transition-colors duration-(--quick) sm:min-h-8 ${
              isCurrent
                ? 'border-accent bg-accent-soft font-medium text-accent'
                : 'border-line text-muted hover:border-control-line hover:text-text'
            }`}
          >
            {topic}
          </Link>
        )
      })}
    </nav>
  )
}
