// Uploads whose content is hostile: files that are not what they claim, too large, or cut off halfway.
import { readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectNothingStored, type Files, openFiles } from '../support/files.ts'
import { look, noise, picture } from '../support/pictures.ts'

let files: Files
beforeAll(async () => {
  files = await openFiles()
})
afterAll(() => files.stop())
afterEach(() => files.clear())

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const SCRIPT = 'alert(document.domain)'

function send(body: Uint8Array | string, type: string, path = `content/${files.ids.asha}/x.png`) {
  return files.ask(`object/${path}`, {
    method: 'POST',
    as: 'asha',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
}

describe('a file that is not a picture', () => {
  test.each([
    ['SVG under its own name', SVG, 'image/svg+xml', '415'],
    ['SVG with a suffix to its type', SVG, 'image/svg+xml; charset=utf-8', '415'],
    ['SVG in capitals', SVG, 'IMAGE/SVG+XML', '415'],
    ['SVG as PNG', SVG, 'image/png', '400'],
    ['HTML as PNG', `<!doctype html><script>${SCRIPT}</script>`, 'image/png', '400'],
    ['HTML as HTML', '<script>alert(1)</script>', 'text/html', '415'],
    ['a script', SCRIPT, 'text/javascript', '415'],
    ['PDF as JPEG', '%PDF-1.7\n1 0 obj', 'image/jpeg', '400'],
    ['the first bytes of a GIF before a script', `GIF89a/*${SCRIPT}*/=1;`, 'image/gif', '400'],
    ['nothing', '', 'image/png', '400'],
    ['a type of a kind that does not exist', 'x', 'image/../../png', '415'],
    ['a type with a line break in it', 'x', 'image', '415'],
  ])('is refused: %s', async (_what, body, type, statusCode) => {
    const answer = await send(body, type)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ statusCode })
    await expectNothingStored(files)
  })

  test('is refused with the reason when it is an animated PNG, of which one picture would be left', async () => {
    const png = await picture('png')
    const data = Buffer.concat([Buffer.from('acTL'), Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(data))
    // After the signature and the header.
    const chunk = Buffer.concat([Buffer.from([0, 0, 0, 8]), data, sum])
    const answer = await send(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]), 'image/png')
    expect(await answer.json()).toMatchObject({
      statusCode: '400',
      message: 'An animated PNG would be stored as its first picture: use a GIF or WebP',
    })
    await expectNothingStored(files)
    expect((await send(png, 'image/png')).status).toBe(200)
  })

  test('is refused to the service too when it is SVG, in any bucket', async () => {
    await files.as('service').createBucket('any', { public: true })
    const { error } = await files
      .as('service')
      .from('any')
      .upload('x.svg', SVG, { contentType: 'image/svg+xml' })
    expect(error).toMatchObject({ statusCode: '415' })
  })

  test('is refused as a form as well', async () => {
    const blob = new Blob([SVG], { type: 'image/svg+xml' })
    const { error } = await files.as('asha').from('content').upload(`${files.ids.asha}/x.png`, blob)
    expect(error).toMatchObject({ statusCode: '415' })
    await expectNothingStored(files)
  })
})

describe('a polyglot picture', () => {
  const store = async (bytes: Buffer, type: string) => {
    const answer = await send(bytes, type)
    expect(answer.status).toBe(200)
    const served = await fetch(`${files.server.url}/storage/v1/object/public/content/${files.ids.asha}/x.png`)
    return { served, bytes: Buffer.from(await served.arrayBuffer()) }
  }

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('loses the data after its end: %s', async (format) => {
    const trailing = Buffer.from(`<script>${SCRIPT}</script>PK\u0003\u0004`)
    const { bytes, served } = await store(Buffer.concat([await picture(format), trailing]), `image/${format}`)
    expect(bytes.includes(SCRIPT)).toBe(false)
    expect(served.headers.get('content-type')).toBe(`image/${format}`)
    expect(await look(bytes)).toMatchObject({ format, width: 60, height: 40 })
  })

  test('loses the script in a comment of a GIF', async () => {
    const gif = await picture('gif')
    const comment = Buffer.concat([
      Buffer.from([0x21, 0xfe, SCRIPT.length]),
      Buffer.from(SCRIPT),
      Buffer.from([0]),
    ])
    const polyglot = Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)])
    const { bytes } = await store(polyglot, 'image/gif')
    expect(polyglot.includes(SCRIPT), 'the premise').toBe(true)
    expect(bytes.includes(SCRIPT)).toBe(false)
  })

  test.each(['jpeg', 'png', 'webp'] as const)('loses its metadata: %s', async (format) => {
    const original = await picture(format)
    expect((await look(original)).exif, 'the premise: it says where it was taken').toBeDefined()
    const { bytes } = await store(original, `image/${format}`)
    const { exif, icc, xmp, iptc } = await look(bytes)
    expect({ exif, icc, xmp, iptc }).toEqual({})
    expect(bytes.includes('18.93N')).toBe(false)
  })

  test('gets its real type, whatever type was declared', async () => {
    const { served } = await store(await picture('jpeg'), 'image/png')
    expect(served.headers.get('content-type')).toBe('image/jpeg')
  })
})

describe('a file that is too large', () => {
  test('is refused above the limit of its bucket, and no part of it is stored', async () => {
    const big = new Uint8Array(5 * 1024 * 1024 + 1)
    const answer = await send(big, 'image/png', `avatars/${files.ids.asha}/x.png`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ statusCode: '413', error: 'Payload too large' })
    const form = await files
      .as('asha')
      .from('avatars')
      .upload(`${files.ids.asha}/x.png`, new Blob([big], { type: 'image/png' }))
    expect(form.error).toMatchObject({ statusCode: '413' })
    await expectNothingStored(files)
  })

  test('is refused by its declared length before a byte is read', async () => {
    const { hostname, port } = new URL(files.server.url)
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /storage/v1/object/content/${files.ids.asha}/x.png HTTP/1.1\r\nHost: x\r\n` +
            `Authorization: Bearer ${files.tokens.asha}\r\nContent-Type: image/png\r\nContent-Length: 999999999999\r\n\r\n`,
        )
      })
      socket.once('data', (data) => {
        socket.destroy()
        resolve(data.toString())
      })
      socket.once('error', reject)
      socket.setTimeout(5_000, () => reject(new Error('no answer')))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400/)
    await expectNothingStored(files)
  })

  test('is refused as a picture of more than 40 megapixels, however small its file', async () => {
    const bomb = flatPng(20_000, 20_000)
    expect(bomb.length, 'the premise: a small file').toBeLessThan(1024 * 1024)
    const before = Date.now()
    const answer = await send(bomb, 'image/png')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      statusCode: '413',
      message: 'The image has more than 40 megapixels',
    })
    expect(Date.now() - before).toBeLessThan(10_000)
    await expectNothingStored(files)
  })

  test('is refused as a picture whose header promises more data than it has', async () => {
    const whole = await picture('png', { width: 2_000, height: 2_000 })
    expect((await send(whole.subarray(0, 200), 'image/png')).status).toBe(400)
    await expectNothingStored(files)
  })

  test('is refused as a form of a thousand fields, or of unlimited length', async () => {
    const form = new FormData()
    for (let i = 0; i < 1_000; i += 1) form.append(`f${i}`, 'x')
    const answer = await files.ask(`object/content/${files.ids.asha}/x.png`, {
      method: 'POST',
      as: 'asha',
      body: form,
    })
    expect(answer.status).toBe(400)
    const cut = await send(
      '--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\n\r\nabc',
      'multipart/form-data; boundary=b',
    )
    expect(cut.status).toBe(400)
    const none = await send('abc', 'multipart/form-data')
    expect(none.status).toBe(400)
    await expectNothingStored(files)
  })
})

describe('an interrupted transfer', () => {
  const spool = () => readdirSync(join(files.server.dataDir, 'storage'), { recursive: true }).map(String)
  const received = () => spool().filter((name) => /incoming.*[0-9a-f-]{36}$/.test(name)).length
  /** The files of the storage folder that the process holds open. */
  const held = () => {
    const folder = `/proc/${files.server.process.pid}/fd`
    return readdirSync(folder).flatMap((name) => {
      try {
        const target = readlinkSync(join(folder, name))
        return target.startsWith(join(files.server.dataDir, 'storage')) ? [target] : []
      } catch {
        // The file was closed after the folder was listed.
        return []
      }
    })
  }

  test.each([
    [
      'a form',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="a"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nhalf',
    ],
    ['a body of its own', 'image/png', 'half of a picture'],
  ])('leaves no file behind, open or not: %s', async (_what, type, content) => {
    const { hostname, port } = new URL(files.server.url)
    const head = [
      `POST /storage/v1/object/content/${files.ids.asha}/half.png HTTP/1.1`,
      ...[`Host: ${hostname}`, `apikey: ${files.server.publishableKey}`, 'Content-Length: 90000'],
      ...[`Authorization: Bearer ${files.tokens.asha}`, `Content-Type: ${type}`],
    ].join('\r\n')
    const sockets = Array.from({ length: 6 }, () => connect(Number(port), hostname))
    for (const socket of sockets) socket.write(`${head}\r\n\r\n${content}`)
    await expect.poll(received).toBe(6)
    expect(held()).toHaveLength(6)
    for (const socket of sockets) socket.resetAndDestroy()
    await expect.poll(held).toEqual([])
    await expect.poll(received).toBe(0)
    await expectNothingStored(files)
  })

  test('leaves no file open when it is a download', async () => {
    const path = `object/content/${files.ids.asha}/noise.png`
    const large = await noise(1_700, 1_700)
    expect((await send(large, 'image/png', `content/${files.ids.asha}/noise.png`)).status).toBe(200)
    const { hostname, port } = new URL(files.server.url)
    const sockets = Array.from({ length: 6 }, () => connect(Number(port), hostname))
    await Promise.all(
      sockets.map(
        (socket) =>
          new Promise((resolve) => {
            // The rest of the response is unread, so the server still has the file open.
            socket.once('data', () => resolve(socket.pause()))
            socket.write(
              `GET /storage/v1/${path} HTTP/1.1\r\nHost: ${hostname}\r\napikey: ${files.server.publishableKey}\r\n` +
                `Authorization: Bearer ${files.tokens.asha}\r\n\r\n`,
            )
          }),
      ),
    )
    expect(held()).toHaveLength(6)
    for (const socket of sockets) socket.resetAndDestroy()
    await expect.poll(held).toEqual([])
  })

  test('logs no server error', async () => {
    expect(files.server.log().filter(({ level }) => level >= 50)).toEqual([])
  })
})

/** A PNG of one colour, which is tiny at any resolution. */
function flatPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit per pixel, greyscale.
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
