// The text as it will stand, in the place of the editor.
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { buttonClass } from '#app/ui/forms/button.tsx'
import * as t from '#words/editor.ts'
import { asStored } from './as-stored.ts'

type PreviewProps = {
  /** The editor's HTML. */
  html: string
  onClose: () => void
  className: string
}

export function Preview({ html, onClose, className }: PreviewProps) {
  const [stored, setStored] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    let isWanted = true
    asStored(html).then(
      (answer) => isWanted && setStored(answer),
      (error: unknown) => {
        console.warn('the preview was not made', error)
        if (isWanted) setProblem(error instanceof Error ? error.message : String(error))
      },
    )
    return () => {
      isWanted = false
    }
  }, [html, attempt])
  return (
    <section aria-label={t.preview} className={className}>
      <div className="sticky top-(--sticky-top) z-10 sheet flex min-h-11 items-center justify-between gap-3 rounded-t-control border-b border-line py-0.5 pl-4 text-14 text-muted">
        <p>{t.preview}</p>
        <button ref={back} type="button" className={buttonClass('quiet', 'small', 'mr-1')} onClick={onClose}>
          <Pencil size={16} aria-hidden /> {t.backToWriting}
        </button>
      </div>
      <div className="min-h-50 overflow-y-auto px-4 py-3">
        {stored !== null ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
          <div className="post" dir="auto" dangerouslySetInnerHTML={{ __html: stored }} />
        ) : problem !== null ? (
          <Failed
            message={problem}
            onRetry={() => {
              setProblem(null)
              setAttempt((before) => before + 1)
            }}
          />
        ) : (
          <Skeleton label={t.loadingThePreview} rows={3} />
        )}
      </div>
    </section>
  )
}
