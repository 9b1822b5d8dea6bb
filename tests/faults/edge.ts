// A site behind Varnish with deploy/varnish.vcl: the edge answers by itself, and shows a change within a second.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Row } from '../../bench/report.ts'
import { findProgram, freePort } from '../support/program.ts'
import { startServer } from '../support/server.ts'
import { freshPages } from './nodes-agree.ts'
import { scratchFolder } from './scratch.ts'

const SAMPLE = join(import.meta.dirname, '../../deploy/varnish.vcl')
const READS = 1_000
const none = { unit: '', ceiling: 0, aim: 0 }

export async function edgeInFront(): Promise<Row[]> {
  const folder = scratchFolder()
  const [port, edgePort] = [await freePort(), await freePort()]
  const [origin, edge] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${edgePort}`]
  const varnish = await startVarnish(folder.path, { port, edgePort })
  const site = await startServer({
    PORT: String(port),
    SITE_URL: edge,
    SEED: 'sample',
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMITS: 'off',
    CDN: 'varnish',
    CDN_PURGE_URL: edge,
  })
  try {
    await (await fetch(`${edge}/terms`)).text()
    const before = await varnish.hits()
    let differing = 0
    const expected = await (await fetch(`${origin}/terms`)).text()
    for (let read = 0; read < READS; read += 1) {
      const answer = await fetch(`${edge}/terms`)
      if ((await answer.text()) !== expected || answer.headers.has('xkey')) differing += 1
    }
    const hits = (await varnish.hits()) - before
    const [fresh] = await freshPages([
      { ...site, url: origin },
      { ...site, url: edge },
    ])
    return [
      { what: 'behind Varnish: reads that it did not answer by itself', ...none, value: READS - hits },
      { what: 'behind Varnish: answers that differ from the site', ...none, value: differing },
      ...(fresh ? [{ ...fresh, what: `behind Varnish, ${fresh.what}` }] : []),
    ]
  } finally {
    await site.stop()
    await varnish.stop()
    folder.remove()
  }
}

async function startVarnish(folder: string, ports: { port: number; edgePort: number }) {
  const program = findProgram(['varnishd'], 'varnish-modules', 'VARNISHD')
  const file = join(folder, 'site.vcl')
  writeFileSync(file, readFileSync(SAMPLE, 'utf8').replace('"3000"', `"${ports.port}"`))
  const work = join(folder, 'varnish')
  const args = ['-F', '-j', 'none', '-f', file, '-n', work, '-s', 'malloc,64M']
  const child = spawn(program, [...args, '-a', `127.0.0.1:${ports.edgePort}`], {
    stdio: ['ignore', 'ignore', process.env.FAULTS_VERBOSE ? 'inherit' : 'ignore'],
  })
  const stop = async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  for (let attempt = 0; ; attempt += 1) {
    // 503 until the site has started.
    if (await fetch(`http://127.0.0.1:${ports.edgePort}/`).then(Boolean, () => false)) break
    if (attempt > 100) {
      await stop()
      throw new Error('Varnish does not answer')
    }
    await sleep(100)
  }
  return {
    stop,
    hits: async () => {
      // The counters are written each second.
      await sleep(1_500)
      const stat = program.replace('sbin/varnishd', 'bin/varnishstat')
      const { stdout } = await promisify(execFile)(stat, ['-1', '-n', work, '-f', 'MAIN.cache_hit'])
      return Number(/MAIN\.cache_hit\s+(\d+)/.exec(stdout)?.[1])
    },
  }
}
