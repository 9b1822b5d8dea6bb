/** The path of a Chromium, installed if need be. */
export function chromium(): string

/** The path of a Chromium, if there is one. */
export function findChromium(): string | undefined

/** How the tests start it. */
export const TEST_FLAGS: string[]
