// All checks of `npm run doctor`, and the secrets that its output must not contain.
import { join } from 'node:path'
import querystring from 'node:querystring'
import { type Config, SECRET_NAMES } from '../../api/config.ts'
import { withSecretFiles } from '../../api/secret-files.ts'
import { existingSecrets } from '../../api/secrets.ts'
import { checkDatabase } from './database.ts'
import { checked, type Finding, withoutSecrets } from './finding.ts'
import {
  checkBuild,
  checkDisk,
  checkFolder,
  checkMemory,
  diskFacts,
  folderFacts,
  isOwn,
  memoryFacts,
} from './machine.ts'
import { checkWay } from './proxy.ts'
import { checkBackupPlace, checkCdn, checkMail, checkRedis, checkStorage } from './services.ts'
import { checkSettings } from './settings.ts'

const ROOT = join(import.meta.dirname, '../..')
const ON_LINUX = 'See the message; the check itself did not work on this system'

/**
 * Checks the whole site. It changes nothing, except for a file that it writes and deletes.
 * @param options.env the environment, with the settings of .env
 * @param options.written names of the settings in .env; null: there is no such file
 * @param options.recipient of a test e-mail; null: none is sent
 */
export async function examine(options: {
  env: Readonly<Record<string, string | undefined>>
  written: readonly string[] | null
  recipient: string | null
}): Promise<Finding[]> {
  const { env, written, recipient } = options
  const { settings, findings } = checkSettings(env, written)
  const build = await checked('build', 'Unpack or check out the release again', () => checkBuild(ROOT))
  if (settings === null) return withoutSecrets([...findings, ...build], secretValues(env, null))
  const folder = folderFacts(settings.dataDir)
  const own = isOwn(folder)
  let secrets: Config['secrets'] | null = null
  const keys = await checked('keys', 'Put back a copy of secrets.json from a backup', () => {
    secrets = existingSecrets(settings)
    return []
  })
  const results = [
    ...findings,
    ...build,
    ...checkFolder(folder),
    ...(await checked('disk', ON_LINUX, () => checkDisk(diskFacts(settings.dataDir)))),
    ...(await checked('memory', ON_LINUX, () => checkMemory(memoryFacts(settings.databaseUrl === null)))),
    ...keys,
    ...(await checkDatabase(settings, secrets, own)),
    ...(await checkStorage(settings, own)),
    ...(await checkBackupPlace(settings)),
    ...(await checkRedis(settings)),
    ...(await checkCdn(settings)),
    ...(await checkMail(settings, recipient)),
    ...(await checkWay(settings, secrets)),
  ]
  return withoutSecrets(results, secretValues(env, secrets))
}

/**
 * Values that the output must not contain: secret settings, passwords in addresses, and the keys of the data folder.
 */
function secretValues(
  env: Readonly<Record<string, string | undefined>>,
  secrets: Config['secrets'] | null,
): string[] {
  const { values } = withSecretFiles(env, SECRET_NAMES)
  const given = SECRET_NAMES.flatMap((name) => values[name] ?? [])
  const passwords = given.flatMap((value) => {
    const password = URL.parse(value)?.password
    // Both as written in the address and decoded, because servers may repeat either.
    return password ? [password, querystring.unescape(password)] : []
  })
  const keys = secrets ? [secrets.SECRET_KEY, secrets.ENCRYPTION_KEY, secrets.SIGNING_KEY.d ?? ''] : []
  return [...given, ...passwords, ...keys]
}
