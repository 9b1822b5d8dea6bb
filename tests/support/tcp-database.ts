// A PostgreSQL on a TCP port, as an operator runs it: the owner needs no password, other roles do. A proxy in front of it
// can drop all traffic of open connections, as a broken network does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../api/database/connection.ts'
import { startEmbedded } from '../../api/database/embedded.ts'
import { createLog } from '../../api/log.ts'
import { copyTemplate } from './database.ts'

const ACCESS = `
local all postgres trust
local all all scram-sha-256
`

export type TcpDatabase = {
  /** The URL for the owner, without a password. */
  url: (database?: string) => string
  /** From now on, open connections transfer nothing: no data, no FIN, no RST. New connections work. */
  blackHole(): void
  stop(): Promise<void>
}

export async function startTcpDatabase(): Promise<TcpDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'arthachowk-tcp-'))
  copyTemplate(folder)
  const embedded = await startEmbedded(folder, createLog('silent'))
  writeFileSync(join(folder, 'postgres/pg_hba.conf'), ACCESS)
  const owner = connect(embedded.ownerUrl, { max: 1 })
  await owner`select pg_reload_conf()`
  await owner.end()
  const socketFolder = new URL(embedded.ownerUrl).searchParams.get('host') ?? ''
  const proxy = startProxy(join(socketFolder, '.s.PGSQL.5432'))
  const port = await proxy.listening
  return {
    url: (database = 'arthachowk') => `postgres://postgres@127.0.0.1:${port}/${database}`,
    blackHole: proxy.blackHole,
    stop: async () => {
      proxy.close()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function startProxy(path: string) {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = createConnection(path)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  return {
    listening: new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    }),
    blackHole: () => {
      for (const socket of open) {
        socket.unpipe()
        socket.pause()
        socket.removeAllListeners('close')
      }
    },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
