// The home of the rules of rate limits: their shape, and the API's own list. A rule is made by defineRules alone, which
// only this file and server/site-limits.ts call (rules.test.ts); docs/limits.md is generated from both lists.

/** Whose requests a rule counts together. */
type RuleKey =
  /** The visitor's address, whoever is signed in there. */
  | 'address'
  /** The address of a visitor without an account. */
  | 'guest'
  /** The account that is signed in. */
  | 'member'
  /** The account that is signed in, otherwise the address. */
  | 'caller'
  /** The account that is named, whoever names it. */
  | 'account'
  | 'mailbox'
  | 'mailbox and address'
  | 'second factor'
  | 'lane pass'
  | 'solution'
  | 'socket'
  | 'channel'

type Amount = {
  points: number
  /** The window, which begins with the first request. 0: at the same time; what ends is given back. */
  seconds: number
  by: RuleKey
  /** Beyond the rule a proof of work admits, up to this multiple of it (gradual.ts). */
  withProof?: number
}

declare const isDefined: unique symbol

/** At most `points` in a window of `seconds`. The counters are found by the name. */
export type Rule = Readonly<Amount & { name: string }> & { [isDefined]: true }

export function defineRules<Name extends string>(amounts: Record<Name, Amount>): Record<Name, Rule> {
  const named = Object.entries<Amount>(amounts).map(([name, amount]) => [name, { ...amount, name }])
  return Object.fromEntries(named) as Record<Name, Rule>
}

export const MINUTE = 60
export const HOUR = 3_600
const DAY = 86_400

/** Multiple of a limit that never refuses. */
export const ALWAYS = 1_000_000

/** "10 an hour, 5 at once" is one window of 5 in half an hour: it bounds the rate and the burst. */
export const RULES = defineRules({
  'sign-up': { points: 5, seconds: HOUR / 2, by: 'address', withProof: 10 },
  // An address is refused at ten times a limit, an account never: guesses by others lock nobody out.
  'sign-in-minute': { points: 6, seconds: MINUTE, by: 'address', withProof: 10 },
  'sign-in-hour': { points: 30, seconds: HOUR, by: 'address', withProof: 10 },
  'sign-in-account': { points: 5, seconds: HOUR / 2, by: 'account', withProof: ALWAYS },
  refresh: { points: 30, seconds: MINUTE, by: 'address' },
  provider: { points: 30, seconds: 5 * MINUTE, by: 'address' },
  'mfa-challenge': { points: 5, seconds: MINUTE, by: 'second factor' },
  'mfa-code': { points: 5, seconds: MINUTE, by: 'second factor' },
  // Three of a million codes are valid at any time: 30 attempts an hour guess one in about 450 days.
  'mfa-code-hour': { points: 30, seconds: HOUR, by: 'second factor' },
  'mail-request': { points: 5, seconds: 10 * MINUTE, by: 'address', withProof: 10 },
  // MAIL_FREQUENCY is the window.
  'mailbox-minute': { points: 1, seconds: MINUTE, by: 'mailbox' },
  'mailbox-hour': { points: 2, seconds: HOUR, by: 'mailbox', withProof: 10 },
  'mailbox-day': { points: 5, seconds: DAY, by: 'mailbox', withProof: 10 },
  // One address cannot use up what a proof of work adds.
  'mailbox-address-hour': { points: 4, seconds: HOUR, by: 'mailbox and address' },
  'mailbox-address-day': { points: 10, seconds: DAY, by: 'mailbox and address' },
  /** Links and codes of mails. */
  verify: { points: 10, seconds: 5 * MINUTE, by: 'address' },
  /** A proof of work is valid for so long, once. */
  proof: { points: 1, seconds: 5 * MINUTE, by: 'solution' },
  'guest-burst': { points: 50, seconds: 10, by: 'guest' },
  guest: { points: 100, seconds: MINUTE, by: 'guest' },
  member: { points: 200, seconds: MINUTE, by: 'member' },
  // A page may show dozens of images, and many readers share an address, so this exceeds the API's limit. Cached
  // files are not counted.
  file: { points: 600, seconds: MINUTE, by: 'address' },
  // A member's requests about their own account and sessions.
  account: { points: 200, seconds: MINUTE, by: 'member' },
  settings: { points: 100, seconds: MINUTE, by: 'address' },
  upload: { points: 30, seconds: HOUR / 2, by: 'caller' },
  // An image at a size that is not cached: decoding is expensive.
  render: { points: 60, seconds: MINUTE, by: 'caller' },
  sockets: { points: 50, seconds: 0, by: 'address' },
  /** Every incoming frame, including heartbeats and invalid ones; exceeding it closes the socket. */
  'socket-frames': { points: 500, seconds: 1, by: 'socket' },
  'socket-events': { points: 10, seconds: 1, by: 'socket' },
  'socket-joins': { points: 100, seconds: 10, by: 'socket' },
  presence: { points: 5, seconds: 30, by: 'channel' },
})
