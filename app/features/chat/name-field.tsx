// The name to chat under, in line with the message that it is for.
import type { RefObject } from 'react'
import { CHAT_NAME } from '#shared/limits.ts'

type NameFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onEnter: () => void
}

export function NameField({ ref, value, error, onChange, onEnter }: NameFieldProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 py-1">
      <label htmlFor="chat-name" className="font-medium">
        Username
      </label>
      <input
        id="chat-name"
        ref={ref}
        value={value}
        maxLength={CHAT_NAME.max}
        autoComplete="nickname"
        placeholder="Any name you like"
        className="min-h-11 w-48 min-w-0 rounded-control border border-control-line bg-surface px-3 text-16 aria-invalid:border-loss sm:min-h-9 sm:text-15"
        {...(error ? { 'aria-invalid': true, 'aria-describedby': 'chat-name-error' } : {})}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onEnter()
        }}
      />
      {error ? (
        <p id="chat-name-error" role="alert" className="text-13 text-loss">
          {error}
        </p>
      ) : null}
    </div>
  )
}
