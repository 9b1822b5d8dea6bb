// What a new member is offered first, on the dashboard: three subjects to watch, a face, a hello. Nothing of it is required.

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { changeFirstRun, firstRunQueries, SUBJECTS, stepsDone } from '#app/domain/members/first-run.ts'
import { SubjectChips, useFirstRun } from '#app/domain/tracking/choose-subjects.tsx'
import { choiceNotSaved, useAct } from '#app/platform/acts/act.ts'
import { client } from '#app/platform/session/session.ts'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import * as t from '#words/first-run.ts'

type FirstRunProps = {
  userId: string
  /** The member's picture with its buttons and one more; calls `onChanged`. */
  picture: (onChanged: () => Promise<void>, keep: ReactNode) => ReactNode
}

export function FirstRunPanel({ userId, picture }: FirstRunProps) {
  const { data: run } = useQuery(firstRunQueries.of(userId))
  const [changed, dismiss] = useFirstRun(userId)
  const [keepFigure] = useAct(async () => changeFirstRun(await client(), userId, { keeps_figure: true }), {
    done: changed,
    failed: choiceNotSaved,
  })
  const done = stepsDone(run)
  if (!run || done === null) return null
  return (
    <section
      aria-labelledby="get-started"
      className="mb-8 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="get-started" className="text-18">
          {t.getStarted}
        </h2>
        <p role="status" className="text-14 text-muted">
          {t.of3Done(done)}
        </p>
      </div>
      <ol className="mt-2 divide-y divide-line">
        <Step isDone={run.subjects >= SUBJECTS} title={t.chooseThreeSubjects}>
          <p>{t.theBellTellsYouOf}</p>
          <SubjectChips userId={userId} onChanged={changed} />
        </Step>
        <Step isDone={run.has_face} title={t.addAPhoto}>
          <p>{t.aPictureOfYourOwn}</p>
          <div className="mt-3">
            {picture(
              changed,
              run.has_face ? null : (
                <Button variant="secondary" size="small" onClick={() => void keepFigure()}>
                  {t.keepThisPicture}
                </Button>
              ),
            )}
          </div>
        </Step>
        <Step isDone={run.has_said_hello} title={t.sayHello}>
          <p>{t.inTheLiveChatWhose}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <ButtonLink to="/chat" variant="secondary" size="small">
              {t.sayHelloInTheChat}
            </ButtonLink>
            <ButtonLink to="/latest" variant="secondary" size="small">
              {t.findAQuestionToAnswer}
            </ButtonLink>
          </div>
        </Step>
      </ol>
      {/* Its text is below that of the steps: their icon and gap are 32 px wide, the button's padding is 12 px. */}
      <Button variant="quiet" size="small" className="ml-5" onClick={() => void dismiss()}>
        {t.hideThis}
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
          {isDone ? <span className="sr-only">{t.done}</span> : null}
        </h3>
        {children}
      </div>
    </li>
  )
}
