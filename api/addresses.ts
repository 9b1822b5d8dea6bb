// The two public addresses: SITE_URL, where the pages of the site or of an app are, and API_URL, where this API is. The
// latter defaults to the former. Whatever leads to the API asks `apiAddress`, which addresses.test.ts checks.

type Addresses = { siteUrl: string; apiUrl: string | null }

/** @param path of an endpoint, from its first slash on */
export function apiAddress({ siteUrl, apiUrl }: Addresses, path = ''): string {
  return `${apiUrl ?? siteUrl}${path}`
}

/** Whose pages may open a socket: the site's, the API's, and those of the apps that links and providers may lead to. */
export function allowedOrigins(addresses: Addresses & { redirectUrls: readonly string[] }): Set<string> {
  const { siteUrl, redirectUrls } = addresses
  return new Set([siteUrl, apiAddress(addresses), ...redirectUrls].map(originOf))
}

/** As browsers send it. `URL.origin` is 'null' for an app's own scheme (capacitor://localhost), and so is a sandbox's. */
function originOf(address: string): string {
  const { origin, protocol, host } = new URL(address)
  return origin === 'null' ? `${protocol}//${host}` : origin
}
