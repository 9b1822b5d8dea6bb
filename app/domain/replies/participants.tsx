// Who wrote most on this page, verified experts first: three, with their names.
import { Link } from 'react-router'
import { Face, faceOf } from '#app/ui/avatar.tsx'
import { Kept } from '#app/ui/kept.tsx'
import { count } from '#shared/format.ts'
import { isDeletedMember, memberPath } from '#shared/slugs.ts'
import * as t from '#words/replies.ts'

type Writer = { id: string; username: string; avatar_url: string | null; is_verified?: boolean }

const SHOWN = 3

/** @param writers of the posts, in their order */
export function Participants({ writers }: { writers: readonly Writer[] }) {
  const posts = Map.groupBy(
    writers.filter(({ username }) => !isDeletedMember(username)),
    ({ id }) => id,
  )
  // Of fewer there is nothing to choose: the reader sees them all.
  if (posts.size <= SHOWN) return null
  const most = [...posts.values()]
    .flatMap(([writer, ...more]) => (writer ? [{ writer, posts: 1 + more.length }] : []))
    .sort(
      (a, b) =>
        Number(b.writer.is_verified ?? false) - Number(a.writer.is_verified ?? false) || b.posts - a.posts,
    )
    .slice(0, SHOWN)
  return (
    <section aria-labelledby="participants">
      <h2 id="participants" className="font-sans text-14 font-semibold">
        {t.onThisPage}
      </h2>
      <ul className="faces">
        {most.map(({ writer: { id, username, avatar_url }, posts: written }) => (
          <Kept
            key={id}
            as="li"
            look={['participant', avatar_url !== null]}
            texts={{
              username,
              path: memberPath(username),
              posts: count(written, t.post, t.posts),
              ...faceOf(id, avatar_url),
            }}
          >
            {(texts) => (
              <Link to={texts.path} discover="none">
                <Face isPicture={avatar_url !== null} face={texts.face} figure={texts.figure} size={null} />
                <span>{texts.username}</span>
                <span>{texts.posts}</span>
              </Link>
            )}
          </Kept>
        ))}
      </ul>
    </section>
  )
}
