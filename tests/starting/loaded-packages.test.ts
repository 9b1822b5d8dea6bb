// What a start loads: every module costs time, in each start of a site and in each test that starts a server.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Prints the packages of all modules that a start has loaded when it listens. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, next) {
      packages.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1] ?? '')
      return next(url, context)
    },
  })
  await import('./api/process.ts')
  await (await import('./server/start.ts')).loadPages()
  process.stdout.write(JSON.stringify([...packages]))
  process.exit()`

/** For a kind of request, for a setting that few sites have, for the worker, which starts later; or part of the build. */
const ON_DEMAND = [
  ...['@aws-sdk/client-s3', '@fastify/busboy', '@node-rs/bcrypt', '@zxcvbn-ts/language-common'],
  ...[
    'graphile-worker',
    'iovalkey',
    'katex',
    'marked',
    'nodemailer',
    'openid-client',
    'otplib',
    'pg',
    'prom-client',
  ],
  ...['react-router', 'sanitize-html', 'sharp', 'uqr', 'web-push', 'yazl'],
]

test('a start loads no package that only some requests or some sites need', () => {
  const args = ['--input-type=module', '--eval', PROGRAM]
  const env = { ...process.env, NODE_ENV: 'production' }
  const loaded = JSON.parse(
    execFileSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' }),
  ) as string[]
  expect(loaded).toEqual(expect.arrayContaining(['hono', 'postgres', 'react-dom', 'zod']))
  expect(loaded.filter((name) => ON_DEMAND.includes(name))).toEqual([])
})
