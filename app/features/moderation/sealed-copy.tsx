// What a deleted post said, for the case that is about it. It is read when an administrator asks, because each look is in
// the log.
import { useState } from 'react'
import { useAct } from '#app/platform/acts/act.ts'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { type Client, client } from '#app/platform/session/session.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { formatDate, formatMoment } from '#shared/format.ts'
import { memberName } from '#shared/slugs.ts'
import * as t from '#words/moderation.ts'

type Version = { content: string; title?: string; until: string }

async function openSealed(opened: Client, post: string, report: string) {
  const { data } = await opened.rpc('open_sealed_post', { post, report }).throwOnError()
  return data
}

/** @param report the id of a report of the post, which is the case */
export function SealedCopy({ post, report }: { post: string; report: string }) {
  const [copies, setCopies] = useState<Awaited<ReturnType<typeof openSealed>> | null>(null)
  const [open, isOpening] = useAct(async () => openSealed(await client(), post, report), {
    done: setCopies,
    failed: failedTo('open the sealed copy'),
  })
  if (!copies)
    return (
      <div className="mt-3 space-y-2 rounded-card bg-raised px-4 py-3">
        <p className="text-14">{t.sealedCopyText}</p>
        <Button size="small" variant="secondary" disabled={isOpening} onClick={() => void open()}>
          {t.openSealedCopy}
        </Button>
      </div>
    )
  return (
    <ul className="mt-3 space-y-3" aria-label={t.sealedCopy}>
      {copies.map((copy) => (
        <li key={copy.sealed_at} className="rounded-card border border-line px-4 py-3 text-14">
          <p className="text-13 text-muted">
            <span className="font-medium text-text">{memberName(copy.username)}</span> ·{' '}
            {formatMoment(copy.written_at)} · {t.sealedOn(formatDate(copy.sealed_at))},{' '}
            {t.keptUntil(formatDate(copy.kept_until))}
          </p>
          <h4 className="mt-1 font-sans font-semibold [overflow-wrap:anywhere]">{copy.title}</h4>
          <SanitizedHtml html={copy.content} />
          {copy.pictures.length > 0 ? (
            <p className="mt-2 text-13 [overflow-wrap:anywhere] text-muted">
              {t.picturesInIt}: {copy.pictures.join(', ')}
            </p>
          ) : null}
          {(copy.versions as Version[]).map((version) => (
            <div key={version.until} className="mt-3 border-l-2 border-control-line pl-3">
              <p className="text-13 text-muted">{t.earlierVersionUntil(formatMoment(version.until))}</p>
              {version.title && version.title !== copy.title ? <p>{version.title}</p> : null}
              <SanitizedHtml html={version.content} />
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
