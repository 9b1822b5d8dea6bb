// The poll of a discussion: its options as rows, which a member presses to vote. The results are there for whoever has
// voted or cannot vote. Loaded with a discussion that has one; the server renders it for everybody.
import { Suspense, useId, useState } from 'react'
import { useAct } from '#app/platform/acts/act.ts'
import { notDone } from '#app/platform/acts/failure.ts'
import { client } from '#app/platform/session/session.ts'
import { SignInLink } from '#app/platform/session/session-links.tsx'
import { useClock } from '#app/ui/clock.tsx'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { singlePress } from '#app/ui/single-press.ts'
import { count, formatMoment } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import * as t from '#words/discussion-more.ts'

const CorrectPoll = lazyWithRetry(() => import('./correct-poll.tsx'))

/** What it is to the member (`discussionQueries.ownPoll`). */
type OwnPoll = { can_edit: boolean | null; open_days: number | null; choice: number | null } | null

type PollProps = {
  thread: { id: string; is_locked: boolean }
  poll: { question: string; options: string[]; votes: number[]; closes_at: string | null }
  /** The member's vote, and whether the poll may be corrected. */
  own: { data: OwnPoll | undefined; error: unknown; retry: () => void }
  mayReply: boolean
  isCorrecting: boolean
  onCorrect: (is: boolean) => void
  onChanged: () => Promise<void>
}

export default function Poll({
  thread,
  poll,
  own: { data: own, error, retry },
  mayReply,
  isCorrecting,
  onCorrect,
  onChanged,
}: PollProps) {
  const { question, options, votes, closes_at } = poll
  const clock = useClock()
  const heading = useId()
  const isClosed = closes_at !== null && clock.hasPassed(Date.parse(closes_at))
  const isOpen = !thread.is_locked && !isClosed
  const [isShown, show] = useState(false)
  const [vote, isBusy] = useAct(
    async (choice: number | null) =>
      (await client())
        .rpc('vote_in_poll', { thread: thread.id, ...(choice === null ? {} : { choice }) })
        .throwOnError(),
    {
      id: `vote ${thread.id}`,
      done: async (_counted, choice) => {
        await onChanged()
        toast({ title: choice === null ? t.voteTakenBack : t.voteCounted })
      },
      failed: notDone(t.voteNotCounted, t.thereWasAnErrorSaving3),
    },
  )
  const total = votes.reduce((sum, one) => sum + one, 0)
  const mayVote = isOpen && own != null && mayReply
  const chosen = own?.choice ? options[own.choice - 1] : undefined
  const isUndecided = isOpen && (own == null || (mayVote && chosen === undefined && !isShown))
  if (isCorrecting && own) {
    return (
      <Suspense fallback={<Skeleton label={t.loadingThePoll} />}>
        <CorrectPoll
          threadId={thread.id}
          poll={{ question, options, days: own.open_days }}
          onClose={() => onCorrect(false)}
          onCorrected={onChanged}
        />
      </Suspense>
    )
  }
  return (
    <section aria-labelledby={heading} className="poll">
      <h2 id={heading} {...spoken(question)}>
        {question}
      </h2>
      <ul>
        {options.map((option, index) => {
          const counted = votes[index] ?? 0
          const percent = total === 0 ? 0 : Math.round((100 * counted) / total)
          const isOwn = option === chosen
          const row = (
            <>
              <span className="grow">
                {mayVote && !isOwn ? <span className="sr-only">{t.vote}</span> : null}
                <span {...spoken(option)}>{option}</span>
                {isOwn ? <span className="answer-chip sign-check">{t.yourVote}</span> : null}
              </span>
              {total === 0 || (isUndecided && own) ? null : (
                // A member who has not voted yet is not shown how others did, not even until their vote is known.
                <span className={isUndecided ? 'result guest-only' : 'result'}>
                  {count(counted, t.vote2, t.votes)} · {percent}%
                  <span aria-hidden style={{ width: `${percent}%` }} />
                </span>
              )}
            </>
          )
          return (
            <li key={option}>
              {mayVote && !isOwn ? (
                <button
                  type="button"
                  className="row"
                  disabled={isBusy}
                  onClick={singlePress(() => vote(index + 1))}
                >
                  {row}
                </button>
              ) : (
                <div className={isOwn ? 'row own' : 'row'}>{row}</div>
              )}
            </li>
          )
        })}
      </ul>
      <p>
        {total === 0 ? t.noVotesYet : t.inAll(count(total, t.vote2, t.votes))}
        {closes_at === null ? null : (
          <>
            {' · '}
            {isClosed ? t.closedOn : t.closesOn}
            <time dateTime={closes_at}>{formatMoment(closes_at)}</time>
          </>
        )}
        {isOpen ? (
          <span className="guest-only">
            {' · '}
            <SignInLink className="text-accent underline underline-offset-2">{t.signInToVote}</SignInLink>
          </span>
        ) : null}
        {mayVote && chosen !== undefined ? (
          <button
            type="button"
            disabled={isBusy}
            aria-label={t.takeBack2(chosen)}
            onClick={singlePress(() => vote(null))}
          >
            {t.takeBack}
          </button>
        ) : null}
        {mayVote && isUndecided && total > 0 ? (
          <button type="button" onClick={() => show(true)}>
            {t.showResults}
          </button>
        ) : null}
      </p>
      {error && !own ? <Failed message={t.yourVoteCouldNotBe} onRetry={retry} /> : null}
    </section>
  )
}
