// A list whose cards come in one after another when it is first seen. Nothing is hidden before: without a script,
// on paper and with reduced motion the cards simply stand there.
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'

type StaggerProps = {
  /** From one card to the next. */
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
