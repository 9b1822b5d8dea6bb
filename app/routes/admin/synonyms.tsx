// The synonyms of the search.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { SynonymDialog, SynonymTable } from '#app/features/admin/word-lists/synonyms.tsx'
import { Empty, Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'

export const meta = adminMeta('Synonyms', '/admin/synonyms')

export default function SynonymList() {
  const queries = useQueryClient()
  const [isAdding, setIsAdding] = useState(false)
  const [typed, setTyped] = useState('')
  const { data, isError, refetch } = useQuery(adminQueries.synonyms)
  const wanted = typed.trim().toLowerCase()
  const shown = data?.filter(({ terms, typed_only }) =>
    [...terms, ...typed_only].some((term) => term.includes(wanted)),
  )
  const refresh = () => queries.invalidateQueries({ queryKey: adminQueries.all })
  const add = (
    <Button onClick={() => setIsAdding(true)}>
      <Plus size={18} aria-hidden />
      Add Synonyms
    </Button>
  )
  return (
    <>
      <PageHead title="Synonyms">{add}</PageHead>
      <p className="mb-4 max-w-prose text-15 text-muted">
        A search for one of these words finds the others too. Changes apply from the next search.
      </p>
      {isError ? (
        <Failed message="The synonyms could not be loaded." onRetry={() => void refetch()} />
      ) : !shown ? (
        <TableSkeleton label="Loading the synonyms..." />
      ) : data?.length === 0 ? (
        <Empty title="No synonyms yet" action={add}>
          Every search finds only the words that were typed.
        </Empty>
      ) : (
        <>
          <div className="mb-4 max-w-80">
            <TextField
              label="Find a word"
              hiddenLabel
              type="search"
              placeholder="Find a word..."
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          {shown.length === 0 ? (
            <Empty title="No synonyms found">No list has a word like “{typed.trim()}”.</Empty>
          ) : (
            <SynonymTable synonyms={shown} onChanged={refresh} />
          )}
        </>
      )}
      {isAdding ? (
        <SynonymDialog synonyms={null} onClose={() => setIsAdding(false)} onSaved={refresh} />
      ) : null}
    </>
  )
}
