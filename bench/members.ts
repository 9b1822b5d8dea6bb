// Members to write with, signed up through the contract like anybody.
import type { TestServer } from '../tests/support/server.ts'

/** Signs up `count` members. */
export async function signUpMembers(
  site: TestServer,
  count: number,
): Promise<{ id: string; token: string }[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const answer = await fetch(`${site.url}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          email: `bench${index}@example.invalid`,
          password: `kaleidoscope-${index}-tamarind`,
          data: { username: `bench_${index}` },
        }),
      })
      const session = (await answer.json()) as { access_token: string; user: { id: string } }
      if (answer.status !== 200)
        throw new Error(`sign-up answered ${answer.status}: ${JSON.stringify(session)}`)
      return { id: session.user.id, token: session.access_token }
    }),
  )
}
