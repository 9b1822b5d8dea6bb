export * from '../en/admin-shield.ts'
