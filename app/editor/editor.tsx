// The rich-text editor as forms use it. Its library is large, so it is loaded on demand; until then, and on the server,
// a box of the same size is in its place.
import { type ComponentType, useEffect, useId, useState } from 'react'
import { Failed } from '#app/ui/feedback/states.tsx'
import { Said } from '#app/ui/forms/said.tsx'
import { count, formatNumber } from '#shared/format.ts'
import { textLength } from '#shared/text-length.ts'
import * as t from '#words/editor.ts'
import type { RichTextProps } from './rich-text.tsx'

/** The length of the text is shown from this share of its limit on. */
const COUNT_FROM = 0.9

export type EditorProps = {
  /** Label for screen readers; visible unless `hiddenLabel`. */
  label: string
  hiddenLabel?: boolean
  /** The initial HTML. Later changes of this property have no effect. */
  initial: string
  onChange: (html: string) => void
  placeholder?: string
  /** Maximum number of characters. */
  max: number
  error?: string | undefined
  hint?: string
  autoFocus?: boolean
  /** Called on Ctrl+Enter. */
  onSubmit?: () => void
  /** Without a border, for a place that has one. */
  bare?: boolean
}

const load = () => import('./rich-text.tsx').then((module) => module.RichText)

/** Preloads the library. */
export async function preloadRichText(): Promise<void> {
  await load()
}

export function Editor({ label, hiddenLabel, onChange, max, error, hint, ...rest }: EditorProps) {
  const { RichText, failed, retry } = useRichText()
  const [length, setLength] = useState(() => textLength(rest.initial))
  const labelId = useId()
  const noteId = useId()
  const over = length > max
  const shown = length >= max * COUNT_FROM ? t.ofCharacters(formatNumber(length), formatNumber(max)) : ''
  const note = error ?? (over ? t.tooMany(count(length - max, t.character, t.characters)) : shown || hint)
  const frame = rest.bare
    ? ''
    : `rounded-control border focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus ${error || over ? 'border-loss' : 'border-transparent hover:border-line focus-within:border-control-line'}`
  return (
    <div className={rest.bare ? 'flex min-h-0 flex-1 flex-col' : ''}>
      <div id={labelId} className={hiddenLabel ? 'sr-only' : 'mb-1 text-14 font-medium'}>
        {label}
      </div>
      {failed ? (
        <Failed message={t.theEditorCouldNotBe} onRetry={retry} />
      ) : RichText ? (
        <RichText
          {...rest}
          className={frame}
          labelId={labelId}
          {...(note ? { noteId } : {})}
          invalid={Boolean(error) || over}
          onChange={(html) => {
            setLength(textLength(html))
            onChange(html)
          }}
        />
      ) : (
        <div role="status" className={`min-h-61 sheet animate-pulse ${frame}`}>
          <span className="sr-only">{t.loadingTheEditor}</span>
          <div className="h-11 rounded-t-control border-b border-line bg-raised" />
        </div>
      )}
      {note ? (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={`text-13 ${rest.bare ? 'px-4 py-1' : 'mt-1'} ${error || over ? 'text-loss' : 'text-muted'}`}
        >
          {error ? <Said message={error} /> : note}
        </p>
      ) : null}
    </div>
  )
}

function useRichText() {
  const [loaded, setLoaded] = useState<{ RichText: ComponentType<RichTextProps> } | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    let wanted = true
    load().then(
      (RichText) => wanted && setLoaded({ RichText }),
      () => wanted && setFailed(true),
    )
    return () => {
      wanted = false
    }
  }, [attempt])
  const retry = () => {
    setFailed(false)
    setAttempt((before) => before + 1)
  }
  return { RichText: loaded?.RichText ?? null, failed, retry }
}
