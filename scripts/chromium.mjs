// Finds the browser that the tests drive, and installs Debian's where there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @returns {string} the program's path; ends the process with advice when there is none to be had */
export function chromium() {
  const found = PLACES.find((place) => place && existsSync(place))
  if (found) return found
  console.log('Installing Chromium for the browser tests (once) …')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-core'],
  ]) {
    const [command, ...rest] = [...sudo, ...args]
    spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  const installed = PLACES.find((place) => place && existsSync(place))
  if (installed) return installed
  console.error(
    'No Chromium was found and none could be installed. Install one and set CHROMIUM to its path.',
  )
  return process.exit(1)
}
