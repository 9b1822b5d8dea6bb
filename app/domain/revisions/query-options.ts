// What is asked about the versions of a post.
import { clientQuery } from '#app/platform/query/client-query.ts'
import { loadRevisions, type Post } from './queries.ts'

export const revisionQueries = {
  /** @param text what the post says now: with another text it has another version */
  of: (post: Post, text: string) =>
    clientQuery(['revisions', 'threadId' in post ? post.threadId : post.replyId, text], (client) =>
      loadRevisions(client, post),
    ),
}
