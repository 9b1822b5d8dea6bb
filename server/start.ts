// Composes the site over an open database. api/process.ts manages the process.
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { PostgrestClient } from '@supabase/postgrest-js'
import { assertNotLost } from '../api/backup/lost-site.ts'
import { composeApi } from '../api/compose.ts'
import { ConfigError } from '../api/config.ts'
import { ChangeLog } from '../api/database/change-log.ts'
import { asService } from '../api/database/scope.ts'
import { Cdn } from '../api/http/cdn.ts'
import type { Metrics } from '../api/observability/metrics.ts'
import type { Served, Service } from '../api/process.ts'
import type { Database as Schema } from '../shared/database.types.ts'
import { LANGUAGES, type Language } from '../shared/languages.ts'
import { siteIn } from '../shared/site.ts'
import { accountRules, offerAdminLink } from './accounts.ts'
import { createPasses } from './admin/passes.ts'
import { failingQueues } from './admin/queues.ts'
import { createListener, inProcessFetch } from './app.ts'
import { backupJobs, makeFirstBaseCopy } from './backup-job.ts'
import { CONTENT_SANITIZERS } from './content/content.ts'
import { textWorker } from './content/text-worker.ts'
import { viewsByGuests } from './count-views.ts'
import { keepDeletingReports } from './import/reports.ts'
import { communityJobs } from './jobs.ts'
import { backupNewsOutbox } from './mail/backup-news.ts'
import { kindOfStatus, noteRefusal } from './mail/bounces.ts'
import { contactOutbox, contactReplyOutbox } from './mail/contact.ts'
import { digestOutbox } from './mail/digests.ts'
import { moderationOutbox } from './mail/moderation-mail.ts'
import { notificationOutbox } from './mail/notifications.ts'
import { createUnsubscribeLinks } from './mail/unsubscribe-links.ts'
import { newsletterOutboxes } from './newsletter/outboxes.ts'
import { createAdmission } from './pages/admission.ts'
import type { PageCache } from './pages/cache.ts'
import { Documents } from './pages/documents/documents.ts'
import { evictStale } from './pages/events.ts'
import { readFiles } from './pages/files.ts'
import { keepPagesOnDisk, type PagesOnDisk } from './pages/keep-on-disk.ts'
import { createLanePasses } from './pages/lane-passes.ts'
import { createMomentPage, PROOF_WORKER } from './pages/moment-page.ts'
import { findMoved } from './pages/moved.ts'
import { sitePatterns } from './pages/patterns.ts'
import { type Build, Pages, type PagesOptions } from './pages/render.ts'
import { openSite } from './pages/site.ts'
import { apiPageLook } from './pages/small-page.ts'
import { prepareFonts } from './pages/social/draw.ts'
import { dataExportOutbox } from './personal-data/export.ts'
import { createPushKeys } from './push/keys.ts'
import { pushJob } from './push/push.ts'
import { openShield } from './shield/shield.ts'
import { WORK_LIMITS } from './site-limits.ts'

const BUILD_FOLDER = join(import.meta.dirname, '../build')
const isDevelopment = process.env.NODE_ENV === 'development'

/** Loads what the start below would wait for. @throws ConfigError when the pages are not built */
export async function loadPages(): Promise<void> {
  if (!isDevelopment) await loadBuilds()
}

export type SiteOptions = {
  /** Factor of the pauses of frequent jobs. Default: 1. */
  jobPace?: number
}

/** Prepares the site to serve on `server`; `config.siteUrl` is known by now. */
export async function startSite(options: Served, { jobPace }: SiteOptions = {}): Promise<Service> {
  const { config, db, log } = options
  // What SQL rules read.
  const isEmpty = await asService(db, async (sql) => {
    await sql`select private.configure(${config.adminEmail}, ${config.rateLimits})`
    const [found] = await sql<{ empty: boolean }[]>`
      select not exists (select from public.forum_categories) and not exists (select from public.threads) as empty`
    return found?.empty
  })
  if (isEmpty && config.databaseUrl !== null) await assertNotLost(config)
  if (config.seed === 'sample' && isEmpty && (await seed(db.ownerUrl))) log.info('seed.loaded')
  const development = isDevelopment ? await startVite(options.server) : null
  const { PUBLISHABLE_KEY, ENCRYPTION_KEY } = config.secrets
  const site = await openSite({
    db,
    log,
    url: config.siteUrl,
    publishableKey: PUBLISHABLE_KEY,
    isSignUpOpen: !config.disableSignup,
  })
  const links = createUnsubscribeLinks(ENCRYPTION_KEY, config.siteUrl)
  const pushKeys = createPushKeys(ENCRYPTION_KEY)
  const secure = config.siteUrl.startsWith('https:')
  const lanePasses = createLanePasses(ENCRYPTION_KEY, { secure })
  const shield = await openShield({ db, log })
  const composing = composeApi({
    config,
    db,
    log,
    sanitizers: CONTENT_SANITIZERS,
    shown: shield,
    groupedCalls: { increment_thread_views: viewsByGuests(db) },
    accounts: accountRules(db, shield),
    sessionCookie: {
      issue: (userId) => lanePasses.forMember(userId, Date.now()),
      remove: lanePasses.remove,
    },
    pageLook: apiPageLook(() => site.now().name),
    workLimits: WORK_LIMITS,
    siteName: () => site.now().name,
    // Without a code, the mail server refused the mailbox.
    mailRefused: (address, status) => noteRefusal(db, { address, kind: kindOfStatus(status ?? '5.1.0') }),
    outboxes: [
      backupNewsOutbox(db, config),
      contactOutbox(db, config),
      contactReplyOutbox(db, config),
      dataExportOutbox(db, config),
      moderationOutbox(db, config),
      notificationOutbox(db, { siteUrl: config.siteUrl, links }),
      digestOutbox(db, { siteUrl: config.siteUrl, links }),
      ...newsletterOutboxes(db, config),
    ],
    jobs: [
      ...communityJobs(db, config.siteUrl),
      pushJob(db, { config, siteName: () => site.now().name, keys: pushKeys, log }),
      ...backupJobs(config, log),
    ],
    ...(jobPace === undefined ? {} : { jobPace }),
  })
  // Read while the database answers.
  const files = readFiles(join(BUILD_FOLDER, 'client'), `${BUILD_FOLDER}-previous`)
  const parts = await composing
  makeFirstBaseCopy(config, log)
  const { rest, realtime } = parts
  const reader = new PostgrestClient<Schema>(`${config.siteUrl}/rest/v1`, {
    fetch: inProcessFetch(rest),
    // Retries would delay the error by seven seconds.
    retry: false,
  })
  prepareFonts(join(config.dataDir, 'fonts'))
  const { languages, build } = development ?? (await loadBuilds())
  const cdn = config.cdn ? new Cdn(config.cdn, log) : null
  const pages = new Pages({
    languages,
    build,
    offer: async (language) => ({ reader, site: siteIn(language, await site.settled()) }),
    log,
    moved: (path) => findMoved(db, path),
    origin: () => config.siteUrl,
    edge: cdn && {
      // During maintenance only administrators get pages.
      headers: (tags) => (site.now().maintenance ? {} : cdn.headers(tags)),
      purge: (tags) => cdn.purge(tags),
    },
    development: development !== null,
  })
  let ready = true
  const [changeLog, adminLink] = await Promise.all([
    ChangeLog.follow(db, log, {
      changed: (event) => {
        if (event.table === 'site_settings') void site.renew()
        evictStale(pages.cache, event)
        realtime.change(event)
      },
      missed: () => {
        void site.renew()
        pages.cache.clear()
        realtime.missed()
      },
      reached: (position) => pages.cache.reached(position),
      behind: (isBehind) => {
        pages.cache.isBehind = isBehind
      },
      settled: site.settled,
    }),
    offerAdminLink(db, config),
  ])
  const store = keepPagesOnDisk({
    config: development ? { ...config, pageStoreBytes: 0 } : config,
    db,
    log,
    cache: pages.cache,
    changeLog,
    buildFolder: BUILD_FOLDER,
  })
  const stopDeletingReports = keepDeletingReports(config.dataDir, log)
  addPageMetrics(parts.metrics, pages.cache, store.counts)
  parts.metrics.addQueried(
    'queue_failing_rows',
    'Rows of the queues of jobs that failed when they were last tried.',
    'queue',
    async () =>
      Object.fromEntries((await asService(db, failingQueues)).map(({ queue, failing }) => [queue, failing])),
  )
  if (adminLink) log.info({ file: adminLink.file }, 'admin.link_written')
  return {
    listener: createListener({
      config,
      db,
      log,
      ...parts,
      pages,
      build,
      site: site.now,
      unsubscribeLinks: links,
      pushKeys,
      passes: createPasses(ENCRYPTION_KEY, { secure }),
      documents: new Documents({
        cache: pages.cache,
        reader,
        site: site.settled,
        securityContact: config.securityContact,
        limits: parts.limits,
        log,
      }),
      files,
      lanePasses,
      admission: createAdmission({
        hasLanes: config.rateLimits,
        limits: parts.limits,
        site: site.now,
        pages,
        passes: lanePasses,
        moment: createMomentPage(site.now, files.find(PROOF_WORKER)),
      }),
      patterns: development ? [] : sitePatterns(await build('en'), languages),
      isReady: () => ready,
      ...(development ? { development: development.middleware } : {}),
    }),
    // Channels have one path; in development, other upgrades are Vite's.
    upgrade: (request, socket, head) => realtime.upgrade(request, socket, head) || development !== null,
    announced: adminLink ? { adminLink: adminLink.url } : {},
    leave: () => {
      ready = false
    },
    drain: realtime.drain,
    stop: async () => {
      ready = false
      stopDeletingReports()
      await changeLog.stop()
      store.close()
      await cdn?.stop()
      await parts.stop()
      await textWorker.stop()
      await development?.close()
    },
  }
}

function addPageMetrics({ add }: Metrics, { counts }: PageCache, stored: PagesOnDisk['counts']): void {
  add('counter', 'page_cache_hits_total', 'Pages and documents served from memory.', () => counts().hits)
  add(
    'counter',
    'page_cache_misses_total',
    'Those that had to be rendered, and may be kept.',
    () => counts().misses,
  )
  add(
    'counter',
    'page_cache_stale_total',
    'Old pages served while none can be rendered.',
    () => counts().stale,
  )
  add('gauge', 'page_cache_entries', 'Pages and documents in memory.', () => counts().entries)
  add('gauge', 'page_cache_bytes', 'Memory that they take, with compressed variants.', () => counts().bytes)
  add('counter', 'page_store_hits_total', 'Pages read from disk, into memory.', () => stored().hits)
  add(
    'gauge',
    'page_store_entries',
    'Pages on disk, with those that were evicted and not yet replaced.',
    () => stored().entries,
  )
  add('gauge', 'page_store_bytes', 'Disk space that they take.', () => stored().bytes)
}

/** The seed's dependencies (Markdown, sanitiser tables) are loaded only when seeding. */
async function seed(ownerUrl: string): Promise<boolean> {
  const { seedCommunity } = await import('../supabase/seed/load.ts')
  return seedCommunity(ownerUrl)
}

type Builds = Pick<PagesOptions, 'languages' | 'build'>

/** The build of each language (scripts/prepare.mjs). */
async function loadBuilds(): Promise<Builds> {
  const all = (Object.keys(LANGUAGES) as Language[]).map((language) => ({
    language,
    file: join(BUILD_FOLDER, language, 'server/index.js'),
  }))
  const built = all.filter(({ file }) => existsSync(file))
  const builds = new Map(
    await Promise.all(
      built.map(async ({ language, file }) => [language, (await import(file)) as Build] as const),
    ),
  )
  if (!builds.has('en')) throw new ConfigError('The pages are not built; run npm start, or npm run build')
  return {
    languages: [...builds.keys()],
    build: async (language) => {
      const build = builds.get(language) ?? builds.get('en')
      if (!build) throw new Error('no build')
      return build
    },
  }
}

/** Serves pages from source with hot reload. */
async function startVite(server: Server) {
  const { createServer } = await import('vite')
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
  })
  // The framework's own compiler ends the process on SIGTERM, before PostgreSQL is stopped.
  for (const listener of process.listeners('SIGTERM'))
    if (!ours.includes(listener)) process.off('SIGTERM', listener)
  return {
    languages: [(process.env.SITE_LANGUAGE ?? 'en') as Language],
    build: () =>
      vite.ssrLoadModule('virtual:react-router/server-build') as Promise<unknown> as Promise<Build>,
    middleware: vite.middlewares,
    close: () => vite.close(),
  }
}
