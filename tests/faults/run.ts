// npm run faults: injects faults and checks that nothing is lost. Arguments choose some, as in `npm run faults -- votes
// disk`. Takes about a quarter of an hour; not part of npm test.
import { type Row, report } from '../../bench/report.ts'
import { backupUnderLoad } from './backup.ts'
import { databaseFrozen, databaseGone } from './database-outage.ts'
import { failingStatements, wholeSizes } from './exhaustive.ts'
import { expensiveFilters } from './floods.ts'
import { fullDisk } from './full-disk.ts'
import { stopsUnderLoad } from './graceful-shutdown.ts'
import { killsOfPostgres, killsOfTheNode } from './kills.ts'
import { killedMigrations } from './migrations.ts'
import { onePostManyTimes } from './posts.ts'
import { slowClients } from './slow-clients.ts'
import { votesOnOneThread } from './votes.ts'

const FAULTS: Record<string, () => Promise<Row[]>> = {
  node: killsOfTheNode,
  postgres: killsOfPostgres,
  frozen: databaseFrozen,
  gone: databaseGone,
  sigterm: stopsUnderLoad,
  slow: slowClients,
  votes: votesOnOneThread,
  posts: onePostManyTimes,
  filters: expensiveFilters,
  statements: failingStatements,
  exhaustive: wholeSizes,
  migrations: killedMigrations,
  backup: backupUnderLoad,
  disk: fullDisk,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in FAULTS))
if (unknown.length > 0) {
  console.error(`There is no fault named ${unknown.join(', ')}; there are ${Object.keys(FAULTS).join(', ')}`)
  process.exit(1)
}
const rows: Row[] = []
for (const [name, breakIt] of Object.entries(FAULTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  if (name === 'disk' && process.getuid?.() !== 0) {
    console.log('disk: left out, it needs root for a small disk of its own')
    continue
  }
  console.log(`${name} …`)
  rows.push(...(await breakIt()))
}
report(rows)
