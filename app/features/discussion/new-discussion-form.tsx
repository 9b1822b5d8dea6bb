// The form of a new discussion: title, category, text, tags, their limits, and a checklist. A draft is stored in the
// browser until it is posted.

import { ChartBar, Check, Circle } from 'lucide-react'
import {
  type ComponentProps,
  type CSSProperties,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import { createPoll, createThread, profileProblem, threadWords } from '#app/domain/threads/mutations.ts'
import { Editor } from '#app/editor/editor.tsx'
import { useRequireMember } from '#app/platform/acts/guest.ts'
import { postOnce } from '#app/platform/acts/once.ts'
import { refusalOf } from '#app/platform/acts/refusal.ts'
import { newDiscussionDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { SavedNote } from '#app/platform/drafts/saved-note.tsx'
import { useDraftForm } from '#app/platform/forms/use-draft-form.ts'
import { useCurrentInView } from '#app/ui/current-in-view.ts'
import { Skeleton } from '#app/ui/feedback/states.tsx'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { AutosizeTitleInput } from '#app/ui/forms/field.tsx'
import { Said } from '#app/ui/forms/said.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { CONTENT, TITLE } from '#shared/limits.ts'
import { isComplete, newThreadSchema } from '#shared/schemas/threads.ts'
import { titleSlug } from '#shared/slugs.ts'
import { textLength } from '#shared/text-length.ts'
import * as t from '#words/discussion-more.ts'
import { SimilarThreads } from './similar-threads.tsx'
import { TagField } from './tag-field.tsx'
import { offerUndoOfThread } from './taken-back.ts'

const PollEditor = lazyWithRetry(() => import('./poll-editor.tsx'))
const EMPTY_POLL = { question: '', options: ['', ''], days: '7' }

type Created = { id: string; title: string; category: { slug: string } }

type NewDiscussionFormProps = {
  userId: string
  categories: readonly CategoryOption[]
  /** The slug of the category that the reader came from. */
  preselected: string | null
  onCreated: (thread: Created) => void | Promise<void>
  /** Called when the new discussion was taken back: its text is a draft again. */
  onTakenBack: () => void | Promise<void>
  /** The most used tags that begin with the typed text. */
  suggestTags: ComponentProps<typeof TagField>['suggest']
}

export function NewDiscussionForm({
  userId,
  categories,
  preselected,
  onCreated,
  onTakenBack,
  suggestTags,
}: NewDiscussionFormProps) {
  const requireMember = useRequireMember()
  const chosen = categories.find(({ slug }) => slug === preselected)?.id ?? ''
  const templateOf = (id: string) => categories.find((one) => one.id === id)?.template ?? ''
  const form = useDraftForm({
    draftKey: newDiscussionDraftKey(userId),
    start: { title: '', content: '', tags: '', categoryId: chosen, poll: null },
    schema: newThreadSchema,
    send: async ({ categoryId, poll, ...written }) => {
      if (written.content === templateOf(categoryId)) return { content: t.putYourOwnWordsInto }
      const member = await requireMember()
      if (!member) return
      const noProfile = profileProblem(member)
      if (noProfile) return { form: noProfile }
      const thread = await postOnce(form.attempts, threadWords(written), (attempt) =>
        createThread(member.client, attempt, member.userId, categoryId, written),
      )
      // It is stored now, so nothing that fails from here on is a failure to post it.
      form.forget()
      const values = form.latest()
      const but = poll
        ? await createPoll(member.client, thread.id, poll).then(() => undefined, pollProblem)
        : undefined
      offerUndoOfThread({ id: thread.id, userId, isHeld: thread.state === 'held' }, values, onTakenBack, but)
      await onCreated(thread)
    },
    failed: t.notSentWhatYouTyped,
    onRefused: () => toastFailure(t.failedToCreateDiscussion, t.thereWasAnErrorCreating),
  })
  const { values, change, problems } = form
  /** A new number creates a new editor, which starts with the template. */
  const [filled, setFilled] = useState(0)
  /** Chooses a category, and replaces an untouched text by its template. */
  function choose(categoryId: string, show: (changed: { categoryId: string; content?: string }) => void) {
    const { content, categoryId: before } = form.latest()
    const isUntouched = content === '' || content === templateOf(before)
    const template = templateOf(categoryId)
    if (!isUntouched || content === template) return show({ categoryId })
    show({ categoryId, content: template })
    setFilled((times) => times + 1)
  }
  // The category that the reader comes from replaces that of an earlier draft.
  const takeChosen = useEffectEvent(() => {
    if (chosen) choose(chosen, form.show)
    // What is typed on arrival is the title. The page has got the focus before (shell/frame.tsx).
    queueMicrotask(() => form.props.ref.current?.querySelector('textarea')?.focus())
  })
  useEffect(() => takeChosen(), [])
  const category = categories.find(({ id }) => id === values.categoryId)
  const address = `/forums/${category?.slug ?? '…'}/${titleSlug(values.title)}-········`
  const checklist = (
    <Checklist
      done={{
        title: [...values.title.trim()].length >= TITLE.min,
        category: category !== undefined,
        content:
          textLength(values.content) >= CONTENT.min && values.content !== templateOf(values.categoryId),
      }}
    />
  )

  return (
    <div className="gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_280px]">
      <form {...form.props} className="min-w-0 space-y-5">
        {form.draft ? <DraftNotice {...form.draft} /> : null}
        {category?.note ? (
          <section
            aria-label={t.about(category.name)}
            className="rounded-card border border-line bg-surface px-4 py-3 text-15"
          >
            <SanitizedHtml html={category.note} />
          </section>
        ) : null}
        <AutosizeTitleInput
          label={t.title}
          required
          autoComplete="off"
          placeholder={t.whatDoYouWantTo}
          value={values.title}
          maxLength={TITLE.max}
          error={problems.title}
          hint={<TitleHint title={values.title} address={address} />}
          onText={(title) => change({ title })}
        />
        <CategoryChoice
          categories={categories}
          value={values.categoryId}
          onChange={(categoryId) => choose(categoryId, change)}
        />
        <Editor
          key={`${form.resets} ${filled}`}
          label={t.content}
          initial={values.content}
          max={CONTENT.max}
          error={problems.content}
          hint={t.atLeastCharacters(CONTENT.min)}
          onChange={(content) => change({ content })}
          onSubmit={() => void form.submit()}
        />
        <TagField
          value={values.tags}
          error={problems.tags}
          onChange={(tags) => change({ tags })}
          suggest={suggestTags}
        />
        {values.poll ? (
          <Suspense fallback={<Skeleton label={t.loadingThePoll} />}>
            <PollEditor
              poll={values.poll}
              error={problems.poll}
              onChange={(poll) => change({ poll })}
              onRemove={() => change({ poll: null })}
            />
          </Suspense>
        ) : (
          <Button variant="secondary" size="small" onClick={() => change({ poll: EMPTY_POLL })}>
            <ChartBar size={16} aria-hidden /> {t.addAPoll}
          </Button>
        )}
        {/* Below the fields, so that nothing moves during typing; beside them where there is room. */}
        <div className="space-y-5 lg:hidden">
          <SimilarThreads title={values.title} />
          {checklist}
        </div>
        {problems.form ? (
          <p role="alert" className="rounded-control bg-loss-soft px-3 py-2 text-15 text-loss">
            <Said message={problems.form} />
          </p>
        ) : null}
        <div className="flex flex-wrap items-center gap-2 max-sm:*:flex-1">
          <Button type="submit" disabled={!category || !isComplete(values) || form.isBusy}>
            {form.isBusy ? t.saving : t.startDiscussion}
          </Button>
          <ButtonLink to={category ? `/forums/${category.slug}` : '/forums'} variant="quiet">
            {t.cancel}
          </ButtonLink>
          <SavedNote saved={form.saved} />
        </div>
      </form>
      <div className="max-lg:hidden">
        <div className="sticky top-[calc(var(--header-height)+20px)] space-y-5">
          {checklist}
          <SimilarThreads title={values.title} />
        </div>
      </div>
    </div>
  )
}

function TitleHint({ title, address }: { title: string; address: string }) {
  const length = [...title.trim()].length
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0 [overflow-wrap:anywhere] max-sm:hidden">
        {t.link} <span className="text-text">{address}</span>
      </span>
      <span className="tabular-nums">
        {length < TITLE.min ? t.toCharacters(TITLE.min, TITLE.max) : t.ofCharacters(length, TITLE.max)}
      </span>
    </span>
  )
}

type ChecklistProps = { done: { title: boolean; category: boolean; content: boolean } }

/**
 * Beside the form, or in a compact form above its button. The form checks the first three items; the others are up to the
 * writer.
 */
function Checklist({ done }: ChecklistProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-4 max-lg:py-3">
      <h2 id={id} className="font-sans text-15 font-semibold">
        {t.beforeYouPost}
      </h2>
      <ul className="mt-2 space-y-2 text-14 max-lg:space-y-1">
        <Point done={done.title}>{t.aClearTitleThatSays}</Point>
        <Point done={done.category}>{t.theCategoryWhereOthersWill}</Point>
        <Point done={done.content}>{t.factsThatHelpToAnswer}</Point>
      </ul>
      <h3 className="mt-4 font-sans text-14 font-semibold max-lg:sr-only">{t.keepInMind}</h3>
      <ul className="mt-1 text-14 text-muted max-lg:mt-2 max-lg:*:inline max-lg:[&>li+li]:before:content-['_·_'] lg:list-disc lg:space-y-1.5 lg:pl-5">
        <li>{t.noTipsNoGuaranteedReturns}</li>
        <li>{t.saySoIfYouHold}</li>
        <li>{t.noPANAadhaarAccountOr}</li>
      </ul>
      <p className="mt-3 text-13 text-muted max-lg:mt-2">
        {t.forEducationOnlyNotFinancial((text) => (
          <Link to="/guidelines" className="text-accent underline underline-offset-2">
            {text}
          </Link>
        ))}
      </p>
    </section>
  )
}

function Point({ done, children }: { done: boolean; children: string }) {
  const Icon = done ? Check : Circle
  return (
    <li className={`flex gap-2 ${done ? 'text-text' : 'text-muted'}`}>
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${done ? 'text-accent' : ''}`} />
      <span>
        {children}
        <span className="sr-only">{done ? t.done : t.stillMissing}</span>
      </span>
    </li>
  )
}

type CategoryOption = {
  id: string
  name: string
  slug: string
  color: string
  /** HTML above the form, and HTML that the text begins with; '' for none. */
  note: string
  template: string
}

type ChoiceProps = {
  categories: readonly CategoryOption[]
  /** The id of the chosen category, or ''. */
  value: string
  onChange: (id: string) => void
}

/**
 * The categories as coloured chips: radio buttons, so that arrow keys choose. On phones they are one row, which scrolls
 * sideways to the chosen one.
 */
function CategoryChoice({ categories, value, onChange }: ChoiceProps) {
  const name = useId()
  const row = useRef<HTMLDivElement>(null)
  useCurrentInView(
    row,
    categories.findIndex(({ id }) => id === value),
  )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-14 font-medium">{t.category}</legend>
      <div
        ref={row}
        className="relative flex gap-2 max-sm:-mx-4 max-sm:-my-1 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:flex-wrap"
      >
        {categories.map((category) => (
          <label
            key={category.id}
            style={{ '--cat': category.color } as CSSProperties}
            className="relative inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-2 rounded-full border border-control-line bg-surface px-3.5 text-15 hover:bg-raised has-checked:border-cat has-checked:bg-[color-mix(in_oklch,var(--cat)_14%,var(--surface))] has-checked:[text-shadow:0_0_0.6px_currentcolor] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:min-h-9 sm:text-14"
          >
            <input
              type="radio"
              name={name}
              required
              value={category.id}
              checked={value === category.id}
              onChange={() => onChange(category.id)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full opacity-0"
            />
            <span aria-hidden className="dot bg-cat" />
            {category.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function pollProblem(error: unknown): string {
  console.warn('the poll was refused', error)
  const reason = refusalOf(error)?.message ?? t.thereWasAnError
  return t.butItsPollWasNot(reason)
}
