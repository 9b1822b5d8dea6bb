// A list whose cards appear one after another when it is first visible: by CSS alone (app/styles/stagger.css), because
// the pages of guests run no script while they are read.
import type { CSSProperties, ReactNode } from 'react'

type StaggerProps = {
  /** Delay between two cards. */
  stepMs: number
  className?: string
  children: ReactNode
}

export function Stagger({ stepMs, className = '', children }: StaggerProps) {
  return (
    <ul className={`stagger ${className}`} style={{ '--step': `${stepMs}ms` } as CSSProperties}>
      {children}
    </ul>
  )
}
