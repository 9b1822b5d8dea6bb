// Light or dark; the system's setting applies until the reader chooses (app/shell/first-paint/attributes.ts applies the choice).
import { keepItem, localStore } from '#app/platform/browser/browser-storage.ts'
import { ROOT_THEME, THEME_KEY } from '#shared/page-contract.ts'

function isDark(): boolean {
  const theme = document.documentElement.getAttribute(ROOT_THEME)
  return theme ? theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches
}

export function switchTheme(): void {
  const theme = isDark() ? 'light' : 'dark'
  document.documentElement.setAttribute(ROOT_THEME, theme)
  // Without storage the choice lasts until the next page.
  keepItem(localStore(), THEME_KEY, theme)
}
