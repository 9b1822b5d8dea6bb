// Titles of read discussions, as a guest and as a member, and after the member signed out.
import { beforeEach, expect, test } from 'vitest'
import { endSession, type Member, setSession } from '#app/platform/session/session.ts'
import {
  GUEST_READ_KEY,
  OWN_READ_KEY,
  PROFILE_KEY,
  READ_EVENT,
  READ_MARK,
  SEARCHES_KEY,
} from '#shared/page-contract.ts'
import { showReadMarks } from './read-marks.ts'

const MEMBER: Member = {
  status: 'member',
  userId: 'asha',
  email: 'asha@example.com',
  profile: { id: 'asha', username: 'asha', full_name: null, avatar_url: null, user_level: 'Member' },
  isAdmin: false,
  settled: true,
}
const [OF_GUEST, OF_MEMBER, OF_NOBODY] = ['1a2b3c4d.1', '2a2b3c4d.2', '3a2b3c4d.3']

const read = (mark: string) => dispatchEvent(new CustomEvent(READ_EVENT, { detail: mark }))

/** The marks of the rows whose title is not bold. */
function shownAsRead(): (string | null)[] {
  const rows = [...document.querySelectorAll(`[${READ_MARK}]`)]
  return rows
    .filter((row) => getComputedStyle(row.querySelector('h3') as Element).fontWeight === '400')
    .map((row) => row.getAttribute(READ_MARK))
}

showReadMarks()

beforeEach(() => {
  endSession()
  localStorage.clear()
  const rows = [OF_GUEST, OF_MEMBER, OF_NOBODY].map((mark) => {
    const row = Object.assign(document.createElement('li'), { innerHTML: '<h3>A title</h3>' })
    row.setAttribute(READ_MARK, mark)
    return row
  })
  document.body.replaceChildren(...rows)
  read('')
})

test('a discussion that a guest opened is shown as read; with a new reply it is unread again', () => {
  expect(shownAsRead()).toEqual([])
  read(OF_GUEST)
  expect(shownAsRead()).toEqual([OF_GUEST])
  read('1a2b3c4d.2')
  expect(shownAsRead()).toEqual([])
  expect(localStorage.getItem(GUEST_READ_KEY)).toBe('1a2b3c4d.2')
})

test('what is no mark is neither stored nor shown', () => {
  localStorage.setItem(GUEST_READ_KEY, `"] h3, body * {color:red}/* ${OF_GUEST}`)
  read('"]')
  expect(shownAsRead()).toEqual([OF_GUEST])
  read(OF_NOBODY)
  expect(localStorage.getItem(GUEST_READ_KEY)).toBe(`${OF_NOBODY} ${OF_GUEST}`)
})

test("a member's lists show what the member read, and nothing of it outlives the session", () => {
  read(OF_GUEST)
  localStorage.setItem(OWN_READ_KEY, OF_MEMBER)
  localStorage.setItem(SEARCHES_KEY, '["hide my income"]')
  setSession(MEMBER)
  expect(shownAsRead()).toEqual([OF_MEMBER])
  read(OF_NOBODY)
  expect(shownAsRead(), 'the server stores what a member reads').toEqual([OF_MEMBER])
  endSession()
  expect(shownAsRead()).toEqual([OF_GUEST])
  expect([OWN_READ_KEY, SEARCHES_KEY, PROFILE_KEY].map((key) => localStorage.getItem(key))).toEqual([
    null,
    null,
    null,
  ])
})

test('a member who is signed in elsewhere leaves no marks on the next page either', () => {
  // The session ended while no page was open: only the copies are left.
  localStorage.setItem(PROFILE_KEY, JSON.stringify(MEMBER.profile))
  localStorage.setItem(OWN_READ_KEY, OF_MEMBER)
  setSession({ status: 'guest' })
  expect(localStorage.getItem(OWN_READ_KEY)).toBe(null)
})
