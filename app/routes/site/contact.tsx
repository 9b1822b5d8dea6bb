// Contact (SPEC.md section 2): ways to reach the operators, and a form that is stored and e-mailed.
import { BookOpen, Clock, MessagesSquare, ShieldAlert } from 'lucide-react'
import { Link } from 'react-router'
import { resources } from '#app/context.ts'
import { ContactForm } from '#app/features/contact/contact-form.tsx'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSite } from '#app/platform/site/site.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { except, titleWithin, within } from '#shared/contact-promise.ts'
import { SUBJECTS } from '#shared/schemas/contact.ts'
import * as t from '#words/site-pages.ts'
import type { Route } from './+types/contact'
import { loadContactPromise } from './contact-promise.ts'
import { loadGrievance } from './legal/grievance.tsx'

const CRUMBS = [{ label: t.home, to: '/' }, { label: t.contact }]
const TEXT_LINK = 'font-medium text-accent underline underline-offset-2'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { reader, tags, hydrateEagerly, declareSearch } = context.get(resources)
  const asked = url.searchParams.get('subject')
  const subject = SUBJECTS.find(([value]) => value === asked)?.[0] ?? ''
  redirectToCanonical(url, subject ? `/contact?subject=${subject}` : '/contact')
  declareSearch(url.search)
  tags.add('static')
  // Hydrated at once, because the form restores its draft.
  hydrateEagerly()
  const [{ officer, address }, promise] = await Promise.all([
    loadGrievance(reader),
    loadContactPromise(reader),
  ])
  return { officer, address, subject, promise }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const name = matches[0].loaderData.site.name
  return pageMeta(matches, {
    title: t.contact,
    description: t.writeToThePeopleBehind(name, within(loaderData.promise)),
    path: '/contact',
    crumbs: CRUMBS,
  })
}

export default function Contact({ loaderData }: Route.ComponentProps) {
  const { legalEntity } = useSite()
  const { promise } = loaderData
  return (
    <div className="page">
      <Breadcrumb crumbs={CRUMBS} />
      <h1 className="mt-3 text-28 sm:text-36 lg:mt-4">{t.contactUs}</h1>
      <p className="mt-1 max-w-prose text-16 text-muted">
        {t.aPersonReadsEveryMessage(within(promise), except(promise))}
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-12">
        <div>
          <ContactForm subject={loaderData.subject} promise={promise} />
        </div>
        <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line">
          <Card icon={<Clock size={20} aria-hidden />} title={titleWithin(promise)}>
            {t.everyMessageGetsAnAnswer(within(promise), except(promise))}
          </Card>
          <Card icon={<MessagesSquare size={20} aria-hidden />} title={t.questionsAboutMoney}>
            {t.askTheCommunityMorePeople((text) => (
              <Link to="/new-discussion" className={TEXT_LINK}>
                {text}
              </Link>
            ))}
          </Card>
          <Card icon={<BookOpen size={20} aria-hidden />} title={t.howThingsWorkHere}>
            {t.theLinkCommunityGuidelinesAnd(
              (text) => (
                <Link to="/guidelines" className={TEXT_LINK}>
                  {text}
                </Link>
              ),
              (text) => (
                <Link to="/about" className={TEXT_LINK}>
                  {text}
                </Link>
              ),
            )}
          </Card>
          <Card icon={<ShieldAlert size={20} aria-hidden />} title={t.grievanceOfficer}>
            {loaderData.officer || legalEntity}{' '}
            {t.answersComplaintsUnderTheIT(
              loaderData.address ? (
                <span className="my-2 block whitespace-pre-line">{loaderData.address}</span>
              ) : null,
              (text) => (
                <Link to="/terms#grievances" className={TEXT_LINK}>
                  {text}
                </Link>
              ),
            )}
          </Card>
        </ul>
      </div>
    </div>
  )
}

type CardProps = { icon: React.ReactNode; title: string; children: React.ReactNode }

function Card({ icon, title, children }: CardProps) {
  return (
    <li className="flex gap-3 bg-surface p-4">
      <span className="mt-0.5 text-accent">{icon}</span>
      <div>
        <h2 className="font-sans text-16 font-semibold">{title}</h2>
        <p className="mt-0.5 text-15 text-muted">{children}</p>
      </div>
    </li>
  )
}
