import { expect, it } from 'vitest'
import { viewSources } from './view-columns.ts'

const column = (name: string, position: number) => ({ name, position })
const columns = new Map([
  [10, [column('id', 1), column('title', 2)]],
  [20, [column('book', 1), column('shout', 2)]],
  [30, [column('thing', 1)]],
])

const rule = (entries: string) =>
  `({QUERY :commandType 1 :rtable ({RTE :x {QUERY :targetList ({TARGETENTRY :expr {VAR} :resno 1 :resname no :resorigtbl 99 :resorigcol 9 :resjunk false})}}) :targetList (${entries}) :returningList <>})`
const entry = (position: number, table: number, from: number) =>
  `{TARGETENTRY :expr {VAR :varno 1} :resno ${position} :resname x\\(y :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${from} :resjunk false}`

it('reads the outermost target list, and follows views over views', () => {
  const sources = viewSources(
    [
      { relation: 20, action: rule(`${entry(1, 10, 1)} ${entry(2, 0, 0)}`) },
      { relation: 30, action: rule(entry(1, 20, 1)) },
    ],
    columns,
  )
  expect(sources).toEqual([
    { view: 20, origin: 10, column: 'book', originColumn: 'id' },
    { view: 30, origin: 20, column: 'thing', originColumn: 'book' },
    { view: 30, origin: 10, column: 'thing', originColumn: 'id' },
  ])
})
