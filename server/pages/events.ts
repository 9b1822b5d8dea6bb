// Which cached pages a change event makes stale. Events carry ids only (supabase/migrations: change log).

export type ChangeEvent = {
  table: string
  op: 'INSERT' | 'UPDATE' | 'DELETE'
  id: string
  thread_id?: string
  category_id?: string
}

/** The tags (see app/context.ts) of the pages that show the changed row, or what was counted because of it. */
export function staleTags(event: ChangeEvent): string[] {
  const lists = ['threads', 'categories', ...(event.category_id ? [`category:${event.category_id}`] : [])]
  switch (event.table) {
    case 'threads':
      return [`thread:${event.id}`, ...lists]
    case 'replies':
    case 'reactions':
      return [`thread:${event.thread_id}`, ...lists]
    case 'forum_categories':
      return [`category:${event.id}`, 'categories', 'threads']
    case 'profiles':
      return [`profile:${event.id}`]
    case 'blog_posts':
      return ['articles', `article:${event.id}`]
    case 'chat_messages':
      return ['chat']
    case 'expert_profiles':
      return ['experts', `profile:${event.id}`]
    default:
      return []
  }
}
