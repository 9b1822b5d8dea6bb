// Where drafts are kept. By itself, so that a page that only looks whether there is one loads no more than this.

/** Where a member's edit of a discussion or a reply is kept. */
export function editDraftKey(userId: string, postId: string): string {
  return `${userId}:edit:${postId}`
}

/** Where a member's edit of their profile is kept. */
export function profileDraftKey(userId: string): string {
  return `${userId}:profile`
}
