// Uploads whose destination is hostile: names that are paths, and folders and buckets of somebody else.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectNothingStored, type Files, filesOnDisk, openFiles } from '../support/files.ts'
import { picture } from '../support/pictures.ts'

let files: Files
beforeAll(async () => {
  files = await openFiles()
})
afterAll(() => files.stop())
afterEach(() => files.clear())

describe('a name that leads elsewhere', () => {
  const png = () => picture('png')

  test.each([
    '..%2f..%2fsecrets.json',
    '%2e%2e%2f%2e%2e%2fsecrets.json',
    '..%5c..%5csecrets.json',
    'a%00.png',
    'a%0d%0aX-Evil:%201.png',
    '%ff%fe.png',
    'a//b.png',
    './a.png',
    'a%2f%2fb.png',
    'ünï.png',
    `${'a'.repeat(1_100)}.png`,
  ])('is refused: %s', async (name) => {
    const body = new Uint8Array(await png())
    // Sent as a raw request, because the library would normalise the address first.
    const path = `/storage/v1/object/content/${files.ids.asha}/${name === './a.png' ? '%2e%2fa.png' : name}`
    const answer = await fetch(`${files.server.url}${path}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${files.tokens.asha}`, 'content-type': 'image/png' },
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'InvalidKey' })
    await expectNothingStored(files)
  })

  test('is never a path on the disk: files are stored under names that the server made', async () => {
    const { error } = await files
      .as('asha')
      .from('content')
      .upload(`${files.ids.asha}/.htaccess.png`, await png(), { contentType: 'image/png' })
    expect(error).toBeNull()
    await expect.poll(() => filesOnDisk(files)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  test.each(['secrets.json', '../secrets.json', '..%2f..%2fsecrets.json', '%2e%2e/%2e%2e/secrets.json'])(
    'cannot read the data folder: %s',
    async (name) => {
      const answer = await fetch(`${files.server.url}/storage/v1/object/public/content/${name}`)
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain('SIGNING_KEY')
    },
  )
})

describe('a folder of somebody else', () => {
  test.each(['', '/', 'BALA/', 'BALA/../', './BALA/', 'BALA//'])(
    'cannot be written by asha: %j',
    async (folder) => {
      const name = `${folder.replace('BALA', files.ids.bala)}x.png`
      const { error } = await files
        .as('asha')
        .from('avatars')
        .upload(name, await picture('png'), { contentType: 'image/png' })
      expect(['400', '403']).toContain((error as { statusCode?: string } | null)?.statusCode)
      await expectNothingStored(files)
    },
  )

  test('cannot be written by moving, copying or upserting either', async () => {
    const [own, other] = [`${files.ids.asha}/a.png`, `${files.ids.bala}/b.png`]
    const options = { contentType: 'image/png' }
    const put = async (actor: 'asha' | 'bala', name: string) =>
      expect(
        (
          await files
            .as(actor)
            .from('avatars')
            .upload(name, await picture('png'), options)
        ).error,
      ).toBeNull()
    await put('asha', own)
    await put('bala', other)
    const before = await files.sql`select * from storage.objects order by name`
    const asha = files.as('asha').from('avatars')
    const tries = [
      await asha.move(own, `${files.ids.bala}/c.png`),
      await asha.move(other, `${files.ids.asha}/c.png`),
      await asha.copy(own, `${files.ids.bala}/c.png`),
      await asha.update(other, await picture('png'), options),
      await asha.upload(other, await picture('png'), { ...options, upsert: true }),
      await asha.createSignedUploadUrl(other, { upsert: true }),
    ]
    for (const { error } of tries)
      expect(['403', '404']).toContain((error as { statusCode?: string }).statusCode)
    expect((await asha.remove([other])).data).toEqual([])
    expect(await files.sql`select * from storage.objects order by name`).toEqual(before)
    await expect.poll(() => filesOnDisk(files)).toHaveLength(2)
  })
})

test('a bucket of the service cannot be seen, made or changed by a member', async () => {
  const asha = files.as('asha')
  expect((await asha.listBuckets()).data).toEqual([])
  expect((await asha.createBucket('mine', { public: true })).error).toMatchObject({ statusCode: '403' })
  expect((await asha.updateBucket('avatars', { public: false })).error).toMatchObject({ statusCode: '404' })
  expect((await asha.emptyBucket('avatars')).error).toMatchObject({ statusCode: '404' })
  expect((await asha.deleteBucket('avatars')).error).toMatchObject({ statusCode: '404' })
  expect(await files.sql`select id, public from storage.buckets order by id`).toEqual(
    ['avatars', 'content', 'covers'].map((id) => ({ id, public: true })),
  )
})
