// docs/limits.md: every route with the limit that counts its requests, the share that its statements run under and its largest
// body, as the router has them.
import { join } from 'node:path'
import { authRoutes } from '../api/auth/auth.ts'
import { ALWAYS, RULES, type Rule } from '../api/limits/rules.ts'
import { storageRoutes } from '../api/storage/storage.ts'
import { type Mounts, siteRoutes } from '../server/app.ts'
import { ROW_LIMITS, SITE_RULES } from '../server/site-limits.ts'

export const LIMITS_FILE = join(import.meta.dirname, '../docs/limits.md')

const HEAD = `# What a request may cost

<!-- Written by scripts/generate-limits.ts (npm run generate), from the router and the rules themselves. -->

Each route declares, beside its handler (\`api/http/routes.ts\`), which rules count its requests, under which share of the
database's connections its statements run, and how many bytes of a body it reads. A route that counts none of its rules,
or asks the database under another share, is logged as \`http.undeclared_cost\`, and every test that starts the server
fails on that line. Readers of bodies take their maximum from the declaration alone.

- **Limit**: an answer that is no refusal was counted by one of these rules; *none*: it costs less than counting it, or
  asks for the operator's key. What a REST request writes or calls is counted by further rules, below.
- **Share**: *callers* is the share of guests or of members (\`api/database/share.ts\`), *accounts* that of the auth
  service; *service* is no share, for few and cheap statements behind a limit.

## Routes

| Route | Limit | Share | Largest body |
|---|---|---|---|
`

export function generateLimits(): string {
  const rows = declaredRoutes().map(
    ({ method, path, cost: { limit, share, body } }) =>
      `| \`${method === 'ALL' ? 'any' : method} ${path}\` | ${limit === 'none' ? 'none' : words(limit.map(({ name }) => name))} | ${words(share)} | ${bytes(body)} |`,
  )
  const rules = [...Object.values(RULES), ...Object.values(SITE_RULES)].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )
  const table = rules.map(
    ({ name, points, seconds, by, withProof }) =>
      `| ${name} | ${points} | ${period(seconds)} | ${by} | ${proven(points, withProof)} |`,
  )
  return `${HEAD}${rows.join('\n')}

## Rules

So many requests in a window of so long, counted together for each key: an *address* is an IPv4 address or an IPv6 /64;
a *guest* is the address of a visitor without an account, a *member* the account that is signed in, a *caller* one of
these two; *account* is the account that is named, whoever names it. Beyond a rule with a number in the last column a
proof of work is asked for, which admits up to that number.

| Rule | Requests | In | Key | With a proof of work |
|---|---|---|---|---|
${table.join('\n')}

## Rows

The database counts what is written by itself (\`private.limit_writes\`), in whichever request and on whichever node, and
refuses more with \`PT429\`. Rows of one kind are counted together. Administrators are not bound, nor is anybody where
RATE_LIMITS is off. What goes by the time since the last post, by its text or by the day is in
\`private.enforce_posting_limits\`.

| Kind | Rows of a member | Rows of a guest | Counted at |
|---|---|---|---|
${rowLimits().join('\n')}
`
}

function rowLimits(): string[] {
  const amount = ({ points, seconds }: Rule) => `${points} in ${period(seconds)}`
  return Object.entries(ROW_LIMITS)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([kind, { member, guest, writes }]) =>
        `| ${kind} | ${amount(member)} | ${guest ? amount(guest) : 'none'} | ${writes.map((one) => `\`${one}\``).join(', ')} |`,
    )
}

/** The site's routes. Registering calls nothing of the services, so stand-ins that may not be used are enough. */
export function declaredRoutes() {
  const unused: never = new Proxy(() => undefined, { get: () => unused, apply: () => unused }) as never
  const config = {
    secrets: { ENCRYPTION_KEY: 'unused' },
    trustedProxies: [],
    requireApiKey: false,
    siteUrl: '',
  }
  const auth = { routes: authRoutes(unused, null), identify: unused }
  const files = { mostBytes: 50 * 1024 ** 2 }
  const storage = { routes: storageRoutes({ files, log: unused } as never, unused, unused), measured: unused }
  const mounts = { config, auth, storage, limits: unused, rest: unused, realtime: unused, metrics: unused }
  return siteRoutes({ ...mounts, log: unused, db: unused } as unknown as Mounts).declared
}

function words(names: readonly string[] | 'none'): string {
  return names === 'none' ? 'none' : names.join(' or ')
}

function bytes(most: number | 'none'): string {
  if (most === 'none') return 'none'
  return most >= 1024 * 1024 ? `${most / 1024 / 1024} MiB` : `${most / 1024} KiB`
}

function proven(points: number, withProof: Rule['withProof']): string {
  if (withProof === undefined) return ''
  return withProof === ALWAYS ? 'any number' : String(points * withProof)
}

function period(seconds: number): string {
  if (seconds === 0) return 'at once'
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}
