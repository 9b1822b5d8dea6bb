// A small button of an action row: icon, label, optional count. Hidden without JavaScript.

import type { ButtonHTMLAttributes, ReactElement } from 'react'
import { ACT, type Act, attribute } from '#shared/page-contract.ts'

type ActionButtonProps = {
  /** The icon's class in app/styles/components.css, or an element. */
  icon: Act | ReactElement
  /** What the button does, if `icon` is an element and code finds the button (app/features/keys). */
  act?: Act
  /** The label; always available to screen readers, visible from 640 px unless `figure` replaces it. */
  label: string
  figure?: string
  /** The label is visible on phones too. */
  spelled?: boolean
  intent?: 'normal' | 'danger'
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'>

export function ActionButton({
  icon,
  act = typeof icon === 'string' ? icon : undefined,
  label,
  figure,
  spelled = false,
  intent = 'normal',
  ...button
}: ActionButtonProps) {
  const sign = typeof icon === 'string' ? ` sign-${icon}` : ''
  return (
    <button
      type="button"
      className={`act${sign}${intent === 'danger' ? ' act-danger' : ''}`}
      {...attribute(ACT, act)}
      {...button}
    >
      {typeof icon === 'string' ? null : icon}
      {figure === undefined ? (
        <span className={spelled ? undefined : 'word'}>{label}</span>
      ) : (
        <>
          <span className="sr-only">{label}</span>
          <span>{figure}</span>
        </>
      )}
    </button>
  )
}
