/** The path of a Chromium, installed if need be. */
export function chromium(): string
