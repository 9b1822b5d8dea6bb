// `npm run release` in a repository of its own: what it refuses, and what a release consists of. Checks and build are skipped.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'arthachowk-release-test-'))
const repository = join(scratch, 'repository')
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const env = {
  ...process.env,
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
}
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: repository, env, encoding: 'utf8' }).trim()
const file = (name: string) => readFileSync(join(repository, name), 'utf8')

function release(version: string) {
  const args = ['scripts/release.ts', version, '--skip-checks', '--skip-build']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: repository, env, encoding: 'utf8' })
  return { status, stderr }
}

beforeAll(() => {
  // A copy instead of the project's own repository: an exported tree has no history, and a change is tested before it is committed.
  const names = ['api', 'deploy', 'docs', 'scripts', 'server', 'shared', 'supabase', '.gitignore', '.npmrc']
  for (const name of [...names, 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(repository, name), { recursive: true })
  git('init', '--quiet')
  writeFileSync(
    join(repository, 'CHANGELOG.md'),
    '# Changelog\n\nText.\n\n## Unreleased\n\n- It flies.\n\n## 0.0.9 (2026-01-01)\n\n- It walks.\n',
  )
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Say what is new')
})

test.each([
  ['no version', 'latest', 'Usage'],
  ['an older version', '0.0.9', '0.0.9 is not newer than'],
])('refuses %s', (_what, version, said) => {
  expect(release(version)).toEqual({ status: 1, stderr: expect.stringContaining(said) })
})

test('refuses a tree with changes', () => {
  writeFileSync(join(repository, 'note'), '')
  expect(release('9.0.0')).toEqual({ status: 1, stderr: 'The tree has changes that are not committed\n' })
  rmSync(join(repository, 'note'))
})

test('restores everything when a step fails: here the pages are not built', () => {
  const head = git('rev-parse', 'HEAD')
  expect(release('9.0.0')).toEqual({ status: 1, stderr: expect.stringContaining('The pages are not built') })
  expect(git('status', '--porcelain')).toBe('')
  expect(git('rev-parse', 'HEAD')).toBe(head)
  expect(git('tag')).toBe('')
})

test('tags the version with its changelog, and packs a server’s files with SBOM and SHA-256', () => {
  mkdirSync(join(repository, 'build/en/server'), { recursive: true })
  writeFileSync(join(repository, 'build/en/server/index.js'), '')
  expect(release('9.0.0')).toMatchObject({ status: 0 })

  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '-1', '--format=%s')).toBe('Release 9.0.0')
  expect(git('cat-file', '-t', 'v9.0.0')).toBe('tag')
  expect(git('tag', '--list', '--format=%(contents)', 'v9.0.0')).toContain('- It flies.')
  const today = new Date().toISOString().slice(0, 10)
  expect(file('CHANGELOG.md')).toBe(
    `# Changelog\n\nText.\n\n## Unreleased\n\n## 9.0.0 (${today})\n\n- It flies.\n\n## 0.0.9 (2026-01-01)\n\n- It walks.\n`,
  )
  for (const name of ['package.json', 'package-lock.json']) {
    expect(JSON.parse(file(name))).toMatchObject({ version: '9.0.0' })
  }
  const archive = readFileSync(join(repository, 'release/arthachowk-9.0.0.tar.gz'))
  expect(file('release/arthachowk-9.0.0.tar.gz.sha256')).toBe(
    `${createHash('sha256').update(archive).digest('hex')}  arthachowk-9.0.0.tar.gz\n`,
  )
  const entries = execFileSync('tar', ['-tzf', '-'], { input: archive, encoding: 'utf8' }).split('\n')
  const inside = (name: string) => entries.includes(`arthachowk-9.0.0/${name}`)
  const needed = [
    'server/main.ts',
    'api/main.ts',
    'scripts/serve.mjs',
    'scripts/backup.ts',
    'scripts/doctor.ts',
  ]
  const around = [
    'build/en/server/index.js',
    'supabase/migrations/20261126105500_baseline.sql',
    'package-lock.json',
    'deploy/arthachowk.service',
  ]
  expect([...needed, ...around, 'sbom.cdx.json'].filter((name) => !inside(name))).toEqual([])
  expect(
    entries.filter((name) => /\.test\.|node_modules|\/\.git|\/\.env$|^[^/]+\/(?:app|tests)\//.test(name)),
  ).toEqual([])
  const bom = JSON.parse(file('release/arthachowk-9.0.0.sbom.cdx.json')) as {
    bomFormat: string
    metadata: { component: { name: string } }
    components: { name: string }[]
  }
  expect(bom.bomFormat).toBe('CycloneDX')
  expect(bom.metadata.component.name).toBe('arthachowk')
  const names = bom.components.map(({ name }) => name)
  expect(names).toContain('hono')
  expect(names).not.toContain('vitest')
  expect(release('9.0.0')).toEqual({ status: 1, stderr: '9.0.0 is not newer than 9.0.0\n' })
  expect(release('9.0.1')).toEqual({ status: 1, stderr: 'CHANGELOG.md has nothing under "## Unreleased"\n' })
})
