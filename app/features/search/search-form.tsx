// The form of a search: text and filters. It works without JavaScript, and its address is the search.
import { Search } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/forms/button.tsx'
import { Select, TextField } from '#app/ui/forms/field.tsx'
import { QUESTION } from '#shared/limits.ts'
import * as t from '#words/search-more.ts'
import { type SearchAddress, SORTS, type Sort, TIMES, type Time } from './address.ts'

type FormProps = {
  address: SearchAddress
  categories: readonly { name: string; slug: string }[]
}

export function SearchForm({ address, categories }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { q, kind, category, author, time, sort, thread } = address
  // A filter submits the form at once where JavaScript works.
  const sendAtOnce = (_event: ChangeEvent<HTMLSelectElement>) => {
    if (q) form.current?.requestSubmit()
  }
  const hasFilters = !thread && kind !== 'members' && kind !== 'tags'
  return (
    // The key resets the fields when another search is opened.
    <search
      key={`${q} ${category} ${author} ${time} ${sort}`}
      aria-label={thread ? t.thisDiscussion : t.theCommunity}
    >
      <Form ref={form} action="/search" className="space-y-2">
        {kind === 'all' ? null : <input type="hidden" name="kind" value={kind} />}
        {thread ? <input type="hidden" name="thread" value={thread} /> : null}
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={thread ? t.searchThisDiscussion : t.searchFor}
              hiddenLabel
              type="search"
              name="q"
              defaultValue={q}
              maxLength={QUESTION.max}
              autoComplete="off"
              enterKeyHint="search"
              placeholder={t.wordsAPhraseWithout}
            />
          </div>
          <Button type="submit">
            <Search size={18} aria-hidden />
            <span className="max-sm:sr-only">{t.search}</span>
          </Button>
        </div>
        {hasFilters ? (
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
            <Select
              label={t.category}
              hiddenLabel
              name="category"
              defaultValue={category}
              onChange={sendAtOnce}
            >
              <option value="">{t.allCategories}</option>
              {categories.map(({ name, slug }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
            <Select label={t.time} hiddenLabel name="time" defaultValue={time} onChange={sendAtOnce}>
              {(Object.keys(TIMES) as Time[]).map((one) => (
                <option key={one} value={one === 'any' ? '' : one}>
                  {TIMES[one].label}
                </option>
              ))}
            </Select>
            <Select label={t.order} hiddenLabel name="sort" defaultValue={sort} onChange={sendAtOnce}>
              {(Object.keys(SORTS) as Sort[]).map((one) => (
                <option key={one} value={one === 'relevance' ? '' : one}>
                  {SORTS[one]}
                </option>
              ))}
            </Select>
            <div>
              <TextField
                label={t.author}
                hiddenLabel
                name="author"
                defaultValue={author}
                maxLength={31}
                autoComplete="off"
                placeholder={t.byMemberEGAsha}
              />
            </div>
          </div>
        ) : null}
      </Form>
    </search>
  )
}
