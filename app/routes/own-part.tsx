// What a member's page shows first, rendered by the server with the page's own components, from the reads that they send
// (server/pages/own-part.ts).
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { listNotifications, notificationQueries } from '#app/domain/notifications/queries.ts'
import { ownReadQueries } from '#app/domain/threads/own-reads.ts'
import { threadsForYou } from '#app/domain/threads/queries.ts'
import { readOffer } from '#app/domain/tracking/choose-subjects.tsx'
import { AdminFrame } from '#app/features/admin/admin-frame.tsx'
import { OwnList } from '#app/features/home/own-home.tsx'
import { listPassages, loadRecords } from '#app/features/moderation/case-facts.ts'
import { moderationQueries } from '#app/features/moderation/query-options.ts'
import { countOpenCases, groupIntoCases, listLogOf, listReports } from '#app/features/moderation/queue.ts'
import NotificationPages from '#app/features/notifications/notification-pages.tsx'
import { queryClient } from '#app/platform/query/query-client.tsx'
import { type Me, readMe } from '#app/platform/session/me.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { ClockProvider } from '#app/ui/clock.tsx'
import { ScreenWidth } from '#app/ui/use-is-narrow.ts'
import { inLanguage } from '#shared/languages.ts'
import { LANGUAGE } from '#words/language.ts'
import { ReportConsole } from './admin/report-console.tsx'

type Asked = {
  /** With the member's rights. */
  reader: DbClient
  userId: string
  me: Me
  queries: ReturnType<typeof queryClient>
}

/** By the address of the page: reads, and renders what it shows in place of its placeholder. */
const PARTS: Readonly<Record<string, (asked: Asked) => Promise<ReactNode>>> = {
  '/': async ({ reader, userId, me, queries }) => {
    const [threads] = await Promise.all([
      threadsForYou(reader),
      readOffer(reader, userId, me.first_run, queries),
    ])
    queries.setQueryData(ownReadQueries.forYou(userId).queryKey, threads)
    return <OwnList userId={userId} tab={null} loading={null} />
  },
  '/notifications': async ({ reader, userId, me, queries }) => {
    const first = await listNotifications(reader, null)
    queries.setQueryData(notificationQueries.list(userId).queryKey, { pages: [first], pageParams: [null] })
    queries.setQueryData(notificationQueries.unread(userId).queryKey, me.unread)
    return <NotificationPages userId={userId} />
  },
  '/admin/moderate': async ({ reader, me, queries }) => {
    if (!me.is_admin) return null
    const [open, cases] = await Promise.all([
      countOpenCases(reader),
      listReports(reader, 'open').then(groupIntoCases),
    ])
    queries.setQueryData(moderationQueries.openCases.queryKey, open)
    queries.setQueryData(moderationQueries.queue('open').queryKey, cases)
    const [chosen] = cases
    if (chosen) {
      const targets = cases.map(({ target }) => target.target_id)
      const [log, passages, records] = await Promise.all([
        listLogOf(reader, targets),
        listPassages(reader, chosen),
        loadRecords(reader, chosen),
      ])
      queries.setQueryData(moderationQueries.logOf(cases).queryKey, log)
      queries.setQueryData(moderationQueries.passages(chosen).queryKey, passages)
      queries.setQueryData(moderationQueries.records(chosen).queryKey, records)
    }
    return (
      <AdminFrame>
        <div>
          <ReportConsole />
        </div>
      </AdminFrame>
    )
  },
}

export type RenderOwnPart = (asked: {
  /** Path and query of the page, without the prefix of a language. */
  page: string
  /** Of the reader's screen. */
  width: number
  reader: DbClient
  userId: string
  /** In milliseconds. */
  renderedAt: number
}) => Promise<string>

/** @returns HTML, or '' for a page that shows nothing of a member's first. @throws what a read throws */
export const renderOwnPart: RenderOwnPart = async ({ page, width, reader, userId, renderedAt }) => {
  const part = Object.hasOwn(PARTS, page) ? PARTS[page] : undefined
  const me = await readMe(reader)
  if (!part) return ''
  const queries = queryClient()
  const shown = await part({ reader, userId, me, queries })
  return renderToString(
    <StaticRouter basename={inLanguage(LANGUAGE, '/')} location={inLanguage(LANGUAGE, page)}>
      <ClockProvider renderedAt={renderedAt}>
        <ScreenWidth value={width}>
          <QueryClientProvider client={queries}>{shown}</QueryClientProvider>
        </ScreenWidth>
      </ClockProvider>
    </StaticRouter>,
  )
}
