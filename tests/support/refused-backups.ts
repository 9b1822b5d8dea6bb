// Backups that are not restored: for tests/starting/backup.test.ts, whose site they were made of.
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Entry, type Head, readArchive, writeArchive } from '../../api/backup/archive.ts'
import { loadEntries, restoreBackup } from '../../api/backup/restore.ts'
import { connect, type Sql } from '../../api/database/connection.ts'
import { createDiskBackend } from '../../api/storage/backends/disk.ts'
import { SITE_MIGRATIONS } from '../../server/migrations.ts'
import { archive, bareUrl, email, old, other, PASSPHRASE, program, scratch, site } from './backed-up-site.ts'

/** Uploaded files in a data folder. */
function filesIn(dataDir: string): string[] {
  const folder = join(dataDir, 'storage')
  if (!existsSync(folder)) return []
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Everything that is not PostgreSQL's own. */
const contentsOf = (sql: Sql) => sql`
  select 'schema' as kind, nspname::text as name, nspacl::text as more from pg_namespace where nspname !~ '^pg_(temp|toast)'
  union all select 'class', oid::regclass::text, null from pg_class where oid >= 16384
  union all select 'function', oid::regprocedure::text, null from pg_proc where oid >= 16384
  union all select 'type', oid::regtype::text, null from pg_type where oid >= 16384
  union all select 'extension', extname, null from pg_extension
  union all select 'publication', pubname, null from pg_publication
  union all select 'trigger', evtname, null from pg_event_trigger
  union all select 'privileges', oid::text, defaclacl::text from pg_default_acl
  order by 1, 2`

export function testRefusedBackups(): void {
  describe('a backup is not restored', () => {
    const refused = async (file: string, env: Record<string, string> = {}) => {
      const dataDir = mkdtempSync(join(scratch, 'target-'))
      const said = await program('restore', [file], { DATA_DIR: dataDir, ...env }).then(
        () => 'restored',
        (error: Error) => error.message,
      )
      expect(readdirSync(dataDir)).toEqual([])
      return said
    }
    /** The archive, in which `change` replaces entries; null leaves one out. */
    async function* changed(change: (entry: Entry) => Entry | null): AsyncGenerator<Entry> {
      for await (const entry of readArchive(createReadStream(archive), PASSPHRASE)) {
        const kept = change(entry)
        if (kept) yield kept
      }
    }
    const withHead = (change: (head: Head) => object) =>
      changed((entry) => {
        if (entry.name !== 'backup.json') return entry
        return {
          ...entry,
          content: Buffer.from(JSON.stringify(change(JSON.parse(entry.content.toString())))),
        }
      })

    /** Loads entries into a database that has its migrations. @returns why it was refused */
    const refusedEntries = async (entries: AsyncGenerator<Entry>, passphrase = PASSPHRASE) => {
      const dataDir = mkdtempSync(join(scratch, 'target-'))
      const backend = createDiskBackend(join(dataDir, 'storage/files'))
      const head = JSON.parse(String((await entries.next()).value.content)) as Head
      const said = await loadEntries({ head, entries, sql: other.sql, backend, dataDir, passphrase }).then(
        () => 'restored',
        (error: Error) => error.message,
      )
      const [found] = await other.sql`select count(*)::int as members from public.profiles`
      expect(found?.members).toBe(0)
      expect(filesIn(dataDir)).toEqual([])
      return said
    }

    test('over a site that is there', async () => {
      await expect(program('restore', [archive], { DATA_DIR: site.dataDir })).rejects.toThrow(
        'has a database; a backup is restored into an empty folder',
      )
      await expect(
        program('restore', [archive], {
          DATA_DIR: mkdtempSync(join(scratch, 'target-')),
          DATABASE_URL: site.adminDatabaseUrl,
        }),
      ).rejects.toThrow('The database is not empty')
    })

    test('when the file is cut off', async () => {
      const whole = readFileSync(archive)
      const half = readArchive(Readable.from([whole.subarray(0, whole.length / 2)]), PASSPHRASE)
      await expect(refusedEntries(half)).rejects.toThrow('it was changed since')
    })

    test('with another passphrase', async () => {
      expect(
        await refusedEntries(
          changed((entry) => entry),
          'guessed',
        ),
      ).toContain('BACKUP_PASSPHRASE is not the one')
    })

    test('without a word of it in the clear, nor with another passphrase or none for the whole', async () => {
      const whole = readFileSync(archive)
      for (const word of ['backup.json', 'public.profiles', email]) expect(whole.includes(word)).toBe(false)
      for (const [passphrase, said] of [
        ['another passphrase altogether', 'BACKUP_PASSPHRASE is not the one that it was encrypted with'],
        ['', 'it is encrypted: BACKUP_PASSPHRASE is needed'],
      ] as const) {
        const dataDir = mkdtempSync(join(scratch, 'target-'))
        const env = { DATA_DIR: dataDir, ...(passphrase ? { BACKUP_PASSPHRASE: passphrase } : {}) }
        await expect(program('restore', [archive], env)).rejects.toThrow(said)
        expect(readdirSync(dataDir)).toEqual([])
      }
    })

    test('but one of an earlier release, of which the keys alone were encrypted, is', async () => {
      await writeArchive(
        changed((entry) => entry),
        createWriteStream(old),
      )
      expect(gunzipSync(readFileSync(old)).includes('public.profiles')).toBe(true)
      const { stdout } = await program('backup', ['--verify', old], { BACKUP_PASSPHRASE: PASSPHRASE })
      expect(stdout).toContain('It has the keys.')
    })

    test.each([
      ['a row is missing', 'data/public.profiles/1.copy', 'the rows of public.profiles are not those'],
      ['the manifest is missing', 'manifest.json', 'it has no manifest'],
    ])('when %s', async (_, name, said) => {
      const entries = changed((entry) => {
        if (entry.name !== name) return entry
        const from = entry.content.indexOf('\n') + 1
        return name === 'manifest.json' ? null : { ...entry, content: entry.content.subarray(from) }
      })
      expect(await refusedEntries(entries)).toContain(said)
    })

    test('when its names are no tables of this site', async () => {
      const injecting = withHead((head) => ({
        ...head,
        tables: [{ name: 'public.threads; drop table public.threads', columns: ['id'] }],
      }))
      expect(await refusedEntries(injecting)).toContain('that no migration of this site makes')
    })

    test('when a newer release made it, or nobody', async () => {
      const newer = { kind: 'community', version: '99990101000000', name: 'flying_cars', sha256: 'x' }
      const file = join(scratch, 'newer.tar.gz')
      await writeArchive(
        withHead((head) => ({ ...head, migrations: [...head.migrations, newer] })),
        createWriteStream(file),
      )
      const sql = connect(bareUrl, { max: 1 })
      await expect(
        restoreBackup({
          input: createReadStream(file),
          ownerUrl: bareUrl,
          sql,
          backend: null,
          dataDir: scratch,
          passphrase: null,
          migrations: SITE_MIGRATIONS,
        }),
      ).rejects.toThrow('99990101000000_flying_cars is not part of it')
      await sql.end()
      writeFileSync(file, 'not a backup')
      expect(await refused(file)).toContain('cannot be read')
    }, 60_000)

    test('and leaves the database and the data folder as they were', async () => {
      const sql = connect(bareUrl, { max: 1 })
      const before = await contentsOf(sql)
      const file = join(scratch, 'unknown-column.tar.gz')
      // Refused when the migrations have run and the queue is installed.
      const queue = { name: 'graphile_worker._private_jobs', columns: ['id', 'flying_car'] }
      await writeArchive(
        withHead((head) => ({ ...head, tables: [...head.tables, queue] })),
        createWriteStream(file),
      )
      const dataDir = join(scratch, 'never-there')
      await expect(program('restore', [file], { DATA_DIR: dataDir, DATABASE_URL: bareUrl })).rejects.toThrow(
        'columns of graphile_worker._private_jobs that no migration of this site makes (flying_car)',
      )
      expect(existsSync(dataDir)).toBe(false)
      expect(await contentsOf(sql)).toEqual(before)
      await sql.end()
    }, 60_000)
  })
}
