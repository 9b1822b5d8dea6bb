// A labelled control with hint and error, associated for screen readers.
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react'
import { Said } from './said.tsx'

const BOX = 'block w-full min-h-11 rounded-control border py-2 text-16 text-text aria-invalid:border-loss'
const CONTROL = `${BOX} border-control-line bg-surface px-3`
/** As the title and the text of a post: on the page itself, with a frame under the pointer and with the focus. */
const FRAMELESS = `${BOX} sheet border-transparent px-4 hover:border-line focus:border-control-line`

type FieldShellProps = {
  label: string
  /** The label is for screen readers only. */
  hiddenLabel?: boolean
  hint?: ReactNode
  error?: string | undefined
  /** Inside the control's right edge. */
  trailing?: ReactNode
}

type Wiring = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

function FieldShell({
  label,
  hiddenLabel,
  hint,
  error,
  trailing,
  children,
}: FieldShellProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className={hiddenLabel ? 'sr-only' : 'mb-1 block text-14 font-medium'}>
        {label}
      </label>
      <div className="relative">
        {children({
          id,
          ...(described ? { 'aria-describedby': described } : {}),
          ...(error ? { 'aria-invalid': true } : {}),
        })}
        {trailing ? (
          <div className="pointer-events-none absolute inset-y-0 right-0 flex items-center [&>button]:pointer-events-auto">
            {trailing}
          </div>
        ) : null}
      </div>
      {hint ? (
        <p id={hintId} className="mt-1 text-13 text-pretty text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={errorId} role="alert" className="mt-1 text-13 text-balance text-loss">
          <Said message={error} />
        </p>
      ) : null}
    </div>
  )
}

export function TextField({
  label,
  hiddenLabel,
  hint,
  error,
  trailing,
  frameless = false,
  className = '',
  ...input
}: FieldShellProps & { frameless?: boolean } & ComponentProps<'input'>) {
  const props = shellProps({ label, hiddenLabel, hint, error, trailing })
  const look = frameless ? FRAMELESS : CONTROL
  return (
    <FieldShell {...props}>
      {(wiring) => (
        <input className={`${look} ${trailing ? 'pr-12' : ''} ${className}`} {...wiring} {...input} />
      )}
    </FieldShell>
  )
}

export function TextArea({
  label,
  hiddenLabel,
  hint,
  error,
  className = '',
  ...input
}: FieldShellProps & ComponentProps<'textarea'>) {
  const props = shellProps({ label, hiddenLabel, hint, error })
  return (
    <FieldShell {...props}>
      {(wiring) => (
        <textarea
          className={`${CONTROL} ${className}`}
          // As in the editor, Ctrl or Command with Enter sends the form.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) pressSubmit(event)
          }}
          {...wiring}
          {...input}
        />
      )}
    </FieldShell>
  )
}

/** Sends the form of a field, unless its button is disabled. */
function pressSubmit(event: KeyboardEvent<HTMLTextAreaElement>): void {
  event.preventDefault()
  const { form } = event.currentTarget
  const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]')
  if (button && !button.disabled) form?.requestSubmit(button)
}

/** The field of a title: larger than others, and without a frame until it is focused. */
const HEADLINE =
  'col-start-1 row-start-1 w-full rounded-control border border-transparent px-4 py-2 font-display text-18 font-semibold [overflow-wrap:anywhere] whitespace-pre-wrap sm:text-22'

/**
 * A single-line text, such as a title, in a field that grows instead of cutting it off. As in any such field, Enter
 * submits the form and there are no line breaks.
 */
export function AutosizeTitleInput({
  label,
  hint,
  error,
  value,
  onText,
  ...textarea
}: Omit<FieldShellProps, 'hiddenLabel' | 'trailing'> & {
  value: string
  onText: (text: string) => void
} & Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'onKeyDown' | 'rows' | 'className'>) {
  const props = shellProps({ label, hint, error })
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) pressSubmit(event)
  }
  return (
    <FieldShell {...props}>
      {(wiring) => (
        <div className="grid grid-cols-[minmax(0,1fr)]">
          {/* As tall as the text, and so is the field above it. */}
          <div
            aria-hidden
            data-text={`${value || textarea.placeholder || ''} `}
            className={`${HEADLINE} pointer-events-none invisible after:content-[attr(data-text)]`}
          />
          <textarea
            rows={1}
            enterKeyHint="go"
            value={value}
            className={`${HEADLINE} sheet resize-none overflow-hidden text-text placeholder:font-normal hover:border-line focus:border-control-line aria-invalid:border-loss`}
            // Bounded: the browser alone reads it, as long as a title.
            onChange={(event) => onText(event.target.value.replaceAll(/\s*[\r\n]+\s*/g, ' '))}
            onKeyDown={onKeyDown}
            {...wiring}
            {...textarea}
          />
        </div>
      )}
    </FieldShell>
  )
}

export function Select({
  label,
  hiddenLabel,
  hint,
  error,
  className = '',
  ...input
}: FieldShellProps & ComponentProps<'select'>) {
  const trailing = <ChevronDown size={18} aria-hidden className="mr-3 text-muted" />
  const props = shellProps({ label, hiddenLabel, hint, error, trailing })
  return (
    <FieldShell {...props}>
      {(wiring) => (
        <select className={`${CONTROL} appearance-none truncate pr-10 ${className}`} {...wiring} {...input} />
      )}
    </FieldShell>
  )
}

/** A select in a row of a table: small, with a label for screen readers. */
export function RowSelect({ label, className = '', ...input }: { label: string } & ComponentProps<'select'>) {
  return (
    <span className="relative inline-flex items-center">
      <select
        aria-label={label}
        className={`min-h-11 w-full appearance-none rounded-control bg-surface pr-8 pl-2.5 text-14 ${className}`}
        {...input}
      />
      <ChevronDown size={16} aria-hidden className="pointer-events-none absolute right-2.5 text-muted" />
    </span>
  )
}

/** Leaves out undefined properties, which differ from absent ones here. */
function shellProps(
  given: { [Key in keyof FieldShellProps]: FieldShellProps[Key] | undefined },
): FieldShellProps {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as FieldShellProps
}
