// The public live chat (SPEC.md section 2, Live chat).
import { resources } from '#app/context.ts'
import { listCategories } from '#app/domain/categories/queries.ts'
import { MessageReport } from '#app/domain/reports/message-report.tsx'
import { ChatRoom } from '#app/features/chat/chat-room.tsx'
import { findMessage, hasRooms, latestMessages, messagesAround, SHOWN } from '#app/features/chat/queries.ts'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { messagePath } from '#shared/slugs.ts'
import * as t from '#words/pages-more.ts'
import type { Route } from './+types/chat'

// Nothing in it is personal, so members get the guests' page too.
export async function loader({ context, url }: Route.LoaderArgs) {
  const { reader, tags, hydrateEagerly, declareSearch } = context.get(resources)
  // Messages must arrive without any interaction.
  hydrateEagerly()
  const categories = (await hasRooms(reader)) ? await listCategories(reader) : []
  const asked = url.searchParams.get('id') ?? ''
  const message = UUID.test(asked) ? await findMessage(reader, asked) : null
  const room =
    categories.find(({ id, slug }) =>
      asked ? id === message?.category_id : slug === url.searchParams.get('room'),
    ) ?? null
  redirectToCanonical(url, UUID.test(asked) ? messagePath(asked) : roomPath(room))
  declareSearch(url.search)
  const latest = await latestMessages(reader, SHOWN, room?.id ?? null)
  const isPast = message !== null && !latest.some(({ id }) => id === message.id)
  const messages = isPast ? await messagesAround(reader, message) : latest
  tags.add('chat-reactions').add('categories')
  for (const { user_id } of messages) if (user_id) tags.add(`profile:${user_id}`)
  const rooms = categories.map(({ id, name, slug }) => ({ id, name, slug }))
  return {
    messages,
    rooms,
    room: rooms.find(({ id }) => id === room?.id) ?? null,
    linked: message && { id: message.id, isPast },
    isGone: asked !== '' && message === null,
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function roomPath(room: { slug: string } | null): string {
  return room ? `/chat?room=${room.slug}` : '/chat'
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const room = loaderData?.room
  return pageMeta(matches, {
    title: room ? t.liveChat(room.name) : t.liveChat2,
    description: t.talkWithOtherIndianInvestors,
    path: roomPath(room ?? null),
  })
}

export default function ChatPage({ loaderData }: Route.ComponentProps) {
  const { messages, room, rooms, linked, isGone } = loaderData
  return (
    <ChatRoom
      key={`${room?.id} ${linked?.id}`}
      loaded={messages}
      room={room?.id ?? null}
      linked={linked}
      notice={isGone ? t.thatMessageIsOlderThan : null}
      latest={roomPath(room)}
      rooms={
        rooms.length > 0 ? (
          <div className="border-b border-line px-4 py-1">
            <LinkTabs
              label={t.rooms}
              tabs={[
                { to: roomPath(null), label: t.everybody, isCurrent: !room },
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
      report={(id, name) => <MessageReport id={id} of={name} />}
    />
  )
}
