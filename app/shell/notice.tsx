// The notice on every page that the content is for education. Dismissing it hides it for 30 days.
import { Link } from 'react-router'
import { keepItem, localStore } from '#app/platform/browser/browser-storage.ts'
import { NOTICE, NOTICE_KEY, ROOT_NOTICE } from '#shared/page-contract.ts'
import * as t from '#words/shell.ts'

const HIDDEN_FOR_MS = 30 * 24 * 60 * 60 * 1_000

export function Notice() {
  return (
    <aside id={NOTICE} aria-label={t.notice} className="border-b border-line bg-raised text-13 text-muted">
      <div className="page flex items-center gap-2">
        <p className="flex flex-wrap items-center gap-x-1.5">
          {t.forEducationOnlyNotFinancial(
            <Link discover="none" to="/disclaimer" className="notice-link">
              {/* Short enough for one line on a phone. */}
              <span className="max-sm:hidden">{t.readTheDisclaimer}</span>
              <span className="sm:hidden">{t.disclaimer}</span>
            </Link>,
          )}
        </p>
        <button
          type="button"
          aria-label={t.hideThisNoticeFor30}
          className="needs-script sign-x notice-hide"
          onClick={hide}
        />
      </div>
    </aside>
  )
}

function hide(): void {
  document.documentElement.setAttribute(ROOT_NOTICE, 'hidden')
  // Without storage it is hidden until the next page.
  keepItem(localStore(), NOTICE_KEY, String(Date.now() + HIDDEN_FOR_MS))
}
