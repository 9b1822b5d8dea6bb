// The storage contract with files in an S3 bucket, on a local S3 server.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Files, openFiles } from '../support/files.ts'
import { look, picture } from '../support/pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'arthachowk-s3-'))
const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'community', configs: [] }],
})

let files: Files
beforeAll(async () => {
  const { port } = (await s3.run()) as AddressInfo
  files = await openFiles({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'community',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  })
  await files.as('service').createBucket('notes', { public: false })
})
afterAll(async () => {
  await files?.stop()
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The names of the objects in the S3 bucket. */
function stored(): string[] {
  return readdirSync(join(folder, 'community'))
    .filter((name) => name.endsWith('._S3rver_object'))
    .map((name) => name.replace('._S3rver_object', ''))
}

test('a file is uploaded, downloaded whole and in part, copied, moved and removed', async () => {
  const notes = files.as('service').from('notes')
  expect((await notes.upload('one.txt', 'twelve bytes')).error).toBeNull()
  await expect.poll(stored).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(await (await notes.download('one.txt')).data?.text()).toBe('twelve bytes')
  const part = await files.ask('object/notes/one.txt', { as: 'service', headers: { range: 'bytes=7-9' } })
  expect(part.status).toBe(206)
  expect(await part.text()).toBe('byt')
  expect((await notes.copy('one.txt', 'two.txt')).error).toBeNull()
  expect((await notes.move('two.txt', 'three.txt')).error).toBeNull()
  await expect.poll(stored).toHaveLength(2)
  expect((await notes.remove(['one.txt'])).data).toHaveLength(1)
  expect(await (await notes.download('three.txt')).data?.text()).toBe('twelve bytes')
  expect((await notes.upload('three.txt', 'other', { upsert: true })).error).toBeNull()
  expect(await (await notes.download('three.txt')).data?.text()).toBe('other')
  await expect.poll(stored).toHaveLength(1)
  await notes.remove(['three.txt'])
  await expect.poll(stored).toEqual([])
})

test('a picture is resized on download', async () => {
  const name = `${files.ids.asha}/a.png`
  const body = await picture('png', { width: 300, height: 200 })
  const content = files.as('asha').from('content')
  expect((await content.upload(name, body, { contentType: 'image/png' })).error).toBeNull()
  const { publicUrl } = content.getPublicUrl(name, { transform: { width: 30 } }).data
  expect(await look(await (await fetch(publicUrl)).arrayBuffer())).toMatchObject({ width: 30, height: 20 })
})

test('a file that S3 has lost is answered as not found', async () => {
  const notes = files.as('service').from('notes')
  await notes.upload('lost.txt', 'x')
  await files.sql`update storage.objects set version = gen_random_uuid()::text where name = 'lost.txt'`
  const answer = await files.ask('object/notes/lost.txt', { as: 'service' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'NoSuchKey' })
})
