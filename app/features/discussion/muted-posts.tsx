// Folds the posts that the member mutes, by author or word, with a button that shows them, and adds a mute button to the
// others. Both are portals into the posts, whose markup is the same for everybody. Loaded for members only.

import { VolumeX } from 'lucide-react'
import { useEffect, useReducer, useState } from 'react'
import { createPortal } from 'react-dom'
import { isMutedPost } from '#app/domain/mutes/queries.ts'
import { useMutes } from '#app/domain/mutes/use-mutes.ts'
import { replyAnchor } from '#app/domain/replies/paging.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { OPENING_ANCHOR, POST_ACTS_END, POST_CARD } from '#shared/page-contract.ts'
import { isDeletedMember, memberName } from '#shared/slugs.ts'

type Post = { id: string; content: string; author: { id: string; username: string } }
type MutedPostsProps = { userId: string; thread: Post; replies: readonly Post[] }

export default withQueries(MutedPosts)

function MutedPosts({ userId, thread, replies }: MutedPostsProps) {
  const { mutes, isMuted, set } = useMutes(userId)
  const [shown, show] = useState<ReadonlySet<string>>(new Set())
  const [pressed, press] = useState<string | null>(null)
  // New replies are in the document after the render in which they come.
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when the posts change
  useEffect(redraw, [replies])

  const posts = [
    { post: thread, anchor: OPENING_ANCHOR },
    ...replies.map((post) => ({ post, anchor: replyAnchor(post.id) })),
  ]
  const others = posts.filter(({ post }) => post.author.id !== userId)
  const folded = others
    .filter(({ post }) => isMutedPost(mutes ?? [], { author: post.author.id, text: post.content }))
    .filter(({ post }) => !shown.has(post.id))
    .map(({ anchor }) => anchor)
  const key = folded.join()
  useEffect(() => {
    const cards = key
      .split(',')
      .flatMap((anchor) => document.getElementById(anchor)?.querySelector<HTMLElement>(POST_CARD) ?? [])
    for (const card of cards) card.hidden = true
    return () => {
      for (const card of cards) card.hidden = false
    }
  }, [key])
  useEffect(() => {
    // The pressed button is folded with its post, and the focus would return to the top of the page.
    if (pressed && key.split(',').includes(pressed)) document.getElementById(`show-${pressed}`)?.focus()
  }, [pressed, key])

  return others.map(({ post, anchor }) => {
    const place = document.getElementById(anchor)
    const acts = place?.querySelector(POST_ACTS_END)
    const name = memberName(post.author.username)
    const subject = { member_id: post.author.id }
    if (place && folded.includes(anchor))
      return createPortal(
        <p className="flex flex-wrap items-center gap-x-2 text-14 text-muted">
          <VolumeX {...SMALL_ICON} />
          <span className="mr-auto">
            {isMuted(subject) ? `You muted ${name}.` : `${name} uses a word that you muted.`}
          </span>
          <Button
            id={`show-${anchor}`}
            variant="quiet"
            size="small"
            onClick={() => show(new Set([...shown, post.id]))}
          >
            Show
            <span className="sr-only">what {name} wrote</span>
          </Button>
        </p>,
        place,
        post.id,
      )
    if (!acts || !mutes || isMuted(subject) || isDeletedMember(post.author.username)) return null
    return createPortal(
      <ActionButton
        icon={<VolumeX {...SMALL_ICON} />}
        label="Mute"
        aria-label={`Mute ${name}`}
        onClick={() => {
          press(anchor)
          set({ subject, wanted: true, name })
        }}
      />,
      acts,
      post.id,
    )
  })
}
