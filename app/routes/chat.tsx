// The public live chat (SPEC.md section 2, Live chat).
import { resources } from '#app/context.ts'
import { ReportButton } from '#app/domain/reports/report-button.tsx'
import { ChatRoom } from '#app/features/chat/chat-room.tsx'
import { latestMessages, SHOWN } from '#app/features/chat/queries.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import type { Route } from './+types/chat'

// Nothing in it is personal, so members get the guests' page too.
export async function loader({ context }: Route.LoaderArgs) {
  const { reader, tags, hydrateEagerly } = context.get(resources)
  // Messages must arrive without any interaction.
  hydrateEagerly()
  const messages = await latestMessages(reader, SHOWN)
  tags.add('chat')
  for (const { user_id } of messages) if (user_id) tags.add(`profile:${user_id}`)
  return { messages }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Live Chat',
    description:
      'Talk with other Indian investors as it happens: under your name, or any name you like, without an account.',
    path: '/chat',
  })
}

export default function ChatPage({ loaderData }: Route.ComponentProps) {
  return (
    <ChatRoom
      loaded={loaderData.messages}
      report={(id) => <ReportButton target={{ kind: 'message', id }} />}
    />
  )
}
