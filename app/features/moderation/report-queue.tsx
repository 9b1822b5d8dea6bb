// The console of reports: the cases at the left, the chosen one at the right; on narrow screens it opens in the list.
// Arrow keys, j and k choose; the letters on the buttons of the case work from everywhere in the console.

import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { targetTitle } from '#app/domain/reports/report-target.tsx'
import { areLetterKeysOff } from '#app/platform/browser/letter-keys.ts'
import { useIsNarrow } from '#app/ui/use-is-narrow.ts'
import { count } from '#shared/format.ts'
import { MAIN } from '#shared/page-contract.ts'
import { CaseLine } from './case-line.tsx'
import { CasePanel } from './case-panel.tsx'
import type { Case, LogEntry } from './queue.ts'
import { useCaseActs } from './use-case-acts.tsx'

/** Keys pressed here are text, or choose in a menu. */
const TAKES_LETTERS = 'input, textarea, select, [contenteditable], [role="menu"], dialog'
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

type ReportQueueProps = {
  cases: readonly Case[]
  log: readonly LogEntry[]
  /** 'Hid' for the log's hide. */
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
    // In the case, the arrows scroll.
    if (step && (key.length === 1 || target.parentElement === list.current)) {
      event.preventDefault()
      const to = list.current?.children[cases.indexOf(chosen) + step]
      if (to instanceof HTMLElement) to.focus()
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
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of all that is in it
    <div
      ref={frame}
      onKeyDown={onKeyDown}
      className="grid items-start gap-6 lg:grid-cols-[300px_minmax(0,1fr)]"
    >
      <div>
        <p role="status" className="mb-2 text-13 text-muted">
          {count(cases.length, 'case', 'cases')}
          {chosen.target.state === 'open' ? ' left' : ''}
        </p>
        <ul
          ref={list}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {cases.map((one) => (
            <li
              key={one.target.target_id}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: each case is a stop of the keyboard
              tabIndex={0}
              aria-label={targetTitle(one.target)}
              aria-current={one === chosen ? 'true' : undefined}
              onFocus={() => choose(one)}
              className="px-4 py-3 -outline-offset-2 aria-[current]:bg-raised"
            >
              <CaseLine one={one} />
              <p className="mt-1 line-clamp-2 text-15 font-medium [overflow-wrap:anywhere]">
                {targetTitle(one.target)}
              </p>
              {one.target.target_excerpt ? (
                <p className="line-clamp-2 text-14 [overflow-wrap:anywhere] text-muted">
                  {one.target.target_excerpt}
                </p>
              ) : null}
              {isNarrow && one === chosen ? panel : null}
            </li>
          ))}
        </ul>
      </div>
      {isNarrow ? null : panel}
      {dialogs}
    </div>
  )
}

/**
 * The case that is shown. After a decision it is the next one, in the place of the one that left the list, with the
 * focus; a key that is pressed while nothing has the focus goes to it.
 */
function useChosenCase(cases: readonly Case[]) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [last, setLast] = useState({ id: '', place: 0 })
  const known = cases.find(({ target }) => target.target_id === last.id)
  const place = known ? cases.indexOf(known) : Math.min(last.place, cases.length - 1)
  const chosen = cases[place] as Case
  const row = () => {
    const found = list.current?.children[place]
    return found instanceof HTMLElement ? found : null
  }
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the list changes
  useEffect(() => focusRow(), [cases])
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
