// The chat's last words, read-only, on the front page.
import { Link } from 'react-router'
import { Avatar } from '#app/ui/avatar.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import type { ChatMessage } from './queries.ts'

export function ChatGlimpse({ messages }: { messages: readonly ChatMessage[] }) {
  return (
    <>
      {messages.length === 0 ? (
        <p className="text-14 text-muted">It is quiet at the moment. Say good morning.</p>
      ) : (
        <ul className="space-y-3">
          {messages.map((message) => (
            <li key={message.id} className="flex gap-2.5">
              <Avatar name={message.username} size={24} />
              <div className="min-w-0 flex-1 text-14 leading-snug">
                <p className="flex gap-2 text-13">
                  <span className="truncate font-semibold">{message.username}</span>
                  <TimeAgo at={message.created_at} className="shrink-0 text-muted" />
                </p>
                <p className="line-clamp-2 text-muted">{message.message}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 -mb-2.5 sm:mt-3 sm:mb-0">
        <Link
          to="/chat"
          className="inline-flex min-h-11 items-center text-14 font-medium text-accent hover:underline sm:min-h-0"
        >
          Join the live chat
        </Link>
      </p>
    </>
  )
}
