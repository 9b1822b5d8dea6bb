import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'

const LAYOUT = 'routes/admin/layout.tsx'
/** A visitor with the one-time link is not an admin yet. */
const OPEN = ['routes/admin/claim.tsx']

/** Each screen with its full address and the files that it nests in. */
function screens(
  entries: readonly RouteConfigEntry[],
  address = '',
  parents: string[] = [],
): { file: string; address: string; parents: string[] }[] {
  return entries.flatMap((entry) => {
    const here = [address, entry.path].filter(Boolean).join('/')
    return [
      { file: entry.file, address: here, parents },
      ...screens(entry.children ?? [], here, [...parents, entry.file]),
    ]
  })
}

const isAdmins = ({ file, address }: { file: string; address: string }) =>
  /^admin(\/|$)/.test(address) || file.startsWith('routes/admin/')

test('every screen under /admin stands behind the guard', () => {
  const all = screens(routes as readonly RouteConfigEntry[])
  const unguarded = all
    .filter((screen) => isAdmins(screen) && screen.file !== LAYOUT && !OPEN.includes(screen.file))
    .filter(({ parents }) => !parents.includes(LAYOUT))
  expect(unguarded).toEqual([])
  // The premise: there are some screens.
  expect(all.filter(({ parents }) => parents.includes(LAYOUT)).length).toBeGreaterThan(0)
})

test('a screen beside the guard is seen', () => {
  const [stray] = screens([{ path: 'admin/users', file: 'routes/admin/users.tsx' }])
  expect(stray && isAdmins(stray) && !stray.parents.includes(LAYOUT)).toBe(true)
})
