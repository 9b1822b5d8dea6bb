import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { receive } from './receive.ts'

const spool = mkdtempSync(join(tmpdir(), 'receive-'))
afterAll(() => rmSync(spool, { recursive: true }))

test.each([
  ['Content-Type: text/csv\r\n', 'text/csv'],
  ['Content-Type: Text/CSV; charset=utf-8\r\n', 'text/csv'],
  ['Content-Type: nonsense\r\n', 'text/plain'],
  ['', 'text/plain'],
])('a file whose part says %j is %s', async (header, mimetype) => {
  const disposition = 'Content-Disposition: form-data; name=""; filename="a.csv"'
  const request = new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `--b\r\n${disposition}\r\n${header}\r\na,b\r\n--b--\r\n`,
  })
  expect(await receive(request, spool, { bytes: 100, types: null })).toMatchObject({ mimetype, size: 3 })
})
