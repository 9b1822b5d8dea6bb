// What a profile may hold, said at the field before the server says it.
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { BIO, FULL_NAME, USERNAME } from '#shared/limits.ts'

export type ProfileValues = { username: string; fullName: string; bio: string }
export type ProfileErrors = Partial<Record<keyof ProfileValues, string>>

/** The database's rule for each field; it counts code points, not UTF-16 units. */
const RULES: readonly {
  field: keyof ProfileValues
  constraint: string
  holds: (value: string) => boolean
}[] = [
  {
    field: 'username',
    constraint: 'profiles_username_format',
    holds: (value) => USERNAME.pattern.test(value),
  },
  {
    field: 'fullName',
    constraint: 'profiles_full_name_length',
    holds: (value) => characters(value) <= FULL_NAME.max,
  },
  { field: 'bio', constraint: 'profiles_bio_length', holds: (value) => characters(value) <= BIO.max },
]

/** What is wrong with `values`, by field; empty when nothing is. */
export function profileErrors(values: ProfileValues): ProfileErrors {
  const broken = RULES.filter(({ field, holds }) => !holds(values[field]))
  return Object.fromEntries(broken.map(({ field, constraint }) => [field, CONSTRAINT_MESSAGES[constraint]]))
}

/** The field that a constraint of the database is about; null when it is about none of these. */
export function fieldOf(constraint: string | null): keyof ProfileValues | null {
  if (constraint === 'profiles_username_key') return 'username'
  return RULES.find((rule) => rule.constraint === constraint)?.field ?? null
}

/** Length as the database counts it. */
export function characters(text: string): number {
  return [...text].length
}
