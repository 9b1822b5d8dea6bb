// In English until it is translated.
export * from '../en/admin.ts'
