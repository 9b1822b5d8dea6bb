// What an upvote is for.

/** Exactly one of the two. */
export type Target = { threadId: string } | { replyId: string }

export function targetId(target: Target): string {
  return 'threadId' in target ? target.threadId : target.replyId
}
