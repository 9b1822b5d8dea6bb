// The appeals as cases: who appeals against what, in their words, and the answer.
import { useRef } from 'react'
import { Link } from 'react-router'
import { reasonOf } from '#app/domain/sanctions/sanction-words.ts'
import { refusedAt } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { APPEAL } from '#shared/limits.ts'
import { excerptOf } from '#shared/plain-text.ts'
import { sanctionSentence } from '#shared/sanction-words.ts'
import { answerSchema } from '#shared/schemas/moderation.ts'
import { memberName, memberPath, replyPath, threadPath } from '#shared/slugs.ts'
import * as t from '#words/admin-sanctions.ts'
import { type Appeal, decideAppeal } from './queries.ts'

/** Characters of a hidden reply in the list. */
const EXCERPT_LENGTH = 200
const TITLE_LENGTH = 40

type AppealListProps = { appeals: readonly Appeal[]; onChanged: () => Promise<void> }

export function AppealList({ appeals, onChanged }: AppealListProps) {
  return (
    <ul className="space-y-4">
      {appeals.map((appeal) => (
        <AppealCase key={appeal.id} appeal={appeal} onChanged={onChanged} />
      ))}
    </ul>
  )
}

function AppealCase({ appeal, onChanged }: { appeal: Appeal; onChanged: () => Promise<void> }) {
  const { id, member, text, answer, created_at, state, can_decide } = appeal
  return (
    <li className="space-y-3 rounded-card border border-line bg-surface px-4 py-3 text-15 [overflow-wrap:anywhere]">
      <p className="text-14 text-muted">
        <Link to={memberPath(member.username)} className="font-medium text-text hover:underline">
          {memberName(member.username)}
        </Link>{' '}
        · <TimeAgo at={created_at} />
      </p>
      <p>{t.against(<Subject appeal={appeal} />)}</p>
      <p className="border-l-2 border-control-line pl-3 whitespace-pre-line">{text}</p>
      {state === 'open' ? (
        can_decide ? (
          <Decision
            id={id}
            about={t.theAppealOf(member.username, excerptOf(text, TITLE_LENGTH))}
            onChanged={onChanged}
          />
        ) : (
          <p className="text-14 text-muted">{t.somebodyElseDecides}</p>
        )
      ) : (
        <p>
          <span className="font-medium">{state === 'granted' ? t.appealGranted : t.appealRefused}</span>:{' '}
          {answer}
        </p>
      )}
    </li>
  )
}

function Subject({ appeal: { sanction, thread, reply } }: { appeal: Appeal }) {
  if (sanction)
    return (
      <>
        {sanctionSentence(sanction)} {reasonOf(sanction)}
        {sanction.message ? ` – ${sanction.message}` : ''}
      </>
    )
  const [to, words] = reply
    ? [replyPath(threadPath(reply.thread), reply.id), t.hiddenReply(excerptOf(reply.content, EXCERPT_LENGTH))]
    : thread
      ? [threadPath(thread), t.hiddenDiscussion(thread.title)]
      : [null, '']
  return to ? (
    <Link to={to} className="text-accent underline underline-offset-2">
      {words}
    </Link>
  ) : null
}

type DecisionProps = {
  id: string
  /** Which appeal it is, for screen readers. */
  about: string
  onChanged: () => Promise<void>
}

function Decision({ id, about, onChanged }: DecisionProps) {
  /** Which of the two buttons was pressed. */
  const pressed = useRef<'grant' | 'refuse'>('refuse')
  const decide = async (isGranted: boolean, answer: string) => {
    await decideAppeal(await client(), id, { isGranted, answer })
    toast({ title: isGranted ? t.appealGranted : t.appealRefused })
    await onChanged()
  }
  const form = useSiteForm({
    schema: answerSchema,
    start: { answer: '' },
    send: ({ answer }) => decide(pressed.current === 'grant', answer),
    onRefused: refusedAt('answer', 'decide the appeal'),
  })
  return (
    <form {...form.props} aria-label={about} className="space-y-3">
      <TextArea
        label={t.yourAnswer}
        hint={t.theMemberReadsThis}
        rows={3}
        required
        maxLength={APPEAL.max}
        {...form.field('answer')}
      />
      <div className="flex gap-2">
        <Button
          type="submit"
          size="small"
          disabled={form.isDisabled}
          onClick={() => {
            pressed.current = 'grant'
          }}
        >
          {t.grant}
        </Button>
        <Button
          type="submit"
          size="small"
          variant="secondary"
          disabled={form.isDisabled}
          onClick={() => {
            pressed.current = 'refuse'
          }}
        >
          {t.refuse}
        </Button>
      </div>
    </form>
  )
}
