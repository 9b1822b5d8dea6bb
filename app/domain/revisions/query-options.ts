// What is asked about the versions of a post.
import { queryOptions } from '@tanstack/react-query'
import { client } from '#app/platform/session/session.ts'
import { loadRevisions, type Post } from './queries.ts'

export const revisionQueries = {
  /** @param text what the post says now: with another text it has another version */
  of: (post: Post, text: string) =>
    queryOptions({
      queryKey: ['revisions', 'threadId' in post ? post.threadId : post.replyId, text],
      queryFn: async () => loadRevisions(await client(), post),
    }),
}
