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
import * as t from '#words/admin-pages.ts'

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
      {t.addSynonyms}
    </Button>
  )
  return (
    <>
      <PageHead title={t.synonyms}>{add}</PageHead>
      <p className="mb-4 max-w-prose text-15 text-muted">{t.aSearchForOneOf}</p>
      {isError ? (
        <Failed message={t.theSynonymsCouldNotBe} onRetry={() => void refetch()} />
      ) : !shown ? (
        <TableSkeleton label={t.loadingTheSynonyms} />
      ) : data?.length === 0 ? (
        <Empty title={t.noSynonymsYet} action={add}>
          {t.everySearchFindsOnlyThe}
        </Empty>
      ) : (
        <>
          <div className="mb-4 max-w-80">
            <TextField
              label={t.findAWord}
              hiddenLabel
              type="search"
              placeholder={t.findAWord2}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          {shown.length === 0 ? (
            <Empty title={t.noSynonymsFound}>{t.noListHasAWord(typed.trim())}</Empty>
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
