// Folds the posts that the member mutes, by author or word, with a button that shows them: a portal into the posts, whose
// markup is the same for everybody. Loaded for members only.

import { VolumeX } from 'lucide-react'
import { useEffect, useReducer, useState } from 'react'
import { createPortal } from 'react-dom'
import { isMutedPost } from '#app/domain/mutes/queries.ts'
import { useMutes } from '#app/domain/mutes/use-mutes.ts'
import { replyAnchor } from '#app/domain/replies/paging.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { OPENING_ANCHOR, POST_CARD } from '#shared/page-contract.ts'
import { memberName } from '#shared/slugs.ts'
import * as t from '#words/discussion-more.ts'

type Post = { id: string; content: string; author: { id: string; username: string } }
type MutedPostsProps = { userId: string; thread: Post; replies: readonly Post[] }

export default withQueries(MutedPosts)

function MutedPosts({ userId, thread, replies }: MutedPostsProps) {
  const { mutes, isMuted } = useMutes(userId)
  const [shown, show] = useState<ReadonlySet<string>>(new Set())
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
    const found = key.split(',').flatMap((anchor) => {
      const card = document.getElementById(anchor)?.querySelector<HTMLElement>(POST_CARD)
      return card ? [{ anchor, card }] : []
    })
    for (const { anchor, card } of found) {
      // The post that is muted in its menu has the focus, which would return to the top of the page.
      const hadFocus = card.contains(document.activeElement)
      card.hidden = true
      if (hadFocus) document.getElementById(`show-${anchor}`)?.focus()
    }
    return () => {
      for (const { card } of found) card.hidden = false
    }
  }, [key])

  return others.map(({ post, anchor }) => {
    const place = document.getElementById(anchor)
    const name = memberName(post.author.username)
    const subject = { member_id: post.author.id }
    if (!place || !folded.includes(anchor)) return null
    return createPortal(
      <p className="flex flex-wrap items-center gap-x-2 text-14 text-muted">
        <VolumeX {...SMALL_ICON} />
        <span className="mr-auto">{isMuted(subject) ? t.youMuted(name) : t.usesAWordThatYou(name)}</span>
        <Button
          id={`show-${anchor}`}
          variant="quiet"
          size="small"
          onClick={() => show(new Set([...shown, post.id]))}
        >
          {t.show(<span className="sr-only">{t.whatWrote(name)}</span>)}
        </Button>
      </p>,
      place,
      post.id,
    )
  })
}
