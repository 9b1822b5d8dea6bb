// Whom to call about which scam. Linked from the report dialog and from what the shield says.
import { resources } from '#app/context.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { SCAMS_PATH } from '#shared/shield/refusal.ts'
import * as t from '#words/scams.ts'
import type { Route } from './+types/scams'

const CASES = [
  { what: t.moneyWhat, who: t.moneyWho, host: 'cybercrime.gov.in' },
  { what: t.intermediaryWhat, who: t.intermediaryWho, host: 'scores.sebi.gov.in' },
  { what: t.registeredWhat, who: t.registeredWho, host: 'www.sebi.gov.in' },
  { what: t.bankWhat, who: t.bankWho, host: 'cms.rbi.org.in' },
  { what: t.schemeWhat, who: t.schemeWho, host: 'sachet.rbi.org.in' },
  { what: t.upiWhat, who: t.upiWho, host: 'www.npci.org.in' },
  { what: t.callWhat, who: t.callWho, host: 'sancharsaathi.gov.in' },
  { what: t.salesWhat, who: t.salesWho, host: 'www.trai.gov.in' },
  { what: t.insurerWhat, who: t.insurerWho, host: 'bimabharosa.irdai.gov.in' },
] as const

const SIGNS = [
  t.signPromise,
  t.signLeadsAway,
  t.signFee,
  t.signCode,
  t.signInstall,
  t.signPolice,
  t.signRecovery,
] as const

const LINK = 'text-accent underline underline-offset-2'

export function loader({ context }: Route.LoaderArgs) {
  context.get(resources).tags.add('static')
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: t.title, description: t.description, path: SCAMS_PATH })
}

export default function Scams() {
  return (
    <div className="page max-w-[72ch]!">
      <Breadcrumb crumbs={[{ label: t.home, to: '/' }, { label: t.title }]} />
      <h1 className="mt-3 text-28">{t.title}</h1>
      <section aria-labelledby="now" className="mt-6 rounded-control border border-loss p-4">
        <h2 id="now" className="text-20">
          {t.firstHour}
        </h2>
        <p className="mt-2">
          {t.callNow((words) => (
            <a
              href={words === '1930' ? 'tel:1930' : `https://${words}`}
              rel="noopener noreferrer"
              className={`${LINK} font-semibold`}
            >
              {words}
            </a>
          ))}
        </p>
        <p className="mt-2 text-muted">{t.notAlone}</p>
      </section>
      <section aria-labelledby="cases" className="mt-8">
        <h2 id="cases" className="text-22">
          {t.whoForWhat}
        </h2>
        <dl className="mt-3 divide-y divide-line">
          {CASES.map(({ what, who, host }) => (
            <div key={host} className="py-3">
              <dt className="font-semibold">{what}</dt>
              <dd>
                {who}
                {': '}
                <a href={`https://${host}`} rel="noopener noreferrer" className={LINK}>
                  {host.replace('www.', '')}
                </a>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="signs" className="mt-8">
        <h2 id="signs" className="text-22">
          {t.signs}
        </h2>
        <ul className="mt-3 list-disc space-y-2 pl-5">
          {SIGNS.map((sign) => (
            <li key={sign}>{sign}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="here" className="mt-8">
        <h2 id="here" className="text-22">
          {t.hereTitle}
        </h2>
        <p className="mt-2">{t.here}</p>
        <p className="mt-2">{t.reported}</p>
        <p className="mt-2">{t.neverAsks}</p>
      </section>
    </div>
  )
}
