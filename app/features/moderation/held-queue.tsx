// The posts that wait for a moderator: each whole, the oldest first, with its decisions. The keys work on the post that has
// the focus; after a decision the next one has it.
import { Check, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { act } from '#app/platform/acts/act.ts'
import { failedTo, refusedAt } from '#app/platform/acts/refusal.ts'
import { areLetterKeysOff } from '#app/platform/browser/letter-keys.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { count, formatDate } from '#shared/format.ts'
import { REASON } from '#shared/limits.ts'
import { reasonSchema } from '#shared/schemas/moderation.ts'
import { memberName, memberPath, replyPath, threadPath } from '#shared/slugs.ts'
import * as t from '#words/moderation.ts'
import { type Decision, decideHeld, type HeldPost } from './held.ts'
import { useRefresh } from './use-moderation.ts'

const WHY: Readonly<Record<string, string>> = {
  first: t.heldFirst,
  contact: t.heldContact,
  moderator: t.heldModerator,
}

const SAID: Readonly<Record<Decision, string>> = {
  publish: t.postPublished,
  refuse: t.postRefused,
  hold: t.undone,
}

/** Keys pressed here are text. */
const TAKES_LETTERS = 'input, textarea, select, dialog'

export function HeldQueue({ posts }: { posts: readonly HeldPost[] }) {
  const refresh = useRefresh()
  const list = useRef<HTMLUListElement>(null)
  const [refusing, setRefusing] = useState<HeldPost | null>(null)
  /** The place of the post that was decided on, until the next one has the focus. */
  const place = useRef<number | null>(null)

  useEffect(() => {
    if (place.current === null) return
    items(list.current)[Math.min(place.current, posts.length - 1)]?.focus()
    place.current = null
  }, [posts])

  async function write(post: HeldPost, decision: Decision, reason?: string) {
    await decideHeld(await client(), post, decision, reason)
    toast({
      title: SAID[decision],
      ...(decision === 'hold' ? {} : { action: { label: t.undo, onClick: () => void decide(post, 'hold') } }),
    })
    place.current = posts.indexOf(post)
    await refresh()
  }

  function decide(post: HeldPost, decision: Decision) {
    return act(`decide ${post.post_id}`, () => write(post, decision), {
      failed: async (error) => {
        failedTo('decide on the post')(error)
        // Somebody else was faster.
        await refresh()
      },
    })
  }

  function onKeyDown(event: KeyboardEvent, post: HeldPost) {
    const { target, key, ctrlKey, metaKey, altKey } = event
    if (!(target instanceof Element) || target.closest(TAKES_LETTERS)) return
    if (ctrlKey || metaKey || altKey || areLetterKeysOff()) return
    const step = { j: 1, k: -1 }[key]
    if (step) items(list.current)[posts.indexOf(post) + step]?.focus()
    else if (key === 'p') void decide(post, 'publish')
    else if (key === 'r') setRefusing(post)
    else return
    event.preventDefault()
  }

  return (
    <>
      <p role="status" className="mb-2 text-13 text-muted">
        {count(posts.length, t.postWaits, t.postsWait)}
      </p>
      <ul ref={list} className="space-y-4">
        {posts.map((post) => (
          <li
            key={post.post_id}
            tabIndex={-1}
            onKeyDown={(event) => onKeyDown(event, post)}
            className="rounded-card border border-line bg-surface"
          >
            <Head post={post} />
            <div className="max-h-96 overflow-y-auto px-4 py-3">
              <SanitizedHtml html={post.content} />
            </div>
            <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3">
              <Button size="small" aria-keyshortcuts="p" onClick={() => void decide(post, 'publish')}>
                <Check {...SMALL_ICON} />
                {t.publish}
                <Key name="P" />
              </Button>
              <Button
                size="small"
                variant="secondary"
                aria-keyshortcuts="r"
                onClick={() => setRefusing(post)}
              >
                <X {...SMALL_ICON} />
                {t.refuse}
                <Key name="R" />
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {refusing ? (
        <RefuseDialog
          onClose={() => setRefusing(null)}
          onRefuse={async (reason) => {
            await write(refusing, 'refuse', reason)
            setRefusing(null)
          }}
        />
      ) : null}
    </>
  )
}

function Head({ post }: { post: HeldPost }) {
  const { thread_id, reply_id, title, category_slug, username, joined_at, why, held_at } = post
  const path = threadPath({ id: thread_id, title, category: { slug: category_slug } })
  return (
    <div className="border-b border-line px-4 py-3">
      <p className="text-13 text-muted">
        {reply_id ? t.replyWaits : t.discussionWaits} · {WHY[why]} · <TimeAgo at={held_at} />
      </p>
      <h2 className="mt-1 font-sans text-16 font-semibold [overflow-wrap:anywhere]">
        <Link to={reply_id ? replyPath(path, reply_id) : path} className="hover:text-accent hover:underline">
          {title}
        </Link>
      </h2>
      <p className="text-13 text-muted">
        <Link to={memberPath(username)} className="font-medium text-text hover:underline">
          {memberName(username)}
        </Link>{' '}
        {t.joinedOn(formatDate(joined_at))}
      </p>
    </div>
  )
}

function Key({ name }: { name: string }) {
  return (
    <kbd
      aria-hidden
      className="rounded border border-current px-1 font-sans text-13 leading-tight opacity-70 max-lg:hidden"
    >
      {name}
    </kbd>
  )
}

/** The reason goes to the author; the usual ones are a press away. */
function RefuseDialog({
  onClose,
  onRefuse,
}: {
  onClose: () => void
  onRefuse: (reason: string) => Promise<void>
}) {
  const form = useSiteForm({
    schema: reasonSchema,
    start: { reason: '' },
    send: ({ reason }) => onRefuse(reason),
    onRefused: refusedAt('reason', 'refuse the post'),
  })
  return (
    <Dialog open onClose={onClose} busy={form.isBusy} title={t.refuseThePost}>
      <form {...form.props}>
        <ul className="mb-3 flex flex-wrap gap-2" aria-label={t.usualReasons}>
          {[t.reasonSellsOrTips, t.reasonLeadsElsewhere, t.reasonOffTopic].map((reason) => (
            <li key={reason}>
              <Button variant="secondary" size="small" onClick={() => form.change({ reason })}>
                {reason}
              </Button>
            </li>
          ))}
        </ul>
        <TextArea
          label={t.why}
          hint={t.theAuthorReadsThis}
          rows={3}
          required
          maxLength={REASON.max}
          {...form.field('reason')}
        />
        <FormActions action={t.refuse} className="mt-5" busy={form.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function items(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > li') ?? [])]
}
