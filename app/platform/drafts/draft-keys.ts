// Keys of drafts. In a module of its own, so that a page that only checks for a draft loads no more than this.

/** The key of a member's edit of a discussion or a reply. */
export function editDraftKey(userId: string, postId: string): string {
  return `${userId}:edit:${postId}`
}

/** The key of a member's reply to a discussion. */
export function replyDraftKey(userId: string, threadId: string): string {
  return `${userId}:reply:${threadId}`
}

/** The key of the discussion that a member is about to start. */
export function newDiscussionDraftKey(userId: string): string {
  return `${userId}:new-discussion`
}

/** The key of a member's edit of their profile. */
export function profileDraftKey(userId: string): string {
  return `${userId}:profile`
}
