// A member's sanctions and hidden posts: what, why, until when, what is still possible, and the appeal against each; and the
// posts that wait for a moderator.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  type OwnAppeal,
  type OwnSanction,
  type Subject,
  sanctionQueries,
} from '#app/domain/sanctions/queries.ts'
import { reasonOf, stillPossible } from '#app/domain/sanctions/sanction-words.ts'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { formatMoment } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import { excerptOf } from '#shared/plain-text.ts'
import { sanctionSentence } from '#shared/sanction-words.ts'
import * as held from '#words/held.ts'
import * as t from '#words/sanctions.ts'
import { AppealForm } from './appeal-form.tsx'

const EXCERPT_LENGTH = 150

export function OwnSanctions({ userId }: { userId: string }) {
  const sanctions = useQuery(sanctionQueries.own(userId))
  const posts = useQuery(sanctionQueries.hiddenPosts(userId))
  if (sanctions.isError || posts.isError)
    return (
      <Failed
        message={t.theListCouldNotBeLoaded}
        onRetry={() => void Promise.all([sanctions.refetch(), posts.refetch()])}
      />
    )
  if (!sanctions.data || !posts.data) return <Skeleton label={t.loadingYourLimits} />
  const { threads, replies } = posts.data
  const hidden = [
    ...threads.map((thread) => ({
      ...thread,
      title: <span {...spoken(thread.title)}>{thread.title}</span>,
      content: null,
      subject: { thread_id: thread.id },
    })),
    ...replies.map((reply) => ({ ...reply, title: t.aReplyOfYours, subject: { reply_id: reply.id } })),
  ]
  const isHeld = ({ state }: { state: string }) => state === 'held'
  if (sanctions.data.length + hidden.length === 0)
    return (
      <Empty
        title={t.noLimits}
        action={
          <ButtonLink to="/guidelines" variant="secondary">
            {t.readTheGuidelines}
          </ButtonLink>
        }
      >
        {t.noLimitsText}
      </Empty>
    )
  return (
    <>
      <ul className="space-y-4">
        {sanctions.data.map((sanction) => (
          <SanctionCard key={sanction.id} userId={userId} sanction={sanction} />
        ))}
      </ul>
      {hidden.some(isHeld) ? (
        <>
          <h2 className="mt-8 mb-3 text-22">{held.yourWaitingPosts}</h2>
          <p className="mb-3 text-15 text-muted">{held.whyItWaits}</p>
          <ul className="space-y-4">
            {hidden.filter(isHeld).map(({ id, title, content }) => (
              <Card key={id} title={title} state={held.waitsForAModerator}>
                <Excerpt content={content} />
              </Card>
            ))}
          </ul>
        </>
      ) : null}
      {hidden.every(isHeld) ? null : (
        <>
          <h2 className="mt-8 mb-3 text-22">{t.yourHiddenPosts}</h2>
          <ul className="space-y-4">
            {hidden
              .filter((post) => !isHeld(post))
              .map(({ id, title, content, subject, appeals }) => (
                <Card key={id} title={title} state={t.hiddenByModeration}>
                  <Excerpt content={content} />
                  <Appealed userId={userId} subject={subject} appeals={appeals} may />
                </Card>
              ))}
          </ul>
        </>
      )}
    </>
  )
}

/** The beginning of a reply; a discussion has its title. */
function Excerpt({ content }: { content: string | null }) {
  if (content === null) return null
  return (
    <p {...spoken(content)} className="text-15 [overflow-wrap:anywhere] text-muted">
      {excerptOf(content, EXCERPT_LENGTH)}
    </p>
  )
}

function SanctionCard({ userId, sanction }: { userId: string; sanction: OwnSanction }) {
  const { id, kind, message, starts_at, ends_at, lifted_at, lift_reason, reason, appeals } = sanction
  const isOver = lifted_at !== null || (ends_at !== null && Date.parse(ends_at) <= Date.now())
  return (
    <Card title={sanctionSentence(sanction)} state={lifted_at ? t.lifted : isOver ? t.over : t.inForce}>
      <p className="text-15">{t.because(reasonOf({ reason }))}</p>
      {message ? (
        <p
          {...spoken(message)}
          className="border-l-2 border-control-line pl-3 text-15 [overflow-wrap:anywhere] whitespace-pre-line"
        >
          {message}
        </p>
      ) : null}
      <p className="text-13 text-muted">{formatMoment(starts_at)}</p>
      {lifted_at && lift_reason ? (
        <p className="text-15">{t.liftedBecause(<span {...spoken(lift_reason)}>{lift_reason}</span>)}</p>
      ) : null}
      {isOver ? null : <p className="text-15">{stillPossible(kind)}</p>}
      <Appealed userId={userId} subject={{ sanction_id: id }} appeals={appeals} may={!isOver} />
    </Card>
  )
}

function Card({ title, state, children }: { title: ReactNode; state: string; children: ReactNode }) {
  return (
    <li className="space-y-2 rounded-card border border-line bg-surface px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <h3 className="font-sans text-16 font-semibold [overflow-wrap:anywhere]">{title}</h3>
        <span className="shrink-0 rounded-full bg-raised px-2.5 py-0.5 text-13">{state}</span>
      </div>
      {children}
    </li>
  )
}

type AppealedProps = { userId: string; subject: Subject; appeals: readonly OwnAppeal[]; may: boolean }

const STATES: Readonly<Record<string, string>> = {
  open: t.appealOpen,
  granted: t.appealGranted,
  refused: t.appealRefused,
}

function Appealed({ userId, subject, appeals, may }: AppealedProps) {
  const latest = appeals.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0]
  return (
    <>
      {latest ? (
        <div className="border-t border-line pt-2 text-15 [overflow-wrap:anywhere]">
          <p className="font-medium">{STATES[latest.state]}</p>
          <p {...spoken(latest.text)} className="text-muted">
            {latest.text}
          </p>
          {latest.answer ? (
            <p {...spoken(latest.answer)} className="mt-1 border-l-2 border-control-line pl-3">
              {latest.answer}
            </p>
          ) : null}
        </div>
      ) : null}
      {may && latest?.state !== 'open' ? <AppealForm userId={userId} subject={subject} /> : null}
    </>
  )
}
