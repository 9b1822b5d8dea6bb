// Beside an article's text: date of publication, author, newsletter, picture, and preview.
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ArticleHead, EducationalNotice } from '#app/domain/articles/article-head.tsx'
import { withContents } from '#app/domain/articles/contents.tsx'
import { Cover } from '#app/domain/articles/cover.tsx'
import { authorName } from '#app/domain/articles/queries.ts'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { useAct } from '#app/platform/acts/act.ts'
import type { SiteForm } from '#app/platform/forms/use-site-form.ts'
import type { Member } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/site.ts'
import { PictureRefused, pictureNotChanged, uploadPicture } from '#app/platform/supabase/picture-upload.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Checkbox, Radios } from '#app/ui/forms/choices.tsx'
import { Select, TextField } from '#app/ui/forms/field.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { count, formatDate } from '#shared/format.ts'
import { LANGUAGES, OFFERED } from '#shared/languages.ts'
import { ARTICLE_SOURCES } from '#shared/limits.ts'
import { CONTENT_BYTES } from '#shared/pictures.ts'
import type { ArticleFields, Plan } from '#shared/schemas/articles.ts'
import * as t from '#words/admin.ts'
import { type EditedArticle, readTime } from './article-mutations.ts'

const PLAN_LABELS: readonly { value: Plan; label: string }[] = [
  { value: 'draft', label: t.draft },
  { value: 'published', label: t.published },
  { value: 'scheduled', label: t.scheduled },
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
        label={t.status}
        options={PLAN_LABELS}
        value={values.plan}
        onChange={(plan) => change({ plan })}
      />
      {values.plan === 'scheduled' ? (
        <TextField label={t.appearsAtIndianTime} type="datetime-local" required {...field('publishAt')} />
      ) : null}
      <Byline form={form} article={article} me={me} />
      <LanguageOfArticle form={form} article={article} />
      <div>
        <Checkbox label={t.featuredAtTheTopOf} {...field('featured')} />
        <Checkbox label={t.factsCheckedAgainstTheirSources} {...field('reviewed')} />
        {values.reviewed ? (
          <div className="mb-2 pl-8">
            <TextField
              label={t.whichSources}
              required
              autoComplete="off"
              maxLength={ARTICLE_SOURCES.max}
              placeholder={t.sebiGovInIncometaxGov}
              {...field('reviewedAgainst')}
              hint={t.readersSeeThemBesideThe}
            />
          </div>
        ) : null}
        {article?.reviewed_at && !values.reviewed ? (
          <p className="mt-0.5 mb-1.5 pl-8 text-13 text-muted">{t.lastOn(formatDate(article.reviewed_at))}</p>
        ) : null}
        <Checkbox
          label={subscribers === null ? t.sendToSubscribers : t.sendToSubscribers2(subscribers)}
          {...field('mailSubscribers')}
          disabled={Boolean(article?.issue)}
        />
        <p className="-mt-1.5 pl-8 text-13 text-muted">
          {article?.issue
            ? t.sentToOn(
                count(article.issue.recipients, 'subscriber', 'subscribers'),
                formatDate(article.issue.sent_at),
              )
            : t.onceWhenItAppears}
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
      label={t.author}
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

/** The language of the text, and the article of which it is the translation. */
function LanguageOfArticle({ form, article }: Pick<PublicationProps, 'form' | 'article'>) {
  const originals = useQuery(adminQueries.articleOriginals)
  const { values, field, change } = form
  const others = (originals.data ?? []).filter(
    ({ id, language }) => id !== article?.id && language !== values.language,
  )
  return (
    <>
      <Select label={t.language} {...field('language')}>
        {OFFERED.map((language) => (
          <option key={language} value={language} lang={LANGUAGES[language].tag}>
            {LANGUAGES[language].name}
          </option>
        ))}
      </Select>
      <Select
        label={t.translationOf}
        hint={t.readersGoFromOneTo}
        {...field('translationOf')}
        value={values.translationOf ?? ''}
        onChange={({ target }) => change({ translationOf: target.value || null })}
      >
        <option value="">{t.noOtherArticle}</option>
        {others.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
    </>
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
      if (file.type === 'image/gif') throw new PictureRefused(t.chooseAJPEGPNGOr)
      const shape = { side: LONGEST_SIDE, bytes: CONTENT_BYTES }
      return uploadPicture(userId, 'covers', file, shape)
    },
    { done: onChange, failed: pictureNotChanged(t.theCoverWasNotChanged) },
  )
  return (
    <fieldset disabled={isBusy}>
      <legend className="mb-1 text-14 font-medium">{t.cover}</legend>
      <Cover article={article} sizes="320px" className="rounded-control" />
      <p className="mt-1 text-13 text-muted">{article.image ? t.shownIn169 : t.drawnFromTheCategoryA}</p>
      <input
        ref={field}
        type="file"
        accept={ACCEPTED}
        aria-label={t.coverFile}
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
          {isBusy ? t.uploading : article.image ? t.changeCover : t.uploadACover}
        </Button>
        {article.image ? (
          <Button variant="quiet" size="small" disabled={isBusy} onClick={() => onChange(null)}>
            {t.removeCover}
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
    title: fields.title || t.untitled,
    excerpt: fields.excerpt,
    category: fields.category || t.noCategory,
    image: fields.image,
    content: fields.content,
    read_time: readTime(fields.content),
    created_at: now,
    updated_at: now,
    published_at: article?.published_at ?? now,
    reviewed_at: fields.reviewed ? now : (article?.reviewed_at ?? null),
    reviewed_against: fields.reviewed ? fields.reviewedAgainst : (article?.reviewed_against ?? null),
    language: fields.language,
    translation_of: fields.translationOf,
    author: writer ? { ...writer, avatar_url: writer.id === me?.id ? me.avatar_url : null } : null,
  }
  return (
    <div>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-control bg-raised px-4 py-2">
        <p className="text-14 text-muted">{t.aPreviewItDoesNot}</p>
        <Button variant="secondary" size="small" onClick={onClose}>
          {t.backToWriting}
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
