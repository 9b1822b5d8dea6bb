// The writers on this page, each once, in the order of their first post.
import { Link } from 'react-router'
import { Face, faceOf } from '#app/ui/avatar.tsx'
import { Kept } from '#app/ui/kept.tsx'
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
      <ul className="faces">
        {each.map(({ id, username, avatar_url }) => (
          <Kept
            key={id}
            as="li"
            title={username}
            look={['participant', avatar_url !== null]}
            texts={{ username, path: memberPath(username), ...faceOf(username, avatar_url) }}
          >
            {(texts) => (
              <Link to={texts.path} discover="none">
                <Face isPicture={avatar_url !== null} face={texts.face} figure={texts.figure} size={null} />
                <span className="sr-only">{texts.username}</span>
              </Link>
            )}
          </Kept>
        ))}
      </ul>
    </section>
  )
}
