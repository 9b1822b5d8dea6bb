// In English until it is translated.
export * from '../en/terms.ts'
export const itsOwnTeam = 'its own team'
