// The parsed query: produced by parse.ts and consumed by plan.ts. No name in it has been checked.

export type JsonStep = { arrow: '->' | '->>'; key: string } | { arrow: '->' | '->>'; index: number }

export type Field = { name: string; path: readonly JsonStep[] }

export type Aggregate = 'avg' | 'count' | 'max' | 'min' | 'sum'

export type SelectField = {
  kind: 'field'
  field: Field
  cast: string | null
  alias: string | null
  /** Applied to the field (to the row, when the field is `*`), after `cast`. */
  aggregate: { function: Aggregate; cast: string | null } | null
}

export type SelectRelation = {
  kind: 'relation'
  name: string
  alias: string | null
  hint: string | null
  join: 'inner' | 'left' | null
  spread: boolean
  select: readonly SelectItem[]
}

export type SelectItem = SelectField | SelectRelation

/** Operators that take one value, as SQL writes them. */
export const BINARY = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const

/** Operators that also take `(any)` or `(all)`. */
export const QUANTIFIABLE = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
} as const

export const FULL_TEXT = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const

export const IS_VALUES = {
  null: 'NULL',
  not_null: 'NOT NULL',
  unknown: 'UNKNOWN',
  true: 'TRUE',
  false: 'FALSE',
} as const

export type FilterOperation =
  | { kind: 'binary'; operator: (typeof BINARY)[keyof typeof BINARY]; value: string }
  | {
      kind: 'quantifiable'
      operator: (typeof QUANTIFIABLE)[keyof typeof QUANTIFIABLE]
      quantifier: 'any' | 'all' | null
      value: string
    }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'is'; value: keyof typeof IS_VALUES }
  | { kind: 'distinct'; value: string }
  | {
      kind: 'fullText'
      function: (typeof FULL_TEXT)[keyof typeof FULL_TEXT]
      language: string | null
      value: string
    }

export type Filter = { kind: 'filter'; field: Field; not: boolean; operation: FilterOperation }

export type Logic =
  | Filter
  | { kind: 'group'; not: boolean; operator: 'AND' | 'OR'; members: readonly Logic[] }

export type OrderTerm = {
  /** Set when the term is a column of an embedded row: `order=author(username)`. */
  relation: string | null
  field: Field
  direction: 'ASC' | 'DESC' | null
  nulls: 'FIRST' | 'LAST' | null
}

/** A clause about an embedded resource: the path of names that leads to it, and the clause. */
export type At<T> = { path: readonly string[]; value: T }

export type Range = { offset: number; limit: number | null }

export type Query = {
  select: readonly SelectItem[]
  filters: readonly At<Filter>[]
  logic: readonly At<Logic>[]
  order: readonly At<readonly OrderTerm[]>[]
  /** `limit` and `offset` by embed path joined with dots; the root's is ''. */
  ranges: ReadonlyMap<string, Range>
  columns: readonly string[] | null
  onConflict: readonly string[] | null
  /** Arguments of a function called by GET: parameters that are not filters. */
  params: readonly (readonly [string, string])[]
  /** All parameters in alphabetical order, for Content-Location. */
  canonical: string
}
