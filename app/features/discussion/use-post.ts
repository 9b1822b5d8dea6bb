// The texts of a post, and the properties that decide on its look (app/ui/kept.tsx).
import { upvoteTexts } from '#app/domain/reactions/upvote-button.tsx'
import type { Upvotes } from '#app/domain/reactions/use-upvotes.ts'
import { picturesIn } from '#app/domain/threads/structured-data.tsx'
import type { Wiki } from '#app/domain/threads/thread-query.ts'
import { editedTexts } from '#app/features/discussion/revisions/edited-note.tsx'
import { useClock } from '#app/ui/clock.tsx'
import type { Look } from '#app/ui/kept.tsx'
import { cardTexts } from '#app/ui/post-card.tsx'
import { languageOf } from '#shared/language-of.ts'
import { isDeletedMember } from '#shared/slugs.ts'

type Post = {
  id: string
  content: string
  links?: string
  created_at: string
  updated_at: string
  upvote_count: number
  wiki?: Wiki
  author: { id: string; username: string; avatar_url: string | null; user_level: string; is_staff?: true }
}

type Around = { details: string; href: string; upvotes: Upvotes; isEdited: boolean }

export function usePost(post: Post, { details, href, upvotes, isEdited }: Around) {
  const clock = useClock()
  const { author, content, wiki } = post
  const pictures = picturesIn(content)
  const isUpvoted = post.upvote_count > 0
  const lang = languageOf(content)
  const look: Look = [
    author.user_level,
    Boolean(author.is_staff),
    isDeletedMember(author.username),
    Boolean(author.avatar_url),
    details !== '',
    isEdited,
    Boolean(wiki),
    isUpvoted,
    pictures.length,
    Boolean(post.links),
    lang ?? '',
  ]
  const texts = {
    ...cardTexts({ author, details, at: post.created_at, href }, clock),
    ...upvoteTexts(upvotes, post.id, post.upvote_count),
    ...(isEdited
      ? editedTexts(post.updated_at, clock, wiki)
      : { editedAt: '', editedMoment: '', editedAgo: '', edited: '' }),
    ...Object.fromEntries(pictures.map((src, index) => [`picture${index}`, src])),
    upvotes: String(post.upvote_count),
    html: content,
    links: post.links ?? '',
  }
  /** Microdata of the post, for `PostData`. */
  const dataOf = (shown: Readonly<Record<string, string>>) => ({
    modified: isEdited ? (shown.editedAt ?? null) : null,
    upvotes: isUpvoted ? (shown.upvotes ?? null) : null,
    pictures: pictures.map((_, index) => shown[`picture${index}`] ?? ''),
  })
  return { look, texts, lang, dataOf }
}
