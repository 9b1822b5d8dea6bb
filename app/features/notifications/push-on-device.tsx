// Push on this device: a part of the settings. The browser asks for its permission only after the member pressed.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAct } from '#app/platform/acts/act.ts'
import { notDone } from '#app/platform/acts/failure.ts'
import { type Client, client } from '#app/platform/session/session.ts'
import { inPageLanguage } from '#app/platform/words/refused.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { count } from '#shared/format.ts'
import * as t from '#words/notifications-more.ts'
import { sitePushQuery } from './choices.ts'

type State = {
  here: 'unsupported' | 'blocked' | 'off' | 'on'
  /** On how many other devices the member has it. */
  elsewhere: number
}

const LONGEST_INSTALL_MS = 10_000

type Wanted = 'on' | 'off' | 'off everywhere'

/** A refusal that the member can do something about; its message says what. */
class PushError extends Error {}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function loadState(client: Client, userId: string): Promise<State> {
  if (!isSupported()) return { here: 'unsupported', elsewhere: 0 }
  const [devices, subscription] = await Promise.all([
    client.from('push_subscriptions').select('endpoint').eq('user_id', userId).throwOnError(),
    currentSubscription(),
  ])
  // A sign-out ends the row; the browser knows nothing of it.
  const isKnown = devices.data.some(({ endpoint }) => endpoint === subscription?.endpoint)
  const elsewhere = devices.data.length - (isKnown ? 1 : 0)
  if (Notification.permission === 'denied') return { here: 'blocked', elsewhere }
  return { here: isKnown ? 'on' : 'off', elsewhere }
}

/** A worker whose installation fails is never ready. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js')
  return new Promise((resolve, reject) => {
    const failed = new PushError(t.yourBrowserDidNotInstall)
    const timer = setTimeout(() => reject(failed), LONGEST_INSTALL_MS)
    void navigator.serviceWorker.ready.then((registration) => {
      clearTimeout(timer)
      resolve(registration)
    })
  })
}

async function turnOn(client: Client): Promise<void> {
  const permission = await Notification.requestPermission()
  if (permission === 'denied') throw new PushError(t.yourBrowserBlocks)
  if (permission !== 'granted') throw new PushError(t.notificationsWereNotAllowed)
  const { key } = (await (await fetch('/push/key')).json()) as { key: string }
  const { pushManager } = await readyWorker()
  // A subscription of another member on this browser, or of another tab, is not taken over.
  const earlier = await pushManager.getSubscription()
  if (earlier) {
    await client.from('push_subscriptions').delete().eq('endpoint', earlier.endpoint).throwOnError()
    await earlier.unsubscribe()
  }
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch((error: unknown) => {
      console.warn('the browser did not subscribe', error)
      throw new PushError(t.yourBrowserCouldNotReach)
    })
  const { endpoint, keys } = subscription.toJSON()
  const { error } = await client
    .from('push_subscriptions')
    .insert({ endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' })
  if (!error) return
  await subscription.unsubscribe()
  console.warn('the device was refused', error)
  throw new PushError(inPageLanguage(error.message))
}

/** @param everywhere on the member's other devices too */
async function turnOff(client: Client, userId: string, everywhere: boolean): Promise<void> {
  const subscription = await currentSubscription()
  const rows = client.from('push_subscriptions').delete().eq('user_id', userId)
  await (everywhere ? rows : rows.eq('endpoint', subscription?.endpoint ?? '')).throwOnError()
  // Without its row nothing is sent, whatever the browser answers.
  await subscription?.unsubscribe().catch(() => false)
}

/** Nothing while the site sends no push. */
export default function PushOnDevice({ userId }: { userId: string }) {
  const { data: hasPush } = useQuery(sitePushQuery)
  return hasPush ? <OnThisDevice userId={userId} /> : null
}

function OnThisDevice({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const options = {
    queryKey: ['push', userId],
    queryFn: async () => loadState(await client(), userId),
    // The permission may have changed in the browser's settings meanwhile.
    refetchOnWindowFocus: true,
  }
  const { data: state, isError, refetch } = useQuery(options)
  const [change, isChanging] = useAct(
    async (wanted: Wanted) => {
      const member = await client()
      if (wanted === 'on') await turnOn(member)
      else await turnOff(member, userId, wanted === 'off everywhere')
    },
    {
      done: async (_changed, wanted) => {
        // The control answers again once it says what is true now.
        await queries.invalidateQueries(options)
        if (wanted === 'on') toast({ title: t.pushIsOn, text: t.thisDeviceShowsWhatRings })
        else toast({ title: wanted === 'off' ? t.pushIsOffOnThis : t.pushIsOffOnAll })
      },
      failed: (error) => {
        void queries.invalidateQueries(options)
        notDone(t.notChanged, error instanceof PushError ? error.message : t.pleaseTryAgain)(error)
      },
    },
  )
  const now = useRef<HTMLParagraphElement>(null)
  const hasActed = useRef(false)
  useEffect(() => {
    // The control that was pressed is gone.
    if (hasActed.current && document.activeElement === document.body) now.current?.focus()
  })
  const act = (wanted: Wanted) => {
    hasActed.current = true
    void change(wanted)
  }
  // Not disabled meanwhile: it would lose the focus.
  const busy = isChanging ? { 'aria-busy': true } : {}
  return (
    <section aria-labelledby="push" className="mt-6 rounded-card border border-line bg-surface p-4 sm:px-6">
      <h2 id="push" className="mb-1 font-sans text-15 font-semibold">
        {t.pushOnThisDevice}
      </h2>
      {isError ? (
        <Failed message={t.yourPushSettingCouldNot} onRetry={() => void refetch()} />
      ) : !state ? (
        <Skeleton label={t.loadingYourPushSetting} rows={1} />
      ) : (
        <>
          <p ref={now} tabIndex={-1} className="text-14 outline-none" role="status">
            {NOW[state.here]}
          </p>
          {state.here === 'off' || state.here === 'on' ? <About /> : null}
          <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
            {state.here === 'off' || state.here === 'on' ? (
              <Button
                variant={state.here === 'on' ? 'secondary' : 'primary'}
                {...busy}
                onClick={() => act(state.here === 'on' ? 'off' : 'on')}
              >
                {state.here === 'on' ? t.turnOff : t.turnOn}
              </Button>
            ) : null}
            {state.elsewhere > 0 ? (
              <Button variant="secondary" {...busy} onClick={() => act('off everywhere')}>
                {state.here === 'on'
                  ? t.turnOffOnAllDevices(state.elsewhere + 1)
                  : t.turnOffOn(count(state.elsewhere, t.otherDevice, t.otherDevices))}
              </Button>
            ) : null}
          </div>
        </>
      )}
    </section>
  )
}

const NOW: Record<State['here'], string> = {
  unsupported: t.thisBrowserCannotShow,
  blocked: t.yourBrowserBlocksNotificationsOf,
  off: t.off,
  on: t.on,
}

function About() {
  return (
    <div className="mt-2 space-y-2 text-13 text-muted">
      <p>{t.messagesPassThroughYourBrowser}</p>
      <p>{t.pushFollowsYourChoicesAbove}</p>
    </div>
  )
}
