// The profiles that the chat shows, by id: those of the page, and the others, each requested once.
import { useEffect, useRef, useState } from 'react'
import { visitorClient } from '#app/platform/supabase/visitor-client.ts'
import { type ChatMessage, type ChatProfile, profilesOf } from './queries.ts'

export type Profiles = ReadonlyMap<string, ChatProfile>

/** @param wanted ids of the avatars to show */
export function useProfiles(messages: readonly ChatMessage[], wanted: readonly string[]): Profiles {
  const [fetched, setFetched] = useState<Profiles>(new Map())
  const asked = useRef(new Set<string>())
  const profiles = new Map(fetched)
  for (const { author } of messages) if (author) profiles.set(author.id, author)

  const missing = [...new Set([...messages.flatMap(({ user_id }) => user_id ?? []), ...wanted])]
    .filter((id) => !profiles.has(id))
    .sort()
    .join(',')
  useEffect(() => {
    const ids = missing.split(',').filter((id) => id !== '' && !asked.current.has(id))
    if (ids.length === 0) return
    for (const id of ids) asked.current.add(id)
    visitorClient()
      .then((reader) => profilesOf(reader, ids))
      .then((found) =>
        setFetched(
          (before) => new Map([...before, ...found.map((profile) => [profile.id, profile] as const)]),
        ),
      )
      .catch((error: unknown) => {
        // The names are known; the pictures are requested with the next missing profile.
        for (const id of ids) asked.current.delete(id)
        console.warn('members could not be read', error)
      })
  }, [missing])
  return profiles
}
