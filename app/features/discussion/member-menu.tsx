// What a member may do with a post beyond reading it, in its menu. Loaded with its first press.
import { useQuery } from '@tanstack/react-query'
import { Bookmark, CircleCheck, NotebookPen, Pencil, Trash2, Users, VolumeX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { bookmarkNotSaved } from '#app/domain/bookmarks/bookmark-button.tsx'
import BookmarkNote from '#app/domain/bookmarks/bookmark-note.tsx'
import { bookmarkQueries, toggleBookmark } from '#app/domain/bookmarks/query-options.ts'
import { useMutes } from '#app/domain/mutes/use-mutes.ts'
import { act, choiceNotSaved } from '#app/platform/acts/act.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { client } from '#app/platform/session/session.ts'
import { apiError } from '#app/platform/supabase/api-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import type { MenuItem } from '#app/ui/overlays/menu-button.tsx'
import { isDeletedMember } from '#shared/slugs.ts'
import * as t from '#words/discussion-more.ts'
import { markAnswer } from './mark-answer.ts'
import PostMenu, { hidesButtons, type PostMenuProps } from './post-menu.tsx'
import type { Post } from './revisions/queries.ts'

export default withQueries(MemberMenu)

const none: MenuItem[] = []

function MemberMenu({ userId, ...props }: PostMenuProps & { userId: string }) {
  const { post, author, isOwn, isWiki, isAnswer = null, abilities, onEdit, onDelete, onChanged } = props
  const { data: bookmark } = useQuery(bookmarkQueries.of(post, userId))
  const { mutes, isMuted, set: setMuted } = useMutes(userId)
  const [isNoteOpen, setNoteOpen] = useState(false)
  const id = 'threadId' in post ? post.threadId : post.replyId
  const toggle = async () => toggleBookmark({ client: await client(), userId }, post, () => setNoteOpen(true))
  const subject = { member_id: author.id }
  const mayMute = !isOwn && mutes && !isMuted(subject) && !isDeletedMember(author.username)
  const when = (holds: unknown, item: MenuItem) => (holds ? [item] : none)
  return (
    <>
      <PostMenu
        {...props}
        first={when(hidesButtons(post), {
          label: t.bookmark,
          icon: <Bookmark {...SMALL_ICON} />,
          checked: Boolean(bookmark),
          onSelect: () => void act(`bookmark ${id}`, toggle, { failed: bookmarkNotSaved }),
        })}
        middle={[
          ...when(bookmark, {
            label: bookmark?.note || bookmark?.remind_at ? t.yourNote : t.addNote,
            icon: <NotebookPen {...SMALL_ICON} />,
            onSelect: () => setNoteOpen(true),
          }),
          ...when(isAnswer !== null, {
            label: isAnswer ? t.unmarkAnswer : t.markAsAnswer,
            icon: <CircleCheck {...SMALL_ICON} />,
            onSelect: () => void markAnswer(id, !isAnswer, onChanged),
          }),
          ...when(abilities?.can_edit, {
            label: t.edit,
            icon: <Pencil {...SMALL_ICON} />,
            onSelect: onEdit,
          }),
          ...when(abilities?.can_make_wiki, {
            label: t.letOthersEdit,
            icon: <Users {...SMALL_ICON} />,
            checked: isWiki,
            onSelect: () => void setWiki(post, !isWiki, onChanged),
          }),
          ...when(props.onCorrectPoll, {
            label: t.correctThePoll,
            icon: <Pencil {...SMALL_ICON} />,
            onSelect: () => props.onCorrectPoll?.(),
          }),
          ...when(mayMute, {
            label: t.mute(author.username),
            icon: <VolumeX {...SMALL_ICON} />,
            onSelect: () => setMuted({ subject, wanted: true, name: author.username }),
          }),
        ]}
        last={when(abilities?.can_delete, {
          label: t.deleteLabel,
          icon: <Trash2 {...SMALL_ICON} />,
          intent: 'danger',
          onSelect: onDelete,
        })}
      />
      {isNoteOpen ? (
        <Suspense>
          <BookmarkNote target={post} userId={userId} onClose={() => setNoteOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

const DUPLICATE = '23505'

function setWiki(post: Post, wanted: boolean, onChanged: () => Promise<void>): Promise<boolean> {
  const [column, id] =
    'threadId' in post ? (['thread_id', post.threadId] as const) : (['reply_id', post.replyId] as const)
  const write = async () => {
    const wikis = (await client()).from('wiki_posts')
    const { error } = await (wanted ? wikis.insert({ [column]: id }) : wikis.delete().eq(column, id))
    // Done already, in another tab.
    if (error && error.code !== DUPLICATE) throw apiError(error)
  }
  const done = async () => {
    await onChanged()
    toast(
      wanted
        ? { title: t.thisIsAWikiNow, text: t.membersWhoHaveBeenHere }
        : { title: t.noLongerAWiki, text: t.itsTextAndItsHistory },
    )
  }
  return act(`wiki ${id}`, write, { done, failed: choiceNotSaved })
}
