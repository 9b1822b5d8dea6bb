// The layout of all pages: the page, or what went wrong with it. The root's boundary would replace the document, and its
// style sheet: the error page would be unstyled until that is loaded again.
import { Outlet } from 'react-router'
import { ErrorPage } from '#app/shell/error-page.tsx'
import type { Route } from './+types/page'

export default function Page() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
