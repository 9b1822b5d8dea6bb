// npm run pseudo: builds the pages in a pseudo-language below /xx, walks through the screens of guests and members in it
// (tests/pseudo), and takes it away. A text there that is neither accented nor somebody's own is not in the catalogue, and
// one that does not fit will not fit in another language. It is a third language by what any other would be: a folder of
// messages, and a row of shared/languages.ts. `npm run pseudo -- keep` leaves its pages, to look at them with `npm start`,
// until the next build; other words go to Playwright: `npm run pseudo -- -g settings`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from './chromium.mjs'
import { build, buildLanguage, env, install, node, root } from './prepare.mjs'

const MESSAGES = join(root, 'messages')
const FOLDER = join(MESSAGES, 'xx')
const CONFIG = join(root, 'tests/pseudo/playwright.config.ts')

async function moduleOf(part: string): Promise<string> {
  if (part === 'language.ts')
    return "import type { Language } from '../../shared/languages.ts'\n\nexport const LANGUAGE: Language = 'xx'\n"
  const english = (await import(join(MESSAGES, 'en', part))) as Record<string, unknown>
  // No message has a name with such a sign.
  // The page's inline script has no elements, nor the library that makes them.
  const isRich = /^import \{[^}]*\brich\b/m.test(readFileSync(join(MESSAGES, 'en', part), 'utf8'))
  const lines = Object.keys(english).map((name) => `export const ${name} = $pseudo.changed($en.${name})`)
  return `import * as $en from '../en/${part}'\nimport * as $pseudo from '../pseudo${isRich ? '-rich' : ''}.ts'\n\n${lines.join('\n')}\n`
}

const removeMessages = () => rmSync(FOLDER, { recursive: true, force: true })

async function buildPseudo(): Promise<string[]> {
  removeMessages()
  // The offered languages, if their sources changed; without the pseudo-language, which is no part of a site.
  build()
  mkdirSync(FOLDER)
  // A build that fails ends the process.
  process.once('exit', removeMessages)
  for (const part of readdirSync(join(MESSAGES, 'en')))
    writeFileSync(join(FOLDER, part), await moduleOf(part))
  return buildLanguage('xx', 'error')
}

install()
const added = await buildPseudo()
const chosen = process.argv.slice(2)
if (chosen[0] === 'keep') process.exit(0)
const playwright = join(root, 'node_modules/.bin/playwright')
const { status } = spawnSync(node, [playwright, 'test', '--config', CONFIG, ...chosen], {
  cwd: root,
  stdio: 'inherit',
  env: { ...env, CHROMIUM: chromium() },
})
for (const file of [...added, join(root, 'build/xx')]) rmSync(file, { recursive: true, force: true })
process.exit(status ?? 1)
