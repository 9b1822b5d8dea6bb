// Writes a .br and a .gz next to each text file of the client build at the highest level, so that the server only copies
// bytes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'

const folder = 'build/client'
const brotli = promisify(brotliCompress)
/** The mode that is meant for fonts is the best for some scripts, among them React's: the smallest is kept. */
const WAYS: readonly BrotliOptions[] = [
  {},
  { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT } },
  { params: { [constants.BROTLI_PARAM_NPOSTFIX]: 3 } },
]
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const texts = names.filter((name) => /\.(js|css|svg|txt|json|webmanifest)$/.test(name))
// On all cores: each runs in a thread.
await Promise.all(
  texts.map(async (name) => {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    const tried = await Promise.all(WAYS.map((options) => brotli(bytes, options)))
    const [smallest] = tried.toSorted((a, b) => a.length - b.length)
    if (smallest) writeFileSync(`${file}.br`, smallest)
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }),
)
