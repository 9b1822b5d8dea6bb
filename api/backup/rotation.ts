// Which backups of a folder make room for newer ones. A folder may hold archives of several sites, and a site may have
// lost its data: only a site's own archives are deleted, and none that holds much more than the one that replaces it.
import type { Config } from '../config.ts'
import { digest } from '../crypto.ts'
import { fingerprint } from '../secrets.ts'

/** What an archive's name says: when it was made, with whose keys, and at which address that site is. */
export type Origin = { owner: string; address: string }
export type Archive = { name: string; bytes: number }
/** How many of the latest backups are kept, and of how many weeks and months one each. */
export type Generations = { latest: number; weeks: number; months: number }

const NAME = /^backup-(\d{8}T\d{6}Z)-([\da-f]{8})-([\da-f]{8})\.tar\.gz(?:\.enc)?$/
/** The names of earlier releases, which do not say whose they are. */
const UNSIGNED = /^backup-\d{8}T\d{6}Z\.tar\.gz$/
/** An archive this many times larger than the new one is not deleted for it. */
const MOST_SHRINKING = 2

const short = (text: string) => digest(text, 'hex').slice(0, 8)

export function originOf({ secrets, siteUrl }: Pick<Config, 'secrets' | 'siteUrl'>): Origin {
  return { owner: short(fingerprint(secrets.ENCRYPTION_KEY)), address: short(siteUrl ?? '') }
}

export function archiveName({ owner, address }: Origin, now: Date, isEncrypted = false): string {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  return `backup-${time}-${owner}-${address}.tar.gz${isEncrypted ? '.enc' : ''}`
}

/** The archives of a site at this address, whoever made them, newest last. */
export function archivesAt({ address }: Pick<Origin, 'address'>, archives: readonly Archive[]): string[] {
  return archives
    .map(({ name }) => name)
    .filter((name) => NAME.exec(name)?.[3] === address)
    .toSorted()
}

export type Rotation = {
  /** To delete. */
  expired: string[]
  /** Would be deleted, but hold more than twice as much as the newest one. */
  larger: string[]
  /** Made by a release that did not name its site; never deleted. */
  unsigned: string[]
}

/** @param archives of the folder, the newest included */
export function rotate(
  { owner }: Pick<Origin, 'owner'>,
  archives: readonly Archive[],
  { latest, weeks, months }: Generations,
): Rotation {
  const own = archives
    .flatMap(({ name, bytes }) => {
      const [, time = '', by] = NAME.exec(name) ?? []
      return by === owner ? [{ name, bytes, time }] : []
    })
    .toSorted((a, b) => (a.time < b.time ? 1 : -1))
  const kept = new Set([
    ...own.slice(0, latest),
    ...newestOfEach(own, ({ time }) => weekOf(time)).slice(0, weeks),
    ...newestOfEach(own, ({ time }) => time.slice(0, 6)).slice(0, months),
  ])
  const [newest] = own
  const leaving = own.filter((archive) => !kept.has(archive))
  const isLarger = ({ bytes }: Archive) => bytes > MOST_SHRINKING * (newest?.bytes ?? 0)
  return {
    expired: leaving.filter((archive) => !isLarger(archive)).map(({ name }) => name),
    larger: leaving.filter(isLarger).map(({ name }) => name),
    unsigned: archives.map(({ name }) => name).filter((name) => UNSIGNED.test(name)),
  }
}

/** @param archives newest first @returns the newest of each period, newest first */
function newestOfEach<T>(archives: readonly T[], periodOf: (archive: T) => string): T[] {
  const found = new Map<string, T>()
  for (const archive of archives) {
    const period = periodOf(archive)
    if (!found.has(period)) found.set(period, archive)
  }
  return [...found.values()]
}

/** The Monday of a time in the form of the names. */
function weekOf(time: string): string {
  const day = new Date(`${time.slice(0, 4)}-${time.slice(4, 6)}-${time.slice(6, 8)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
