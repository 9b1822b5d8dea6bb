// A picture of a post, over the page and as large as the screen. Arrow keys and buttons lead to the page's other pictures.

import { ChevronLeft, ChevronRight, ExternalLink, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { PICTURES } from '#shared/page-contract.ts'
import * as t from '#words/ui-more.ts'
import { singlePress } from '../single-press.ts'
import { useModal } from './modal.ts'

const CONTROL =
  'fixed inline-flex size-11 items-center justify-center rounded-full border border-line bg-surface text-text shadow-float hover:bg-raised'
const ICON = { size: 20, 'aria-hidden': true } as const

type LightboxProps = { opener: HTMLAnchorElement; onClose: () => void }

export default function Lightbox({ opener, onClose }: LightboxProps) {
  // Those of a folded post are not shown.
  const [links] = useState(() =>
    [...document.querySelectorAll<HTMLAnchorElement>(PICTURES)].filter((link) => link.checkVisibility()),
  )
  const [at, setAt] = useState(Math.max(links.indexOf(opener), 0))
  const link = links[at] ?? opener
  const alt = link.querySelector('img')?.alt ?? ''
  const modal = useModal({ open: true, onDismiss: onClose })
  useFocusAfterwards(link)
  useCloseOnMove(onClose)
  const move = (step: 1 | -1) => setAt((before) => (before + step + links.length) % links.length)

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowRight') move(1)
    else if (key === 'ArrowLeft') move(-1)
  }

  return (
    <dialog
      {...modal}
      // The second click of a double click on the picture may be beside it.
      onClick={singlePress((press) => modal.onClick?.(press))}
      aria-label={alt || t.picture}
      className="m-auto max-h-none max-w-none overflow-visible bg-transparent p-0 text-text backdrop:bg-[rgb(0_0_0/0.85)]"
      onKeyDown={onKeyDown}
    >
      <button type="button" aria-label={t.close} className={`${CONTROL} top-2 right-2`} onClick={onClose}>
        <X {...ICON} />
      </button>
      <a href={link.href} aria-label={t.openTheFile} className={`${CONTROL} top-2 right-15`}>
        <ExternalLink {...ICON} />
      </a>
      <img
        key={link.href}
        src={link.href}
        alt={alt}
        className="max-h-[calc(100dvh-120px)] max-w-[100vw] text-[#fff] sm:max-w-[calc(100vw-144px)]"
      />
      {links.length > 1 ? (
        <>
          <Step label={t.previousPicture} className="left-2" onClick={() => move(-1)}>
            <ChevronLeft {...ICON} />
          </Step>
          <Step label={t.nextPicture} className="right-2" onClick={() => move(1)}>
            <ChevronRight {...ICON} />
          </Step>
          <p
            role="status"
            className="fixed bottom-[calc(env(safe-area-inset-bottom)+16px)] left-1/2 -translate-x-1/2 rounded-full bg-surface px-3 py-1 text-14 tabular-nums"
          >
            <span className="sr-only">{t.picture2}</span>
            {at + 1} / {links.length}
            <span className="sr-only">{alt && `: ${alt}`}</span>
          </p>
        </>
      ) : null}
    </dialog>
  )
}

type StepProps = { label: string; className: string; onClick: () => void; children: React.ReactNode }

/** On phones at the lower corners, where the thumbs are; elsewhere beside the picture. */
function Step({ label, className, onClick, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={`${CONTROL} bottom-[calc(env(safe-area-inset-bottom)+8px)] sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2 ${className}`}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** Safari does not focus a link that is clicked, so a dialog has nothing to return the focus to. */
function useFocusAfterwards(link: HTMLAnchorElement): void {
  const latest = useRef(link)
  latest.current = link
  useLayoutEffect(() => () => latest.current.focus(), [])
}

/** Another page has other pictures. */
function useCloseOnMove(onClose: () => void): void {
  const { key } = useLocation()
  const openedAt = useRef(key)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (key !== openedAt.current) close()
  }, [key])
}
