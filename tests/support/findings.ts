// What `npm run doctor` found, as its tests compare it.
import { expect } from 'vitest'
import type { Finding } from '../../server/doctor/finding.ts'

export const lines = (findings: readonly Finding[]) =>
  findings.map(({ level, check, message }) => `${level} ${check}: ${message}`)

/** Every remedy of what is not right is a sentence. */
export function expectRemedies(findings: readonly Finding[]): void {
  for (const { level, remedy } of findings) {
    if (level === 'ok') expect(remedy).toBeNull()
    else expect(remedy).toMatch(/\w{3,} .*\w/)
  }
}
