// npm run bench:scale: a category page and a thread page must take the same time on a database a hundred times larger.
// It takes about half an hour and 12 GB in the temporary folder, and is not part of npm test. BENCH_FOLDER names a folder
// where the databases are kept for the next run.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../scripts/prepare.mjs'
import { startServer, type TestServer } from '../tests/support/server.ts'
import { CATEGORIES, discussions, generate, LONG_THREAD_REPLIES } from './generate.ts'
import { median } from './load.ts'
import { type Row, report } from './report.ts'

const SMALL = 10_000
const LARGE = Number(process.env.BENCH_THREADS ?? 1_000_000)
const REQUESTS = 30
/** Pages opened for a row, each once. */
const VISITS = 8 * REQUESTS
const WORST_RATIO = 1.2

build()
const keptFolder = process.env.BENCH_FOLDER
const folder = keptFolder ?? mkdtempSync(join(tmpdir(), 'arthachowk-scale-'))
const small = await community('small', SMALL)
const large = await community('large', LARGE)
try {
  const pages: { what: string; paths: (site: TestServer) => Promise<string[]> }[] = [
    { what: 'category pages 1 to 35', paths: async () => categoryPages(1) },
    { what: 'category pages 36 to 70', paths: async () => categoryPages(36) },
    {
      what: 'discussions of 8 to 12 replies',
      paths: (site) => discussions(site.adminDatabaseUrl, VISITS, 8, 12),
    },
    {
      what: `discussion of ${LONG_THREAD_REPLIES} replies`,
      paths: async (site) => {
        const [path] = await discussions(site.adminDatabaseUrl, 1, LONG_THREAD_REPLIES, LONG_THREAD_REPLIES)
        return Array.from({ length: VISITS }, (_, page) => `${path}?page=${page + 2}`)
      },
    },
  ]
  const rows: Row[] = []
  for (const page of pages) {
    const [smallPaths, largePaths] = [await page.paths(small), await page.paths(large)]
    const rounds: { small: number; large: number }[] = []
    for (let round = 0; round < VISITS; round += REQUESTS) {
      rounds.push({
        small: await milliseconds(small, smallPaths.slice(round, round + REQUESTS)),
        large: await milliseconds(large, largePaths.slice(round, round + REQUESTS)),
      })
    }
    // The first round is the warm-up.
    rounds.shift()
    const note = `${median(rounds.map((result) => result.large)).toFixed(1)} ms against ${median(rounds.map((result) => result.small)).toFixed(1)} ms`
    const value = median(rounds.map((result) => result.large / result.small))
    rows.push({
      what: `${page.what}, ${LARGE} / ${SMALL} discussions`,
      value,
      unit: 'x',
      ceiling: WORST_RATIO,
      aim: 1.05,
      note,
    })
  }
  report(rows)
} finally {
  await small.stop()
  await large.stop()
  if (!keptFolder) rmSync(folder, { recursive: true, force: true })
}

async function community(name: string, threads: number): Promise<TestServer> {
  const dataFolder = join(folder, name)
  const marker = join(dataFolder, `generated-${threads}`)
  const isGenerated = existsSync(marker)
  const site = await startServer({ DATA_DIR: dataFolder })
  if (isGenerated) return site
  const start = performance.now()
  await generate(site.adminDatabaseUrl, threads)
  writeFileSync(marker, '')
  console.log(`${threads} discussions generated in ${Math.round((performance.now() - start) / 1_000)} s`)
  return site
}

/** The paths of `VISITS` pages: those of every category, from page `first` on. */
function categoryPages(first: number): string[] {
  return Array.from(
    { length: VISITS },
    (_, n) => `/forums/category-${1 + (n % CATEGORIES)}?page=${first + Math.floor(n / CATEGORIES)}`,
  )
}

/** Mean time to render a page. Each path is opened once, so none is in the cache. */
async function milliseconds({ url }: TestServer, paths: string[]): Promise<number> {
  const start = performance.now()
  for (const path of paths) {
    const response = await fetch(url + path)
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    await response.arrayBuffer()
  }
  return (performance.now() - start) / paths.length
}
