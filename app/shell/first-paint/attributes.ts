// Attributes of <html> that the styles need at the first paint, from the browser's storage.
import {
  NOTICE_KEY,
  OWN_NAME_WIDTH,
  PROFILE_KEY,
  ROOT_NOTICE,
  ROOT_SCRIPT,
  ROOT_SESSION,
  ROOT_THEME,
  SESSION_KEY,
  THEME_KEY,
} from '#shared/page-contract.ts'
import { isCurrent, root } from './page.ts'

const LONGEST_NAME = 12

export function setAttributes(): void {
  if (isCurrent) root.setAttribute(ROOT_SCRIPT, '')
  try {
    const theme = localStorage.getItem(THEME_KEY)
    if (theme) root.setAttribute(ROOT_THEME, theme)
    if (localStorage.getItem(SESSION_KEY)) root.setAttribute(ROOT_SESSION, '')
    if (Number(localStorage.getItem(NOTICE_KEY)) > Date.now()) root.setAttribute(ROOT_NOTICE, 'hidden')
    // The header reserves the width of the member's name, so that nothing moves when it appears.
    const profile = JSON.parse(localStorage.getItem(PROFILE_KEY) ?? 'null') as { username?: string } | null
    if (profile?.username)
      root.style.setProperty(OWN_NAME_WIDTH, `${Math.min(profile.username.length, LONGEST_NAME)}ch`)
  } catch {
    // Without storage the page looks like a guest's.
  }
}
