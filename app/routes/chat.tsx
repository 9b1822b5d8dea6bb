// The public live chat (SPEC.md section 2, Live chat).
import { resources } from '#app/context.ts'
import { listCategories } from '#app/domain/categories/queries.ts'
import { ReportButton } from '#app/domain/reports/report-button.tsx'
import { ChatRoom } from '#app/features/chat/chat-room.tsx'
import { hasRooms, latestMessages, SHOWN } from '#app/features/chat/queries.ts'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import type { Route } from './+types/chat'

// Nothing in it is personal, so members get the guests' page too.
export async function loader({ context, url }: Route.LoaderArgs) {
  const { reader, tags, hydrateEagerly, declareSearch } = context.get(resources)
  // Messages must arrive without any interaction.
  hydrateEagerly()
  const categories = (await hasRooms(reader)) ? await listCategories(reader) : []
  const room = categories.find(({ slug }) => slug === url.searchParams.get('room')) ?? null
  redirectToCanonical(url, roomPath(room))
  declareSearch(url.search)
  const messages = await latestMessages(reader, SHOWN, room?.id ?? null)
  tags.add('chat').add('categories')
  for (const { user_id } of messages) if (user_id) tags.add(`profile:${user_id}`)
  const rooms = categories.map(({ id, name, slug }) => ({ id, name, slug }))
  return { messages, rooms, room: rooms.find(({ id }) => id === room?.id) ?? null }
}

function roomPath(room: { slug: string } | null): string {
  return room ? `/chat?room=${room.slug}` : '/chat'
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const room = loaderData?.room
  return pageMeta(matches, {
    title: room ? `Live Chat: ${room.name}` : 'Live Chat',
    description:
      'Talk with other Indian investors as it happens: under your name, or any name you like, without an account.',
    path: roomPath(room ?? null),
  })
}

export default function ChatPage({ loaderData }: Route.ComponentProps) {
  const { messages, room, rooms } = loaderData
  return (
    <ChatRoom
      key={room?.id}
      loaded={messages}
      room={room?.id ?? null}
      rooms={
        rooms.length > 0 ? (
          <div className="border-b border-line px-4 py-1">
            <LinkTabs
              label="Rooms"
              tabs={[
                { to: roomPath(null), label: 'Everybody', isCurrent: !room },
                ...rooms.map((one) => ({
                  to: roomPath(one),
                  label: one.name,
                  isCurrent: one.id === room?.id,
                })),
              ]}
            />
          </div>
        ) : null
      }
      report={(id) => <ReportButton target={{ kind: 'message', id }} />}
    />
  )
}
