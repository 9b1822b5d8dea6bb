// How settings are declared: each one once, in the group of what it is about, with the property of `Config`, its name in the
// environment, and what parses its text. `.env.example` describes each, and a test compares the two (config.test.ts).
import { z } from 'zod'

type Declarations = Readonly<Record<string, readonly [name: string, parser: z.ZodType]>>
type ValuesOf<Group extends Declarations> = { -readonly [Key in keyof Group]: z.output<Group[Key][1]> }

export type SettingGroup<Values> = {
  /** The parser of each name. */
  shape: Readonly<Record<string, z.ZodType>>
  /** From the environment to the properties. */
  schema: z.ZodType<Values>
}

/**
 * @param declarations property: [name in the environment, parser]
 * @param derive makes of the values what the configuration has; or returns `refuse`, if they do not fit together
 */
export function defineSettings<const Group extends Declarations, Derived = ValuesOf<Group>>(
  declarations: Group,
  derive?: (values: ValuesOf<Group>, context: z.RefinementCtx) => Derived,
): SettingGroup<Derived> {
  const entries = Object.entries(declarations)
  const shape = Object.fromEntries(entries.map(([, [name, parser]]) => [name, parser]))
  const schema = z.object(shape).transform((given, context) => {
    const values = Object.fromEntries(entries.map(([property, [name]]) => [property, given[name]]))
    return derive ? derive(values as ValuesOf<Group>, context) : values
  })
  return { shape, schema: schema as unknown as z.ZodType<Derived> }
}

/** @param message names the settings */
export function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** Marks a setting as a secret: it may come from a file, and its value appears in no message. */
export const secret = <Parser extends z.ZodType>(parser: Parser): Parser => parser.meta({ secret: true })

/** Null when it is not given. */
export const optional = <Parser extends z.ZodType>(parser: Parser) => parser.nullable().default(null)

/** Parsed by `parse`, whose error message describes the accepted values; null when it is not given. */
export const parsedBy = <Value>(parse: (text: string) => Value) =>
  optional(
    z.string().transform((text, context) => {
      try {
        return parse(text)
      } catch (error) {
        return refuse(context, (error as Error).message)
      }
    }),
  )

export function whole(
  least: number,
  most: number,
  error = `must be a whole number from ${least} to ${most}`,
) {
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}

/** @param words how the values are listed in the message */
export function oneOf<const Value extends string>(values: readonly Value[], words: string) {
  return z.enum(values, { error: `must be ${words}` })
}

/** On is true. */
export const onOff = (otherwise: 'on' | 'off') =>
  oneOf(['on', 'off'], 'on or off')
    .default(otherwise)
    .transform((value) => value === 'on')

export const longText = (characters: number) =>
  z.string().min(characters, `must be at least ${characters} characters`)

/** @param protocols with their colon */
export const address = (protocols: readonly string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be an address that starts with ${protocols.join(' or ')}`,
  })

/** The parts of a text that commas separate, without empty ones. */
export const list = (otherwise = '') => z.string().default(otherwise).transform(parts)

export function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Whether it is plain HTTP of this machine. */
export function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
