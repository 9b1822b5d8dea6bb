// Beside an article's text: date of publication, author, newsletter, picture, and preview.
import { useRef } from 'react'
import { ArticleHead, EducationalNotice } from '#app/domain/articles/article-head.tsx'
import { withContents } from '#app/domain/articles/contents.tsx'
import { Cover } from '#app/domain/articles/cover.tsx'
import { authorName } from '#app/domain/articles/queries.ts'
import { useAct } from '#app/platform/acts/act.ts'
import type { SiteForm } from '#app/platform/forms/use-site-form.ts'
import { client, type Member } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/site.ts'
import { PictureRefused, pictureNotChanged, uploadPicture } from '#app/platform/supabase/picture-upload.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Checkbox, Radios } from '#app/ui/forms/choices.tsx'
import { Select, TextField } from '#app/ui/forms/field.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { count, formatDate } from '#shared/format.ts'
import { CONTENT_BYTES } from '#shared/pictures.ts'
import type { ArticleFields, Plan } from '#shared/schemas/articles.ts'
import { type EditedArticle, readTime } from './article-mutations.ts'

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
  /** The number of newsletter subscribers; null while it is loading. */
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
        <Checkbox label="Featured: at the top of the Learning Center" {...field('featured')} />
        <Checkbox label="Facts checked against their sources today" {...field('reviewed')} />
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

/** The choice of author: the administrator, the current author, or the team. */
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

const LONGEST_SIDE = 1_920
const ACCEPTED = 'image/jpeg,image/png,image/webp'

type CoverFieldProps = {
  article: { slug: string; category: string; image: string | null }
  userId: string
  onChange: (image: string | null) => void
}

/** The picture of an article: uploading, replacing, removing. Without a picture the drawing of its address is shown. */
export function CoverField({ article, userId, onChange }: CoverFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [upload, isBusy] = useAct(
    async (file: File) => {
      if (file.type === 'image/gif') throw new PictureRefused('Choose a JPEG, PNG or WebP picture.')
      const shape = { side: LONGEST_SIDE, bytes: CONTENT_BYTES }
      return uploadPicture(await client(), userId, 'covers', file, shape)
    },
    { done: onChange, failed: pictureNotChanged('The cover was not changed') },
  )
  return (
    <fieldset disabled={isBusy}>
      <legend className="mb-1 text-14 font-medium">Cover</legend>
      <Cover article={article} sizes="320px" className="rounded-control" />
      <p className="mt-1 text-13 text-muted">
        {article.image
          ? 'Shown in 16:9.'
          : 'Drawn from the category. A picture of your own is shown in 16:9.'}
      </p>
      <input
        ref={field}
        type="file"
        accept={ACCEPTED}
        aria-label="Cover file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) void upload(file)
          // Allows choosing the same file again.
          event.currentTarget.value = ''
        }}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="small" disabled={isBusy} onClick={() => field.current?.click()}>
          {isBusy ? 'Uploading...' : article.image ? 'Change cover' : 'Upload a cover'}
        </Button>
        {article.image ? (
          <Button variant="quiet" size="small" disabled={isBusy} onClick={() => onChange(null)}>
            Remove cover
          </Button>
        ) : null}
      </div>
    </fieldset>
  )
}

type PreviewProps = {
  fields: ArticleFields
  slug: string
  article: EditedArticle | null
  me: Member['profile']
  onClose: () => void
}

/** The preview: the article as readers will see it, from the fields of the form. */
export function ArticlePreview({ fields, slug, article, me, onClose }: PreviewProps) {
  const now = new Date().toISOString()
  const writer = [article?.author, me].find((one) => one?.id === fields.authorId)
  const shown = {
    id: article?.id ?? '',
    slug,
    title: fields.title || 'Untitled',
    excerpt: fields.excerpt,
    category: fields.category || 'No category',
    image: fields.image,
    content: fields.content,
    read_time: readTime(fields.content),
    created_at: now,
    updated_at: now,
    published_at: article?.published_at ?? now,
    reviewed_at: fields.reviewed ? now : (article?.reviewed_at ?? null),
    author: writer ? { ...writer, avatar_url: writer.id === me?.id ? me.avatar_url : null } : null,
  }
  return (
    <div>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-control bg-raised px-4 py-2">
        <p className="text-14 text-muted">A preview. It does not save anything.</p>
        <Button variant="secondary" size="small" onClick={onClose}>
          Back to writing
        </Button>
      </div>
      <article className="mx-auto max-w-[68ch]">
        <ArticleHead article={shown} />
        <Cover article={shown} sizes="68ch" className="mt-6 rounded-card" />
        <div className="mt-6">
          <SanitizedHtml html={withContents(fields.content).html} />
        </div>
        <div className="mt-8">
          <EducationalNotice />
        </div>
      </article>
    </div>
  )
}
