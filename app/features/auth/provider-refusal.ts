// Why coming back from Google or GitHub did not end in a session. The code stands in the address, which anybody may
// have written: it chooses one of our sentences, and nothing of the address is shown.

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['bad_oauth_state', 'This sign-in was left too long, or begun in another browser. Please try again.'],
  ['bad_oauth_callback', 'The other site did not let you through. Please try again, or sign in here.'],
  ['email_exists', 'Your address has an account here already. Please sign in to it with its password.'],
  ['provider_email_needs_verification', 'Please verify your e-mail address at the other site first.'],
  ['identity_already_exists', 'That account is connected already, here or to another member.'],
  ['user_banned', 'This account is banned.'],
])

/** The sentence for a visitor, or null when the address tells of no refusal. */
export function providerRefusal(search: string): string | null {
  const code = new URLSearchParams(search).get('error_code')
  if (code === null) return null
  return SENTENCES.get(code) ?? 'Signing in did not work. Please try again.'
}
