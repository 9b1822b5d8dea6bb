// `@supabase/lite` over the same PostgreSQL, in a separate process. This is JavaScript because only the bench installs the
// package, so tsc would not find its types.
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'
import { PostgresConnection } from '@supabase/lite/postgres'

const { ownerUrl } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const address = new URL(ownerUrl)
const host = address.searchParams.get('host')
address.searchParams.delete('host')
const connection = new PostgresConnection({
  url: address.href,
  postgresOptions: { max: 10, onnotice: () => undefined, ...(host ? { host } : {}) },
})
const app = new App({ connection, auth: { enabled: false } })
await app.build?.()
serve({ fetch: (request) => app.fetch(request), port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.send?.({ port }),
)
