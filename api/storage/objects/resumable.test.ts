import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { createResumable } from './resumable.ts'

test('what is not finished within a day is deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'resumable-'))
  const address = (path: string) => path
  const resumable = await createResumable({ folder, mostBytes: 1, log: createLog('silent'), address })
  const [old, young] = [join(folder, 'old'), join(folder, 'young')]
  for (const path of [old, young]) writeFileSync(path, 'x')
  const before = new Date(Date.now() - 25 * 3_600_000)
  utimesSync(old, before, before)
  await resumable.clear()
  expect(readdirSync(folder)).toEqual(['young'])
  rmSync(folder, { recursive: true })
})
