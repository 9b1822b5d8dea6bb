// Buttons and links that look like them. 44 px tall on touch.
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import { Link } from '../link.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type Size = 'normal' | 'small'

/** The classes of a button (app/styles/components.css), for an element that is neither a button nor a link. */
export function buttonClass(variant: ButtonVariant = 'primary', size: Size = 'normal', extra = ''): string {
  return `btn btn-${variant} btn-${size}${extra === '' ? '' : ` ${extra}`}`
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
