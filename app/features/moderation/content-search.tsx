// Search and filter of the Content tab. Both are in the address, so that they survive a reload and the back button.
import { useSearchParams } from 'react-router'
import { useFilter, useTypedSearch } from '#app/platform/address/use-typed-search.ts'
import { Select, TextField } from '#app/ui/forms/field.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import * as t from '#words/moderation.ts'
import { FILTERS, type Search } from './content.ts'

export type Shown = 'threads' | 'replies'

/** The parameters of the address. */
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
  const { filter, shown } = useContentSearch()
  const { typed, type } = useTypedSearch()
  const setFilter = useFilter('filter')

  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <LinkTabs
        label={t.whatIsListed}
        tabs={[
          { to: '/admin/content', label: t.threads, isCurrent: shown === 'threads' },
          { to: '/admin/content?show=replies', label: t.replies, isCurrent: shown === 'replies' },
        ]}
      />
      <search className="flex grow justify-end gap-2 max-sm:w-full sm:gap-3">
        <div className="min-w-0 grow sm:max-w-80">
          <TextField
            type="search"
            label={shown === 'threads' ? t.searchThreads : t.searchReplies}
            hiddenLabel
            placeholder={shown === 'threads' ? t.searchThreads2 : t.searchReplies2}
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
        </div>
        <div className="w-36 shrink-0 sm:w-40">
          <Select
            label={t.filter}
            hiddenLabel
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
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
