// Inline script in every page's head (root.tsx), allowed by its hash in the Content Security Policy. It does what
// cannot wait for the page's modules: sets attributes for the first paint, starts hydration, and counts a guest's view.
//
// Pages for reading are not hydrated at first (server/pages/defer-hydration.ts): their modules are loaded when a reader
// reaches for a control, or if there is a session. Reading, scrolling and links work without them; a button that was
// pressed before hydration is pressed again after it.
;(() => {
  const root = document.documentElement
  // The oldest browsers that the modules support (Chrome 125, Firefox 125, Safari 17.4). Older ones behave like
  // browsers without JavaScript: all pages can be read, and forms with an address work.
  const isCurrent = 'groupBy' in Map && 'Segmenter' in Intl && 'canParse' in URL && 'timeout' in AbortSignal
  if (isCurrent) root.setAttribute('data-script', '')
  try {
    const theme = localStorage.getItem('theme')
    if (theme) root.setAttribute('data-theme', theme)
    if (localStorage.getItem('arthachowk-session')) root.setAttribute('data-session', '')
    if (Number(localStorage.getItem('notice-until')) > Date.now()) root.setAttribute('data-notice', 'hidden')
    // The header reserves the width of the member's name, so that nothing moves when it appears.
    const profile = JSON.parse(localStorage.getItem('arthachowk-profile') ?? 'null')
    if (profile?.username) root.style.setProperty('--own-name', `${Math.min(profile.username.length, 12)}ch`)
  } catch {
    // Without storage the page looks like a guest's.
  }

  // Titles of read discussions are not bold. A style element, because the cached lists are the same for everybody.
  // A member's marks are a copy of what the server answered last (app/domain/threads/own-reads.ts).
  const READ = 'arthachowk-read'
  const OWN_READ = 'arthachowk-own-read'
  const MOST_READ = 300
  const MARK = /^[0-9a-f]{8}\.\d+$/
  let sheet = null
  const showRead = (marks) => {
    if (!sheet) {
      sheet = new CSSStyleSheet()
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }
    const rows = marks.map((mark) => `[data-read-mark="${mark}"] h3`)
    sheet.replaceSync(rows.length > 0 ? `${rows.join()}{font-weight:400}` : '')
  }
  const isMember = () => root.hasAttribute('data-session')
  const remembered = () =>
    (localStorage.getItem(isMember() ? OWN_READ : READ) ?? '').split(' ').filter((mark) => MARK.test(mark))
  /** Without a mark, shows what is stored: at first, and when somebody has signed in or out. */
  const remember = (mark) => {
    try {
      if (MARK.test(mark) && !isMember()) {
        const [id] = mark.split('.')
        const others = remembered().filter((other) => !other.startsWith(`${id}.`))
        localStorage.setItem(READ, [mark, ...others].slice(0, MOST_READ).join(' '))
      }
      showRead(remembered())
    } catch {
      // Without storage, or in a browser from before 2023, all discussions count as unread.
    }
  }
  remember('')
  addEventListener('discussion-read', ({ detail }) => remember(detail))

  const WAKE_EVENTS = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'keydown']
  const CONTROLS = 'button, input, select, textarea, [role="button"], [contenteditable]'
  // Opens over the page (overlays.tsx); without a script it is a link to its file.
  const PICTURE = 'a.picture'
  const NAMES = '.name > a, .faces a'
  const RESTS_AFTER_MS = 300
  const FAILED_AFTER_MS = 20_000
  let rest
  let isWaking = false
  let pressed = null
  let pressedName = ''
  let failure = null

  const nameOf = (button) => button.getAttribute('aria-label') ?? button.textContent
  const asleep = () => document.querySelector('script[type="text/asleep"]')
  const release = () => {
    for (const touch of WAKE_EVENTS) removeEventListener(touch, onIntent, true)
    removeEventListener('click', deferClick, true)
    removeEventListener('keydown', answerSearchKey, true)
  }

  // The modules failed to load: the network is down, or a later release replaced them. The page works as plain HTML
  // from here on, and says so. Browsers do not retry a failed module, so only a reload helps.
  const fail = () => {
    if (failure || root.hasAttribute('data-awake')) return
    release()
    root.removeAttribute('data-script')
    pressed?.removeAttribute('aria-busy')
    failure = document.createElement('div')
    failure.id = 'scripts-failed'
    failure.setAttribute('role', 'alert')
    const reload = document.createElement('button')
    reload.type = 'button'
    reload.textContent = 'Reload'
    reload.addEventListener('click', () => location.reload())
    failure.append('Parts of this page could not be loaded. Reading, links and search work. ', reload)
    document.body.prepend(failure)
  }
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && fail(), true)
  addEventListener('unhandledrejection', ({ reason }) => {
    if (/import|module/i.test(String(reason))) fail()
  })

  const wake = () => {
    const sleeping = asleep()
    if (isWaking || !sleeping || !isCurrent) return
    isWaking = true
    setTimeout(fail, FAILED_AFTER_MS)
    const modules = document.createElement('script')
    modules.type = 'module'
    modules.textContent = sleeping.textContent
    document.head.append(modules)
  }

  const onIntent = ({ type, target, key, ctrlKey, metaKey, altKey }) => {
    // A letter may be a shortcut; other keys scroll or move the focus, which has its own event. Autofill sends a
    // keydown without a key.
    const isMeant = type === 'keydown' ? key?.length === 1 && key !== ' ' : target.closest?.(CONTROLS)
    if (!isMeant) return
    // The last key takes effect after hydration (keys.tsx), also of a page that is hydrated without it.
    const isShortcut = type === 'keydown' && !ctrlKey && !metaKey && !altKey
    if (isShortcut && !target.closest?.('input, textarea, select')) root.dataset.key = key
    wake()
  }

  const openOver = (detail) => dispatchEvent(new CustomEvent('open-over', { detail }))

  const openInPlace = (event) => {
    const link = openerOf(event)
    if (!link || !root.hasAttribute('data-awake')) return
    event.preventDefault()
    openOver(link)
  }

  /** A member's page shows a card at a name where the pointer or the keyboard's focus rests, or that is tapped. */
  const onRest = ({ target, pointerType, relatedTarget }) => {
    clearTimeout(rest)
    const name = pointerType !== 'touch' && target.closest?.(NAMES)
    // The focus that returns from a card does not open it again.
    if (!name || relatedTarget?.closest?.('[popover]')) return
    rest = setTimeout(() => {
      if (isMember() && root.hasAttribute('data-awake') && name.matches(':hover, :focus-visible'))
        openOver(name)
    }, RESTS_AFTER_MS)
  }

  // A form with an address is submitted without a script.
  const sendsItself = (button) => button.type === 'submit' && button.form?.hasAttribute('action')

  /** The link of a picture, or a name that a member tapped, unless a key asks to open it elsewhere. */
  const openerOf = ({ target, pointerType, ctrlKey, metaKey, shiftKey, altKey }) =>
    ctrlKey || metaKey || shiftKey || altKey
      ? null
      : target.closest?.(pointerType === 'touch' && isMember() ? `${PICTURE}, ${NAMES}` : PICTURE)

  const deferClick = (event) => {
    const button = event.target.closest?.('button, [data-opens-search]') ?? openerOf(event)
    if (!button || sendsItself(button) || !asleep() || !isCurrent) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed?.removeAttribute('aria-busy')
    pressed = button
    pressedName = nameOf(button)
    // On a slow network, the click takes effect after seconds, so it is marked as pending.
    button.setAttribute('aria-busy', 'true')
    wake()
  }

  // Offline the page stays and says why: a link or a search would replace it by an error.
  const showConnection = () => root.toggleAttribute('data-offline', !navigator.onLine)
  const stayHere = (event) => {
    if (navigator.onLine || !(event.target instanceof Element)) return
    const link = event.target.closest('a[href]')
    const leads =
      event.type === 'submit'
        ? event.target.method === 'get' && event.target.hasAttribute('action')
        : link &&
          link.origin === location.origin &&
          link.pathname + link.search !== location.pathname + location.search
    if (!leads) return
    event.preventDefault()
    event.stopImmediatePropagation()
    document.getElementById('offline-line')?.animate([{ opacity: 0.3 }, { opacity: 1 }], 400)
  }
  showConnection()
  addEventListener('online', showConnection)
  addEventListener('offline', showConnection)
  addEventListener('click', stayHere, true)
  addEventListener('submit', stayHere, true)

  // The first key may open the search: the field takes the text while the page is being hydrated.
  const answerSearchKey = (event) => {
    if (event.altKey || !event.key || !asleep()) return
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select')
    const held = event.ctrlKey || event.metaKey
    if (held ? event.key.toLowerCase() !== 'k' : event.key !== '/' || isTyping) return
    event.preventDefault()
    root.setAttribute('data-search', '')
    document.getElementById('header-search')?.focus()
  }

  addEventListener('keydown', answerSearchKey, true)
  for (const touch of WAKE_EVENTS) addEventListener(touch, onIntent, { capture: true, passive: true })
  addEventListener('click', deferClick, true)
  addEventListener('click', openInPlace, true)
  for (const reach of ['pointerover', 'focusin']) addEventListener(reach, onRest, { passive: true })
  addEventListener(
    'awake',
    () => {
      release()
      if (failure) {
        // The modules loaded late.
        failure.remove()
        root.setAttribute('data-script', '')
      }
      // React may have replaced elements that only a member or only a guest sees.
      const button = pressed?.isConnected
        ? pressed
        : [...document.querySelectorAll('button, [data-opens-search]')].find(
            (one) => nameOf(one) === pressedName,
          )
      pressed?.removeAttribute('aria-busy')
      if (!pressed) return
      // A click by script is no tap: it would follow the link.
      if (button?.matches(NAMES)) openOver(button)
      else button?.click()
    },
    { once: true },
  )

  const content = (name) => document.querySelector(`meta[name="${name}"]`)?.content
  const countView = () => {
    const threadId = content('discussion')
    if (!threadId) return
    root.dataset.viewed = threadId
    fetch('/rest/v1/rpc/increment_thread_views', {
      method: 'POST',
      headers: { apikey: content('publishable-key'), 'content-type': 'application/json' },
      body: JSON.stringify({ thread_id: threadId }),
      keepalive: true,
    }).catch(() => undefined)
  }

  document.addEventListener('DOMContentLoaded', () => {
    remember(content('read-mark') ?? '')
    // The page's modules count a member's view, under the member's name.
    if (root.hasAttribute('data-session')) wake()
    else countView()
    if (!asleep()) setTimeout(fail, FAILED_AFTER_MS)
  })
})()
