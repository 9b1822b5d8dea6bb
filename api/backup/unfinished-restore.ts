// Marks a data folder while a restore writes into it. A restore that was killed leaves the mark: no start may take what
// it left for a site, and the next restore takes it away first.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../config-error.ts'
import { clusterIn, stopServer } from '../database/embedded.ts'
import { syncFolder } from './location.ts'

const MARK = z.object({
  /** What was being restored. */
  source: z.string(),
  startedAt: z.string(),
  /** Names in the folder that were there before. */
  kept: z.array(z.string()),
})
type Mark = z.infer<typeof MARK>

const markIn = (dataDir: string) => join(dataDir, 'restoring.json')

function read(dataDir: string): Mark | null {
  const file = markIn(dataDir)
  if (!isUnfinished(dataDir)) return null
  try {
    return MARK.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new ConfigError(
      `${file} cannot be read: a restore did not end there; delete DATA_DIR and restore again`,
    )
  }
}

/** Whether a restore into the folder did not end. */
export function isUnfinished(dataDir: string): boolean {
  return existsSync(markIn(dataDir))
}

/** @throws ConfigError if a restore into the folder did not end */
export function assertRestored(dataDir: string): void {
  const mark = read(dataDir)
  if (mark === null) return
  throw new ConfigError(
    `DATA_DIR ${dataDir} has an unfinished restore of ${mark.source}, begun at ${mark.startedAt}: ` +
      'run npm run restore again, or delete the folder',
  )
}

/**
 * Marks the folder, which the caller has locked, after taking away what an earlier restore left there.
 * @param source what is restored, for messages
 * @returns takes the mark away once everything is restored; or everything that was added, once it was refused
 * @throws ConfigError when the database of the earlier restore does not stop
 */
export async function beginRestore(dataDir: string, source: string) {
  const earlier = read(dataDir)
  if (earlier) {
    process.stderr.write(
      `The restore of ${earlier.source} that began at ${earlier.startedAt} did not end: what it left is taken away.\n`,
    )
    await clear(dataDir, earlier)
  }
  const mark = { source, startedAt: new Date().toISOString(), kept: earlier?.kept ?? readdirSync(dataDir) }
  writeFileSync(markIn(dataDir), `${JSON.stringify(mark, null, 2)}\n`, { mode: 0o600, flush: true })
  syncFolder(dataDir)
  return {
    finish: () => {
      rmSync(markIn(dataDir))
      syncFolder(dataDir)
    },
    undo: () => clear(dataDir, mark),
  }
}

/** Removes what is not `kept`, the mark last. */
async function clear(dataDir: string, { kept }: Mark): Promise<void> {
  if (!(await stopServer(clusterIn(dataDir))))
    throw new ConfigError(`The PostgreSQL in ${clusterIn(dataDir)} does not stop; stop it and try again`)
  const stays = new Set([...kept, 'server.pid', 'restoring.json'])
  for (const name of readdirSync(dataDir)) {
    if (!stays.has(name)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  rmSync(markIn(dataDir))
}
