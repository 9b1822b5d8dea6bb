// npm run faults: injects faults and checks that nothing is lost. `npm run faults -- votes disk` runs these alone. All of
// them take over an hour; none is part of npm test.
import { type Row, report } from '../../bench/report.ts'
import { build } from '../../scripts/prepare.mjs'
import { backupUnderLoad } from './backup.ts'
import { largeBodies } from './bodies.ts'
import { databaseFrozen, databaseGone } from './database-outage.ts'
import { edgeInFront } from './edge.ts'
import { failingStatements, wholeSizes } from './exhaustive.ts'
import { expensiveFilters, heaviestReads } from './floods.ts'
import { fullDisk } from './full-disk.ts'
import { stopsUnderLoad } from './graceful-shutdown.ts'
import { importUnderLoad } from './imports.ts'
import { killsOfPostgres, killsOfTheNode } from './kills.ts'
import { killedMigrations } from './migrations.ts'
import { mutedWords } from './mutes.ts'
import { severalNodes } from './nodes.ts'
import { onePostManyTimes } from './posts.ts'
import { slowClients } from './slow-clients.ts'
import { crowdOfStrangers } from './strangers.ts'
import { killedUpgrades } from './upgrade.ts'
import { votesOnOneThread } from './votes.ts'
import { pointInTime } from './wal.ts'

const FAULTS: Record<string, () => Promise<Row[]>> = {
  node: killsOfTheNode,
  postgres: killsOfPostgres,
  frozen: databaseFrozen,
  gone: databaseGone,
  sigterm: stopsUnderLoad,
  nodes: severalNodes,
  slow: slowClients,
  bodies: largeBodies,
  votes: votesOnOneThread,
  posts: onePostManyTimes,
  filters: expensiveFilters,
  member: heaviestReads,
  mutes: mutedWords,
  strangers: crowdOfStrangers,
  statements: failingStatements,
  exhaustive: wholeSizes,
  migrations: killedMigrations,
  backup: backupUnderLoad,
  import: importUnderLoad,
  upgrade: killedUpgrades,
  wal: pointInTime,
  edge: edgeInFront,
  disk: fullDisk,
}

const selected = process.argv.slice(2)
const unknown = selected.filter((name) => !(name in FAULTS))
if (unknown.length > 0) {
  console.error(
    `There is no fault named ${unknown.join(', ')}. The faults are ${Object.keys(FAULTS).join(', ')}`,
  )
  process.exit(1)
}
build()
const rows: Row[] = []
for (const [name, measure] of Object.entries(FAULTS)) {
  if (selected.length > 0 && !selected.includes(name)) continue
  if (name === 'disk' && process.getuid?.() !== 0) {
    console.log('disk: skipped, because mounting a small disk needs root')
    continue
  }
  console.log(`${name} …`)
  rows.push(...(await measure()))
}
report(rows)
