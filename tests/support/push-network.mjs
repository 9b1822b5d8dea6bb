// Preloaded into a site: what it sends to push services, none of which a test may reach, goes to that of the test
// (push-service.ts), which finds the service's name at the beginning of the path.
const HOSTS = /(?:^fcm\.googleapis|\.push\.services\.mozilla|\.push\.apple|\.notify\.windows)\.com$/
const { fetch } = globalThis

globalThis.fetch = (input, init) => {
  const { host, hostname, pathname, search } = new URL(input instanceof Request ? input.url : input)
  const isPush = HOSTS.test(hostname)
  return fetch(isPush ? `${process.env.PUSH_SERVICE_OF_TEST}/${host}${pathname}${search}` : input, init)
}
