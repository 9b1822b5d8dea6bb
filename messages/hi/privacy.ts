// In English until it is translated.
export * from '../en/privacy.ts'
