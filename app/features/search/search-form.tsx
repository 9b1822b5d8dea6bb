// The form of a search: text and filters. It works without JavaScript, and its address is the search.
import { Search } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/forms/button.tsx'
import { Select, TextField } from '#app/ui/forms/field.tsx'
import { QUESTION } from '#shared/limits.ts'
import { type SearchAddress, TIMES, type Time } from './address.ts'

type FormProps = {
  address: SearchAddress
  categories: readonly { name: string; slug: string }[]
}

export function SearchForm({ address, categories }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { q, kind, category, author, time, thread } = address
  // A filter submits the form at once where JavaScript works.
  const sendAtOnce = (_event: ChangeEvent<HTMLSelectElement>) => {
    if (q) form.current?.requestSubmit()
  }
  const hasFilters = !thread && (kind === 'all' || kind === 'threads' || kind === 'replies')
  return (
    // The key resets the fields when another search is opened.
    <search key={`${q} ${category} ${author} ${time}`}>
      <Form ref={form} action="/search" className="space-y-2">
        {kind === 'all' ? null : <input type="hidden" name="kind" value={kind} />}
        {thread ? <input type="hidden" name="thread" value={thread} /> : null}
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={thread ? 'Search this discussion' : 'Search for'}
              hiddenLabel
              type="search"
              name="q"
              defaultValue={q}
              maxLength={QUESTION.max}
              autoComplete="off"
              enterKeyHint="search"
              placeholder="Words, “a phrase”, -without"
            />
          </div>
          <Button type="submit">
            <Search size={18} aria-hidden />
            <span className="max-sm:sr-only">Search</span>
          </Button>
        </div>
        {hasFilters ? (
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            <Select
              label="Category"
              hiddenLabel
              name="category"
              defaultValue={category}
              onChange={sendAtOnce}
            >
              <option value="">All categories</option>
              {categories.map(({ name, slug }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
            <Select label="Time" hiddenLabel name="time" defaultValue={time} onChange={sendAtOnce}>
              {(Object.keys(TIMES) as Time[]).map((one) => (
                <option key={one} value={one === 'any' ? '' : one}>
                  {TIMES[one].label}
                </option>
              ))}
            </Select>
            <div className="col-span-2 sm:col-span-1">
              <TextField
                label="Author"
                hiddenLabel
                name="author"
                defaultValue={author}
                maxLength={31}
                autoComplete="off"
                placeholder="By member, e.g. asha"
              />
            </div>
          </div>
        ) : null}
      </Form>
    </search>
  )
}
