// Which table's column a view's column shows, so that a view can be embedded by the foreign keys beneath it.
// PostgreSQL keeps that in the view's rule: every entry of its target list names the table and column it is from.

export type ViewSource = {
  view: number
  /** The table or view that the column comes from. */
  origin: number
  column: string
  originColumn: string
}

const ENTRY = /:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+)/s

/** Reads the origin of each column from the rules of the views; expressions have none. */
export function viewSources(
  rules: readonly { relation: number; action: string }[],
  columns: ReadonlyMap<number, readonly { name: string; position: number }[]>,
): ViewSource[] {
  const nameOf = (relation: number, position: number) =>
    columns.get(relation)?.find((column) => column.position === position)?.name
  const direct = rules.flatMap(({ relation, action }) =>
    targetEntries(action).flatMap((entry): ViewSource[] => {
      const [, position, origin, originPosition] = ENTRY.exec(entry) ?? []
      const column = nameOf(relation, Number(position))
      const originColumn = nameOf(Number(origin), Number(originPosition))
      if (column === undefined || originColumn === undefined) return []
      return [{ view: relation, origin: Number(origin), column, originColumn }]
    }),
  )
  return withTables(direct)
}

/** Views over views: follows each column down to a table, keeping the steps between. */
function withTables(direct: readonly ViewSource[]): ViewSource[] {
  const found = [...direct]
  for (let depth = 0, layer = [...direct]; layer.length > 0 && depth < 10; depth += 1) {
    layer = layer.flatMap((source) =>
      direct
        .filter((below) => below.view === source.origin && below.column === source.originColumn)
        .map((below) => ({ ...source, origin: below.origin, originColumn: below.originColumn })),
    )
    found.push(...layer)
  }
  return found
}

/**
 * The key of each view: of every table whose whole primary key it shows, the columns that show it first.
 * @param tableKeys primary keys of tables by object id
 */
export function viewPrimaryKeys(
  sources: readonly ViewSource[],
  tableKeys: ReadonlyMap<number, readonly string[]>,
): Map<number, string[]> {
  const keys = new Map<number, string[]>()
  for (const [view, shown] of Map.groupBy(sources, (source) => source.view)) {
    const key = [...Map.groupBy(shown, (source) => source.origin)].flatMap(([origin, columns]) => {
      const names = (tableKeys.get(origin) ?? []).map(
        (name) => columns.find((source) => source.originColumn === name)?.column,
      )
      return names.every((name) => name !== undefined) ? names : []
    })
    if (key.length > 0) keys.set(view, [...new Set(key)])
  }
  return keys
}

/** The texts of the outermost query's target entries; those of subqueries stand deeper in braces. */
function targetEntries(action: string): string[] {
  const start = /^\(\{QUERY /.test(action) ? outermostTargetList(action) : -1
  if (start < 0) return []
  const entries: string[] = []
  let depth = 0
  let from = start
  for (let at = start; at < action.length; at += 1) {
    const character = action[at]
    if (character === '\\') at += 1
    else if (character === '{') {
      if (depth === 0) from = at
      depth += 1
    } else if (character === '}') {
      depth -= 1
      if (depth === 0) entries.push(tail(action.slice(from, at)))
    } else if (character === ')' && depth === 0) break
  }
  return entries
}

/** The entry's own fields follow its expression, which may hold anything. */
function tail(entry: string): string {
  return entry.slice(Math.max(0, entry.lastIndexOf(' :resno ')))
}

function outermostTargetList(action: string): number {
  let depth = 0
  for (let at = 0; at < action.length; at += 1) {
    const character = action[at]
    if (character === '\\') at += 1
    else if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    else if (depth === 1 && action.startsWith(':targetList (', at)) return at + ':targetList ('.length
  }
  return -1
}
