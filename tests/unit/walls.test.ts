// The walls of the house (ARCHITECTURE.md): who may import whom. A failure names the file, and what to do instead.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

type Wall = {
  rule: string
  inside: RegExp
  forbidden: (imported: string, file: string) => boolean
  instead: string
}

const feature = (path: string) => /^app\/features\/([^/]+)\//.exec(path)?.[1]

const WALLS: Wall[] = [
  {
    rule: 'pages know nothing of the server',
    inside: /^(app|shared)\//,
    forbidden: (imported) => imported.startsWith('server/'),
    instead: 'read through the contract; what a loader needs is handed over in app/context.ts',
  },
  {
    rule: 'features never import features',
    inside: /^app\/features\//,
    forbidden: (imported, file) => feature(imported) !== undefined && feature(imported) !== feature(file),
    instead: 'let the route compose both, or move what they share to app/lib, app/ui or shared',
  },
  {
    rule: 'the kit knows no domain word',
    inside: /^app\/ui\//,
    forbidden: (imported) => /^app\/(features|routes|frame)\//.test(imported),
    instead: 'take it as a property',
  },
  {
    rule: 'shared code depends on neither side',
    inside: /^shared\//,
    forbidden: (imported) => /^(app|server|supabase)\//.test(imported),
    instead: 'keep it pure, or keep it where it is used',
  },
  {
    rule: 'the contract and the journeys are tested from outside',
    inside: /^tests\/(contract|e2e)\//,
    forbidden: (imported) => /^(server|app)\//.test(imported),
    instead: 'ask over the wire; a scene is set through tests/support',
  },
]

const files = ['app', 'shared', 'tests'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
)

describe.each(WALLS)('$rule', ({ inside, forbidden, instead }) => {
  test('in every file', () => {
    const breaches = files
      .filter((file) => inside.test(file))
      .flatMap((file) =>
        imports(file)
          .filter((imported) => forbidden(imported, file))
          .map((imported) => `${file} imports ${imported}: ${instead}`),
      )
    expect(breaches).toEqual([])
  })
})

test('the walls see imports of every spelling', () => {
  expect(imports('tests/unit/walls.test.ts')).toEqual([])
  expect(imports('app/root.tsx')).toContain('app/frame/frame.tsx')
  expect(imports('app/lib/session.ts')).toContain('app/lib/browser-client.ts')
})

/** What a file of ours imports of ours, as paths from the root. */
function imports(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const spelled = [...text.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g)].map(([, path = '']) => path)
  return spelled.map((path) =>
    path.startsWith('#') ? path.slice(1) : relative(ROOT, resolve(dirname(join(ROOT, file)), path)),
  )
}
