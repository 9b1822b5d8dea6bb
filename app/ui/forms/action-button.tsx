// A small button of an action row: an icon, its word, perhaps a figure. Stays out of sight without a script.
import type { ButtonHTMLAttributes, ReactNode } from 'react'

type ActionButtonProps = {
  icon: ReactNode
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
  const hover = intent === 'danger' ? 'hover:bg-loss-soft hover:text-loss' : 'hover:bg-raised hover:text-text'
  return (
    <button
      type="button"
      className={`needs-script inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-control px-2 text-14 text-muted transition-colors duration-(--quick) select-none sm:min-h-9 ${hover} aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent`}
      {...button}
    >
      {icon}
      {figure === undefined ? (
        <span className={spelled ? '' : 'max-sm:sr-only'}>{label}</span>
      ) : (
        <>
          <span className="sr-only">{label}</span>
          <span className="tabular-nums">{figure}</span>
        </>
      )}
    </button>
  )
}
