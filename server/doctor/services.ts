// Checks of the services besides the database: files, mail, Redis.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Redis } from 'iovalkey'
import { deleteAt, readIfThere, storeNew } from '../../api/backup/location.ts'
import { requestPurge } from '../../api/http/cdn.ts'
import { createLog } from '../../api/log.ts'
import { render } from '../../api/mail/email.ts'
import { createMailTransport } from '../../api/mail/transport.ts'
import type { Backend } from '../../api/storage/backends/backend.ts'
import { makeSpool } from '../../api/storage/backends/disk.ts'
import { openBackend } from '../../api/storage/storage.ts'
import { checked, type Finding, ok, warning, wrong } from './finding.ts'
import { checkClock } from './machine.ts'
import type { Settings } from './settings.ts'

const PROBE = Buffer.from('a probe of npm run doctor')

/** @param isOwn whether the data folder belongs to this user: the site could not open another user's files */
export async function checkStorage(settings: Settings, isOwn: boolean): Promise<Finding[]> {
  const { s3, dataDir } = settings
  const place = s3 ? `The bucket ${s3.bucket}` : 'The folder of files'
  const remedy = s3
    ? 'Check S3_ENDPOINT, S3_BUCKET and the rights of the key: it needs to put, get and delete objects'
    : `Let the user that runs the site write to ${join(dataDir, 'storage')}`
  if (!s3 && !isOwn) return []
  const files = await checked('storage', remedy, async () => {
    // Uploads on the disk are renamed, so they start on the same file system.
    const spool = await mkdtemp(
      join(s3 ? tmpdir() : await makeSpool(join(dataDir, 'storage/incoming')), 'doctor-'),
    )
    try {
      return await checkBackend(await openBackend(settings), spool, place, remedy)
    } finally {
      await rm(spool, { recursive: true, force: true })
    }
  })
  return s3 ? [...files, ...(await checked('clock', remedy, () => checkS3Clock(s3)))] : files
}

/** Writes, reads and deletes a file. @param spool a folder on the local disk */
export async function checkBackend(
  backend: Backend,
  spool: string,
  place: string,
  remedy: string,
): Promise<Finding[]> {
  const version = randomUUID()
  const file = join(spool, version)
  await writeFile(file, PROBE, { mode: 0o600 })
  await backend.put(version, file, PROBE.length)
  try {
    const found = await buffer(await backend.read(version, null))
    if (!found.equals(PROBE)) return [wrong('storage', `${place} gave other bytes than were written`, remedy)]
  } finally {
    await backend.remove([version])
  }
  const isLeft = await backend.read(version, null).then(
    (stream) => Boolean(stream.destroy()),
    () => false,
  )
  if (isLeft) return [wrong('storage', `${place} does not delete files`, remedy)]
  return [ok('storage', `${place} takes, gives and deletes a file`)]
}

/** Writes, reads and deletes a file where backups go. */
export async function checkBackupPlace(settings: Settings): Promise<Finding[]> {
  const { backups } = settings
  if (backups === null) return []
  const remedy = `Make BACKUP_TO ${backups.location} exist, and let the user that runs the site write there (docs/operations/backup.md)`
  return checked('backup', remedy, async () => {
    const probe = `${backups.location}doctor-${randomUUID()}.probe`
    try {
      await storeNew(probe, settings, PROBE)
      const stored = await readIfThere(probe, settings)
      if (stored === null || !(await buffer(stored)).equals(PROBE))
        return [wrong('backup', `${backups.location} gives other bytes than were written`, remedy)]
    } finally {
      await deleteAt(probe, settings)
    }
    return [ok('backup', `${backups.location} takes, gives and deletes a file`)]
  })
}

/**
 * Signatures are valid for 15 minutes; the Date header of any response, including refusals, tells the server's clock.
 */
async function checkS3Clock({ endpoint, region }: NonNullable<Settings['s3']>): Promise<Finding[]> {
  const before = Date.now()
  const response = await fetch(endpoint ?? `https://s3.${region}.amazonaws.com/`, {
    method: 'HEAD',
    redirect: 'manual',
  })
  const date = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(date)) return []
  return checkClock('the S3 server', (before + Date.now()) / 2 - date)
}

const HALF_A_SECOND_MS = 500

/** @param recipient of a test e-mail; null: none is sent */
export async function checkMail(settings: Settings, recipient: string | null): Promise<Finding[]> {
  const { smtpUrl, siteUrl } = settings
  if (!smtpUrl && recipient) {
    return [warning('mail', 'SMTP_URL is not set, so no e-mail was sent', 'Set SMTP_URL and MAIL_FROM')]
  }
  if (!smtpUrl) return [ok('mail', 'E-mails are written to files in the data folder, as SMTP_URL is not set')]
  const remedy = `Check SMTP_URL: ${explainMail(smtpUrl)}`
  return checked('mail', remedy, async () => {
    const transport = createMailTransport(settings, createLog('silent'))
    try {
      await transport.verify()
      const findings = [
        ...checkEncryption(smtpUrl),
        ok('mail', 'The mail server takes the connection and the sign-in'),
      ]
      if (!recipient) return findings
      const email = {
        to: recipient,
        subject: 'A test',
        lines: ['This e-mail was sent by npm run doctor -- --mail. Nothing has to be done.'],
        remarks: [],
      }
      const site = { name: 'ArthaChowk', url: siteUrl ?? 'http://127.0.0.1' }
      await transport.send(render(email, site))
      return [
        ...findings,
        ok('mail', `The mail server took an e-mail to ${recipient}; look whether it arrived, and where`),
      ]
    } finally {
      transport.close()
    }
  })
}

function explainMail(smtpUrl: string): string {
  const { protocol, port, hostname } = new URL(smtpUrl)
  const kind = protocol === 'smtps:' ? 'TLS from the first byte (port 465)' : 'STARTTLS (port 587 or 25)'
  return `it names ${hostname}${port ? ` port ${port}` : ''} with ${kind}; a % : / or @ in user or password is written as %25, %3A, %2F, %40`
}

/** With smtp: a server (or attacker in between) that offers no STARTTLS receives the password unencrypted. */
export function checkEncryption(smtpUrl: string): Finding[] {
  const { protocol, hostname, password, searchParams } = new URL(smtpUrl)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol === 'smtps:' || isLocal || !password || searchParams.get('requireTLS') === 'true') return []
  return [
    warning(
      'mail',
      'SMTP_URL starts with smtp: and has a password, which is sent in the clear where the server offers no STARTTLS',
      'Use smtps:, or add ?requireTLS=true',
    ),
  ]
}

export async function checkCdn({ cdn }: Settings): Promise<Finding[]> {
  if (cdn === null) return []
  const failure = await requestPurge(cdn, ['a key of npm run doctor'])
  if (failure === null) return [ok('cdn', `${cdn.provider} takes a purge`)]
  return [
    wrong(
      'cdn',
      `${cdn.provider} does not take a purge (${failure}): its edge shows changes up to a minute late`,
      'Check CDN_PURGE_URL and CDN_PURGE_TOKEN (docs/operations/cdn.md)',
    ),
  ]
}

export async function checkRedis({ redisUrl }: Settings): Promise<Finding[]> {
  if (redisUrl === null) return []
  const remedy =
    'Check REDIS_URL; without an answer, messages go through PostgreSQL and each node counts its own limits'
  return checked('redis', remedy, async () => {
    const client = new Redis(redisUrl, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
      connectTimeout: 10 * HALF_A_SECOND_MS,
    })
    let reason: Error | undefined
    client.on('error', (error: Error) => {
      reason = error
    })
    try {
      const before = performance.now()
      await client.connect()
      await client.ping()
      const took = performance.now() - before
      if (took < HALF_A_SECOND_MS) return [ok('redis', 'Redis answers')]
      return [warning('redis', `Redis took ${Math.round(took)} ms to answer`, 'Put it nearer to the nodes')]
    } catch (error) {
      throw reason ?? error
    } finally {
      client.disconnect()
    }
  })
}
