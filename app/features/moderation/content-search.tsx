// The search box and the filter of the Content tab. Both are in the address, so that they survive a reload and back.
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Select, TextField } from '#app/ui/field.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { FILTERS, type Filter, type Search } from './content.ts'

const TYPING_PAUSE_MS = 250

export type Shown = 'threads' | 'replies'

/** What the address asks for. */
export function useContentSearch(): Search & { shown: Shown } {
  const [search] = useSearchParams()
  const wanted = search.get('filter')
  return {
    text: search.get('q')?.trim() ?? '',
    filter: FILTERS.find(({ value }) => value === wanted)?.value ?? 'all',
    shown: search.get('show') === 'replies' ? 'replies' : 'threads',
  }
}

export function ContentSearch() {
  const { text, filter, shown } = useContentSearch()
  const [, setSearch] = useSearchParams()
  const [typed, setTyped] = useState(text)
  // Back and forward change the address under the box.
  useEffect(() => setTyped(text), [text])
  useEffect(() => {
    if (typed.trim() === text) return
    const pause = setTimeout(() => {
      setSearch((before) => withParameter(before, 'q', typed.trim()), {
        replace: true,
        preventScrollReset: true,
      })
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed, text, setSearch])

  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <LinkTabs
        label="What is listed"
        tabs={[
          { to: '/admin/content', label: 'Threads', isCurrent: shown === 'threads' },
          { to: '/admin/content?show=replies', label: 'Replies', isCurrent: shown === 'replies' },
        ]}
      />
      <search className="flex grow flex-wrap justify-end gap-3">
        <div className="min-w-52 grow sm:max-w-80">
          <TextField
            type="search"
            label={shown === 'threads' ? 'Search threads' : 'Search replies'}
            hiddenLabel
            placeholder={shown === 'threads' ? 'Search threads...' : 'Search replies...'}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <div className="w-40">
          <Select
            label="Filter"
            hiddenLabel
            value={filter}
            onChange={(event) =>
              setSearch((before) => withParameter(before, 'filter', event.target.value as Filter), {
                preventScrollReset: true,
              })
            }
          >
            {FILTERS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
      </search>
    </div>
  )
}

function withParameter(before: URLSearchParams, name: string, value: string): URLSearchParams {
  const after = new URLSearchParams(before)
  if (value === '' || value === 'all') after.delete(name)
  else after.set(name, value)
  return after
}
