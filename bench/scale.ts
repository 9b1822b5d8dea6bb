// npm run bench:scale: a category page and a discussion on a database a hundred times larger must take the same
// time. Takes about half an hour and 12 GB in the temporary folder; not part of npm test. What is made in a
// folder that BENCH_FOLDER names stays there for the next run.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { threadPath } from '../shared/slugs.ts'
import { startServer, type TestServer } from '../tests/support/server.ts'
import { generate, LONG_THREAD_REPLIES } from './generate.ts'
import { median } from './load.ts'
import { type Row, report } from './report.ts'

const SMALL = 10_000
const LARGE = Number(process.env.BENCH_THREADS ?? 1_000_000)
const REQUESTS = 60
const ROUNDS = 7
const WORST_RATIO = 1.3

const kept = process.env.BENCH_FOLDER
const folder = kept ?? mkdtempSync(join(tmpdir(), 'arthachowk-scale-'))
const small = await community('small', SMALL)
const large = await community('large', LARGE)
try {
  const pages: { what: string; path: (site: TestServer) => Promise<string> }[] = [
    { what: 'category page', path: async () => '/forums/category-3' },
    { what: 'category page 50', path: async () => '/forums/category-3?page=50' },
    { what: 'discussion of 10 replies', path: (site) => discussion(site, 10) },
    {
      what: `discussion of ${LONG_THREAD_REPLIES} replies`,
      path: (site) => discussion(site, LONG_THREAD_REPLIES),
    },
  ]
  const rows: Row[] = []
  for (const page of pages) {
    const [smallPath, largePath] = [await page.path(small), await page.path(large)]
    await milliseconds(small, smallPath)
    await milliseconds(large, largePath)
    const turns: { small: number; large: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      turns.push({ small: await milliseconds(small, smallPath), large: await milliseconds(large, largePath) })
    }
    const note = `${median(turns.map((turn) => turn.large)).toFixed(1)} ms against ${median(turns.map((turn) => turn.small)).toFixed(1)} ms`
    const value = median(turns.map((turn) => turn.large / turn.small))
    rows.push({
      what: `${page.what}, ${LARGE} / ${SMALL} discussions`,
      value,
      unit: 'x',
      ceiling: WORST_RATIO,
      aim: 1.1,
      note,
    })
  }
  report(rows)
} finally {
  await small.stop()
  await large.stop()
  if (!kept) rmSync(folder, { recursive: true, force: true })
}

async function community(name: string, threads: number): Promise<TestServer> {
  const dataFolder = join(folder, name)
  const mark = join(dataFolder, `generated-${threads}`)
  const isThere = existsSync(mark)
  const site = await startServer({ DATA_DIR: dataFolder })
  if (isThere) return site
  const began = performance.now()
  await generate(site.adminDatabaseUrl, threads)
  writeFileSync(mark, '')
  console.log(`${threads} discussions made in ${Math.round((performance.now() - began) / 1_000)} s`)
  return site
}

async function discussion({ url, publishableKey }: TestServer, replies: number): Promise<string> {
  const search = `select=id,title,category:forum_categories(slug)&reply_count=eq.${replies}&order=last_activity.desc&limit=1`
  const answer = await fetch(`${url}/rest/v1/threads?${search}`, { headers: { apikey: publishableKey } })
  const [thread] = (await answer.json()) as { id: string; title: string; category: { slug: string } }[]
  if (!thread) throw new Error(`no discussion has ${replies} replies`)
  return threadPath(thread)
}

/** Time of one rendering: pages with a parameter that none understands are never kept. */
async function milliseconds({ url }: TestServer, path: string): Promise<number> {
  const began = performance.now()
  for (let request = 0; request < REQUESTS; request += 1) {
    const answer = await fetch(`${url}${path}${path.includes('?') ? '&' : '?'}uncached=${request}`)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    await answer.arrayBuffer()
  }
  return (performance.now() - began) / REQUESTS
}
