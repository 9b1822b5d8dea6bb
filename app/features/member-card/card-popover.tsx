// A popover at a link. It opens where the pointer or the keyboard's focus rests and stays while either is on the link or on it;
// Tab leads from the link into it and on, Escape closes it (WCAG 1.4.13). On touch it opens by a tap, takes the focus, so that
// a screen reader reads it, and stays until a tap elsewhere.
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { placeAt } from '#app/ui/overlays/place.ts'

/** The way from the name to the card leads over what is between them. */
const CLOSES_AFTER_MS = 250

type CardPopoverProps = {
  opener: HTMLAnchorElement
  label: string
  onClose: () => void
  children: ReactNode
}

export function CardPopover({ opener, label, onClose, children }: CardPopoverProps) {
  const ref = useRef<HTMLElement>(null)
  const close = useEffectEvent(onClose)
  const { key } = useLocation()
  const openedAt = useRef(key)
  useEffect(() => {
    // Another page has other names.
    if (key !== openedAt.current) close()
  }, [key])

  useLayoutEffect(() => {
    const card = ref.current
    if (!card) return
    if (!card.matches(':popover-open')) card.showPopover()
    if (!opener.matches(':focus-visible') && matchMedia('(hover: none)').matches) card.focus()
    const place = () => placeAt(card, opener, 'left')
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') close()
    }
    const resized = new ResizeObserver(place)
    resized.observe(card)
    card.addEventListener('toggle', onToggle)
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      resized.disconnect()
      card.removeEventListener('toggle', onToggle)
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, { capture: true })
    }
  }, [opener])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const isHere =
        opener.matches(':hover, :focus-visible') ||
        ref.current?.matches(':hover, :focus, :has(:focus-visible)')
      if (!isHere) timer = setTimeout(() => close(), CLOSES_AFTER_MS)
    }
    const enter = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Tab' || event.shiftKey) return
      event.preventDefault()
      ref.current?.querySelector<HTMLElement>('a, button')?.focus()
    }
    // The pointer may have left while the card was loaded.
    look()
    const events = ['pointerover', 'focusin'] as const
    for (const event of events) document.addEventListener(event, look)
    opener.addEventListener('keydown', enter)
    return () => {
      clearTimeout(timer)
      for (const event of events) document.removeEventListener(event, look)
      opener.removeEventListener('keydown', enter)
    }
  }, [opener])

  function onKeyDown(event: KeyboardEvent) {
    const controls = [...(ref.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    const { activeElement } = document
    if (event.key === 'Escape') opener.focus()
    // From the name the browser goes on to what is after it.
    else if (event.key === 'Tab' && !event.shiftKey && activeElement === controls.at(-1)) opener.focus()
    else if (event.key === 'Tab' && event.shiftKey && activeElement === controls[0]) {
      event.preventDefault()
      opener.focus()
    }
  }

  return createPortal(
    <section
      ref={ref}
      role="dialog"
      popover="auto"
      tabIndex={-1}
      aria-label={label}
      className="m-0 w-80 max-w-[calc(100vw-8px)] rounded-card border border-line bg-surface p-4 text-text shadow-float"
      onKeyDown={onKeyDown}
    >
      {children}
    </section>,
    opener.closest('main') ?? document.body,
  )
}
