// Whether the site's settings were just changed from this tab, so that the root's data is old.

let changed = false

/** For whoever saved them, before asking for the page's data again. */
export function noteSettingsChanged(): void {
  changed = true
}

/** For the root route: true once after each change. */
export function takeSettingsNews(): boolean {
  const news = changed
  changed = false
  return news
}
