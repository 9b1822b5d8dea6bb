// The statements that took the most time, as a table. A long one is cut until it is opened.
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { formatNumber } from '#shared/format.ts'
import * as t from '#words/admin.ts'
import { type Statement, timeWords } from './queries.ts'

const BEGINNING = 140
const CODE = 'font-mono text-13 leading-snug [overflow-wrap:anywhere]'

const column = columnsOf<Statement>()

const COLUMNS = column.columns([
  column.display({
    id: 'statement',
    header: 'Statement',
    meta: { className: 'w-[55%] py-2' },
    cell: ({ row }) => <StatementText text={row.original.text} />,
  }),
  column.accessor('totalMs', {
    header: 'Time',
    meta: { align: 'end', className: 'whitespace-nowrap' },
    cell: ({ row: { original } }) => `${timeWords(original.totalMs)} · ${Math.round(original.share * 100)} %`,
  }),
  column.accessor('calls', {
    header: 'Calls',
    meta: { align: 'end' },
    cell: ({ row }) => formatNumber(row.original.calls),
  }),
  column.accessor(({ totalMs, calls }) => totalMs / calls, {
    id: 'mean',
    header: 'Mean',
    meta: { align: 'end', className: 'whitespace-nowrap' },
    cell: ({ row }) => timeWords(row.original.totalMs / row.original.calls),
  }),
  column.accessor('maxMs', {
    header: 'Longest',
    meta: { align: 'end', className: 'whitespace-nowrap' },
    cell: ({ row }) => timeWords(row.original.maxMs),
  }),
  column.accessor(({ rows, calls }) => rows / calls, {
    id: 'rows',
    header: t.rowsACall,
    meta: { align: 'end' },
    cell: ({ row: { original } }) => formatNumber(Math.round((original.rows / original.calls) * 10) / 10),
  }),
])

function StatementText({ text }: { text: string }) {
  if (text.length <= BEGINNING) return <code className={`block ${CODE}`}>{text}</code>
  return (
    <details className="group/statement">
      <summary className="min-h-6 cursor-pointer">
        <code className={`${CODE} group-open/statement:hidden`}>{text.slice(0, BEGINNING)}…</code>
        <span className="hidden text-13 text-muted group-open/statement:inline">{t.less}</span>
      </summary>
      <code className={`block ${CODE}`}>{text}</code>
    </details>
  )
}

export function StatementTable({ statements }: { statements: readonly Statement[] }) {
  return (
    <DataTable
      label={t.statementsThatTookTheMost}
      columns={COLUMNS}
      rows={statements}
      keyOf={({ id }) => id}
      nameOf={({ text }) => text.slice(0, BEGINNING)}
    />
  )
}
