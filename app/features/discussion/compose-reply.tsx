// The composer of a discussion's page: what it answers, and the way to the reply when it is posted. Loaded on demand.
import { useNavigate, useRevalidator } from 'react-router'
import { heldQueries } from '#app/domain/held/query-options.ts'
import { replyAnchor } from '#app/domain/replies/paging.ts'
import { findReply } from '#app/domain/replies/queries.ts'
import { threadPagePath } from '#app/domain/threads/thread-address.ts'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { queryClient } from '#app/platform/query/query-client.tsx'
import { client } from '#app/platform/session/session.ts'
import Composer from './composer.tsx'
import type { Composing } from './member-tools.tsx'

type ComposeReplyProps = {
  thread: FullThread
  page: number
  isBestFirst: boolean
  userId: string
  composing: Composing
  setComposing: (composing: Composing | null) => void
  /** Gets the id of the posted reply before it is on the page. */
  onPosted: (replyId: string) => void
}

export default function ComposeReply(props: ComposeReplyProps) {
  const { thread, page, isBestFirst, userId, composing, setComposing, onPosted } = props
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  /** Navigates to a posted reply on its page. */
  async function show(id: string, isHeld: boolean) {
    setComposing(null)
    // It is on no page, but below the replies of this one.
    if (isHeld) return queryClient().invalidateQueries({ queryKey: heldQueries.all })
    onPosted(id)
    const place = await findReply(await client(), thread.id, id.slice(0, 8))
    const anchor = `#${replyAnchor(id)}`
    const path = threadPagePath(thread, place?.page ?? page)
    // Navigating to an anchor of the same page does not revalidate.
    if (path === threadPagePath(thread, page, isBestFirst)) await revalidate()
    await navigate(path + anchor)
  }

  return (
    <Composer
      threadId={thread.id}
      userId={userId}
      answers={composing.answers}
      {...(composing.quotation ? { quotation: composing.quotation } : {})}
      onForgetAnswer={() => setComposing({ answers: null })}
      onClose={() => setComposing(null)}
      onPosted={show}
    />
  )
}
