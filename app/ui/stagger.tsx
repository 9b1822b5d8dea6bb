// A list whose cards appear one after another when it is first visible. The animation hides nothing without JavaScript,
// in print or with reduced motion.
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'

type StaggerProps = {
  /** Delay between two cards. */
  stepMs: number
  className?: string
  children: ReactNode
}

export function Stagger({ stepMs, className = '', children }: StaggerProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const element = list.current
    if (!element || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      element.dataset.entering = ''
      observer.disconnect()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <ul ref={list} className={`stagger ${className}`} style={{ '--step': `${stepMs}ms` } as CSSProperties}>
      {children}
    </ul>
  )
}
