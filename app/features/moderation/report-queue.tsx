// The console of reports: the cases at the left, a listbox with one stop of the Tab key, and the chosen one at the right. On
// narrow screens each case is a button under which it opens. Arrow keys, Home, End, j and k choose, Enter leads into the
// case; the letters on its buttons work from everywhere in the console.

import { Fragment, type KeyboardEvent, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { reasonLabel } from '#app/domain/reports/report-reasons.ts'
import { targetTitle } from '#app/domain/reports/report-target.tsx'
import { areLetterKeysOff } from '#app/platform/browser/letter-keys.ts'
import { RowsShown } from '#app/ui/first-rows.tsx'
import { useIsNarrow } from '#app/ui/use-is-narrow.ts'
import { count } from '#shared/format.ts'
import { MAIN } from '#shared/page-contract.ts'
import * as t from '#words/moderation.ts'
import { CaseLine } from './case-line.tsx'
import { CasePanel } from './case-panel.tsx'
import type { Case, LogEntry } from './queue.ts'
import { useCaseActs } from './use-case-acts.tsx'

/** Keys pressed here are text, or choose in a menu. */
const TAKES_LETTERS = 'input, textarea, select, [contenteditable], [role="menu"], dialog'
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The cases in the list, a listbox's or narrow screens'. */
const CASES = '[role="option"], [role="button"][aria-expanded]'

type ReportQueueProps = {
  cases: readonly Case[]
  log: readonly LogEntry[]
  /** 'Hidden' for the log's hide. */
  actionWord: (action: string) => string
}

export function ReportQueue({ cases, log, actionWord }: ReportQueueProps) {
  const { actsOn, dialogs } = useCaseActs()
  const isNarrow = useIsNarrow()
  const { frame, list, chosen, choose } = useChosenCase(cases)

  function onKeyDown(event: KeyboardEvent) {
    const { target, key } = event
    if (!(target instanceof Element) || target.closest(TAKES_LETTERS)) return
    if (event.ctrlKey || event.metaKey || event.altKey || (key.length === 1 && areLetterKeysOff())) return
    const step = STEPS[key]
    const isInList = target.matches(CASES)
    // In the case, the arrows scroll.
    if (step && (key.length === 1 || isInList)) {
      event.preventDefault()
      const last = cases.length - 1
      list.current
        ?.querySelectorAll<HTMLElement>(CASES)
        [Math.min(last, Math.max(0, cases.indexOf(chosen) + step))]?.focus()
      return
    }
    if (key === 'Enter' && isInList) {
      event.preventDefault()
      frame.current?.querySelector<HTMLElement>('section button')?.focus()
      return
    }
    const act = actsOn(chosen).find((one) => one.key === key)
    if (!act) return
    event.preventDefault()
    act.onSelect()
  }

  const panel = (
    <CasePanel
      one={chosen}
      acts={actsOn(chosen)}
      log={log.filter(({ target_id }) => target_id === chosen.target.target_id)}
      actionWord={actionWord}
    />
  )
  /** A case as a stop of the keyboard. */
  function stopOf(one: Case) {
    const isChosen = one === chosen
    const role = isNarrow
      ? { role: 'button', tabIndex: 0, 'aria-expanded': isChosen }
      : { role: 'option', tabIndex: isChosen ? 0 : -1, 'aria-selected': isChosen }
    return { ...role, onFocus: () => choose(one) }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of all that is in it
    <div
      ref={frame}
      onKeyDown={onKeyDown}
      className="grid items-start gap-6 lg:grid-cols-[300px_minmax(0,1fr)]"
    >
      <div>
        <p role="status" className="mb-2 text-13 text-muted">
          {count(cases.length, t.caseLabel2, t.cases)}
          {chosen.target.state === 'open' ? t.left : ''}
        </p>
        <div
          ref={list}
          {...(isNarrow ? {} : { role: 'listbox', 'aria-label': t.cases2 })}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {cases.map((one) => {
            const isChosen = one === chosen
            return (
              <Fragment key={one.target.target_id}>
                <div
                  {...stopOf(one)}
                  className={`px-4 py-3 -outline-offset-2 ${isChosen ? 'bg-raised' : ''}`}
                >
                  <CaseLine one={one} />
                  <p className="mt-1 line-clamp-1 text-15 font-medium [overflow-wrap:anywhere]">
                    {targetTitle(one.target)}
                  </p>
                  <span className="sr-only">{t.reportedAs(groundsOf(one))} </span>
                  {one.target.target_excerpt ? (
                    <p className="line-clamp-1 text-14 [overflow-wrap:anywhere] text-muted">
                      {one.target.target_excerpt}
                    </p>
                  ) : null}
                </div>
                {isNarrow && isChosen ? panel : null}
              </Fragment>
            )
          })}
        </div>
      </div>
      {isNarrow ? null : panel}
      {dialogs}
    </div>
  )
}

/** 'Spam or scam, Off-topic' */
function groundsOf({ reports }: Case): string {
  return [...new Set(reports.map(({ ground }) => reasonLabel(ground)))].join(', ')
}

/**
 * The case that is shown. After a decision it is the next one, in the place of the one that left the list, with the
 * focus; a key that is pressed while nothing has the focus goes to it.
 */
function useChosenCase(cases: readonly Case[]) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [last, setLast] = useState({ id: '', place: 0 })
  const known = cases.find(({ target }) => target.target_id === last.id)
  const place = known ? cases.indexOf(known) : Math.min(last.place, cases.length - 1)
  const chosen = cases[place] as Case
  const row = () => list.current?.querySelectorAll<HTMLElement>(CASES)[place] ?? null
  const focusRow = useEffectEvent(() => {
    if (document.querySelector('dialog[open]')) return
    const isLeft = last.id !== '' && !known
    if (hasNoFocus() || (isLeft && frame.current?.contains(document.activeElement)))
      row()?.focus({ preventScroll: true })
  })
  const passOn = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!hasNoFocus() || event.defaultPrevented) return
    if (event.key.length === 1 && areLetterKeysOff()) return
    const current = row()
    if (!current) return
    current.focus()
    const { key, ctrlKey, metaKey, altKey } = event
    const passed = new KeyboardEvent('keydown', {
      key,
      ctrlKey,
      metaKey,
      altKey,
      bubbles: true,
      cancelable: true,
    })
    if (!current.dispatchEvent(passed)) event.preventDefault()
  })
  const isShown = useContext(RowsShown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the list changes, and when it is shown
  useEffect(() => focusRow(), [cases, isShown])
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => passOn(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const choose = (one: Case) => setLast({ id: one.target.target_id, place: cases.indexOf(one) })
  return { frame, list, chosen, choose }
}

/** Whether no element that handles keys has the focus; after navigation the page's main element has it. */
function hasNoFocus(): boolean {
  const { activeElement, body } = document
  return (activeElement === body || activeElement?.id === MAIN) && !document.querySelector('dialog[open]')
}
