// A member's page is hydrated at once, and each of its modules imports further ones: this begins to load all of them, and
// asks for what the page shows to the member first, while the document is still being read. The modules wait for the
// beginning of that answer, because a browser has six connections to a site and they would fill them; they have low
// priority, so that the styles and fonts of the first paint come first, and the rows of the member next.
import {
  AWAITS_ROWS,
  FIRST_ROWS,
  META_PUBLISHABLE_KEY,
  OWN_PART_PATH,
  type OwnPart,
  SESSION_KEY,
} from '#shared/page-contract.ts'
import { isCurrent, isMember, metaContent } from './page.ts'

/** A token that ends sooner is renewed before it is used. */
const LASTS_SECONDS = 60
/** The modules wait no longer for the member's part. */
const WAIT_MS = 500

export function startAsMember(): void {
  if (!isMember() || !isCurrent) return
  let isBegun = false
  const begin = () => {
    if (!isBegun) preload(MEMBER_FILES)
    isBegun = true
  }
  const authorization = currentAuthorization()
  setTimeout(begin, authorization ? WAIT_MS : 0)
  if (!authorization) return
  window.ownPart = { authorization, at: Date.now(), answer: askForPart(authorization, begin) }
}

/**
 * @param begun called when the answer begins, or will not come
 * @returns null if it was refused or is not readable: the modules read themselves
 */
async function askForPart(authorization: string, begun: () => void): Promise<OwnPart | null> {
  try {
    const page = encodeURIComponent(location.pathname + location.search)
    const answer = await fetch(`${OWN_PART_PATH}?page=${page}&width=${innerWidth}`, {
      headers: { apikey: metaContent(META_PUBLISHABLE_KEY) ?? '', authorization },
    }).finally(begun)
    if (!answer.ok) return null
    const part: OwnPart = await answer.json()
    const place = document.getElementById(FIRST_ROWS)
    // The page may have its own rows by now.
    if (place?.nextElementSibling?.querySelector(`[${AWAITS_ROWS}]`)) place.innerHTML = part.html
    return part
  } catch {
    return null
  }
}

/** The official client comes after what the first rows need, while that is being executed. */
function preload([files, ...later]: readonly (readonly string[])[]): void {
  let left = files?.length ?? 0
  for (const href of files ?? []) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href })
    link.setAttribute('fetchpriority', 'low')
    link.onload = () => --left || preload(later)
    document.head.append(link)
  }
}

function currentAuthorization(): string | null {
  try {
    const { access_token: token, expires_at: ends } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '') as {
      access_token?: string
      expires_at?: number
    }
    return token && Number(ends) > Date.now() / 1_000 + LASTS_SECONDS ? `Bearer ${token}` : null
  } catch {
    return null
  }
}
