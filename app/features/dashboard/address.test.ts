import { expect, test } from 'vitest'
import { dashboardPath, readDashboardAddress } from './address.ts'

const read = (path: string) => readDashboardAddress(new URL(path, 'https://a.example').searchParams)

test('an address is read and written back', () => {
  expect(dashboardPath('overview')).toBe('/dashboard')
  expect(read(dashboardPath('activity', 'upvotes', 3))).toEqual({ tab: 'activity', list: 'upvotes', page: 3 })
  expect(read(dashboardPath('admin')).tab).toBe('admin')
})

test('an invalid address shows the overview', () => {
  expect(read('/dashboard?tab=x&show=y&page=-1')).toEqual({ tab: 'overview', list: 'discussions', page: 1 })
})
