// Starting a discussion: title, category, text, tags, each with its bound at the field. What is typed is kept
// in the browser until it is posted.
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import { Editor } from '#app/domain/editor/editor.tsx'
import {
  createThread,
  type Problems,
  problemsFrom,
  problemsOf,
  profileProblem,
} from '#app/domain/threads/mutations.ts'
import { splitTags } from '#app/domain/threads/tags.ts'
import { useDraft } from '#app/platform/drafts/use-draft.ts'
import { useRequireMember } from '#app/platform/session/require-member.ts'
import { usePostId } from '#app/platform/supabase/idempotent-post.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { AutosizeTitleInput } from '#app/ui/forms/field.tsx'
import { CONTENT, TITLE } from '#shared/limits.ts'
import { titleSlug } from '#shared/slugs.ts'
import { textLength } from '#shared/text-length.ts'
import { CategoryChoice, type CategoryOption } from './category-choice.tsx'
import { Checklist } from './checklist.tsx'
import { SimilarThreads } from './similar-threads.tsx'
import { TagField } from './tag-field.tsx'

const MISSING = 'Missing information: Please fill in all required fields including category selection.'

type Fields = { title: string; categoryId: string; content: string; tags: string }
type Created = { id: string; title: string; category: { slug: string } }

type NewDiscussionFormProps = {
  userId: string
  categories: readonly CategoryOption[]
  /** The slug of the category that the reader came from. */
  preselected: string | null
  onCreated: (thread: Created) => void | Promise<void>
  /** The most used tags that begin with what is typed. */
  suggestTags: ComponentProps<typeof TagField>['suggest']
}

export function NewDiscussionForm({
  userId,
  categories,
  preselected,
  onCreated,
  suggestTags,
}: NewDiscussionFormProps) {
  const draft = useDraft(`${userId}:new-discussion`, isFields)
  const [postId, beginPost] = usePostId(`${userId}:new-discussion`)
  const empty = {
    title: '',
    content: '',
    tags: '',
    categoryId: categories.find(({ slug }) => slug === preselected)?.id ?? '',
  }
  const [fields, setFields] = useState<Fields>(() => ({
    ...(draft.found?.value ?? empty),
    ...(empty.categoryId ? { categoryId: empty.categoryId } : {}),
  }))
  const [restored, setRestored] = useState(draft.found)
  /** A new number makes a new, empty editor. */
  const [sheet, setSheet] = useState(0)
  const [problems, setProblems] = useState<Problems>({})
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const requireMember = useRequireMember()
  // What is wrong may be out of sight on a phone: the first wrong field comes into view.
  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  const category = categories.find(({ id }) => id === fields.categoryId)
  const isIncomplete = fields.title.trim() === '' || textLength(fields.content) === 0 || !category
  const address = `/forums/${category?.slug ?? '…'}/${titleSlug(fields.title)}-········`

  function change(changed: Partial<Fields>) {
    const next = { ...fields, ...changed }
    setFields(next)
    setProblems({})
    draft.keep(next)
  }

  function discard() {
    draft.drop()
    beginPost()
    setFields(empty)
    setRestored(null)
    setProblems({})
    setSheet((before) => before + 1)
  }

  async function send() {
    // State arrives with the next render; a second click comes before it.
    if (busy.current) return
    if (isIncomplete || !category) return setProblems({ form: MISSING })
    const written = {
      title: fields.title.trim(),
      content: fields.content.trim(),
      tags: splitTags(fields.tags),
    }
    const wrong = problemsOf(written)
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return
    busy.current = true
    setSending(true)
    try {
      const member = await requireMember()
      if (!member) return
      const noProfile = profileProblem(member)
      if (noProfile) return setProblems({ form: noProfile })
      const thread = await createThread(member.client, postId, member.userId, category.id, written)
      draft.drop()
      beginPost()
      toast({ title: 'Discussion created!' })
      await onCreated(thread)
    } catch (failure) {
      console.warn('discussion was refused', failure)
      const refusal = refusalOf(failure instanceof Error ? failure.cause : failure)
      setProblems(
        refusal ? problemsFrom(refusal) : { form: 'Not sent. What you typed is kept in this browser.' },
      )
      toast({
        title: 'Failed to create discussion',
        text: 'There was an error creating your discussion. Please try again.',
        variant: 'destructive',
      })
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  return (
    <div className="gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_280px]">
      <form
        ref={form}
        noValidate
        className="min-w-0 space-y-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send()
        }}
      >
        {restored ? <DraftNotice at={restored.at} onDiscard={discard} /> : null}
        <AutosizeTitleInput
          label="Title"
          required
          autoComplete="off"
          placeholder="What do you want to know or say?"
          value={fields.title}
          maxLength={TITLE.max}
          error={problems.title}
          hint={<TitleHint title={fields.title} address={address} />}
          onText={(title) => change({ title })}
        />
        <CategoryChoice
          categories={categories}
          value={fields.categoryId}
          onChange={(categoryId) => change({ categoryId })}
        />
        <Editor
          key={sheet}
          label="Content"
          initial={fields.content}
          max={CONTENT.max}
          error={problems.content}
          hint={`At least ${CONTENT.min} characters.`}
          onChange={(content) => change({ content })}
          onSubmit={() => void send()}
        />
        {/* Below what is being written, so that nothing moves under the finger; beside it where there is room. */}
        <div className="lg:hidden">
          <SimilarThreads title={fields.title} />
        </div>
        <TagField
          value={fields.tags}
          error={problems.tags}
          onChange={(tags) => change({ tags })}
          suggest={suggestTags}
        />
        {problems.form ? (
          <p role="alert" className="rounded-control bg-loss-soft px-3 py-2 text-15 text-loss">
            {problems.form}
          </p>
        ) : null}
        <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
          <Button type="submit" disabled={isIncomplete || sending}>
            {sending ? 'Saving...' : 'Start Discussion'}
          </Button>
          <ButtonLink to={category ? `/forums/${category.slug}` : '/forums'} variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </form>
      <div className="max-lg:mt-8">
        <div className="space-y-5 lg:sticky lg:top-[calc(var(--header-height)+20px)]">
          <Checklist
            done={{
              title: [...fields.title.trim()].length >= TITLE.min,
              category: category !== undefined,
              content: textLength(fields.content) >= CONTENT.min,
            }}
          />
          <div className="max-lg:hidden">
            <SimilarThreads title={fields.title} />
          </div>
        </div>
      </div>
    </div>
  )
}

function TitleHint({ title, address }: { title: string; address: string }) {
  const length = [...title.trim()].length
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        Its address: <span className="text-text">{address}</span>
      </span>
      <span className="tabular-nums">
        {length < TITLE.min
          ? `${TITLE.min} to ${TITLE.max} characters`
          : `${length} of ${TITLE.max} characters`}
      </span>
    </span>
  )
}

function isFields(value: unknown): value is Fields {
  const fields = value as Fields | null
  return (
    typeof fields === 'object' &&
    fields !== null &&
    [fields.title, fields.categoryId, fields.content, fields.tags].every((field) => typeof field === 'string')
  )
}
