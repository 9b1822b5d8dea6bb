// The generated files match the migrations, and the check for it can fail.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'
import { EXPORT_FORMAT_FILE, generateExportFormat } from './generate-export-format.ts'
import { generateLimits, LIMITS_FILE } from './generate-limits.ts'
import { generatePermissions, PERMISSIONS_FILE } from './generate-permissions.ts'
import { generateTypes, TYPES_FILE } from './generate-types.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database.stop())

test.each([
  ['shared/database.types.ts', TYPES_FILE, generateTypes],
  ['docs/operations/export-format.md', EXPORT_FORMAT_FILE, generateExportFormat],
] as const)('%s is fresh', async (_name, file, generate) => {
  const text = await generate(database.sql)
  expect(readFileSync(file, 'utf8')).toBe(text)
  await database.sql.unsafe('begin; alter table public.threads add column forgotten text')
  try {
    expect(await generate(database.sql), 'a new column must show').not.toBe(text)
  } finally {
    await database.sql.unsafe('rollback')
  }
})

test('docs/permissions.md is fresh', () => {
  expect(readFileSync(PERMISSIONS_FILE, 'utf8')).toBe(generatePermissions())
})

test('docs/limits.md is fresh', () => {
  expect(readFileSync(LIMITS_FILE, 'utf8')).toBe(generateLimits())
})
