// Buttons and links that look like them. 44 px tall on touch.
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import { Link } from '../link.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type Size = 'normal' | 'small'

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none transition-colors duration-(--quick) disabled:opacity-55 disabled:cursor-not-allowed'
const VARIANTS: Record<ButtonVariant, string> = {
  // The border shows where a reader's own colours take the place of ours, and fills go.
  primary: 'border border-transparent bg-accent text-accent-ink hover:not-disabled:bg-accent-strong',
  secondary: 'border border-control-line text-text bg-surface hover:not-disabled:bg-raised',
  quiet: 'text-muted hover:not-disabled:bg-raised hover:not-disabled:text-text',
  danger: 'border border-transparent bg-loss text-loss-ink hover:not-disabled:opacity-90',
}
const SIZES: Record<Size, string> = {
  normal: 'min-h-11 px-4 text-15',
  small: 'min-h-11 px-3 text-14 sm:min-h-9',
}

/** The classes of a button, for the rare element that is neither a button nor a link. */
export function buttonClass(variant: ButtonVariant = 'primary', size: Size = 'normal', extra = ''): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${extra}`
}

type Shape = { variant?: ButtonVariant; size?: Size; children: ReactNode }

export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...rest
}: Shape & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type={type} className={buttonClass(variant, size, className)} {...rest} />
}

export function ButtonLink({ variant, size, className, ...rest }: Shape & LinkProps) {
  return <Link className={buttonClass(variant, size, className)} {...rest} />
}
