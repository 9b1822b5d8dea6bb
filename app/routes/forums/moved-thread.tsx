// Redirects other spellings of a discussion's address (SPEC.md section 2), /thread/{id, or title, or both} and
// /forums/thread/{id}, permanently to the canonical one.
import { data, isRouteErrorResponse, redirect } from 'react-router'
import { resources } from '#app/context.ts'
import { findThreadPath, missingStatus } from '#app/domain/threads/thread-query.ts'
import ThreadNotFound from '#app/features/discussion/thread-not-found.tsx'
import { type DbClient, memberClient } from '#app/platform/session/session.ts'
import { ErrorPage } from '#app/shell/error-page.tsx'
import { threadIdRange } from '#shared/slugs.ts'
import type { Route } from './+types/moved-thread'

async function leadOn(reader: DbClient, reference: string): Promise<never> {
  const path = await findThreadPath(reader, reference)
  if (!path) throw data(null, { status: await missingStatus(reader, threadIdRange(reference)) })
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isDeleted = isRouteErrorResponse(error) && error.status === 410
  return isDeleted ? <ThreadNotFound category={null} isDeleted /> : <ErrorPage error={error} />
}
