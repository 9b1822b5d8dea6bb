// The order in which requests get a connection when too many want one.
import { expect, test } from 'vitest'
import { PoolTimeout } from './pool.ts'
import { createShares, Share } from './share.ts'

/** Work that ends on command, and records its start. */
function worker(share: Share, begun: string[]) {
  return (name: string, key: string | null, isHeavy?: () => boolean) => {
    let end = () => {}
    const done = share.run(
      key,
      () => {
        begun.push(name)
        return new Promise<void>((resolve) => {
          end = resolve
        })
      },
      isHeavy,
    )
    return { done, end: () => end() }
  }
}

test('one address holds no more than its share, and others overtake it', async () => {
  const begun: string[] = []
  const work = worker(new Share(3, 2), begun)
  const flood = Array.from({ length: 45 }, (_, index) => work(`flood ${index}`, 'flood'))
  for (const { done } of flood) done.catch(() => undefined)
  const other = work('other', 'other')
  expect(begun).toEqual(['flood 0', 'flood 1', 'other'])
  const third = work('third', 'third')
  flood[0]?.end()
  await flood[0]?.done
  // The flood's next request is older, but its address may run only two.
  expect(begun).toEqual(['flood 0', 'flood 1', 'other', 'flood 2'])
  other.end()
  await other.done
  expect(begun.at(-1)).toBe('third')
  third.end()
})

test('a kind of work known to be slow starts after all others that wait', async () => {
  const begun: string[] = []
  const work = worker(new Share(1), begun)
  const heavy = new Set<string>()
  const first = work('large', null)
  const waiting = ['large', 'small', 'large', 'small'].map((name) => work(name, null, () => heavy.has(name)))
  // The time is known only after the first one has finished.
  heavy.add('large')
  for (const one of [first, waiting[1], waiting[3], waiting[0], waiting[2]]) {
    one?.end()
    await one?.done
  }
  expect(begun).toEqual(['large', 'small', 'small', 'large', 'large'])
})

test('work that waits too long is refused and leaves the queue', async () => {
  const begun: string[] = []
  const share = new Share(1)
  const work = worker(share, begun)
  const first = work('first', null)
  const late = work('late', null)
  await expect(late.done).rejects.toThrow(PoolTimeout)
  first.end()
  await first.done
  const next = work('next', null)
  expect(begun).toEqual(['first', 'next'])
  next.end()
  await next.done
})

test('failed work releases its place', async () => {
  const share = new Share(1, 1)
  await expect(share.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await share.run('a', async () => 'yes')).toBe('yes')
})

test('guests have at most two fifths of the pool, and pages always have a part of it', () => {
  for (const size of [5, 10, 25, 100]) {
    const { guests, visitors } = createShares(size)
    const room = (share: Share) => {
      let count = 0
      for (; count < 200; count += 1) {
        let begun = false
        share
          .run(`${count}`, () => {
            begun = true
            return new Promise(() => {})
          })
          .catch(() => undefined)
        if (!begun) break
      }
      return count
    }
    expect(room(guests)).toBe(Math.floor(size * 0.4))
    expect(room(visitors)).toBe(Math.floor(size * 0.4) - 1 || 1)
  }
})

test('one account holds three places of the members’ share, which leaves a part of the pool to others', () => {
  for (const size of [2, 5, 10, 25, 100]) {
    const { members, accounts } = createShares(size)
    const begun: string[] = []
    const work = worker(members, begun)
    for (let index = 0; index < 45; index += 1) work(`a ${index}`, 'a').done.catch(() => undefined)
    expect(begun).toHaveLength(Math.min(3, members.size))
    for (let index = 0; index < 100; index += 1) work(`b ${index}`, `b ${index}`).done.catch(() => undefined)
    expect(begun).toHaveLength(members.size)
    expect(members.size).toBe(Math.max(1, Math.floor(size * 0.6)))
    expect(accounts.size).toBe(Math.max(1, Math.floor(size * 0.2)))
  }
})
