// What the article's form does: keeps what is typed in the browser until it is stored, and stores it once, over no newer
// version.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useDraftForm } from '#app/platform/forms/use-draft-form.ts'
import { useRequireMember } from '#app/platform/session/require-member.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { articleSchema } from '#shared/schemas/articles.ts'
import { ArticleMoved, deleteCover, type EditedArticle, fieldsOf, saveArticle } from './article-mutations.ts'

export type Saved = Awaited<ReturnType<typeof saveArticle>>

const SAID: Readonly<Record<string, string>> = {
  draft: 'Draft saved',
  scheduled: 'Article scheduled',
  published: 'Article published',
}

export function useArticleForm(options: {
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
      if (article?.image && article.image !== written.image) await deleteCover(member.client, article.image)
      const isUpdate = article?.status === written.plan && written.plan !== 'draft'
      toast({
        title: isUpdate ? 'Article updated' : (SAID[written.plan] ?? 'Article updated'),
        ...(written.plan === 'published'
          ? { action: { label: 'View', onClick: () => void navigate(`/blog/${saved.slug}`) } }
          : {}),
      })
      await onSaved(saved)
    },
    failed: 'Not saved. What you typed is kept in this browser.',
    onRefused: (failure) => {
      if (failure instanceof ArticleMoved && failure.now) {
        setTheirs(failure.now)
        return {}
      }
      toast({
        title: 'Failed to save article',
        text: 'There was an error saving the article. Please try again.',
        variant: 'destructive',
      })
      if (failure instanceof ArticleMoved)
        return {
          form: 'Somebody else deleted this article meanwhile. What you typed is kept in this browser.',
        }
    },
  })
  /** Somebody else's newer version, while it is not decided which one stays. */
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
