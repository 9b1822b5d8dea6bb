// The items of a post's menu that everybody has, around those of a member (member-menu.tsx). Loaded with its first press.
import { CalendarPlus, Flag, History, Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useReport } from '#app/domain/reports/use-report.tsx'
import { currentSession } from '#app/platform/session/session.ts'
import { useClock } from '#app/ui/clock.tsx'
import { SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { MenuButton, type MenuItem } from '#app/ui/overlays/menu-button.tsx'
import { shareAddress } from '#app/ui/share-button.tsx'
import * as t from '#words/discussion-more.ts'
import type { Abilities } from './abilities.tsx'
import type { HistoryProps } from './revisions/history-dialog.tsx'
import type { Post } from './revisions/queries.ts'

const HistoryDialog = lazyWithRetry(() => import('./revisions/history-dialog.tsx'))

export type PostMenuProps = {
  post: Post
  /** What it is the menu of: 'reply by asha'. */
  of: string
  /** The address within the site. */
  path: string
  author: { id: string; username: string }
  isOwn: boolean
  isWiki: boolean
  /** Undefined while they are not known, and for a guest. */
  abilities: Abilities | undefined
  /** Whether a reply is the answer, for those who may choose it and do not have that button beside the menu. */
  isAnswer?: boolean | null
  /** Of an edited post. */
  history: Omit<HistoryProps, 'onClose' | 'post'> | null
  /** Of a poll that has an end. */
  pollClosesAt?: string | null
  onEdit: () => void
  onDelete: () => void
  onCorrectPoll?: (() => void) | undefined
  onChanged: () => Promise<void>
}

type Items = { first?: readonly MenuItem[]; middle?: readonly MenuItem[]; last?: readonly MenuItem[] }

/** A guest's reply has no buttons that appear under a pointer, and a touch screen has none. */
export const hidesButtons = (post: Post) =>
  'replyId' in post && (currentSession().status !== 'member' || window.matchMedia('(hover: none)').matches)

export default function PostMenu({
  post,
  of,
  path,
  isOwn,
  history,
  pollClosesAt = null,
  first = [],
  middle = [],
  last = [],
}: PostMenuProps & Items) {
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const clock = useClock()
  const [report, dialog] = useReport(
    'threadId' in post ? { kind: 'thread', id: post.threadId } : { kind: 'reply', id: post.replyId },
  )
  const items: MenuItem[] = [...first]
  if (hidesButtons(post))
    items.push({ label: t.share, icon: <Share2 {...SMALL_ICON} />, onSelect: () => void shareAddress(path) })
  items.push(...middle)
  if (history)
    items.push({
      label: t.history,
      icon: <History {...SMALL_ICON} />,
      onSelect: () => setHistoryOpen(true),
    })
  if (pollClosesAt !== null && !clock.hasPassed(Date.parse(pollClosesAt)))
    items.push({
      label: t.addThePollToA,
      icon: <CalendarPlus {...SMALL_ICON} />,
      onSelect: () => window.location.assign(`${path}/poll.ics`),
    })
  if (!isOwn) items.push({ label: t.report, icon: <Flag {...SMALL_ICON} />, onSelect: report })
  return (
    <>
      <MenuButton startsOpen label={t.more(of)} className="act sign-more" items={[...items, ...last]} />
      {dialog}
      {isHistoryOpen && history ? (
        <Suspense>
          <HistoryDialog {...history} post={post} onClose={() => setHistoryOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
