// Finds the browser that the tests drive, and installs Debian's where there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = [
  process.env.CHROMIUM,
  // The same engine without a browser's windows around it: half the work for the tests.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const PACKAGES = ['chromium-headless-shell', 'chromium']

/** @returns {string} the program's path; ends the process with advice when there is none to be had */
export function chromium() {
  const found = findChromium()
  if (found) return found
  console.log('Installing Chromium for the browser tests (once) …')
  aptGet('update', '-qq')
  for (const name of PACKAGES) {
    aptGet('install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-core')
    const installed = findChromium()
    if (installed) return installed
  }
  console.error(
    'No Chromium was found and none could be installed. Install one and set CHROMIUM to its path.',
  )
  return process.exit(1)
}

/** @returns {string | undefined} the program's path, if there is one */
export const findChromium = () => PLACES.find((place) => place && existsSync(place))

function aptGet(...args) {
  const [command, ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', ...args]
  spawnSync(command, rest, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
