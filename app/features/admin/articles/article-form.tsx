// The form of an article: text at the left, picture and publication at the right.
import { Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { Editor } from '#app/editor/editor.tsx'
import { useRequireMember } from '#app/platform/acts/guest.ts'
import { useDraftForm } from '#app/platform/forms/use-draft-form.ts'
import type { Member } from '#app/platform/session/session.ts'
import { removePicture } from '#app/platform/supabase/picture-upload.ts'
import { toast, toastFailure } from '#app/ui/feedback/toast.ts'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { Select, TextArea, TextField } from '#app/ui/forms/field.tsx'
import { NewerVersion, VersionField } from '#app/ui/forms/form-end.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { ARTICLE_CONTENT, ARTICLE_EXCERPT, ARTICLE_TITLE } from '#shared/limits.ts'
import { articleSchema, type Plan } from '#shared/schemas/articles.ts'
import { slugify } from '#shared/slugs.ts'
import * as t from '#words/admin.ts'
import { ArticleMoved, type EditedArticle, fieldsOf, readTime, saveArticle } from './article-mutations.ts'
import { ArticlePreview, CoverField, Publication } from './article-side.tsx'

const LONGEST_STEM = 100

type ArticleFormProps = {
  article: EditedArticle | null
  member: Member
  categories: readonly string[]
  subscribers: number | null
  onSaved: (saved: Saved) => void | Promise<void>
  /** Further actions beside the buttons. */
  acts?: (forget: () => void) => ReactNode
}

export function ArticleForm(props: ArticleFormProps) {
  const { article, member, categories, subscribers, onSaved, acts } = props
  const form = useArticleForm({ article, userId: member.userId, onSaved })
  const { values: fields, field, change, problems, theirs } = form
  const [isPreviewed, setIsPreviewed] = useState(false)
  const slug = fields.slug || slugify(fields.title).slice(0, LONGEST_STEM).replace(/-$/, '') || 'article'
  const preview = (isOn: boolean) => {
    setIsPreviewed(isOn)
    // Scrolls up on the switch between form and preview, because the button is far down on a phone.
    window.scrollTo({ top: 0 })
  }
  return (
    <>
      {isPreviewed ? (
        <ArticlePreview
          fields={fields}
          slug={slug}
          article={article}
          me={member.profile}
          onClose={() => preview(false)}
        />
      ) : null}
      <form
        {...form.props}
        hidden={isPreviewed}
        className="items-start gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_300px] [&[hidden]]:hidden"
      >
        <div className="min-w-0 space-y-5">
          {theirs ? (
            <NewerVersion {...form.decision}>
              <VersionField label={t.title}>{theirs.title}</VersionField>
              <VersionField label={t.state}>
                {t.blog(theirs.status, theirs.slug, theirs.category)}
              </VersionField>
              <VersionField label={t.excerpt}>{theirs.excerpt}</VersionField>
              <VersionField label={t.article}>
                <SanitizedHtml html={theirs.content} />
              </VersionField>
            </NewerVersion>
          ) : null}
          {form.draft ? <DraftNotice {...form.draft} /> : null}
          <TextArea
            label={t.title}
            required
            rows={2}
            className="resize-none font-display text-18! font-semibold [field-sizing:content] sm:text-22!"
            {...field('title')}
            maxLength={ARTICLE_TITLE.max}
            // A single line of text, although it wraps on the screen.
            // Bounded: the browser alone reads it, at most 200 characters.
            onChange={(event) => change({ title: event.target.value.replaceAll(/\s*\n\s*/g, ' ') })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
          <TextField
            label={t.address}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={slug}
            {...field('slug')}
            hint={
              <>
                <span className="break-all text-text">{t.blog2(slug)}</span>
                {article?.published_at && article.slug !== slug ? t.theFormerAddressLeadsHere : ''}
              </>
            }
            onChange={(event) => change({ slug: event.target.value.trim() })}
          />
          <Select label={t.category} required {...field('category')}>
            <option value="">{t.chooseACategory}</option>
            {categories.map((category) => (
              <option key={category} value={category}>
                {category}
              </option>
            ))}
          </Select>
          <TextArea
            label={t.excerpt}
            rows={3}
            {...field('excerpt')}
            maxLength={ARTICLE_EXCERPT.max}
            hint={t.twoSentencesForCardsSearch}
          />
          <Editor
            key={form.resets}
            label={t.article}
            initial={fields.content}
            max={ARTICLE_CONTENT.max}
            error={problems.content}
            hint={t.headingsBecomeTheListOf(readTime(fields.content))}
            onChange={(content) => change({ content })}
          />
        </div>
        <div className="space-y-4 max-lg:mt-6 lg:sticky lg:top-[calc(var(--header-height)+24px)]">
          <Panel title={t.publication}>
            <Publication form={form} article={article} subscribers={subscribers} me={member.profile} />
            {problems.form ? (
              <p role="alert" className="mt-3 rounded-control bg-loss-soft px-3 py-2 text-14 text-loss">
                {problems.form}
              </p>
            ) : null}
            <div className="mt-4 flex flex-wrap gap-2 *:flex-1">
              <Button type="submit" disabled={form.isBusy}>
                {form.isBusy ? t.saving : wordFor(fields.plan, article?.status ?? null)}
              </Button>
              <Button variant="secondary" onClick={() => preview(true)}>
                <Eye size={16} aria-hidden />
                {t.preview}
              </Button>
            </div>
            <div className="-mx-3 mt-2 flex flex-wrap justify-between gap-2">
              {article?.status === 'published' ? (
                <ButtonLink to={`/blog/${article.slug}`} variant="quiet" size="small">
                  {t.viewArticle}
                </ButtonLink>
              ) : null}
              {acts?.(form.forget)}
            </div>
          </Panel>
          <Panel title={t.picture}>
            <CoverField
              article={{ slug, category: fields.category, image: fields.image }}
              userId={member.userId}
              onChange={(image) => change({ image })}
            />
          </Panel>
        </div>
      </form>
    </>
  )
}

function wordFor(plan: Plan, status: string | null): string {
  if (plan === 'draft') return t.saveDraft
  if (plan === status) return t.saveChanges
  return plan === 'published' ? 'Publish' : 'Schedule'
}

export type Saved = Awaited<ReturnType<typeof saveArticle>>

const SAID: Readonly<Record<string, string>> = {
  draft: t.draftSaved,
  scheduled: t.articleScheduled,
  published: t.articlePublished,
}

/**
 * The state of the article's form: keeps a draft in the browser until it is saved, saves it once, and never over a
 * newer version.
 */
function useArticleForm(options: {
  article: EditedArticle | null
  userId: string
  onSaved: (saved: Saved) => void | Promise<void>
}) {
  const { article, userId, onSaved } = options
  const requireMember = useRequireMember()
  const navigate = useNavigate()
  const form = useDraftForm({
    draftKey: `${userId}:article:${article?.id ?? 'new'}`,
    start: fieldsOf(article, userId, Date.now()),
    schema: articleSchema,
    send: async (written) => {
      const member = await requireMember()
      if (!member) return
      const saved = await saveArticle(member.client, article?.id ?? null, written, Date.now())
      form.forget()
      form.show({ slug: saved.slug, base: saved.updated_at, reviewed: false })
      if (article?.image && article.image !== written.image) await removePicture('covers', article.image)
      const isUpdate = article?.status === written.plan && written.plan !== 'draft'
      toast({
        title: isUpdate ? t.articleUpdated : (SAID[written.plan] ?? t.articleUpdated),
        ...(written.plan === 'published'
          ? { action: { label: t.view, onClick: () => void navigate(`/blog/${saved.slug}`) } }
          : {}),
      })
      await onSaved(saved)
    },
    failed: t.notSavedWhatYouTyped,
    onRefused: (failure) => {
      if (failure instanceof ArticleMoved && failure.now) {
        setTheirs(failure.now)
        return {}
      }
      toastFailure(t.failedToSaveArticle, t.thereWasAnErrorSaving)
      if (failure instanceof ArticleMoved)
        return {
          form: t.somebodyElseHasDeletedThis,
        }
    },
  })
  /** Somebody else's newer version, until the writer decides which one to keep. */
  const [theirs, setTheirs] = useState(() =>
    article && form.found && form.found.value.base !== article.updated_at ? article : null,
  )
  return {
    ...form,
    draft: theirs ? null : form.draft,
    theirs,
    decision: {
      busy: form.isBusy,
      onTakeTheirs: () => {
        form.restart(fieldsOf(theirs, userId, Date.now()))
        setTheirs(null)
      },
      onKeepMine: () => {
        if (theirs) form.change({ base: theirs.updated_at })
        setTheirs(null)
        void form.submit()
      },
    },
  }
}
