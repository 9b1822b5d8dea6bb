// A button or a link with only an icon; its label is for screen readers, and shown on hover.
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

const LOOK =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-control text-muted transition-colors duration-(--quick) hover:not-disabled:bg-raised disabled:cursor-not-allowed disabled:opacity-55 sm:min-h-9 sm:min-w-9'
const INTENTS = {
  normal: 'hover:text-text',
  danger: 'hover:not-disabled:bg-loss-soft hover:text-loss',
} as const

/** The classes of an icon button, for an element that is neither a button nor a link. */
export const ICON_BUTTON = `${LOOK} ${INTENTS.normal}`

/** Properties of an icon in a button or a menu. */
export const SMALL_ICON = { size: 16, 'aria-hidden': true } as const

type IconButtonProps = { icon: ReactNode; label: string; intent?: keyof typeof INTENTS } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'children'
>

export function IconButton({ icon, label, intent = 'normal', ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`${LOOK} ${INTENTS[intent]}`}
      {...button}
    >
      {icon}
    </button>
  )
}

export function IconLink({ icon, label, ...link }: { icon: ReactNode; label: string } & LinkProps) {
  return (
    <Link aria-label={label} title={label} className={ICON_BUTTON} {...link}>
      {icon}
    </Link>
  )
}
