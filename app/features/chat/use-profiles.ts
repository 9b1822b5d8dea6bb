// The members that the chat shows, by id: those that the page brought, and the rest asked for once each.
import { useEffect, useRef, useState } from 'react'
import { visitorClient } from '#app/platform/supabase/visitor-client.ts'
import { type ChatMessage, type Face, facesOf } from './queries.ts'

export type Profiles = ReadonlyMap<string, Face>

/** @param wanted ids whose faces are shown */
export function useProfiles(messages: readonly ChatMessage[], wanted: readonly string[]): Profiles {
  const [fetched, setFetched] = useState<Profiles>(new Map())
  const asked = useRef(new Set<string>())
  const faces = new Map(fetched)
  for (const { author } of messages) if (author) faces.set(author.id, author)

  const missing = [...new Set([...messages.flatMap(({ user_id }) => user_id ?? []), ...wanted])]
    .filter((id) => !faces.has(id))
    .sort()
    .join(',')
  useEffect(() => {
    const ids = missing.split(',').filter((id) => id !== '' && !asked.current.has(id))
    if (ids.length === 0) return
    for (const id of ids) asked.current.add(id)
    visitorClient()
      .then((reader) => facesOf(reader, ids))
      .then((found) =>
        setFetched((before) => new Map([...before, ...found.map((face) => [face.id, face] as const)])),
      )
      .catch((error: unknown) => {
        // Their names are there; the pictures come with the next one who is missing.
        for (const id of ids) asked.current.delete(id)
        console.warn('members could not be read', error)
      })
  }, [missing])
  return faces
}
