// The queue of reports. Arrow keys move between cases; on a case, letters work like its buttons and menu.
import { Flag, MoreHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { Link } from 'react-router'
import { ownWords, reasonLabel, TARGET_WORDS, type TargetKind } from '#app/domain/reports/report-reasons.ts'
import { StateChip, targetPath, targetTitle } from '#app/domain/reports/report-target.tsx'
import { client } from '#app/platform/session/session.ts'
import { cut } from '#app/platform/text/plain-text.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { LevelChip } from '#app/ui/chip.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { ICON_BUTTON } from '#app/ui/forms/icon-button.tsx'
import { MenuButton } from '#app/ui/overlays/menu-button.tsx'
import { count } from '#shared/format.ts'
import { memberName, memberPath } from '#shared/slugs.ts'
import { answerReports, type Case, type LogEntry, type QueuedReport } from './queue.ts'
import { type Act, useCaseActs } from './use-case-acts.tsx'
import { useRefresh } from './use-moderation.ts'

const LOG_SHOWN = 3
/** The report stores 300 characters: a shorter cut always ends with an ellipsis. */
const EXCERPT_LENGTH = 280

type ReportQueueProps = {
  cases: readonly Case[]
  log: readonly LogEntry[]
  /** 'Hid' for the log's hide. */
  actionWord: (action: string) => string
}

export function ReportQueue({ cases, log, actionWord }: ReportQueueProps) {
  const { actsOn, answer, dialogs } = useCaseActs()
  const refresh = useRefresh()

  const list = useRef<HTMLUListElement>(null)
  const onCaseFocus = useKeysOnArrival(list, cases)

  async function reopen({ reports }: Case) {
    try {
      await answerReports(
        await client(),
        reports.map(({ id }) => id),
        { state: 'open', resolution: null },
      )
      toast({ title: reports.length === 1 ? 'Report reopened' : 'Reports reopened' })
    } catch (error) {
      toastError('reopen the report', error)
    }
    await refresh()
  }

  function onKeyDown(event: KeyboardEvent<HTMLLIElement>, one: Case) {
    // Letters typed in a menu or a dialog are not shortcuts.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const neighbour = { ArrowDown: 'next', j: 'next', ArrowUp: 'previous', k: 'previous' }[event.key]
    if (neighbour) {
      event.preventDefault()
      const { nextElementSibling, previousElementSibling } = event.currentTarget
      const other = neighbour === 'next' ? nextElementSibling : previousElementSibling
      if (other instanceof HTMLElement) other.focus()
      return
    }
    const act =
      one.target.state === 'open' && event.key === 'r'
        ? () => answer(one, 'resolved')
        : one.target.state === 'open' && event.key === 'd'
          ? () => answer(one, 'dismissed')
          : actsOn(one).find(({ key }) => key === event.key)?.onSelect
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <>
      <ul
        ref={list}
        className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
      >
        {cases.map((one, index) => (
          <li
            key={one.target.target_id}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: each case is a stop of the keyboard, with letters of its own
            tabIndex={0}
            aria-label={targetTitle(one.target)}
            onFocus={() => onCaseFocus(index)}
            onKeyDown={(event) => onKeyDown(event, one)}
            className="px-4 py-4 -outline-offset-2 focus-visible:bg-raised"
          >
            <div className="gap-6 sm:flex sm:items-start sm:justify-between">
              <div className="min-w-0">
                <Head one={one} />
                <Reasons reports={one.reports} />
                <Log
                  entries={log.filter(({ target_id }) => target_id === one.target.target_id)}
                  actionWord={actionWord}
                />
              </div>
              <Acts
                one={one}
                acts={actsOn(one)}
                onAnswer={(state) => answer(one, state)}
                onReopen={() => void reopen(one)}
              />
            </div>
          </li>
        ))}
      </ul>
      {dialogs}
    </>
  )
}

/**
 * Makes the keys work from the start, and after a case has left the list: if nothing else has the focus, it moves to
 * the case at the same position, and a key pressed on the page goes to that case.
 * @returns to be called with the position of a focused case
 */
function useKeysOnArrival(
  list: { current: HTMLUListElement | null },
  cases: readonly Case[],
): (index: number) => void {
  const last = useRef(0)
  const current = () => {
    const rows = list.current?.children
    const row = rows?.[Math.min(last.current, rows.length - 1)]
    return row instanceof HTMLElement ? row : null
  }
  const focusCurrent = useEffectEvent(() => {
    if (hasNoFocus()) current()?.focus({ preventScroll: true })
  })
  const passOn = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!hasNoFocus() || event.defaultPrevented) return
    const row = current()
    if (!row) return
    row.focus()
    const { key, ctrlKey, metaKey, altKey } = event
    const passed = new KeyboardEvent('keydown', {
      key,
      ctrlKey,
      metaKey,
      altKey,
      bubbles: true,
      cancelable: true,
    })
    if (!row.dispatchEvent(passed)) event.preventDefault()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the list changes
  useEffect(() => focusCurrent(), [cases])
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => passOn(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (index) => {
    last.current = index
  }
}

/** Whether no element that handles keys has the focus; after navigation the page's main element has it. */
function hasNoFocus(): boolean {
  const { activeElement, body } = document
  return (activeElement === body || activeElement?.id === 'main') && !document.querySelector('dialog[open]')
}

function Head({ one: { target, reports } }: { one: Case }) {
  const path = targetPath(target)
  const title = targetTitle(target)
  const isGone = !(target.thread || target.reply || target.message || target.profile)
  const isHidden = target.thread?.is_hidden || target.reply?.is_hidden
  const facts = [
    isGone ? 'gone' : '',
    isHidden ? 'hidden' : '',
    target.thread?.is_locked ? 'locked' : '',
    target.message?.is_anonymous ? 'anonymous' : '',
  ].filter(Boolean)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted">
        <span className="inline-flex items-center gap-1 font-semibold text-loss">
          <Flag size={13} aria-hidden strokeWidth={2.25} />
          {count(reports.length, 'report', 'reports')}
        </span>
        <span className="capitalize">{TARGET_WORDS[target.target_kind as TargetKind]}</span>
        {target.author ? (
          <span className="inline-flex items-center gap-1.5">
            by{' '}
            <Link to={memberPath(target.author.username)} className="hover:text-accent hover:underline">
              {memberName(target.author.username)}
            </Link>
            <LevelChip level={target.author.user_level} />
          </span>
        ) : null}
        {facts.length > 0 ? <span className="text-warn">{facts.join(', ')}</span> : null}
        {target.state === 'open' ? null : <StateChip state={target.state} />}
      </p>
      <h2 className="mt-1 font-sans text-16 leading-snug font-semibold [overflow-wrap:anywhere]">
        {path ? (
          <Link to={path} className="inline-block py-1 hover:text-accent hover:underline sm:py-0">
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      {target.target_excerpt ? (
        <p className="mt-1 max-w-prose text-14 [overflow-wrap:anywhere] text-muted">
          {cut(target.target_excerpt, EXCERPT_LENGTH)}
        </p>
      ) : null}
    </>
  )
}

type ActsProps = {
  one: Case
  acts: Act[]
  onAnswer: (state: 'resolved' | 'dismissed') => void
  onReopen: () => void
}

function Acts({ one: { target }, acts, onAnswer, onReopen }: ActsProps) {
  return (
    <div className="flex shrink-0 items-center gap-2 max-sm:mt-3">
      {target.state === 'open' ? (
        <>
          <Button size="small" onClick={() => onAnswer('resolved')}>
            Resolve
          </Button>
          <Button variant="secondary" size="small" onClick={() => onAnswer('dismissed')}>
            Dismiss
          </Button>
        </>
      ) : (
        <Button variant="secondary" size="small" onClick={onReopen}>
          Reopen
        </Button>
      )}
      {acts.length > 0 ? (
        <MenuButton label={`Act on "${targetTitle(target)}"`} className={ICON_BUTTON} items={acts}>
          <MoreHorizontal size={16} aria-hidden />
        </MenuButton>
      ) : null}
    </div>
  )
}

function Reasons({ reports }: { reports: readonly QueuedReport[] }) {
  return (
    <ul className="mt-3 space-y-1.5">
      {reports.map((report) => {
        const words = ownWords(report)
        return (
          <li key={report.id} className="text-14 [overflow-wrap:anywhere]">
            <span className="font-medium">{reasonLabel(report.ground)}</span>
            {words ? `: ${words}` : ''}{' '}
            <span className="text-13 text-muted">
              · {memberName(report.reporter.username)}&nbsp;·{' '}
              <span className="whitespace-nowrap">
                <TimeAgo at={report.created_at} />
              </span>
            </span>
            {report.resolved_at ? (
              <span className="block border-l-2 border-edge pl-3 text-muted">
                {report.resolution ?? 'No words'} · {report.resolver?.username ?? 'the site'} ·{' '}
                <TimeAgo at={report.resolved_at} />
              </span>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

type LogProps = { entries: readonly LogEntry[]; actionWord: ReportQueueProps['actionWord'] }

/** Earlier actions on the target. */
function Log({ entries, actionWord }: LogProps) {
  if (entries.length === 0) return null
  return (
    <ul className="mt-3 text-13 text-muted" aria-label="Log">
      {entries.slice(0, LOG_SHOWN).map((entry) => (
        <li key={entry.id}>
          Log: {actionWord(entry.action)} by {entry.actor?.username ?? 'the site'}
          {entry.reason ? ` (${entry.reason})` : ''} · <TimeAgo at={entry.created_at} />
        </li>
      ))}
    </ul>
  )
}
