// Naughty strings in every input other than the tables: identity, tokens, names of files and buckets, channels, and page
// addresses. No server error, and no response slower than a second.
import { expect, test } from 'vitest'
import { bareSocket } from '../support/channels.ts'
import { picture } from '../support/pictures.ts'
import { probe, type Question } from '../support/probe.ts'
import { ALARM, junkTokens, NAUGHTY, SCRIPTS, short } from './corpora.ts'
import { attackSite, called, MINUTES, part, readThreads, rest, site, some } from './naughty-site.ts'

attackSite()

test('identity accepts or refuses every naughty string in each field', { timeout: 5 * MINUTES }, async () => {
  const auth = (path: string, body?: unknown, token = site.tokens.asha, method?: string) =>
    fetch(`${site.server.url}/auth/v1/${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        apikey: site.server.publishableKey,
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  /** The redirect stays within this site. */
  const staysHere: Question['judge'] = ({ headers }) => {
    const to = headers.get('location')
    return to === null || new URL(to, site.server.url).origin === site.server.url ? null : `leads to ${to}`
  }
  const one = (label: string, path: string, body?: unknown, method?: string): Question => ({
    label,
    ask: () => auth(path, body, undefined, method),
    judge: staysHere,
  })
  const cheap = some(2).flatMap((text) => {
    const q = encodeURIComponent(short(text))
    const what = called(text)
    return [
      one(`refresh_token ${what}`, 'token?grant_type=refresh_token', { refresh_token: text }),
      one(`auth_code ${what}`, 'token?grant_type=pkce', { auth_code: text, code_verifier: text }),
      one(`grant_type ${what}`, `token?grant_type=${q}`, { email: text, password: text }),
      one(`recover ${what}`, 'recover', { email: text, code_challenge: text, code_challenge_method: text }),
      one(`otp ${what}`, 'otp', { email: text, phone: text, channel: text, create_user: false }),
      one(`verify ${what}`, 'verify', { type: text, email: text, token: text, token_hash: text }),
      one(`verify link ${what}`, `verify?type=recovery&token=${q}&redirect_to=${q}`),
      one(`resend ${what}`, 'resend', { type: text, email: text }),
      one(`authorize ${what}`, `authorize?provider=${q}&redirect_to=${q}&scopes=${q}`),
      one(`callback ${what}`, `callback?code=${q}&state=${q}&error=${q}&error_description=${q}`),
      one(`factor ${what}`, 'factors', { factor_type: text, friendly_name: text, issuer: text }),
      one(`factor id ${what}`, `factors/${q}/verify`, { code: text, challenge_id: text }),
      one(`user data ${what}`, 'user', { data: { [text]: text, full_name: text } }, 'PUT'),
      one(`admin ${what}`, `admin/users/${q}`),
    ]
  })
  const dear = some(12).flatMap((text, index) => [
    one(`signup ${called(text)}`, 'signup', {
      email: `naughty-${index}@example.com`,
      password: text,
      data: { username: text, full_name: text, avatar_url: text },
    }),
    one(`password ${called(text)}`, 'token?grant_type=password', {
      email: 'asha@example.com',
      password: text,
    }),
    one(`e-mail ${called(text)}`, 'token?grant_type=password', { email: text, password: 'plum sky harbour' }),
  ])
  await probe([...cheap, ...dear], () => auth('health'))
})

test('no endpoint accepts junk as a token', { timeout: 5 * MINUTES }, async () => {
  const printable = junkTokens(site.tokens.asha).filter((token) => /^[\x21-\x7e]+$/.test(token))
  const doors = ['rest/v1/bookmarks?limit=1', 'auth/v1/user', 'storage/v1/bucket', 'rest/v1/rpc/is_admin']
  const questions = printable.flatMap((token, index): Question[] => {
    const path = doors[index % doors.length] ?? ''
    const headers = { apikey: site.server.publishableKey, authorization: `Bearer ${token}` }
    return [
      {
        label: `${path} ${token.slice(0, 200)}`,
        ask: () => fetch(`${site.server.url}/${path}`, { headers }),
        judge: ({ status }) => (status >= 400 ? null : `answered ${status}`),
      },
    ]
  })
  await probe(questions, readThreads)
  const real = await rest('bookmarks?limit=1', 'asha')
  expect(real.status, 'the real one is believed').toBe(200)
})

test('the name of a file or a bucket accepts or refuses every naughty string', {
  timeout: 5 * MINUTES,
}, async () => {
  const png = new Uint8Array(await picture('png'))
  const json = { 'content-type': 'application/json' }
  const post = (path: string, body: unknown, as: 'asha' | 'service' = 'asha') =>
    site.ask(path, { as, method: 'POST', body: JSON.stringify(body), headers: json })
  const questions = NAUGHTY.flatMap((text, index): Question[] => {
    const q = encodeURIComponent(short(text))
    const what = called(text)
    const often: Question[] = [
      { label: `read ${what}`, ask: () => site.ask(`object/public/content/${q}`) },
      { label: `bucket ${what}`, ask: () => site.ask(`object/public/${q}/x.png`) },
      { label: `info ${what}`, ask: () => site.ask(`object/info/content/${q}`, { as: 'asha' }) },
      { label: `token ${what}`, ask: () => site.ask(`object/sign/content/x?token=${q}`) },
    ]
    if (index % 3 > 0) return part(often, 1, index)
    return [
      ...often,
      {
        label: `list ${what}`,
        ask: () =>
          post('object/list/content', { prefix: text, search: text, sortBy: { column: text, order: text } }),
      },
      {
        label: `move ${what}`,
        ask: () => post('object/move', { bucketId: 'content', sourceKey: text, destinationKey: text }),
      },
      { label: `sign ${what}`, ask: () => post(`object/sign/content/${q}`, { expiresIn: 60 }) },
      { label: `make bucket ${what}`, ask: () => post('bucket', { id: text, name: text }, 'service') },
      {
        label: `upload ${what}`,
        ask: () =>
          site.ask(`object/content/${site.ids.asha}/${q}`, {
            as: 'asha',
            method: 'POST',
            body: png,
            headers: { 'content-type': 'image/png' },
          }),
      },
      {
        label: `type ${what}`,
        ask: () =>
          site.ask(`object/content/${site.ids.asha}/typed-${index}.png`, {
            as: 'asha',
            method: 'POST',
            body: png,
            headers: { 'content-type': text.replaceAll(/[^\x20-\x7e]/g, '') || 'x' },
          }),
      },
    ]
  })
  await probe(questions, () => site.ask('object/public/content/nothing.png'))
})

test('a channel accepts or refuses every naughty string, and the socket stays open', {
  timeout: 2 * MINUTES,
}, async () => {
  const bare = await bareSocket(site.server)
  for (const [index, text] of NAUGHTY.entries()) {
    const topic = `realtime:${text}`
    const change = { event: text, schema: text, table: text, filter: `${text}=eq.${text}` }
    const own = { event: '*', schema: 'public', table: 'threads', filter: `title=eq.${text}`, select: [text] }
    const config = { presence: { key: text, enabled: true }, postgres_changes: index % 2 ? [change] : [own] }
    bare.say(`${index}`, `join ${index}`, topic, 'phx_join', { config })
    bare.say(`${index}`, null, topic, 'broadcast', {
      type: 'broadcast',
      event: text,
      payload: { [text]: text },
    })
    bare.say(`${index}`, null, topic, 'presence', {
      type: 'presence',
      event: 'track',
      payload: { [text]: text },
    })
    bare.say(`${index}`, null, topic, text, { [text]: text })
    bare.say(`${index}`, `leave ${index}`, topic, 'phx_leave', {})
    // The number of messages that may wait on a socket is limited.
    if (index % 20 > 0) continue
    bare.say(null, `beat ${index}`, 'phoenix', 'heartbeat')
    expect(await bare.answer(`beat ${index}`)).toEqual({ status: 'ok', response: {} })
  }
  bare.say(null, 'still', 'phoenix', 'heartbeat')
  expect(await bare.answer('still')).toEqual({ status: 'ok', response: {} })
  bare.socket.close()
})

test('a page responds to every naughty address, and shows none of it as markup', {
  timeout: 5 * MINUTES,
}, async () => {
  const addresses = [
    (text: string) => `/${text}`,
    (text: string) => `/forums/${text}`,
    (text: string) => `/forums/full/${text}`,
    (text: string) => `/forums/full?page=${text}&show=${text}&sort=${text}`,
    (text: string) => `/?tab=${text}`,
    (text: string) => `/blog/${text}`,
    (text: string) => `/blog?topic=${text}&q=${text}&page=${text}`,
    (text: string) => `/experts/${text}`,
    (text: string) => `/experts?sort=${text}&speciality=${text}`,
    (text: string) => `/trending?frame=${text}&category=${text}`,
    (text: string) => `/tags/${text}`,
    (text: string) => `/search?q=${text}&page=${text}`,
    (text: string) => `/signin?next=${text}`,
    (text: string) => `/admin/claim?token=${text}`,
    (text: string) => `/thread/${text}`,
    (text: string) => `/forums/thread/${text}`,
    (text: string) => `/forums/full.data?page=${text}&_routes=${text}`,
    (text: string) => `/assets/${text}`,
    (text: string) => `/og/${text}.png`,
  ]
  const markup = new RegExp(`<(script|img|svg|iframe|body|input)[^>&]{0,40}${ALARM}`, 'i')
  const questions = addresses.flatMap((address, index) =>
    [...some(20, index), ...part(SCRIPTS, 5, index)].map((text): Question => {
      const path = address(encodeURIComponent(short(text, 1_000)))
      return {
        label: path.slice(0, 160),
        ask: () => fetch(`${site.server.url}${path}`, { redirect: 'manual' }),
        judge: ({ text: html, headers }) => {
          if (markup.test(html)) return `has ${markup.exec(html)?.[0]}`
          const to = headers.get('location')
          const leaves = to !== null && new URL(to, site.server.url).origin !== site.server.url
          return leaves ? `leads to ${to}` : null
        },
      }
    }),
  )
  await probe(questions, () => fetch(`${site.server.url}/forums`))
})
