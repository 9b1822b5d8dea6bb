// A small button of an action row: icon, label, optional count. Hidden without JavaScript.

import type { ButtonHTMLAttributes, ReactElement } from 'react'
import { ACT, type Act, attribute } from '#shared/page-contract.ts'

type ActionButtonProps = {
  /** An icon that app/styles/components.css has for what the button does, or an element. */
  icon: Exclude<Act, 'edit'> | ReactElement
  /** What the button does, if `icon` is an element and code finds the button (app/features/keys). */
  act?: 'edit'
  /** The label; always available to screen readers, visible from 640 px unless `figure` replaces it. */
  label: string
  /** Only the icon is visible; `aria-label` names the button. */
  terse?: boolean
  figure?: string
  /** The label is visible on phones too. */
  spelled?: boolean
  intent?: 'normal' | 'danger'
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'>

export function ActionButton({
  icon,
  act,
  label,
  figure,
  spelled = false,
  terse = false,
  intent = 'normal',
  ...button
}: ActionButtonProps) {
  return (
    <button
      type="button"
      className={intent === 'danger' ? 'act act-danger' : 'act'}
      {...attribute(ACT, typeof icon === 'string' ? icon : act)}
      {...button}
    >
      {typeof icon === 'string' ? null : icon}
      {terse ? null : figure === undefined ? (
        <span className={spelled ? undefined : 'word'}>{label}</span>
      ) : (
        <>
          {button['aria-label'] ? null : <span className="sr-only">{label}</span>}
          <span>{figure}</span>
        </>
      )}
    </button>
  )
}
