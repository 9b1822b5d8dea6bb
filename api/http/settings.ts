// The settings of the server: where it listens, the addresses that it is known by, and its connections.
import { z } from 'zod'
import { trimEnd } from '../../shared/trim.ts'
import { address, defineSettings, onOff, optional, whole } from '../setting-group.ts'

const HTTP_ADDRESS = address(['http:', 'https:'])
const PORTS = 'must be 0 to 65535'
const SECONDS = 'must be 0 to 30'
const withoutSlash = (value: string) => trimEnd(value, '/')

export const HTTP_SETTINGS = defineSettings({
  port: [
    'PORT',
    z.coerce
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(0, PORTS)
      .max(65_535, PORTS)
      .default(3000),
  ],
  host: ['HOST', z.string().min(1, 'must not be empty').default('127.0.0.1')],
  /** The site's public URL; null until the port is known if none was set. */
  siteUrl: [
    'SITE_URL',
    optional(
      HTTP_ADDRESS.refine(isOrigin, {
        message:
          'must be a scheme and a host without a path: the site is served at its root, https://forum.example.com',
      }).transform(withoutSlash),
    ),
  ],
  /** The API's public URL; null: the site's. Read it through `apiAddress`. */
  apiUrl: ['API_URL', optional(HTTP_ADDRESS.transform(withoutSlash))],
  /** Where to report a vulnerability; null: the contact page. */
  securityContact: ['SECURITY_CONTACT', optional(address(['https:', 'mailto:', 'tel:']))],
  /** How long a node keeps serving after /readyz reports that it is stopping. */
  drainMs: [
    'DRAIN_SECONDS',
    z.coerce
      .number({ error: SECONDS })
      .min(0, SECONDS)
      .max(30, SECONDS)
      .default(0)
      .transform((seconds) => seconds * 1_000),
  ],
  /** Whether requests without an API key are refused instead of being treated as a guest's. */
  requireApiKey: ['REQUIRE_API_KEY', onOff('off')],
  /** Open connections of clients, WebSockets included; further ones are closed at once. */
  maxConnections: ['MAX_CONNECTIONS', whole(10, 100_000).default(20_000)],
})

/** Whether it has nothing after the host but slashes. */
function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return true
  const { pathname, search, hash, username, password } = new URL(value)
  return trimEnd(pathname, '/') === '' && `${search}${hash}${username}${password}` === ''
}
