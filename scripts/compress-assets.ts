// Writes a .br and a .gz next to each text file of the client build at the highest level, so that the server only copies
// bytes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const folder = 'build/client'
const brotli = promisify(brotliCompress)
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const texts = names.filter((name) => /\.(js|css|svg|txt|json|webmanifest)$/.test(name))
// On all cores: each runs in a thread.
await Promise.all(
  texts.map(async (name) => {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, await brotli(bytes))
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }),
)
