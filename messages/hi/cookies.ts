// In English until it is translated.
export * from '../en/cookies.ts'
