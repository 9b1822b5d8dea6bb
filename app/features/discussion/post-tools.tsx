// What a member may do with a post beyond reading it: choose it as the answer, make it a wiki, edit it, delete it.
// Loaded for members.
import { Ellipsis, NotebookPen, Pencil, Trash2 } from 'lucide-react'
import type { Post } from '#app/features/discussion/revisions/queries.ts'
import { choiceNotSaved, useAct } from '#app/platform/acts/act.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { MenuButton, type MenuItem } from '#app/ui/overlays/menu-button.tsx'
import AnswerButton from './answer-button.tsx'

/** As the database's functions of these names say; null: not known. */
export type Abilities = Readonly<Record<'can_edit' | 'can_delete' | 'can_make_wiki', boolean | null>>

type PostToolsProps = {
  post: Post
  noun: 'discussion' | 'reply'
  abilities: Abilities
  isOwn: boolean
  isWiki: boolean
  /** Of a reply that the member may choose as the answer. */
  answer?: { author: string; isAnswer: boolean } | null
  onEdit: () => void
  onDelete: () => void
  onChanged: () => Promise<void>
}

export default function PostTools(props: PostToolsProps) {
  const { post, noun, abilities, isOwn, answer, onEdit, onDelete, onChanged } = props
  return (
    <>
      {answer && 'replyId' in post ? (
        <AnswerButton replyId={post.replyId} {...answer} onChanged={onChanged} />
      ) : null}
      {abilities.can_edit ? (
        <ActionButton
          icon={<Pencil size={16} aria-hidden />}
          act="edit"
          label="Edit"
          aria-label={`Edit ${noun}`}
          onClick={onEdit}
        />
      ) : null}
      {abilities.can_delete && !isOwn ? (
        <ActionButton
          icon={<Trash2 size={16} aria-hidden />}
          label="Delete"
          aria-label={`Delete ${noun}`}
          intent="danger"
          onClick={onDelete}
        />
      ) : null}
      {abilities.can_make_wiki || (abilities.can_delete && isOwn) ? <MoreTools {...props} /> : null}
    </>
  )
}

const DUPLICATE = '23505'

/** What is seldom done, so that the actions of an own post have one line on a phone. */
function MoreTools({ post, noun, abilities, isOwn, isWiki, onDelete, onChanged }: PostToolsProps) {
  const [column, id] =
    'threadId' in post ? (['thread_id', post.threadId] as const) : (['reply_id', post.replyId] as const)
  const [toggleWiki] = useAct(
    async () => {
      const wikis = (await client()).from('wiki_posts')
      const { error } = await (isWiki ? wikis.delete().eq(column, id) : wikis.insert({ [column]: id }))
      // Done already, in another tab.
      if (error && error.code !== DUPLICATE) throw error
    },
    {
      id: `wiki ${id}`,
      done: async () => {
        await onChanged()
        toast(
          isWiki
            ? { title: 'No longer a wiki', text: 'Its text and its history stay as they are.' }
            : {
                title: 'This is a wiki now',
                text: 'Members who have been here for a while can edit its text.',
              },
        )
      },
      failed: choiceNotSaved,
    },
  )
  const items: MenuItem[] = []
  if (abilities.can_make_wiki) {
    items.push({
      label: isWiki ? 'End wiki' : 'Make wiki',
      icon: <NotebookPen size={16} aria-hidden />,
      onSelect: () => void toggleWiki(),
    })
  }
  if (abilities.can_delete && isOwn) {
    items.push({
      label: `Delete ${noun}`,
      icon: <Trash2 size={16} aria-hidden />,
      intent: 'danger',
      onSelect: onDelete,
    })
  }
  return (
    <MenuButton label={`More: ${noun}`} className="act" items={items}>
      <Ellipsis size={16} aria-hidden />
    </MenuButton>
  )
}
