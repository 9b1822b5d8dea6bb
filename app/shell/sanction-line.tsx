// What a member may not do at present, until when, why, and the way to the page about it.
import { ShieldAlert } from 'lucide-react'
import { Link } from 'react-router'
import { reasonOf } from '#app/domain/sanctions/sanction-words.ts'
import { explainSanctions } from '#app/platform/acts/sanctioned.ts'
import type { Sanction } from '#app/platform/session/session.ts'
import { sanctionSentence } from '#shared/sanction-words.ts'
import * as t from '#words/sanctions.ts'

explainSanctions((sanction) => `${sanctionSentence(sanction)} ${t.because(reasonOf(sanction))}`)

export default function SanctionLine({ sanction }: { sanction: Sanction }) {
  return (
    <aside aria-label={t.limitsOnYourAccount} className="border-b border-line bg-warn-soft text-14 text-warn">
      <div className="page flex items-start gap-2.5 py-2">
        <ShieldAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
        <p>
          {sanctionSentence(sanction)} {t.because(reasonOf(sanction))}{' '}
          <Link to="/sanction" className="font-medium underline underline-offset-2">
            {t.whyAndWhatYouCanDo}
          </Link>
        </p>
      </div>
    </aside>
  )
}
