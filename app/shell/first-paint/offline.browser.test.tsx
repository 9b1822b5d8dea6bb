// Offline, what leads to another page stays on this one.
import { beforeEach, expect, test, vi } from 'vitest'
import { OFFLINE_LINE, ROOT_OFFLINE } from '#shared/page-contract.ts'
import { stayWhileOffline } from './offline.ts'

let isOnline = true
vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
stayWhileOffline()

/** What was about to leave the page; the test's page stays in any case. */
let left: string[] = []
for (const type of ['click', 'submit'] as const) {
  document.addEventListener(type, (event) => {
    left.push(event.target instanceof HTMLAnchorElement ? (event.target.getAttribute('href') ?? '') : type)
    event.preventDefault()
  })
}

function connect(next: boolean): void {
  isOnline = next
  dispatchEvent(new Event(next ? 'online' : 'offline'))
}

beforeEach(() => {
  left = []
  connect(true)
  document.body.innerHTML = `<p id="${OFFLINE_LINE}">Offline</p><a href="/forums">Forums</a>
    <a href="${location.pathname}${location.search}#replies">Replies</a><a href="https://sebi.example/">SEBI</a>
    <form action="/search" method="get"></form><form method="post" action="/x"></form>`
})

const pressAll = () => {
  for (const link of document.querySelectorAll('a')) link.click()
  for (const form of document.querySelectorAll('form')) form.requestSubmit()
}
const replies = `${location.pathname}${location.search}#replies`

test('links and searches work while there is a connection', () => {
  pressAll()
  expect(left).toEqual(['/forums', replies, 'https://sebi.example/', 'submit', 'submit'])
  expect(document.documentElement.hasAttribute(ROOT_OFFLINE)).toBe(false)
})

test('offline, links to other pages of the site and searches stay, and the line says why', () => {
  connect(false)
  expect(document.documentElement.hasAttribute(ROOT_OFFLINE)).toBe(true)
  const line = document.getElementById(OFFLINE_LINE)
  pressAll()
  expect(left).toEqual([replies, 'https://sebi.example/', 'submit'])
  expect(line?.getAnimations()).toHaveLength(2)
  connect(true)
  expect(document.documentElement.hasAttribute(ROOT_OFFLINE)).toBe(false)
})
