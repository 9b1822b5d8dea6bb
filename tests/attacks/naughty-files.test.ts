// Polyglot and mislabelled files: an accepted file comes back as a plain picture under its true type, without the other
// content, and is served so that no browser sniffs its type.
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Files, openFiles } from '../support/files.ts'
import { look, picture } from '../support/pictures.ts'
import { probe, type Question } from '../support/probe.ts'

let files: Files
beforeAll(async () => {
  files = await openFiles()
})
afterAll(() => files?.stop())

const MARK = 'alert(document.domain)'
const HTML = `<!doctype html><html><body><script>${MARK}</script></body></html>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>${MARK}</script></svg>`
const PHP = `<?php /* ${MARK} */ system($_GET["c"]); ?>`
const PDF = `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(${MARK})>>>>endobj\ntrailer<</Root 1 0 R>>`
const ZIP = Buffer.concat([
  Buffer.from('PK\u0003\u0004'),
  Buffer.alloc(26),
  Buffer.from(MARK),
  Buffer.from('PK\u0005\u0006'),
  Buffer.alloc(18),
])

/** A JPEG with a segment (0xfe: a comment, 0xe1: EXIF or XMP) directly after its start marker. */
async function jpegWith(marker: number, text: string): Promise<Buffer> {
  const jpeg = await picture('jpeg')
  const body = Buffer.from(text)
  const head = Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff])
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG with chunks between its header and its pixels. */
async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  const png = await picture('png')
  const header = 8 + 25
  return Buffer.concat([png.subarray(0, header), ...chunks, png.subarray(header)])
}

async function webpWith(type: string, text: string): Promise<Buffer> {
  const webp = await picture('webp')
  const body = Buffer.from(text.length % 2 ? `${text} ` : text)
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(body.length, 4)
  const whole = Buffer.concat([webp, head, body])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

async function corpus(): Promise<[what: string, type: string, bytes: Buffer][]> {
  const [png, jpeg, gif, webp] = [
    await picture('png'),
    await picture('jpeg'),
    await picture('gif'),
    await picture('webp'),
  ]
  const all = { png, jpeg, gif, webp }
  const behind = Object.entries(all).flatMap(([kind, bytes]) =>
    (
      [
        ['HTML', Buffer.from(HTML)],
        ['SVG', Buffer.from(SVG)],
        ['PHP', Buffer.from(PHP)],
        ['PDF', Buffer.from(PDF)],
        ['ZIP', ZIP],
      ] as const
    ).flatMap(([what, other]): [string, string, Buffer][] => [
      [`${kind} before ${what}`, `image/${kind}`, Buffer.concat([bytes, other])],
      [`${what} before ${kind}`, `image/${kind}`, Buffer.concat([other, bytes])],
    ]),
  )
  const lies = Object.entries(all).flatMap(([kind, bytes]): [string, string, Buffer][] =>
    Object.keys(all).map((claimed) => [`${kind} as ${claimed}`, `image/${claimed}`, bytes]),
  )
  return [
    ...behind,
    ...lies,
    ['a comment in a JPEG: HTML', 'image/jpeg', await jpegWith(0xfe, HTML)],
    ['a comment in a JPEG: PHP', 'image/jpeg', await jpegWith(0xfe, PHP)],
    ['a comment in a JPEG: PDF', 'image/jpeg', await jpegWith(0xfe, PDF)],
    ['a comment in a JPEG: a script around it', 'image/jpeg', await jpegWith(0xfe, `*/=${MARK}/*`)],
    ['XMP in a JPEG', 'image/jpeg', await jpegWith(0xe1, `http://ns.adobe.com/xap/1.0/\u0000${SVG}`)],
    ['EXIF in a JPEG that is none', 'image/jpeg', await jpegWith(0xe1, `Exif\u0000\u0000${MARK}`)],
    [
      'a colour profile in a JPEG that is none',
      'image/jpeg',
      await jpegWith(0xe2, `ICC_PROFILE\u0000\u0001\u0001${MARK}`),
    ],
    ['text in a PNG', 'image/png', await pngWith(chunk('tEXt', Buffer.from(`Comment\u0000${HTML}`)))],
    [
      'packed text in a PNG',
      'image/png',
      await pngWith(chunk('zTXt', Buffer.concat([Buffer.from('Comment\u0000\u0000'), deflateSync(HTML)]))),
    ],
    [
      'a bomb of text in a PNG',
      'image/png',
      await pngWith(
        chunk(
          'zTXt',
          Buffer.concat([Buffer.from('Comment\u0000\u0000'), deflateSync(Buffer.alloc(20_000_000, 'x'))]),
        ),
      ),
    ],
    [
      'a thousand texts in a PNG',
      'image/png',
      await pngWith(...Array.from({ length: 1_000 }, () => chunk('tEXt', Buffer.from(`C\u0000${MARK}`)))),
    ],
    ['an unknown chunk in a PNG', 'image/png', await pngWith(chunk('hTMl', Buffer.from(HTML)))],
    ['a critical unknown chunk in a PNG', 'image/png', await pngWith(chunk('HTML', Buffer.from(HTML)))],
    [
      'a wrong sum in a PNG',
      'image/png',
      await pngWith(Buffer.concat([chunk('tEXt', Buffer.from(MARK)).subarray(0, -4), Buffer.alloc(4)])),
    ],
    ['XMP in a WebP', 'image/webp', await webpWith('XMP ', SVG)],
    ['an unknown chunk in a WebP', 'image/webp', await webpWith('HTML', HTML)],
    [
      'a comment in a GIF',
      'image/gif',
      Buffer.concat([
        gif.subarray(0, gif.length - 1),
        Buffer.from([0x21, 0xfe, MARK.length]),
        Buffer.from(MARK),
        Buffer.from([0, 0x3b]),
      ]),
    ],
    ['a script that begins as a GIF', 'image/gif', Buffer.from(`GIF89a/*${'\u0000'.repeat(20)}*/=1;${MARK}`)],
    ['half a PNG', 'image/png', png.subarray(0, png.length / 2)],
    ['half a JPEG', 'image/jpeg', jpeg.subarray(0, jpeg.length / 2)],
    ['the beginning of a PNG alone', 'image/png', png.subarray(0, 8)],
    ['SVG behind a byte order mark', 'image/png', Buffer.from(`\ufeff${SVG}`)],
    ['SVG in UTF-16', 'image/png', Buffer.from(`\ufeff${SVG}`, 'utf16le')],
    ['SVG, packed', 'image/png', gzipSync(SVG)],
    ['MVG', 'image/png', Buffer.from('push graphic-context\nimage over 0,0 0,0 "|id"\npop graphic-context')],
    ['PostScript', 'image/png', Buffer.from('%!PS\n(id) (r) file')],
    [
      'XBM',
      'image/gif',
      Buffer.from('#define x_width 99999\n#define x_height 99999\nstatic char x_bits[] = { 0x00 };'),
    ],
    ['XPM', 'image/png', Buffer.from('/* XPM */ static char *x[] = {"1 1 1 1","a c red","a"};')],
    ['a bitmap', 'image/png', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60, 0xff)])],
    ['an icon', 'image/png', Buffer.concat([Buffer.from([0, 0, 1, 0, 255, 255]), Buffer.alloc(64, 0xff)])],
    [
      'a TIFF whose directory is itself',
      'image/png',
      Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0]),
    ],
    [
      'a film',
      'image/webp',
      Buffer.concat([Buffer.from([0, 0, 0, 0x20]), Buffer.from('ftypavif'), Buffer.alloc(64)]),
    ],
    [
      'a photograph of another maker',
      'image/jpeg',
      Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from('ftypheic'), Buffer.alloc(64)]),
    ],
    ['a program', 'image/png', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(128)])],
    [
      'a page saved whole',
      'image/jpeg',
      Buffer.from(`MIME-Version: 1.0\nContent-Type: multipart/related\n\n${HTML}`),
    ],
    [
      'a torrent of comments',
      'image/gif',
      Buffer.concat([
        gif.subarray(0, gif.length - 1),
        ...Array.from({ length: 5_000 }, () => Buffer.from([0x21, 0xfe, 1, 0x41, 0])),
        Buffer.from([0x3b]),
      ]),
    ],
  ]
}

test('a polyglot file is refused, or comes back as a plain picture', {
  timeout: 180_000,
}, async () => {
  const cases = await corpus()
  let taken = 0
  const questions = cases.map(([what, type, bytes], index): Question => {
    const path = `content/${files.ids.asha}/naughty-${index}.png`
    return {
      label: what,
      ask: () =>
        files.ask(`object/${path}`, {
          as: 'asha',
          method: 'POST',
          body: new Uint8Array(bytes),
          headers: { 'content-type': type, 'x-upsert': 'true' },
        }),
    }
  })
  await probe(questions, () => files.ask('object/public/content/nothing.png'))
  for (const [index, [what]] of cases.entries()) {
    const served = await files.ask(`object/public/content/${files.ids.asha}/naughty-${index}.png`)
    if (!served.ok) continue
    taken += 1
    const bytes = Buffer.from(await served.arrayBuffer())
    const { format } = await look(bytes)
    expect(`image/${format}`, what).toBe(served.headers.get('content-type'))
    expect(['image/png', 'image/jpeg', 'image/gif', 'image/webp'], what).toContain(`image/${format}`)
    expect(served.headers.get('x-content-type-options'), what).toBe('nosniff')
    expect(served.headers.get('content-security-policy'), what).toContain('sandbox')
    for (const trace of [MARK, '<script', '<?php', '%PDF', 'PK\u0003\u0004', '<svg']) {
      expect(bytes.includes(trace), `${what} keeps ${trace}`).toBe(false)
    }
  }
  expect(taken, 'some were taken, and cleaned').toBeGreaterThan(10)
  expect(taken).toBeLessThan(cases.length)
  expect(files.server.log().filter(({ level }) => level >= 50)).toEqual([])
})
