// When an article appears, under whose name, and who hears of it.

import { authorName } from '#app/domain/articles/queries.ts'
import { useSite } from '#app/platform/site/use-site.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Select, TextField } from '#app/ui/forms/field.tsx'
import { Radios } from '#app/ui/forms/radios.tsx'
import { count, formatDate } from '#shared/format.ts'
import type { ArticleFields, EditedArticle, Plan, Problems } from './article-mutations.ts'

const PLAN_LABELS: readonly { value: Plan; label: string }[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
]

type Writer = { id: string; username: string; full_name: string | null }

type PublicationProps = {
  fields: ArticleFields
  problems: Problems
  article: EditedArticle | null
  me: Writer | null
  /** How many would get it by mail; null while nobody knows. */
  subscribers: number | null
  onChange: (changed: Partial<ArticleFields>) => void
}

export function Publication({ fields, problems, article, me, subscribers, onChange }: PublicationProps) {
  return (
    <div className="space-y-4">
      <Radios
        label="Status"
        options={PLAN_LABELS}
        value={fields.plan}
        onChange={(plan) => onChange({ plan })}
      />
      {fields.plan === 'scheduled' ? (
        <TextField
          label="Appears at (Indian time)"
          type="datetime-local"
          required
          value={fields.publishAt}
          error={problems.publishAt}
          onChange={(event) => onChange({ publishAt: event.target.value })}
        />
      ) : null}
      <Byline fields={fields} article={article} me={me} onChange={onChange} />
      <div>
        <Checkbox
          label="Featured: stands on top of the Learning Center"
          checked={fields.featured}
          onChange={(event) => onChange({ featured: event.target.checked })}
        />
        <Checkbox
          label="Facts held against their sources today"
          checked={fields.reviewed}
          onChange={(event) => onChange({ reviewed: event.target.checked })}
        />
        {article?.reviewed_at && !fields.reviewed ? (
          <p className="mt-0.5 mb-1.5 pl-8 text-13 text-muted">Last on {formatDate(article.reviewed_at)}.</p>
        ) : null}
        <Checkbox
          label={subscribers === null ? 'Send to subscribers' : `Send to subscribers (${subscribers})`}
          checked={fields.mailSubscribers}
          disabled={Boolean(article?.issue)}
          onChange={(event) => onChange({ mailSubscribers: event.target.checked })}
        />
        <p className="-mt-1.5 pl-8 text-13 text-muted">
          {article?.issue
            ? `Sent to ${count(article.issue.recipients, 'subscriber', 'subscribers')} on ${formatDate(article.issue.sent_at)}.`
            : 'Once, when it appears.'}
        </p>
      </div>
    </div>
  )
}

/** Whose name stands on it: one's own, the one that stands there, or the team's. */
function Byline({
  fields,
  article,
  me,
  onChange,
}: Pick<PublicationProps, 'fields' | 'article' | 'me' | 'onChange'>) {
  const site = useSite()
  const writers = new Map([article?.author, me].flatMap((one) => (one ? [[one.id, one] as const] : [])))
  return (
    <Select
      label="Author"
      value={fields.authorId ?? ''}
      onChange={(event) => onChange({ authorId: event.target.value || null })}
    >
      {[...writers.values()].map((writer) => (
        <option key={writer.id} value={writer.id}>
          {authorName(writer, site.name)}
        </option>
      ))}
      <option value="">{authorName(null, site.name)}</option>
    </Select>
  )
}
