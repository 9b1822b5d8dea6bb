// The emoji that other forums write by name.
import { nameToEmoji } from 'gemoji'

/** Includes Discourse's own names of emoji. */
export const EMOJI_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...nameToEmoji,
    slight_smile: '🙂',
    slight_frown: '🙁',
    upside_down: '🙃',
    hugs: '🤗',
    thinking: '🤔',
    rofl: '🤣',
  }),
)

/** Replaces names of emoji in a title. */
export function withEmoji(title: string): string {
  return title.replace(
    /:([a-z0-9_+-]{1,50}):/gi,
    (written, name: string) => EMOJI_BY_NAME.get(name) ?? written,
  )
}
