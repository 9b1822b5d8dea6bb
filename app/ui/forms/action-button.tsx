// A small button of an action row: an icon, its word, perhaps a figure. Stays out of sight without a script.
import type { ButtonHTMLAttributes, ReactNode } from 'react'

type ActionButtonProps = {
  /** The icon, by its class in app/styles/components.css, or what draws it. */
  icon: 'upvote' | 'reply' | 'bookmark' | 'share' | 'report' | Exclude<ReactNode, string>
  /** What it does; read always, shown from 640 px unless `figure` says enough. */
  label: string
  figure?: string
  /** There is room for the word on phones too. */
  spelled?: boolean
  intent?: 'normal' | 'danger'
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'>

export function ActionButton({
  icon,
  label,
  figure,
  spelled = false,
  intent = 'normal',
  ...button
}: ActionButtonProps) {
  const sign = typeof icon === 'string' ? ` sign-${icon}` : ''
  return (
    <button type="button" className={`act${sign}${intent === 'danger' ? ' act-danger' : ''}`} {...button}>
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
