// The fields of a poll: question, options, and how long it takes votes. Loaded on demand.
import { Plus, Trash2, X } from 'lucide-react'
import { Button } from '#app/ui/forms/button.tsx'
import { Select, TextField } from '#app/ui/forms/field.tsx'
import { IconButton, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { POLL } from '#shared/limits.ts'
import { messageOf } from '#shared/schemas/rules.ts'
import { faultyOption, type PollFields } from '#shared/schemas/threads.ts'
import * as t from '#words/discussion-more.ts'

const DAYS = [1, 3, 7, 14, POLL.days]

type PollEditorProps = {
  poll: PollFields
  error?: string | undefined
  onChange: (poll: PollFields) => void
  /** Absent if there has to be a poll. */
  onRemove?: () => void
}

export default function PollEditor({ poll, error, onChange, onRemove }: PollEditorProps) {
  const { question, options, days } = poll
  const isOfQuestion = error === messageOf('polls_question_length')
  const faulty = error === undefined || isOfQuestion ? null : faultyOption(options)
  const replace = (place: number, text: string) =>
    onChange({ ...poll, options: options.map((option, index) => (index === place ? text : option)) })
  return (
    <fieldset className="space-y-3 rounded-card border border-line bg-surface p-4">
      <legend className="sr-only">{t.poll}</legend>
      <TextField
        label={t.questionOfThePoll}
        autoComplete="off"
        maxLength={POLL.question.max}
        value={question}
        error={isOfQuestion ? error : undefined}
        onChange={({ currentTarget }) => onChange({ ...poll, question: currentTarget.value })}
      />
      {options.map((option, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: an option has nothing but its place
          key={index}
          label={t.option(index + 1)}
          autoComplete="off"
          maxLength={POLL.option}
          value={option}
          error={index === faulty ? error : undefined}
          onChange={({ currentTarget }) => replace(index, currentTarget.value)}
          trailing={
            options.length > POLL.options.min ? (
              <IconButton
                icon={<X {...SMALL_ICON} />}
                label={t.removeOption(index + 1)}
                onClick={() => onChange({ ...poll, options: options.filter((_, place) => place !== index) })}
              />
            ) : null
          }
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {options.length < POLL.options.max ? (
          <Button
            variant="secondary"
            size="small"
            onClick={() => onChange({ ...poll, options: [...options, ''] })}
          >
            <Plus {...SMALL_ICON} /> {t.addAnOption}
          </Button>
        ) : null}
        {onRemove ? (
          <Button variant="quiet" size="small" onClick={onRemove}>
            <Trash2 {...SMALL_ICON} /> {t.removeThePoll}
          </Button>
        ) : null}
      </div>
      <Select
        label={t.openFor}
        hint={t.itCannotBeChangedOnce}
        value={days}
        onChange={({ currentTarget }) => onChange({ ...poll, days: currentTarget.value })}
      >
        {DAYS.map((count) => (
          <option key={count} value={count}>
            {count === 1 ? t.text1Day : t.days(count)}
          </option>
        ))}
        <option value="">{t.noEnd}</option>
      </Select>
    </fieldset>
  )
}
