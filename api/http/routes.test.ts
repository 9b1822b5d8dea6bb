// Guards that every route is registered with what it may cost, and that a route which does something else is reported.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { RULES } from '../limits/rules.ts'
import { BodyError, readBytes } from './bounded-body.ts'
import { noteLimit, noteShare } from './route-cost.ts'
import { createRoutes } from './routes.ts'

const ROOT = join(import.meta.dirname, '../..')

test('no route is registered but through createRoutes', () => {
  const files = ['api', 'server'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  )
  const others = files.filter((file) => {
    if (file === 'api/http/routes.ts') return false
    const code = readFileSync(join(ROOT, file), 'utf8')
    return /new Hono\b|\bapp\.(?:get|post|put|patch|delete|options|all|on|use|mount|route)\(/.test(code)
  })
  expect(others, 'register these with createRoutes, and say what they may cost').toEqual([])
})

function routesWithLog() {
  const lines: { msg: string; undeclared: string[]; isCounted: boolean }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  return { routes: createRoutes(log), lines }
}

const PLAIN = { limit: 'none', share: 'none', body: 'none' } as const

test('an answer that counted no declared limit, or ran under another share, is reported', async () => {
  const { routes, lines } = routesWithLog()
  routes.get('/counted', { ...PLAIN, limit: [RULES.file], share: ['callers'] }, () => {
    noteLimit('file')
    noteShare('callers')
    return new Response('')
  })
  routes.get('/refused', { ...PLAIN, limit: [RULES.file] }, () => new Response('', { status: 401 }))
  routes.get('/uncounted', { ...PLAIN, limit: [RULES.file] }, () => new Response(''))
  routes.get('/undeclared', PLAIN, () => {
    noteShare('service')
    return new Response('')
  })
  for (const path of ['/counted', '/refused']) await routes.app.request(path)
  expect(lines).toEqual([])
  for (const path of ['/uncounted', '/undeclared']) await routes.app.request(path)
  expect(lines).toMatchObject([
    { msg: 'http.undeclared_cost', isCounted: false, undeclared: [] },
    { msg: 'http.undeclared_cost', isCounted: true, undeclared: ['service'] },
  ])
})

test('a body is read up to what its route declares, and not at all where it declares none', async () => {
  const { routes } = routesWithLog()
  const read = ({ req }: { req: { raw: Request } }) =>
    readBytes(req.raw).then(
      (bytes) => new Response(String(bytes.length)),
      (error: unknown) => new Response(error instanceof BodyError ? error.reason : 'declares none'),
    )
  routes.post('/some', { ...PLAIN, body: 4 }, read)
  routes.post('/none', PLAIN, read)
  const answers = ['/some abcd', '/some abcde', '/none a'].map(async (sent) => {
    const [path = '', body = ''] = sent.split(' ')
    return (await routes.app.request(path, { method: 'POST', body })).text()
  })
  expect(await Promise.all(answers)).toEqual(['4', 'too large', 'declares none'])
})

test('what a service answers is not a page', () => {
  const { routes } = routesWithLog()
  const service = createRoutes(pino({ level: 'silent' }))
  service.get('/user', PLAIN, () => new Response(''))
  service.otherwise('*', () => new Response('', { status: 404 }))
  routes.mount('/auth/v1', service)
  routes.post('/newsletter/confirm', PLAIN, () => new Response(''))
  expect(
    ['GET /auth/v1/user', 'HEAD /auth/v1/none', 'POST /newsletter/confirm'].every((asked) =>
      routes.answers(...(asked.split(' ') as [string, string])),
    ),
  ).toBe(true)
  expect(
    ['GET /newsletter/confirm', 'GET /', 'GET /auth'].some((asked) =>
      routes.answers(...(asked.split(' ') as [string, string])),
    ),
  ).toBe(false)
  expect(routes.declared.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /auth/v1/user',
    'POST /newsletter/confirm',
  ])
})
