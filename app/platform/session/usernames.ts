// Which usernames a new profile may get, when nobody typed one that is free.
import { USERNAME } from '#shared/limits.ts'

/**
 * The usernames to try for a profile, best first: the given one, else the part of the e-mail before the @,
 * else 'user' (SPEC.md section 7); then the same within the username rule; then with digits that hardly
 * anybody else has.
 * @param random 0 up to 1, as Math.random gives it
 */
export function usernamesToTry(
  given: string | undefined,
  email: string | undefined,
  random: () => number = Math.random,
): string[] {
  const wish = given?.trim() || email?.split('@')[0] || 'user'
  const cleaned = wish.replace(/[^A-Za-z0-9_.-]/g, '').slice(0, USERNAME.max - 6)
  const stem = cleaned.length < USERNAME.min ? `user${cleaned}` : cleaned
  const numbered = `${stem}${100_000 + Math.floor(random() * 900_000)}`
  return [...new Set([wish, stem, numbered])].filter((name) => USERNAME.pattern.test(name))
}
