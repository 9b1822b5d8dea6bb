// A button that opens a menu: arrow keys move within it, Escape and a click elsewhere close it. The menu is positioned
// above tables and dialogs, which would cut it off.
import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from '../link.tsx'
import { placeAt } from './place.ts'

export type MenuItem = {
  label: string
  icon?: ReactNode
  /** For items that are on or off. */
  checked?: boolean
  /** For items of which one holds. */
  chosen?: boolean
  intent?: 'normal' | 'danger'
} & ({ onSelect: () => void; to?: never } | { to: string; onSelect?: never })

type MenuButtonProps = {
  /** The label of the menu for screen readers. */
  label: string
  /** What is visible of the button, unless its class draws it. */
  children?: ReactNode
  className?: string
  disabled?: boolean
  items: readonly MenuItem[]
  /** Open from the start: the press that loaded it was the first. */
  startsOpen?: boolean
}

const ITEM = '[role^="menuitem"]'

export function MenuButton({
  label,
  children,
  className = '',
  disabled = false,
  items,
  startsOpen = false,
}: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  // The menu is placed at the button, which is in the document by then.
  useLayoutEffect(() => setOpen(startsOpen), [startsOpen])
  const id = useId()
  const close = () => {
    setOpen(false)
    const { activeElement } = document
    // Another field was clicked and has the focus, which stays there.
    const isElsewhere = activeElement !== document.body && !activeElement?.closest('[role="menu"]')
    if (!isElsewhere) button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return
          event.preventDefault()
          setOpen(true)
        }}
        className={className}
      >
        {children}
      </button>
      {open
        ? createPortal(
            <Menu id={id} label={label} items={items} close={close} anchor={button.current} />,
            // Outside of an open dialog it would be inert, outside of a popover it would close that, and outside of a
            // landmark it is missed.
            button.current?.closest('dialog, [popover], header, main') ?? document.body,
          )
        : null}
    </>
  )
}

type MenuProps = Pick<MenuButtonProps, 'label' | 'items'> & {
  id: string
  anchor: HTMLElement | null
  close: () => void
}

function Menu({ id, label, items, anchor, close }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const latestClose = useRef(close)
  useLayoutEffect(() => {
    latestClose.current = close
  })

  useLayoutEffect(() => {
    const element = menu.current
    if (!element || !anchor) return
    element.showPopover()
    placeAt(element, anchor, 'right')
    element.querySelector<HTMLElement>(ITEM)?.focus()
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') latestClose.current()
    }
    // The menu moves with its button.
    const onMove = () => placeAt(element, anchor, 'right')
    element.addEventListener('toggle', onToggle)
    window.addEventListener('resize', onMove)
    window.addEventListener('scroll', onMove, { capture: true, passive: true })
    return () => {
      element.removeEventListener('toggle', onToggle)
      window.removeEventListener('resize', onMove)
      window.removeEventListener('scroll', onMove, { capture: true })
    }
  }, [anchor])

  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      popover="auto"
      onKeyDown={(event) => move(event, close)}
      className="m-0 min-w-48 rounded-card border border-line bg-surface p-1 text-text shadow-float"
    >
      {items.map(({ label: text, icon, checked, chosen, intent = 'normal', to, onSelect }) => {
        const content = (
          <>
            {icon}
            <span className="grow">{text}</span>
            {checked || chosen ? <Check size={16} aria-hidden className="text-accent" /> : null}
          </>
        )
        const className = `flex min-h-11 w-full items-center gap-2.5 rounded-control px-3 text-left text-14 whitespace-nowrap hover:bg-raised focus-visible:bg-raised sm:min-h-9 ${
          intent === 'danger' ? 'text-loss' : ''
        }`
        if (to)
          return (
            <Link key={text} to={to} role="menuitem" tabIndex={-1} onClick={close} className={className}>
              {content}
            </Link>
          )
        return (
          <button
            key={text}
            type="button"
            {...roleOf(checked, chosen)}
            tabIndex={-1}
            onClick={() => {
              close()
              onSelect?.()
            }}
            className={className}
          >
            {content}
          </button>
        )
      })}
    </div>
  )
}

function roleOf(checked: boolean | undefined, chosen: boolean | undefined) {
  if (chosen !== undefined) return { role: 'menuitemradio', 'aria-checked': chosen }
  return checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': checked }
}

function move(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEM)]
  const here = items.indexOf(event.target as HTMLElement)
  const places: Record<string, number> = {
    ArrowDown: here + 1,
    ArrowUp: here - 1,
    Home: 0,
    End: -1,
  }
  const next = places[event.key]
  if (event.key === 'Tab') close()
  if (next === undefined) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}
