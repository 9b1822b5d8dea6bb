// The document around every page, and what the page needs before its first paint.
import '#app/styles/app.css'
import { type ReactNode, useContext, useEffect } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from 'react-router'
import { resources } from '#app/context.ts'
import { startSession } from '#app/platform/session/session.ts'
import { ErrorPage } from '#app/shell/error-page.tsx'
import firstPaint from '#app/shell/first-paint/first-paint.ts?inline-script'
import { Frame } from '#app/shell/frame.tsx'
import { Nonce, useRootAttributes } from '#app/shell/root-attributes.ts'
import { ClockProvider } from '#app/ui/clock.tsx'
import { ToastHost } from '#app/ui/feedback/toast-host.tsx'
import { LANGUAGES } from '#shared/languages.ts'
import { HYDRATED_EVENT, META_PUBLISHABLE_KEY, ROOT_HYDRATED } from '#shared/page-contract.ts'
import type { SiteInfo } from '#shared/site.ts'
import { LANGUAGE } from '#words/language.ts'
import type { Route } from './+types/root'

export function loader({ context }: Route.LoaderArgs) {
  return { site: context.get(resources).site, renderedAt: context.get(resources).renderedAt }
}

/**
 * The settings rarely change: only the page that changes them revalidates them. A failed revalidation elsewhere, e.g.
 * offline, would replace the frame around the page with an error.
 */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return nextUrl.pathname === '/admin/settings' && currentUrl.href === nextUrl.href
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const nonce = useContext(Nonce)
  return (
    <html lang={LANGUAGES[LANGUAGE].tag} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#131a1a" />
        {data ? <meta name={META_PUBLISHABLE_KEY} content={data.site.publishableKey} /> : null}
        {/* Executed before the modules load, so hydration must not compare it. */}
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, nobody's input
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? firstPaint : '' }}
        />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <Shell site={loaderData.site} renderedAt={loaderData.renderedAt}>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>('root')
  if (!data) return <ErrorPage error={error} />
  return (
    <Shell site={data.site} renderedAt={data.renderedAt}>
      <ErrorPage error={error} />
    </Shell>
  )
}

function Shell({ site, renderedAt, children }: { site: SiteInfo; renderedAt: number; children: ReactNode }) {
  useRootAttributes()
  useEffect(() => {
    startSession()
    document.documentElement.setAttribute(ROOT_HYDRATED, '')
    window.dispatchEvent(new Event(HYDRATED_EVENT))
  }, [])
  return (
    <ClockProvider renderedAt={renderedAt}>
      <Frame site={site}>{children}</Frame>
      <ToastHost />
    </ClockProvider>
  )
}
