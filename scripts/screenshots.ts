// npm run screenshots: takes pictures of every address of app/routes.ts for each role that may open it, at two sizes, in
// light and dark, on a separate server with the sample community. The folder screenshots/ has an index to open in a
// browser. `npm run screenshots -- forums chat` takes only addresses that contain one of these words.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type Browser, chromium as launcher } from 'playwright-core'
import routes from '../app/routes.ts'
import { startServer, type TestServer } from '../tests/support/server.ts'
import { chromium } from './chromium.mjs'
import { build, install, root } from './prepare.mjs'
import { addAdminData } from './screenshot-scene.ts'

type Role = 'guest' | 'member' | 'admin'
type Shot = { path: string; role: Role; file: string }

const FOLDER = join(root, 'screenshots')
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]
const SCHEMES = ['light', 'dark'] as const
const IDLE_TIMEOUT_MS = 8_000
/** Pages that look different to a member and a guest. */
const MEMBER_PAGES =
  /^\/($|dashboard|profile|settings|latest|unread|reports|notifications|bookmarks|new-discussion|chat|forums\/|experts\/|admin\/claim)/
/** Addresses that only redirect. */
const REDIRECTS = /^\/(forums\/)?thread\//

install()
build()
const wanted = process.argv.slice(2)
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const site = await startServer({ SEED: 'sample' })
const browser = await launcher.launch({
  executablePath: chromium(),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})
try {
  const shots = await takeAll(site, browser)
  writeFileSync(join(FOLDER, 'index.html'), index(shots))
  console.log(`\n${shots.length} pictures. Open screenshots/index.html.`)
} finally {
  await browser.close()
  await site.stop()
}

async function takeAll(server: TestServer, opened: Browser): Promise<Shot[]> {
  const examples = await findExamples(server)
  const paths = pathsOf(routes).map((path) => fill(path, examples))
  const sessions = { guest: null, ...(await signIn(server)) }
  const shots: Shot[] = []
  for (const role of ['guest', 'member', 'admin'] as const) {
    const visited = paths.filter((path) => applies(path, role) && matches(path))
    for (const size of SIZES) {
      const context = await opened.newContext({
        viewport: size,
        baseURL: server.url,
        locale: 'en-IN',
        timezoneId: 'Asia/Kolkata',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      await context.addInitScript(
        ([key, session]) => {
          if (session) localStorage.setItem(key, session)
        },
        ['arthachowk-session', sessions[role]] as const,
      )
      const page = await context.newPage()
      for (const path of visited) {
        await page.goto(path)
        // The network of a live page never becomes idle; its picture is taken at the timeout.
        await page.waitForLoadState('networkidle', { timeout: IDLE_TIMEOUT_MS }).catch(() => undefined)
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme })
          const name = path === '/' ? 'home' : path.slice(1).replaceAll(/[^a-zA-Z0-9]+/g, '-')
          const file = `${name.slice(0, 60)}.${role}.${size.width}.${colorScheme}.png`
          await page.screenshot({ path: join(FOLDER, file), fullPage: true })
          shots.push({ path, role, file })
        }
        console.log(`${role.padEnd(6)} ${String(size.width).padStart(4)}  ${path}`)
      }
      await context.close()
    }
  }
  return shots
}

function applies(path: string, role: Role): boolean {
  const isAdmins = path.startsWith('/admin') && path !== '/admin/claim'
  if (role === 'admin') return isAdmins
  return !isAdmins && (role === 'guest' || MEMBER_PAGES.test(path))
}

function matches(path: string): boolean {
  return wanted.length === 0 || wanted.some((word) => path.includes(word))
}

function pathsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}` : parent
    if (entry.children) return pathsOf(entry.children, path)
    return REDIRECTS.test(path) ? [] : [path || '/']
  })
}

/** @throws Error for a parameter without an example, so that a new screen cannot be missing from the pictures */
function fill(path: string, examples: Readonly<Record<string, string>>): string {
  const known = examples[path]
  if (known) return known
  if (path.includes(':')) throw new Error(`${path} has no example in scripts/screenshots.ts`)
  return path === '/*' ? '/no-such-page' : path
}

async function findExamples(server: TestServer): Promise<Record<string, string>> {
  const first = async (query: string) => {
    const response = await fetch(`${server.url}/rest/v1/${query}&limit=1`, {
      // Guests may not order by a column without an index.
      headers: { apikey: server.secretKey },
    })
    const [row] = (await response.json()) as Record<string, string>[]
    if (!row) throw new Error(`the sample community has nothing for ${query}`)
    return row
  }
  const thread = await first('threads?select=id&order=reply_count.desc')
  const article = await first('blog_posts?select=id,slug&order=published_at.desc')
  const expert = await first('expert_profiles?select=member:profiles(username)&order=followers.desc')
  const moved = await fetch(`${server.url}/thread/${thread.id}`, { redirect: 'manual' })
  const { username } = expert.member as unknown as { username: string }
  return {
    '/blog/:slug': `/blog/${article.slug}`,
    '/newsletter/:step': '/newsletter/confirm?token=x',
    '/contact/:result': '/contact/sent',
    '/mail/:step': '/mail/unsubscribe?token=x',
    '/experts/:username': `/experts/${username}`,
    '/forums/:category': '/forums/ipos',
    '/forums/:category/:threadId': moved.headers.get('location') ?? '',
    '/tags/:tag': '/tags/ipo',
    '/admin/blog/:id': `/admin/blog/${article.id}`,
  }
}

/** Sessions of the two members with the highest reputation; the second one becomes an administrator. */
async function signIn(server: TestServer): Promise<{ member: string; admin: string }> {
  const service = { apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` }
  const ask = async <Answer>(path: string, init: { method?: string; body?: object } = {}) => {
    const response = await fetch(server.url + path, {
      method: init.method ?? 'GET',
      headers: { ...service, 'content-type': 'application/json' },
      ...(init.body ? { body: JSON.stringify(init.body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return (text ? JSON.parse(text) : null) as Answer
  }
  const people = await ask<{ id: string }[]>('/rest/v1/profiles?select=id&order=reputation.desc&limit=2')
  const [member, admin] = people
  if (!member || !admin) throw new Error('the sample community has fewer than two members')
  await ask('/rest/v1/user_roles', { method: 'POST', body: { user_id: admin.id, role: 'admin' } })
  const sessionOf = async (id: string) => {
    const { email } = await ask<{ email: string }>(`/auth/v1/admin/users/${id}`)
    const { hashed_token } = await ask<{ hashed_token: string }>('/auth/v1/admin/generate_link', {
      method: 'POST',
      body: { type: 'magiclink', email },
    })
    const session = await ask('/auth/v1/verify', {
      method: 'POST',
      body: { type: 'magiclink', token_hash: hashed_token },
    })
    return JSON.stringify(session)
  }
  await addAdminData(ask)
  return { member: await sessionOf(member.id), admin: await sessionOf(admin.id) }
}

function index(shots: readonly Shot[]): string {
  const groups = Map.groupBy(shots, ({ path, role }) => `${path} · ${role}`)
  const sections = [...groups].map(
    ([title, files]) =>
      `<h2>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</h2><p>${files
        .map(({ file }) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`)
        .join('')}</p>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Screenshots</title>
<style>body{font:15px system-ui;margin:24px}p{display:flex;gap:12px;align-items:start}img{height:420px;border:1px solid #999}</style>
${sections.join('\n')}`
}
