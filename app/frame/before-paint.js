// Inline in every page's head (root.tsx), named by its hash in the page's policy. Two things can't wait for the
// page's modules: attributes that decide what the first paint shows, and waking those modules up.
//
// A page that is read is sent asleep (server/pages/sleep.ts): its modules are not fetched until a reader touches
// something, or a session is there. Links work without them; a button that was pressed meanwhile is pressed again.
;(() => {
  const root = document.documentElement
  root.setAttribute('data-script', '')
  try {
    const theme = localStorage.getItem('theme')
    if (theme) root.setAttribute('data-theme', theme)
    if (localStorage.getItem('arthachowk-session')) root.setAttribute('data-session', '')
    if (Number(localStorage.getItem('notice-until')) > Date.now()) root.setAttribute('data-notice', 'hidden')
  } catch {
    // Without storage the page shows what it shows to everybody.
  }

  const TOUCHES = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin']
  let isWaking = false
  let pressed = null

  const wake = () => {
    const asleep = document.querySelector('script[type="text/asleep"]')
    if (isWaking || !asleep) return
    isWaking = true
    for (const touch of TOUCHES) removeEventListener(touch, wake, true)
    const modules = document.createElement('script')
    modules.type = 'module'
    modules.textContent = asleep.textContent
    document.head.append(modules)
  }

  const holdPress = (event) => {
    const button = event.target instanceof Element && event.target.closest('button')
    if (!button || !document.querySelector('script[type="text/asleep"]')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed = button
    wake()
  }

  for (const touch of TOUCHES) addEventListener(touch, wake, { capture: true, passive: true })
  addEventListener('click', holdPress, true)
  addEventListener(
    'awake',
    () => {
      removeEventListener('click', holdPress, true)
      for (const touch of TOUCHES) removeEventListener(touch, wake, true)
      pressed?.click()
    },
    { once: true },
  )
  document.addEventListener('DOMContentLoaded', () => {
    if (root.hasAttribute('data-session')) wake()
  })
})()
