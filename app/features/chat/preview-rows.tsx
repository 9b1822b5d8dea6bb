// A few messages, read-only.
import { Avatar } from '#app/ui/avatar.tsx'
import { SampleWord } from '#app/ui/chip.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import { spoken } from '#shared/language-of.ts'
import * as t from '#words/chat.ts'
import type { ChatMessage } from './queries.ts'
import type { Profiles } from './use-profiles.ts'

type PreviewRowsProps = { messages: readonly ChatMessage[]; profiles?: Profiles }

export function PreviewRows({ messages, profiles }: PreviewRowsProps) {
  if (messages.length === 0) {
    return <p className="text-14 text-muted">{t.itIsQuietAtThe2}</p>
  }
  return (
    <ul className="space-y-3">
      {messages.map((message) => {
        const profile = message.author ?? (message.user_id ? profiles?.get(message.user_id) : null)
        return (
          <li key={message.id} className="flex gap-2.5">
            <Avatar id={message.user_id ?? message.username} src={profile?.avatar_url ?? null} size={24} />
            <div className="min-w-0 flex-1 text-14 leading-snug">
              <p className="flex gap-2 text-13">
                <bdi className="truncate font-semibold">{message.username}</bdi>
                <SampleWord id={message.id} />
                <TimeAgo at={message.created_at} className="shrink-0 text-muted" />
              </p>
              <p {...spoken(message.message)} className="line-clamp-2 text-muted">
                {message.message}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
