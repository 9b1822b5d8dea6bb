// Light or dark, as the system says until the reader decides.
import { Moon, Sun } from 'lucide-react'
import { buttonClass } from '#app/ui/button.tsx'

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
  try {
    localStorage.setItem('theme', root.dataset.theme)
  } catch {
    // Without storage the choice holds until the next page.
  }
}
