// What the member mutes, with removal and a field for words: a part of the settings.
import { X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { IconButton, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { spoken } from '#shared/language-of.ts'
import { MUTED_WORD } from '#shared/limits.ts'
import { mutedWord } from '#shared/muted-words.ts'
import * as t from '#words/mutes-more.ts'
import type { Mute, Subject } from './queries.ts'
import { useMutes } from './use-mutes.ts'

export default function MuteList({ userId }: { userId: string }) {
  const { mutes, isError, refetch, set } = useMutes(userId)
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = (mute: Mute) => {
    // The pressed button disappears, and the focus would return to the top of the page.
    heading.current?.focus()
    void set({ subject: subjectOf(mute), wanted: false, name: nameOf(mute) })
  }
  return (
    <section className="mt-6 rounded-card border border-line bg-surface p-4 sm:px-6" aria-labelledby="muted">
      <h2 id="muted" ref={heading} tabIndex={-1} className="font-sans text-15 font-semibold outline-none">
        {t.muted}
      </h2>
      <p className="mt-1 text-14 text-muted">{t.leftOutOfYourLists}</p>
      {isError ? (
        <Failed message={t.whatYouMuteCouldNot} onRetry={() => void refetch()} />
      ) : !mutes ? (
        <Skeleton label={t.loadingWhatYouMute} rows={1} />
      ) : mutes.length > 0 ? (
        <ul className="mt-3 flex flex-wrap gap-2">
          {mutes.map((mute) => (
            <li
              key={mute.id}
              className="inline-flex max-w-full items-center rounded-full border border-line pl-4 text-15"
            >
              <span {...(mute.thread ? spoken(mute.thread.title) : {})} className="min-w-0 truncate">
                {nameOf(mute)}
              </span>
              <IconButton
                icon={<X {...SMALL_ICON} />}
                label={t.unmute(nameOf(mute))}
                onClick={() => remove(mute)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <WordForm onMute={(word) => void set({ subject: { word }, wanted: true, name: quoted(word) })} />
    </section>
  )
}

function WordForm({ onMute }: { onMute: (word: string) => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const word = mutedWord(typed)
    setProblem(word ? undefined : CONSTRAINT_MESSAGES.mutes_word_spelling)
    if (!word) return field.current?.focus()
    onMute(word)
    setTyped('')
  }
  return (
    <form onSubmit={send} noValidate className="mt-4 flex flex-wrap items-end gap-2">
      <div className="max-w-xs min-w-0 flex-1 basis-48">
        <TextField
          ref={field}
          label={t.aWordOrPhraseTo}
          value={typed}
          maxLength={MUTED_WORD.max}
          autoComplete="off"
          {...(problem ? { error: problem } : {})}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <Button type="submit" variant="secondary">
        {t.mute}
      </Button>
    </form>
  )
}

function subjectOf({ member_id, category_id, tag, word, thread_id }: Mute): Subject {
  if (thread_id !== null) return { thread_id }
  if (member_id !== null) return { member_id }
  if (category_id !== null) return { category_id }
  return tag === null ? { word: word ?? '' } : { tag }
}

function nameOf({ member, category, thread, tag, word }: Mute): string {
  return (
    member?.username ?? category?.name ?? thread?.title ?? (tag === null ? quoted(word ?? '') : `#${tag}`)
  )
}

function quoted(word: string): string {
  return `“${word}”`
}
