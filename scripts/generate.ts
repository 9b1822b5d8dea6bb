// npm run generate: updates every committed file that is generated from the migrations, from a temporary database.
// scripts/generated.test.ts checks that none is stale.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { startDatabase } from '../tests/support/database.ts'
import { EXPORT_FORMAT_FILE, generateExportFormat } from './generate-export-format.ts'
import { generateLimits, LIMITS_FILE } from './generate-limits.ts'
import { generatePermissions, PERMISSIONS_FILE } from './generate-permissions.ts'
import { generateTypes, TYPES_FILE } from './generate-types.ts'

const database = await startDatabase()
try {
  write(TYPES_FILE, await generateTypes(database.sql))
  write(EXPORT_FORMAT_FILE, await generateExportFormat(database.sql))
  write(PERMISSIONS_FILE, generatePermissions())
  write(LIMITS_FILE, generateLimits())
} finally {
  await database.stop()
}

function write(file: string, text: string): void {
  writeFileSync(file, text)
  console.log(`${relative(process.cwd(), file)} is written`)
}
