// What a new member is offered first, on the dashboard: three subjects to watch, a face, a hello. Nothing of it is required.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { categoryColor } from '#app/domain/categories/category-color.ts'
import { listCategories } from '#app/domain/categories/queries.ts'
import { changeFirstRun, firstRunQueries, SUBJECTS, stepsDone } from '#app/domain/members/first-run.ts'
import { isOf, watchQueries } from '#app/domain/watches/queries.ts'
import { watch } from '#app/domain/watches/watch.ts'
import { choiceNotSaved, useAct } from '#app/platform/acts/act.ts'
import { clientQuery } from '#app/platform/query/client-query.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import { singlePress } from '#app/ui/single-press.ts'
import { MAIN } from '#shared/page-contract.ts'

const choices = clientQuery(['categories to watch'], (supabase) => listCategories(supabase))

type FirstRunProps = {
  userId: string
  /** The member's picture with its buttons and one more; calls `onChanged`. */
  picture: (onChanged: () => Promise<void>, keep: ReactNode) => ReactNode
}

export function FirstRunPanel({ userId, picture }: FirstRunProps) {
  const queries = useQueryClient()
  const options = firstRunQueries.of(userId)
  const { data: run } = useQuery(options)
  const changed = () => queries.invalidateQueries({ queryKey: options.queryKey })
  const [change] = useAct(
    async (what: { keeps_figure: boolean } | { is_dismissed: boolean }) =>
      changeFirstRun(await client(), userId, what),
    { done: changed, failed: choiceNotSaved },
  )
  const done = stepsDone(run)
  if (!run || done === null) return null
  const dismiss = async () => {
    // The pressed button disappears with its section.
    document.getElementById(MAIN)?.focus({ preventScroll: true })
    if (!(await change({ is_dismissed: true }))) return
    toast({
      title: 'Hidden',
      text: 'Your settings and the chat stay where they are.',
      action: { label: 'Undo', onClick: () => void change({ is_dismissed: false }) },
    })
  }
  return (
    <section
      aria-labelledby="get-started"
      className="mb-8 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="get-started" className="text-18">
          Get started
        </h2>
        <p role="status" className="text-14 text-muted">
          {done} of 3 done
        </p>
      </div>
      <ol className="mt-2 divide-y divide-line">
        <Step isDone={run.subjects >= SUBJECTS} title="Choose three subjects">
          <p>The bell tells you of new discussions in them. Change them at any time in your settings.</p>
          <Subjects userId={userId} onChanged={changed} />
        </Step>
        <Step isDone={run.has_face} title="Show a face">
          <p>A picture, or the figure that was drawn for your name.</p>
          <div className="mt-3">
            {picture(
              changed,
              run.has_face ? null : (
                <Button variant="secondary" size="small" onClick={() => void change({ keeps_figure: true })}>
                  Keep the figure
                </Button>
              ),
            )}
          </div>
        </Step>
        <Step isDone={run.has_said_hello} title="Say hello">
          <p>In the live chat, whose messages disappear after 12 hours, or by answering a question.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <ButtonLink to="/chat" variant="secondary" size="small">
              Say hello in the chat
            </ButtonLink>
            <ButtonLink to="/latest" variant="secondary" size="small">
              Find a question to answer
            </ButtonLink>
          </div>
        </Step>
      </ol>
      {/* Its text is below that of the steps: their icon and gap are 32 px wide, the button's padding is 12 px. */}
      <Button variant="quiet" size="small" className="ml-5" onClick={() => void dismiss()}>
        Hide this
      </Button>
    </section>
  )
}

function Step({ isDone, title, children }: { isDone: boolean; title: string; children: ReactNode }) {
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex gap-3 py-4">
      <Icon size={20} aria-hidden className={`mt-0.5 shrink-0 ${isDone ? 'text-accent' : 'text-muted'}`} />
      <div className="min-w-0 grow text-15 text-muted">
        <h3 className="font-sans text-16 font-semibold text-text">
          {title}
          {isDone ? <span className="sr-only"> (done)</span> : null}
        </h3>
        {children}
      </div>
    </li>
  )
}

type Changing = { userId: string; onChanged: () => Promise<void> }

function Subjects({ userId, onChanged }: Changing) {
  const categories = useQuery(choices)
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
              onClick={singlePress(() => watch({ userId, subject, name }, !isChosen, onChanged))}
              className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-15 text-text sm:min-h-9 ${
                isChosen ? 'border-accent bg-raised font-medium' : 'border-control-line hover:bg-raised'
              }`}
            >
              <span
                aria-hidden
                className="size-2 rounded-full"
                style={{ background: categoryColor(color) }}
              />
              {name}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
