// Light or dark, as the system says until the reader decides.
import { Moon, Sun } from 'lucide-react'
import { keepItem, localStore } from '#app/platform/browser/browser-storage.ts'
import { buttonClass } from '#app/ui/forms/button.tsx'

export function ThemeToggle() {
  return (
    <button
      type="button"
      aria-label="Switch between light and dark"
      className={buttonClass('quiet', 'small', 'needs-script min-w-11')}
      onClick={toggle}
    >
      <Sun size={18} aria-hidden className="hidden dark-theme:block" />
      <Moon size={18} aria-hidden className="dark-theme:hidden" />
    </button>
  )
}

function toggle(): void {
  const root = document.documentElement
  const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : systemIsDark
  root.dataset.theme = isDark ? 'light' : 'dark'
  // Without room the choice holds until the next page.
  keepItem(localStore(), 'theme', root.dataset.theme)
}
