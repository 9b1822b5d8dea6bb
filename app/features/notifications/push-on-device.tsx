// Push on this device: a part of the settings. The browser asks for its permission only after the member pressed.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAct } from '#app/platform/acts/act.ts'
import { notDone } from '#app/platform/acts/failure.ts'
import { type Client, client } from '#app/platform/session/session.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { count } from '#shared/format.ts'

type State = {
  here: 'unsupported' | 'off by the site' | 'blocked' | 'off' | 'on'
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
  const [settings, devices, subscription] = await Promise.all([
    client.from('site_settings').select('web_push').single().throwOnError(),
    client.from('push_subscriptions').select('endpoint').eq('user_id', userId).throwOnError(),
    currentSubscription(),
  ])
  // A sign-out ends the row; the browser knows nothing of it.
  const isKnown = devices.data.some(({ endpoint }) => endpoint === subscription?.endpoint)
  const elsewhere = devices.data.length - (isKnown ? 1 : 0)
  if (!settings.data.web_push) return { here: 'off by the site', elsewhere }
  if (Notification.permission === 'denied') return { here: 'blocked', elsewhere }
  return { here: isKnown ? 'on' : 'off', elsewhere }
}

/** A worker whose installation fails is never ready. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js')
  return new Promise((resolve, reject) => {
    const failed = new PushError(
      'Your browser did not install what shows notifications. Please try again later.',
    )
    const timer = setTimeout(() => reject(failed), LONGEST_INSTALL_MS)
    void navigator.serviceWorker.ready.then((registration) => {
      clearTimeout(timer)
      resolve(registration)
    })
  })
}

async function turnOn(client: Client): Promise<void> {
  const permission = await Notification.requestPermission()
  if (permission === 'denied') throw new PushError('Your browser blocks notifications of this site.')
  if (permission !== 'granted')
    throw new PushError('Notifications were not allowed. Turn push on again to be asked once more.')
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
      throw new PushError('Your browser could not reach its push service. Please try again later.')
    })
  const { endpoint, keys } = subscription.toJSON()
  const { error } = await client
    .from('push_subscriptions')
    .insert({ endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' })
  if (!error) return
  await subscription.unsubscribe()
  console.warn('the device was refused', error)
  throw new PushError(error.message)
}

/** @param everywhere on the member's other devices too */
async function turnOff(client: Client, userId: string, everywhere: boolean): Promise<void> {
  const subscription = await currentSubscription()
  const rows = client.from('push_subscriptions').delete().eq('user_id', userId)
  await (everywhere ? rows : rows.eq('endpoint', subscription?.endpoint ?? '')).throwOnError()
  // Without its row nothing is sent, whatever the browser answers.
  await subscription?.unsubscribe().catch(() => false)
}

export default function PushOnDevice({ userId }: { userId: string }) {
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
        if (wanted === 'on') toast({ title: 'Push is on', text: 'This device shows what rings your bell.' })
        else toast({ title: wanted === 'off' ? 'Push is off on this device' : 'Push is off on all devices' })
      },
      failed: (error) => {
        void queries.invalidateQueries(options)
        notDone('Not changed', error instanceof PushError ? error.message : 'Please try again.')(error)
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
        Push on this device
      </h2>
      {isError ? (
        <Failed message="Your push setting could not be loaded." onRetry={() => void refetch()} />
      ) : !state ? (
        <Skeleton label="Loading your push setting..." rows={1} />
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
                {state.here === 'on' ? 'Turn off' : 'Turn on'}
              </Button>
            ) : null}
            {state.elsewhere > 0 ? (
              <Button variant="secondary" {...busy} onClick={() => act('off everywhere')}>
                {state.here === 'on'
                  ? `Turn off on all ${state.elsewhere + 1} devices`
                  : `Turn off on ${count(state.elsewhere, 'other device', 'other devices')}`}
              </Button>
            ) : null}
          </div>
        </>
      )}
    </section>
  )
}

const NOW: Record<State['here'], string> = {
  unsupported:
    'This browser cannot show notifications of websites. On an iPhone or iPad, add the site to the home screen and open it from there.',
  'off by the site': 'The administrators of this site have not turned push on.',
  blocked:
    'Your browser blocks notifications of this site. Allow them in the browser’s settings for this site, then come back.',
  off: 'Off. This device shows nothing while the site is closed.',
  on: 'On. This device shows what rings your bell, a few seconds later and only if you have not read it by then.',
}

function About() {
  return (
    <div className="mt-2 space-y-2 text-13 text-muted">
      <p>
        Messages pass through your browser maker’s servers: Google for Chrome and most others, Mozilla for
        Firefox, Apple for Safari, Microsoft for Edge. They are encrypted for this device. The maker sees that
        this site sent you a message, when, and how long it is, but not what it says.
      </p>
      <p>
        Push follows your choices above: what is off there is not pushed, and on a shared phone no title or
        name is shown. It ends when you turn it off, sign out on this device, or block it in your browser’s
        settings.
      </p>
    </div>
  )
}
