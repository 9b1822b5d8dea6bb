// Maps change events to the tags of stale pages. Events carry ids only (supabase/schemas/0120_change_log.sql).
import type { ChangeEvent } from '../../api/database/change-log.ts'

/** The tags (see app/context.ts) of pages that show the changed row, or counts derived from it. */
function staleTags(event: ChangeEvent): string[] {
  const posts = event.author_id ? [`posts:${event.author_id}`] : []
  const lists = ['threads', 'categories', ...(event.category_id ? [`category:${event.category_id}`] : [])]
  switch (event.table) {
    case 'threads':
      // Trending may be a minute old, but must not link to what was deleted or renamed.
      return [
        `thread:${event.id}`,
        'tags',
        ...lists,
        ...posts,
        ...(event.op === 'INSERT' ? [] : ['trending', `link:${event.id}`]),
      ]
    case 'replies':
      return [
        `thread:${event.thread_id}`,
        ...lists,
        ...posts,
        ...(event.op === 'INSERT' ? [] : [`link:${event.thread_id}`]),
      ]
    case 'reactions':
      return [`thread:${event.thread_id}`, ...lists, ...posts]
    case 'polls':
    case 'wiki_posts':
      return [`thread:${event.thread_id}`]
    case 'forum_categories':
      return [`category:${event.id}`, 'categories', 'category-names', 'threads', 'trending']
    // The form of a new discussion shows them.
    case 'category_guides':
      return ['categories']
    case 'profiles':
      return [`profile:${event.id}`, ...(event.op === 'INSERT' ? [] : ['member-names'])]
    case 'blog_posts':
      return ['articles', `article:${event.id}`]
    case 'chat_messages':
      // The front page shows messages without their reactions.
      return ['chat-reactions', ...(event.reacted ? [] : ['chat'])]
    case 'expert_profiles':
      return ['experts', `profile:${event.id}`]
    default:
      return []
  }
}

/** Evicts what `event` makes stale. The settings are on every page. */
export function evictStale(pages: { evict(tags: string[]): void; clear(): void }, event: ChangeEvent): void {
  if (event.table === 'site_settings') pages.clear()
  else pages.evict(staleTags(event))
}
