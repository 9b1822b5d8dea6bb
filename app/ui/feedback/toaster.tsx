// The toaster (sonner): at the bottom left, away from the buttons of forms, and below the header on phones; one toast
// at a time for 4 s, or for 8 s if there is something to do. While a modal dialog is open, toasts are inside it, because everything outside is inert.
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { type Toast, takeToasts, whenToastsAreHidden } from './toast.ts'

const LASTS_MS = 4_000
const ACTION_LASTS_MS = 8_000

/** What had the focus before a toast got it. */
let cameFrom: HTMLElement | null = null

/**
 * The element that holds the toaster. The library does not see who gives a toast the focus: it would give the focus back
 * when the last toast goes, even while its reader is writing elsewhere, and to whoever clicks elsewhere. `returnFocus`
 * does it instead.
 */
function createHost(): HTMLDivElement {
  const host = document.createElement('div')
  // Added before React's own listeners, and called before them.
  const keep = (event: FocusEvent) => {
    event.stopImmediatePropagation()
    const from = event.relatedTarget
    if (!(from instanceof Node && host.contains(from))) cameFrom = from instanceof HTMLElement ? from : null
  }
  host.addEventListener('focusin', keep, { capture: true })
  return host
}

/** For a toast that goes: gives the focus back if the toast still has it. */
function returnFocus(): void {
  if (document.activeElement?.closest('[data-sonner-toaster]')) cameFrom?.focus({ preventScroll: true })
}

/** Shows a toast with the library; errors in the destructive style. */
export function showToast({ title, text, variant, action }: Toast): void {
  const options = {
    description: text,
    duration: action ? ACTION_LASTS_MS : LASTS_MS,
    onAutoClose: returnFocus,
    ...(action
      ? {
          action: {
            label: action.label,
            onClick: () => {
              returnFocus()
              action.onClick()
            },
          },
        }
      : {}),
  }
  // Replaces the previous toast: an old failure must not cover the next success.
  sonner.dismiss()
  if (variant === 'destructive') sonner.error(title, options)
  else sonner.success(title, options)
}

export default function Toaster() {
  const [isPhone] = useState(() => window.matchMedia('(max-width: 639.98px)').matches)
  const [host] = useState(createHost)
  useEffect(() => {
    const place = () => {
      const home = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
      if (host.parentElement !== home) home.append(host)
    }
    place()
    whenToastsAreHidden(place)
    takeToasts((toast) => {
      place()
      returnFocus()
      showToast(toast)
    })
    return () => host.remove()
  }, [host])
  return createPortal(
    <Sonner
      position={isPhone ? 'top-center' : 'bottom-left'}
      // Below the header's search, bell and menu.
      mobileOffset={{ top: 'calc(var(--header-height) + 8px)' }}
      visibleToasts={1}
      icons={{ error: <CircleAlert size={18} aria-hidden />, success: <CircleCheck size={18} aria-hidden /> }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-card border border-line bg-surface p-4 text-14 text-text shadow-float sm:w-90',
          title: 'font-semibold',
          description: 'text-muted',
          content: 'grow',
          actionButton:
            '-my-2.5 inline-flex min-h-11 shrink-0 items-center rounded-control px-3 font-medium text-accent hover:bg-raised sm:min-h-9',
          error: 'border-loss! [&_[data-icon]]:text-loss',
          success: '[&_[data-icon]]:text-accent',
        },
      }}
    />,
    host,
  )
}
