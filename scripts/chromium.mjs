// Finds the browser for the tests, and installs Debian's package if there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The same engine without a user interface: the journeys take two thirds of the time. */
const SHELL = '/usr/bin/chromium-headless-shell'
const DEBIAN = '/usr/bin/chromium'
const PATHS = [
  process.env.CHROMIUM,
  SHELL,
  DEBIAN,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const PACKAGES = ['chromium-headless-shell', 'chromium']

/**
 * How the tests start it. The network and the graphics have no process of their own, and the garbage collector no threads: on
 * two cores they only pass work around. Scripts are not optimized, because a page is left before that pays, with axe, too.
 * Together this saves a tenth of the processor time of a page.
 */
export const TEST_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--enable-features=NetworkServiceInProcess2',
  '--in-process-gpu',
  '--js-flags=--single-threaded-gc --no-opt --no-maglev',
]

/** @returns {string} the program's path; exits with instructions if there is none and none can be installed */
export function chromium() {
  const found = findChromium()
  // CI's machine may have the whole browser from something else.
  if (found && !(process.env.CI && found === DEBIAN)) return found
  console.log('Installing Chromium for the browser tests (once) …')
  aptGet('update', '-qq')
  for (const name of PACKAGES) {
    aptGet('install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-core')
    const installed = findChromium()
    if (installed && installed !== found) return installed
  }
  if (found) return found
  console.error(
    'No Chromium was found and none could be installed. Install one and set CHROMIUM to its path.',
  )
  return process.exit(1)
}

/** @returns {string | undefined} the program's path, if there is one */
export const findChromium = () => PATHS.find((path) => path && existsSync(path))

function aptGet(...args) {
  const [command, ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', ...args]
  spawnSync(command, rest, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
