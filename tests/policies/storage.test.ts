// Every cell of the permission table for files, over the wire. A denied cell asserts that no row changed; the allowed
// twin of the same act is in the same row.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Actor, CAST, MEMBERS, otherThan } from '../cast.ts'
import { type Files, openFiles } from '../support/files.ts'
import { picture } from '../support/pictures.ts'
import { COVER_RULES, FILE_RULES, type FileAct, type FileRule } from './rules-files.ts'

let files: Files
let png: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  files = await openFiles()
  png = new Uint8Array(await picture('png'))
})
afterAll(() => files.stop())

/** Whether the last cell changed something, so that the files must be put back. */
let disturbed = true

beforeEach(async () => {
  if (!disturbed) return
  disturbed = false
  await files.clear()
  for (const bucket of ['avatars', 'covers'] as const) {
    for (const member of MEMBERS) {
      await files
        .as('service')
        .from(bucket)
        .upload(`${files.ids[member]}/face.png`, png, { contentType: 'image/png' })
    }
  }
})

const folderOf = (actor: Actor, whose: 'own' | 'another') =>
  files.ids[whose === 'another' ? otherThan(actor) : actor === 'guest' ? 'asha' : actor]

type Bucket = 'avatars' | 'covers'

const ACTS: Record<FileAct, (actor: Actor, folder: string, bucket: Bucket) => Promise<boolean>> = {
  open: async (_actor, folder, bucket) => (await files.ask(`object/public/${bucket}/${folder}/face.png`)).ok,
  read: async (actor, folder, bucket) =>
    (await files.as(actor).from(bucket).download(`${folder}/face.png`)).error === null,
  list: async (actor, folder, bucket) => (await files.as(actor).from(bucket).list(folder)).data?.length === 1,
  upload: async (actor, folder, bucket) => {
    const { error } = await files
      .as(actor)
      .from(bucket)
      .upload(`${folder}/new.png`, png, { contentType: 'image/png' })
    return error === null
  },
  replace: async (actor, folder, bucket) => {
    const { error } = await files
      .as(actor)
      .from(bucket)
      .update(`${folder}/face.png`, png, { contentType: 'image/png' })
    return error === null
  },
  move: async (actor, folder, bucket) =>
    (await files.as(actor).from(bucket).move(`${folder}/face.png`, `${folder}/other.png`)).error === null,
  delete: async (actor, folder, bucket) =>
    (
      await files
        .as(actor)
        .from(bucket)
        .remove([`${folder}/face.png`])
    ).data?.length === 1,
}

const RULES: readonly (FileRule & { bucket: Bucket })[] = [
  ...FILE_RULES.map((rule) => ({ ...rule, bucket: 'avatars' as const })),
  ...COVER_RULES.map((rule) => ({ ...rule, bucket: 'covers' as const })),
]

describe.each(RULES)('$act $whose of $bucket', ({ act, whose, bucket, cells }) => {
  test.each(CAST.map((actor) => [actor, cells[actor]] as const))('%s: %s', async (actor, may) => {
    const rows = () => files.sql`select name, version from storage.objects order by name`
    const before = await rows()
    // Whatever fails from here on may have changed something.
    disturbed = true
    const done = await ACTS[act](actor, folderOf(actor, whose), bucket)
    expect(done).toBe(may === 'yes')
    const after = await rows()
    if (may === 'yes' && !['open', 'read', 'list'].includes(act)) expect(after).not.toEqual(before)
    else {
      expect(after).toEqual(before)
      disturbed = false
    }
  })
})

test('a member’s pictures go with the account', async () => {
  await files.sql`delete from auth.users where id = ${files.ids.bala}`
  for (let gone = 1; gone > 0; ) {
    const [row] = await files.sql<{ gone: number }[]>`select private.erase_accounts()::int as gone`
    gone = row?.gone ?? 0
  }
  const names = await files.sql<
    { name: string }[]
  >`select name from storage.objects where bucket_id = 'avatars'`
  expect(names).toHaveLength(MEMBERS.length - 1)
  expect(names.some(({ name }) => name.startsWith(files.ids.bala))).toBe(false)
})
