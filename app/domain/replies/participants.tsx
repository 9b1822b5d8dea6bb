// Who wrote on this page, each once, the first to speak first.
import { Link } from 'react-router'
import { Avatar } from '#app/ui/avatar.tsx'
import { isDeletedMember, memberPath } from '#shared/slugs.ts'

type Writer = { id: string; username: string; avatar_url: string | null }

export function Participants({ writers }: { writers: readonly Writer[] }) {
  const each = [...new Map(writers.map((writer) => [writer.id, writer])).values()].filter(
    ({ username }) => !isDeletedMember(username),
  )
  if (each.length < 2) return null
  return (
    <section aria-labelledby="participants">
      <h2 id="participants" className="font-sans text-14 font-semibold">
        On this page
      </h2>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {each.map(({ id, username, avatar_url }) => (
          <li key={id} title={username}>
            <Link to={memberPath(username)} className="block rounded-full">
              <Avatar name={username} src={avatar_url} size={32} />
              <span className="sr-only">{username}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
