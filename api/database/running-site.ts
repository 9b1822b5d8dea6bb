// The database of a site whose process runs, for commands that work on it meanwhile.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config-error.ts'
import { connect } from './connection.ts'
import { runningDatabase } from './embedded.ts'
import { siteProcess } from './folder-lock.ts'

const ANSWER_WITHIN_S = 3
const LAST_BYTES = 4_096

/**
 * Address of the bundled database of a site that runs in `dataDir`, for its owner; null when neither runs.
 * @throws ConfigError when one of them runs and the database does not answer: it starts, recovers, or cannot. Nobody is told
 *   to stop it then, which would be the worst moment.
 */
export async function runningSiteDatabase(dataDir: string): Promise<string | null> {
  const url = runningDatabase(dataDir)
  const reason = url === null ? null : await refusal(url)
  if (url !== null && reason === null) return url
  const pid = await siteProcess(dataDir)
  if (url === null && pid === null) return null
  const who = pid === null ? 'PostgreSQL runs' : `The site runs (process ${pid})`
  throw new ConfigError(
    `${who} and its database does not answer yet: ${lastLine(dataDir) ?? reason ?? 'it has written nothing'}; wait while it ` +
      'starts or recovers, and leave the site running: postgres.log in the data folder says what keeps it',
  )
}

/** Why it does not answer; null: it does. */
async function refusal(url: string): Promise<string | null> {
  const sql = connect(url, { max: 1, connect_timeout: ANSWER_WITHIN_S })
  try {
    await sql`select 1`
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function lastLine(dataDir: string): string | null {
  const file = join(dataDir, 'postgres.log')
  if (!existsSync(file)) return null
  const end = readFileSync(file).subarray(-LAST_BYTES).toString('utf8').trimEnd()
  const line = end.slice(end.lastIndexOf('\n') + 1)
  // A semicolon separates what is wrong from what to do (server/doctor/finding.ts).
  return line === '' ? null : `postgres.log says “${line.replaceAll('; ', ', ')}”`
}
