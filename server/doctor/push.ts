// Checks of push on members' devices, on a site whose administrators switched it on.
import { contactOf } from '../push/push.ts'
import { type Finding, ok, warning } from './finding.ts'
import type { Settings } from './settings.ts'

const SERVICES = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
const TIMEOUT_MS = 5_000

export async function checkPush(settings: Settings): Promise<Finding[]> {
  const silent = await Promise.all(
    SERVICES.map(async (host) => {
      const isReached = await answers(`https://${host}/`)
      return isReached ? [] : [host]
    }),
  )
  return [...checkContact(settings), ...checkReach(silent.flat())]
}

/** Browsers offer push to pages of https, and of this machine. Push services refuse a contact that is none. */
export function checkContact({ siteUrl, mailFrom }: Pick<Settings, 'siteUrl' | 'mailFrom'>): Finding[] {
  const contact = contactOf({ siteUrl: siteUrl ?? '', mailFrom })
  if (contact.startsWith('https:')) return [ok('push', `Push services get ${contact} as the contact`)]
  return [
    warning(
      'push',
      `Push is on, and SITE_URL is not https: browsers offer no push there, and push services get ${contact} as the contact`,
      'Make SITE_URL https (docs/operations/install.md), or switch push off in /admin/settings',
    ),
  ]
}

/** @param silent push services that this machine does not reach */
export function checkReach(silent: readonly string[]): Finding[] {
  if (silent.length === 0) return [ok('push', 'This machine reaches the push services')]
  return [
    warning(
      'push',
      `This machine does not reach ${silent.join(', ')}: devices with their browsers get nothing`,
      'Let it connect to port 443 of these names (docs/operations/push.md)',
    ),
  ]
}

/** Any answer counts, a refusal too. */
async function answers(address: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(address, { method: 'HEAD', redirect: 'manual', signal })
    await response.body?.cancel()
    return true
  } catch {
    return false
  }
}
