// `npm run release -- X.Y.Z [--skip-checks] [--skip-build]`: from a clean tree to a tagged version with its artefact:
// checks, moves what is unreleased in CHANGELOG.md to the version, sets the version, builds release/arthachowk-X.Y.Z.tar.gz
// with its SBOM and SHA-256, commits and tags. Nothing is pushed. A step that fails puts the changed files back.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { digest } from '../api/crypto.ts'
import { build, env, root } from './prepare.mjs'
import { copyProductionTree } from './production-tree.ts'

const CHANGED = ['CHANGELOG.md', 'docs/licences.md', 'package.json', 'package-lock.json']
const OUT = join(root, 'release')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'skip-checks': { type: 'boolean' }, 'skip-build': { type: 'boolean' } },
})
const [version = '', ...more] = positionals
const parts = numbersOf(version)
if (!parts || more.length > 0) fail('Usage: npm run release -- X.Y.Z [--skip-checks] [--skip-build]')
const { version: present } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}
if (!isNewer(parts, numbersOf(present) ?? [])) fail(`${version} is not newer than ${present}`)
const tag = `v${version}`
if (output('git', ['status', '--porcelain']) !== '') fail('The tree has changes that are not committed')
if (output('git', ['tag', '--list', tag]) !== '') fail(`The tag ${tag} exists`)
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
const [, before = '', unreleased = '', after = ''] =
  /^(.*?^## Unreleased\n)(.*?)(^## \d.*)?$(?![\s\S])/ms.exec(changelog) ?? []
if (unreleased.trim() === '') fail('CHANGELOG.md has nothing under "## Unreleased"')

if (values['skip-checks']) {
  process.stdout.write('The checks are skipped: this is not a release to hand out.\n')
} else {
  command('npm', ['test'])
  command('npm', ['audit', '--omit=dev'])
}
try {
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(join(root, 'CHANGELOG.md'), `${before}\n## ${version} (${date})\n${unreleased}${after}`)
  command('npm', ['version', version, '--no-git-tag-version', '--allow-same-version=false'])
  command('node', ['scripts/licences.ts'])
  if (!values['skip-build']) build()
  const { archive, sum } = pack()
  command('git', ['add', ...CHANGED])
  command('git', ['commit', '--quiet', '--message', `Release ${version}`])
  command('git', [
    'tag',
    '--annotate',
    tag,
    '--cleanup=verbatim',
    '--message',
    `${tag}\n\n${unreleased.trim()}\n`,
  ])
  process.stdout.write(`${tag} is tagged, ${archive} (SHA-256 ${sum})\nTo publish: git push --follow-tags\n`)
} catch (error) {
  spawnSync('git', ['checkout', '--quiet', 'HEAD', '--', ...CHANGED], { cwd: root })
  fail((error as Error).message)
}

/** Writes the archive, its SBOM and its SHA-256 to release/. The same tree gives the same bytes. */
function pack(): { archive: string; sum: string } {
  const name = `arthachowk-${version}`
  const archive = join(OUT, `${name}.tar.gz`)
  const scratch = mkdtempSync(join(tmpdir(), 'arthachowk-release-'))
  try {
    mkdirSync(OUT, { recursive: true })
    const tree = join(scratch, name)
    copyProductionTree(root, tree)
    // npm names the root after the folder.
    const bomFolder = join(scratch, 'sbom/arthachowk')
    mkdirSync(bomFolder, { recursive: true })
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(tree, file), join(bomFolder, file))
    const bom = output(
      'npm',
      ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--package-lock-only'],
      bomFolder,
    )
    writeFileSync(join(tree, 'sbom.cdx.json'), `${bom}\n`)
    writeFileSync(join(OUT, `${name}.sbom.cdx.json`), `${bom}\n`)
    const time = output('git', ['log', '-1', '--format=%ct'])
    const steady = [
      '--sort=name',
      `--mtime=@${time}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u+rwX,go=rX',
    ]
    command('tar', [...steady, '--use-compress-program=gzip -9n', '-cf', archive, '-C', scratch, name])
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  const sum = digest(readFileSync(archive), 'hex')
  writeFileSync(`${archive}.sha256`, `${sum}  ${name}.tar.gz\n`)
  return { archive, sum }
}

function numbersOf(text: string): number[] | null {
  return /^\d+\.\d+\.\d+$/.test(text) ? text.split('.').map(Number) : null
}

function isNewer(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((part, index) => part !== other[index])
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0)
}

function command(program: string, args: string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env })
  if (error || status !== 0) throw new Error(`${program} ${args[0]} failed`)
}

function output(program: string, args: string[], cwd = root): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
  if (status !== 0) throw new Error(`${program} ${args[0]} failed: ${stderr}`)
  return stdout.trim()
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
