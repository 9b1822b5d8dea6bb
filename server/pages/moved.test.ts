import { expect, test } from 'vitest'
import { oldAddresses } from './moved.ts'

test.each([
  ['/t/direct-or-regular/11', ['t/11', 't/direct-or-regular/11']],
  ['/t/direct-or-regular/11/3', ['t/11/3', 't/11', 't/direct-or-regular/11/3']],
  ['/t/11', ['t/11', 't/11']],
  ['/c/investing/mutual-funds/5', ['c/5', 'c/investing/mutual-funds/5']],
  ['/u/Ravi.K/summary', ['u/ravi.k', 'u/Ravi.K/summary']],
  ['/topic/5/sip-or-lump-sum/2', ['topic/5', 'topic/5/sip-or-lump-sum/2']],
  ['/category/3/taxes', ['category/3', 'category/3/taxes']],
  ['/user/asha-rao', ['user/asha-rao', 'user/asha-rao']],
  ['/post/9', ['post/9', 'post/9']],
  ['/archive/%E0%A4%95.html', ['archive/क.html']],
  ['/constructor/1', ['constructor/1']],
])('an old address is found by its ids: %s', (path, addresses) => {
  expect(oldAddresses(path)).toEqual(addresses)
})

test.each(['/', '/t/11.data', `/${'a'.repeat(501)}`])('%.20s is no old address', (path) => {
  expect(oldAddresses(path)).toEqual([])
})
