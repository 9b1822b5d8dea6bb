// Results as rows: kind, place, and excerpt. The whole row is one link.
import { Hash } from 'lucide-react'
import { Link } from 'react-router'
import { Avatar } from '#app/ui/avatar.tsx'
import { LevelWord, SampleWord } from '#app/ui/chip.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import { count, formatNumber } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import * as t from '#words/search-more.ts'
import { isCut, Marked } from './marks.tsx'
import type { Answer } from './queries.ts'

const LINK = 'stretched group-hover:text-accent'

export function AnswerList({ answers, label }: { answers: readonly Answer[]; label: string }) {
  const isTags = answers[0]?.kind === 'tag'
  return (
    <ul
      aria-label={label}
      className={
        isTags
          ? 'flex flex-wrap gap-2'
          : 'divide-y divide-line overflow-hidden rounded-card border border-line bg-surface'
      }
    >
      {answers.map((answer) =>
        answer.kind === 'tag' ? (
          <TagAnswer key={answer.key} answer={answer} />
        ) : (
          <AnswerRow key={answer.key} answer={answer} />
        ),
      )}
    </ul>
  )
}

function AnswerRow({ answer }: { answer: Answer }) {
  const { kind, to, title, excerpt, section, author, at } = answer
  const isMember = kind === 'member'
  return (
    <li className="group relative flex gap-3 px-4 py-3 transition-colors duration-(--quick) hover:bg-bg sm:gap-4">
      <span className="pt-0.5">
        <Avatar id={author?.id ?? title} src={author?.avatar_url ?? null} size={40} />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-sans text-15 leading-5 font-semibold text-wrap">
          {kind === 'reply' ? <span className="font-normal text-muted">{t.replyIn}</span> : null}
          <Link to={to} className={LINK} {...spoken(title)}>
            <Marked line={title} />
          </Link>
        </h3>
        {excerpt ? (
          <p {...spoken(excerpt)} className="mt-0.5 line-clamp-2 text-14 leading-5 text-muted">
            <Marked line={excerpt} isText={!isMember} />
            {!isMember && isCut(excerpt) ? '\u00a0…' : null}
          </p>
        ) : null}
        <p className="mt-1 text-13 text-muted">
          {answer.isAnswered ? (
            <span className="answer-chip sign-check mr-2">{kind === 'reply' ? t.answer : t.answered}</span>
          ) : null}
          {author ? (
            <>
              {isMember ? `@${author.name}` : author.name}
              <LevelWord level={author.level} />
              <SampleWord id={answer.id} />
            </>
          ) : null}
          {section ? t.inLabel(section) : null}
          {kind === 'thread' ? <Amount words={count(answer.count ?? 0, t.reply, t.replies2)} /> : null}
          {isMember ? <Amount words={count(answer.count ?? 0, t.discussion, t.discussions)} /> : null}
          {at && !isMember ? (
            <>
              {'\u00a0· '}
              <TimeAgo at={at} className="whitespace-nowrap" />
            </>
          ) : null}
        </p>
      </div>
    </li>
  )
}

/** On one line: a number at its end would stand without its noun. */
function Amount({ words }: { words: string }) {
  return (
    <>
      {'\u00a0· '}
      <span className="whitespace-nowrap">{words}</span>
    </>
  )
}

function TagAnswer({ answer: { to, title, count: threads } }: { answer: Answer }) {
  return (
    <li>
      <Link
        to={to}
        className="inline-flex min-h-11 items-center gap-1 rounded-full bg-raised px-3.5 text-15 hover:text-accent sm:min-h-9 sm:text-14"
      >
        <Hash size={14} aria-hidden className="text-muted" />
        {title}
        <span className="text-13 text-muted tabular-nums">
          {formatNumber(threads ?? 0)}
          <span className="sr-only"> {threads === 1 ? t.discussion : t.discussions}</span>
        </span>
      </Link>
    </li>
  )
}
