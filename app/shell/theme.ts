// Light or dark; the system's setting applies until the reader chooses (app/shell/before-paint.js applies the choice).
import { keepItem, localStore } from '#app/platform/browser/browser-storage.ts'

function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches
}

export function switchTheme(): void {
  const theme = isDark() ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  // Without storage the choice lasts until the next page.
  keepItem(localStore(), 'theme', theme)
}
