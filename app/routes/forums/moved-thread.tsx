// The other spellings of a discussion's address (SPEC.md section 2): /thread/{id, or title, or both} and
// /forums/thread/{id}. They lead to the one address for good.
import { data, redirect } from 'react-router'
import { resources } from '#app/context.ts'
import { findThreadPath } from '#app/features/threads/find-thread.ts'
import type { Reader } from '#app/lib/reader.ts'
import { memberClient } from '#app/lib/session.ts'
import type { Route } from './+types/moved-thread'

async function leadOn(reader: Reader, reference: string): Promise<never> {
  const path = await findThreadPath(reader, reference)
  if (!path) throw data(null, { status: 404 })
  throw redirect(path, 301)
}

export function loader({ context, params }: Route.LoaderArgs) {
  return leadOn(context.get(resources).reader, params.reference)
}

export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const member = await memberClient()
  return member ? leadOn(member, params.reference) : serverLoader()
}

export default function MovedThread() {
  return null
}
