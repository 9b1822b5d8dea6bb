// When an article appears, under whose name, and who hears of it.

import { authorName } from '#app/domain/articles/queries.ts'
import type { SiteForm } from '#app/platform/forms/use-site-form.ts'
import { useSite } from '#app/platform/site/use-site.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Select, TextField } from '#app/ui/forms/field.tsx'
import { Radios } from '#app/ui/forms/radios.tsx'
import { count, formatDate } from '#shared/format.ts'
import type { ArticleFields, Plan } from '#shared/schemas/articles.ts'
import type { EditedArticle } from './article-mutations.ts'

const PLAN_LABELS: readonly { value: Plan; label: string }[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
]

type Writer = { id: string; username: string; full_name: string | null }

type PublicationProps = {
  form: Pick<SiteForm<ArticleFields>, 'field' | 'values' | 'change'>
  article: EditedArticle | null
  me: Writer | null
  /** How many would get it by mail; null while nobody knows. */
  subscribers: number | null
}

export function Publication({ form, article, me, subscribers }: PublicationProps) {
  const { field, values, change } = form
  return (
    <div className="space-y-4">
      <Radios
        label="Status"
        options={PLAN_LABELS}
        value={values.plan}
        onChange={(plan) => change({ plan })}
      />
      {values.plan === 'scheduled' ? (
        <TextField label="Appears at (Indian time)" type="datetime-local" required {...field('publishAt')} />
      ) : null}
      <Byline form={form} article={article} me={me} />
      <div>
        <Checkbox label="Featured: stands on top of the Learning Center" {...field('featured')} />
        <Checkbox label="Facts held against their sources today" {...field('reviewed')} />
        {article?.reviewed_at && !values.reviewed ? (
          <p className="mt-0.5 mb-1.5 pl-8 text-13 text-muted">Last on {formatDate(article.reviewed_at)}.</p>
        ) : null}
        <Checkbox
          label={subscribers === null ? 'Send to subscribers' : `Send to subscribers (${subscribers})`}
          {...field('mailSubscribers')}
          disabled={Boolean(article?.issue)}
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
function Byline({ form, article, me }: Pick<PublicationProps, 'form' | 'article' | 'me'>) {
  const site = useSite()
  const writers = new Map([article?.author, me].flatMap((one) => (one ? [[one.id, one] as const] : [])))
  return (
    <Select
      label="Author"
      value={form.values.authorId ?? ''}
      onChange={(event) => form.change({ authorId: event.target.value || null })}
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
