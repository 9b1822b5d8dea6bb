// 'Choose three subjects' above a new member's feed, until they are chosen or it is put away.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { categoryColor } from '#app/domain/categories/category-color.ts'
import { listCategories } from '#app/domain/categories/queries.ts'
import { changeFirstRun, type FirstRun, firstRunQueries, SUBJECTS } from '#app/domain/members/first-run.ts'
import { isOf, listWatches, watchQueries } from '#app/domain/watches/queries.ts'
import { choiceNotSaved, useAct } from '#app/platform/acts/act.ts'
import { readBegun } from '#app/platform/query/begun-read.ts'
import { client, type DbClient } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { singlePress } from '#app/ui/single-press.ts'
import { MAIN } from '#shared/page-contract.ts'
import * as t from '#words/tracking.ts'
import { track } from './track.ts'

const choicesQuery = queryOptions({
  queryKey: ['categories to watch'],
  queryFn: () => readBegun(listCategories),
})

const isOffered = (run: FirstRun | null | undefined) =>
  Boolean(run && !run.is_dismissed && run.subjects < SUBJECTS)

/** Whether subjects are offered to the member; undefined until that is known with all that the offer shows. */
export function useOffer(userId: string): boolean | undefined {
  const run = useQuery(firstRunQueries.of(userId))
  const enabled = isOffered(run.data)
  const parts = [
    run,
    useQuery({ ...choicesQuery, enabled }),
    useQuery({ ...watchQueries.of(userId), enabled }),
  ]
  return parts.some(({ isLoading }) => isLoading) ? undefined : enabled
}

/** Puts what `useOffer` waits for among the data of a page that the server renders. */
export async function readOffer(
  reader: DbClient,
  userId: string,
  run: FirstRun | null,
  queries: QueryClient,
) {
  queries.setQueryData(firstRunQueries.of(userId).queryKey, run)
  if (!isOffered(run)) return
  const [categories, watches] = await Promise.all([listCategories(reader), listWatches(reader, userId)])
  queries.setQueryData(choicesQuery.queryKey, categories)
  queries.setQueryData(watchQueries.of(userId).queryKey, watches)
}

export function ChooseSubjects({ userId }: { userId: string }) {
  const [changed, dismiss] = useFirstRun(userId)
  return (
    <section aria-labelledby="subjects" className="mb-3 rounded-card border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="subjects" className="font-sans text-16 font-semibold">
          {t.chooseThreeSubjects}
        </h2>
        <Button variant="quiet" size="small" className="-mr-3" onClick={() => void dismiss()}>
          {t.notNow}
        </Button>
      </div>
      <p className="text-14 text-muted">{t.theBellTellsYouOf}</p>
      <SubjectChips userId={userId} onChanged={changed} />
    </section>
  )
}

/** @returns what reads the first run again, and what puts the offers away, which can be undone */
export function useFirstRun(userId: string): readonly [() => Promise<void>, () => Promise<void>] {
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: firstRunQueries.of(userId).queryKey })
  const [change] = useAct(
    async (is_dismissed: boolean) => changeFirstRun(await client(), userId, { is_dismissed }),
    { done: changed, failed: choiceNotSaved },
  )
  const dismiss = async () => {
    // The pressed button disappears with its section.
    document.getElementById(MAIN)?.focus({ preventScroll: true })
    if (!(await change(true))) return
    toast({
      title: t.hidden,
      text: t.yourSettingsAndTheChat,
      action: { label: t.undo, onClick: () => void change(false) },
    })
  }
  return [changed, dismiss]
}

export function SubjectChips({ userId, onChanged }: { userId: string; onChanged: () => Promise<void> }) {
  const categories = useQuery(choicesQuery)
  const { data: watches } = useQuery(watchQueries.of(userId))
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {(categories.data ?? []).map(({ id, name, color }) => {
        const subject = { category_id: id }
        const isChosen = watches?.some((one) => isOf(one, subject)) ?? false
        return (
          <li key={id}>
            <button
              type="button"
              aria-pressed={isChosen}
              disabled={watches === undefined}
              onClick={singlePress(() =>
                track({ userId, subject, name }, isChosen ? 'normal' : 'watching', onChanged),
              )}
              className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-15 text-text sm:min-h-9 ${
                isChosen ? 'border-accent bg-raised font-medium' : 'border-control-line hover:bg-raised'
              }`}
            >
              <span aria-hidden className="dot" style={{ background: categoryColor(color) }} />
              {name}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
