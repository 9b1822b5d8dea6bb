// Whether the site's settings were just changed from this tab, so that the root's data is old.

let areOld = false

/** Runs `ask`, which asks for the page's data again, so that it asks for the settings too. */
export async function revalidateSettings(ask: () => Promise<void>): Promise<void> {
  areOld = true
  try {
    await ask()
  } finally {
    areOld = false
  }
}

/** For the root route, which is asked more than once each time. */
export function areSettingsStale(): boolean {
  return areOld
}
