// Tells a member about the unsaved draft of an edit, where the edit can be started. Loaded for members only.
import { useState } from 'react'
import { localStore } from '#app/platform/browser/browser-storage.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { DraftAct, DraftLine } from '#app/ui/forms/draft-notice.tsx'
import * as t from '#words/platform-more.ts'
import { dropDraft, latestDraft } from './drafts.ts'

type WaitingDraftProps = { draftKey: string; onContinue: () => void }

/** Rendered in the browser only: the first render reads its storage. */
export default function WaitingDraft({ draftKey, onContinue }: WaitingDraftProps) {
  const [found, setFound] = useState(() => latestDraft(localStore(), draftKey, Date.now(), isAnything))
  if (!found) return null
  return (
    <DraftLine className="mb-3">
      <span className="py-2">
        {t.youHaveUnsavedChangesFrom(<TimeAgo within at={new Date(found.at).toISOString()} />)}
      </span>
      <DraftAct onClick={onContinue}>{t.continueLabel}</DraftAct>
      <DraftAct
        onClick={() => {
          dropDraft(localStore(), found.key)
          setFound(null)
        }}
      >
        {t.discard}
      </DraftAct>
    </DraftLine>
  )
}

function isAnything(value: unknown): value is unknown {
  return value !== undefined
}
