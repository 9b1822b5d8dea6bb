// What the article's form does: keeps what is typed in the browser until it is stored, judges it, stores it once.
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDraft } from '#app/platform/drafts/use-draft.ts'
import { useRequireMember } from '#app/platform/session/require-member.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import {
  type ArticleFields,
  ArticleMoved,
  deleteCover,
  type EditedArticle,
  fieldsOf,
  PLANS,
  type Problems,
  problemsFrom,
  problemsOf,
  saveArticle,
} from './article-mutations.ts'

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
  const draft = useDraft(`${userId}:article:${article?.id ?? 'new'}`, isFields)
  const [fields, setFields] = useState(() => draft.found?.value ?? fieldsOf(article, userId, Date.now()))
  const [restored, setRestored] = useState(draft.found)
  /** Somebody else's newer version, while it is not decided which one stays. */
  const [theirs, setTheirs] = useState(() =>
    article && draft.found && draft.found.value.base !== article.updated_at ? article : null,
  )
  /** A new number makes a new editor with what the fields hold then. */
  const [sheet, setSheet] = useState(0)
  const [problems, setProblems] = useState<Problems>({})
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  // An upload ends long after the render that began it: what was typed meanwhile stays.
  const latest = useRef(fields)
  latest.current = fields
  const requireMember = useRequireMember()
  const navigate = useNavigate()

  function change(changed: Partial<ArticleFields>) {
    latest.current = { ...latest.current, ...changed }
    setFields(latest.current)
    setProblems({})
    draft.keep(latest.current)
  }

  function startFrom(stored: EditedArticle | null) {
    draft.drop()
    latest.current = fieldsOf(stored, userId, Date.now())
    setFields(latest.current)
    setRestored(null)
    setTheirs(null)
    setProblems({})
    setSheet((before) => before + 1)
  }

  /** Saves what was typed over the newer version that was shown. */
  async function keepMine() {
    if (!theirs) return
    change({ base: theirs.updated_at })
    setTheirs(null)
    setRestored(null)
    await save()
  }

  async function save() {
    // State arrives with the next render; a second click comes before it.
    if (busy.current) return
    const written = latest.current
    const wrong = problemsOf(written, Date.now())
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return
    busy.current = true
    setSaving(true)
    try {
      const member = await requireMember()
      if (!member) return
      const saved = await saveArticle(member.client, article?.id ?? null, written, Date.now())
      draft.drop()
      setRestored(null)
      latest.current = { ...latest.current, slug: saved.slug, base: saved.updated_at, reviewed: false }
      setFields(latest.current)
      if (article?.image && article.image !== written.image) await deleteCover(member.client, article.image)
      const isUpdate = article?.status === written.plan && written.plan !== 'draft'
      toast({
        title: isUpdate ? 'Article updated' : (SAID[written.plan] ?? 'Article updated'),
        ...(written.plan === 'published'
          ? { action: { label: 'View', onClick: () => void navigate(`/blog/${saved.slug}`) } }
          : {}),
      })
      await onSaved(saved)
    } catch (failure) {
      console.warn('article was refused', failure)
      const refusal = refusalOf(failure)
      if (refusal) setProblems(problemsFrom(refusal))
      else if (failure instanceof ArticleMoved) {
        if (failure.now) return setTheirs(failure.now)
        setProblems({
          form: 'Somebody else deleted this article meanwhile. What you typed is kept in this browser.',
        })
      } else setProblems({ form: 'Not saved. What you typed is kept in this browser.' })
      toast({
        title: 'Failed to save article',
        text: 'There was an error saving the article. Please try again.',
        variant: 'destructive',
      })
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  return {
    fields,
    change,
    problems,
    saving,
    save,
    restored,
    discard: () => startFrom(article),
    sheet,
    theirs,
    takeTheirs: () => startFrom(theirs),
    keepMine,
    /** Forgets what is kept in the browser: the article is gone. */
    forget: draft.drop,
  }
}

function isFields(value: unknown): value is ArticleFields {
  const fields = value as ArticleFields | null
  if (typeof fields !== 'object' || fields === null) return false
  const texts = [fields.title, fields.slug, fields.excerpt, fields.category, fields.content, fields.publishAt]
  const flags = [fields.featured, fields.mailSubscribers, fields.reviewed]
  const perhaps = [fields.image, fields.authorId, fields.base]
  return (
    texts.every((text) => typeof text === 'string') &&
    flags.every((flag) => typeof flag === 'boolean') &&
    perhaps.every((text) => text === null || typeof text === 'string') &&
    PLANS.includes(fields.plan)
  )
}
