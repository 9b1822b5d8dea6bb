// The only two ways that something from a request gets into a statement: as a quoted name, or as a parameter.

/** A name that the schema's owner gave, with its schema. */
export type Name = { schema: string; name: string }

/** Quotes a name. Whatever it holds, it stays one name. */
export function quoted(name: string): string {
  const end = name.indexOf('\0')
  // A zero byte would end the statement in the protocol itself.
  return `"${(end < 0 ? name : name.slice(0, end)).replaceAll('"', '""')}"`
}

export const qualified = ({ schema, name }: Name) => `${quoted(schema)}.${quoted(name)}`

/** A statement in the making: gives each value its number. */
export class Values {
  readonly list: (string | null)[] = []
  /** Index of the rows to write, whose HTML is sanitised after the statement is planned. */
  rowsAt: number | null = null
  private readonly shared = new Map<string, string>()

  /** Adds a value and answers how the statement refers to it. */
  add(value: string | null): string {
    return `$${this.list.push(value)}`
  }

  addRows(json: string): string {
    this.rowsAt = this.list.length
    return this.add(json)
  }

  /** The same value twice is one parameter: two expressions that are written alike are then the same to PostgreSQL. */
  same(value: string): string {
    const known = this.shared.get(value) ?? this.add(value)
    this.shared.set(value, known)
    return known
  }
}

/** SQL's spellings of types in several words or with other names, by the name in pg_type. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  int: 'int4',
  integer: 'int4',
  bigint: 'int8',
  smallint: 'int2',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  dec: 'numeric',
  boolean: 'bool',
  character: 'bpchar',
  char: 'bpchar',
  'character varying': 'varchar',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
  'bit varying': 'varbit',
}

/** A type that a query casts to: always one quoted name, so that nothing else can follow it. */
export function castType(type: string): string {
  const name = type.toLowerCase().replaceAll(/ +/g, ' ')
  return quoted(Object.hasOwn(TYPE_NAMES, name) ? (TYPE_NAMES[name] ?? name) : name)
}

/** An SQL text constant, for names that the catalog itself gave. */
export const literal = (text: string) =>
  `${text.includes('\\') ? 'E' : ''}'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** PostgreSQL's array constant of `values`, to be passed as one parameter. */
export function arrayConstant(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
