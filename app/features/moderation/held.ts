// The posts that wait for a moderator, and the decisions on them.
import type { Client } from '#app/platform/session/session.ts'

export type HeldPost = Awaited<ReturnType<typeof listHeld>>[number]
export type Decision = 'publish' | 'refuse' | 'hold'

/** The oldest first. */
export async function listHeld(client: Client) {
  const { data } = await client.rpc('held_posts').throwOnError()
  return data
}

export async function countHeldPosts(client: Client): Promise<number> {
  const { data } = await client.rpc('held_posts').select('post_id').throwOnError()
  return data.length
}

/** @param reason of a refusal, which the author reads @throws the API's error: PT409 if somebody else was faster */
export async function decideHeld(
  client: Client,
  post: Pick<HeldPost, 'thread_id' | 'reply_id'>,
  decision: Decision,
  reason?: string,
): Promise<void> {
  await client
    .rpc('decide_held_post', {
      decision,
      ...(post.reply_id ? { reply: post.reply_id } : { thread: post.thread_id }),
      ...(reason ? { reason } : {}),
    })
    .throwOnError()
}
