// The first line of a case: how often it was reported, what it is, by whom, and its state.
import { Flag } from 'lucide-react'
import { TARGET_WORDS, type TargetKind } from '#app/domain/reports/report-reasons.ts'
import { StateChip } from '#app/domain/reports/report-target.tsx'
import { LevelWord } from '#app/ui/chip.tsx'
import { count } from '#shared/format.ts'
import { memberName } from '#shared/slugs.ts'
import * as t from '#words/moderation.ts'
import type { Case } from './queue.ts'

export function CaseLine({ one: { target, reports } }: { one: Case }) {
  const isGone = !(target.thread || target.reply || target.message || target.profile)
  const isHidden = target.thread?.is_hidden || target.reply?.is_hidden
  const facts = [
    isGone ? 'gone' : '',
    isHidden ? 'hidden' : '',
    target.thread?.is_locked ? 'locked' : '',
    target.message?.is_anonymous ? 'anonymous' : '',
  ].filter(Boolean)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted">
      <span className="inline-flex items-center gap-1 font-semibold text-loss">
        <Flag size={13} aria-hidden strokeWidth={2.25} />
        {count(reports.length, t.report, t.reports)}
      </span>
      <span className="capitalize">{TARGET_WORDS[target.target_kind as TargetKind]}</span>
      {target.author ? (
        <span>
          {t.by(memberName(target.author.username))}
          <LevelWord level={target.author.user_level} />
        </span>
      ) : null}
      {facts.length > 0 ? <span className="text-warn">{facts.join(', ')}</span> : null}
      {target.state === 'open' ? null : <StateChip state={target.state} />}
    </p>
  )
}
