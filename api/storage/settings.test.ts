import { expect, test } from 'vitest'
import { ConfigError, readSettings } from '../config.ts'

const readS3 = (env: Record<string, string>) => readSettings(env).s3
const given = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }

test('without any of them files lie on the disk', () => {
  expect(readS3({ PORT: '1' })).toBeNull()
})

test('the three that are needed are enough', () => {
  expect(readS3(given)).toEqual({
    endpoint: null,
    region: 'us-east-1',
    bucket: 'b',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    pathStyle: true,
  })
})

test.each([
  [{ S3_BUCKET: 'b' }, 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be given along with S3_BUCKET'],
  [
    { S3_REGION: 'eu' },
    'S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be given along with S3_REGION',
  ],
  [
    { ...given, S3_ENDPOINT: 'ftp://x' },
    'S3_ENDPOINT must be an address that starts with http: or https: (it is "ftp://x")',
  ],
  [{ ...given, S3_PATH_STYLE: 'yes' }, 'S3_PATH_STYLE must be on or off (it is "yes")'],
])('%j is refused in one line', (env, line) => {
  expect(() => readS3(env)).toThrow(new ConfigError(line))
})
