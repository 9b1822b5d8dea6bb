// The member's language on all devices. The account has it (public.me), and this browser a copy that decides before the
// first paint (app/shell/first-paint/language.ts). The latest choice wins, wherever it was made.
import { keepItem, localStore } from '#app/platform/browser/browser-storage.ts'
import { leavingFetch } from '#app/platform/supabase/member-fetch.ts'
import { inLanguage, LANGUAGES, type Language, OFFERED, withoutLanguage } from '#shared/languages.ts'
import { LANGUAGE_KEY, LANGUAGE_TOLD_KEY } from '#shared/page-contract.ts'
import { LANGUAGE } from '#words/language.ts'

/** Opens this page in another language; replaced in tests. */
const open = (address: string) => location.replace(address)

/**
 * Tells the account what was chosen in this browser since, or else takes the account's language.
 * @param told the account's language; null: none was chosen
 */
export async function agreeOnLanguage(told: string | null | undefined, openPage = open): Promise<void> {
  const storage = localStore()
  const chosen = storage.getItem(LANGUAGE_KEY)
  const own = OFFERED.find((one) => one === told)
  const here = OFFERED.find((one) => LANGUAGES[one].prefix === chosen)
  if (here && !(own && storage.getItem(LANGUAGE_TOLD_KEY) === chosen)) {
    if (here === own || (await tell(here))) keepItem(storage, LANGUAGE_TOLD_KEY, chosen)
    return
  }
  if (!own) return
  const { prefix } = LANGUAGES[own]
  const isKept = keepItem(storage, LANGUAGE_KEY, prefix)
  keepItem(storage, LANGUAGE_TOLD_KEY, prefix)
  const { pathname, search, hash } = location
  if (isKept && own !== LANGUAGE) openPage(inLanguage(own, withoutLanguage(pathname)) + search + hash)
}

/** @returns whether it is stored; if not, the next page tries again */
async function tell(language: Language): Promise<boolean> {
  const answer = await leavingFetch('/rest/v1/notification_settings?on_conflict=user_id', {
    method: 'POST',
    headers: { prefer: 'resolution=merge-duplicates,return=minimal' },
    body: JSON.stringify({ language }),
  }).catch(() => null)
  return answer?.ok ?? false
}
