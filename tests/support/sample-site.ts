// A site with the sample community of its own, for documents of it that follow its newest discussion.
import { startServer, type TestServer } from './server.ts'

export type SampleSite = {
  server: TestServer
  /** The newest discussion. */
  thread: { id: string; title: string; path: string }
  /** Does not follow redirects. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Rows, as guests read them. */
  ask<Answer>(query: string): Promise<Answer>
  /** Hides or shows the discussion. */
  hide(isHidden: boolean): Promise<Response>
  /** Writes rows, bypassing every policy. */
  write(method: 'PATCH' | 'POST', path: string, body: object): Promise<Response>
}

export async function startSampleSite(): Promise<SampleSite> {
  const server = await startServer({ SEED: 'sample' })
  const get: SampleSite['get'] = (path, headers = {}) =>
    fetch(server.url + path, { headers, redirect: 'manual' })
  const ask = async <Answer>(query: string) => (await (await get(`/rest/v1/${query}`)).json()) as Answer
  const write: SampleSite['write'] = (method, path, body) =>
    fetch(`${server.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: server.secretKey,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      body: JSON.stringify(body),
    })
  const [newest] = await ask<{ id: string; title: string; category: { slug: string } }[]>(
    'threads?select=id,title,category:forum_categories(slug)&order=created_at.desc,id&limit=1',
  )
  if (!newest) throw new Error('the sample community has no discussion')
  const path = (await get(`/thread/${newest.id}`)).headers.get('location') ?? ''
  const hide = (isHidden: boolean) => write('PATCH', `threads?id=eq.${newest.id}`, { is_hidden: isHidden })
  return { server, thread: { ...newest, path }, get, ask, hide, write }
}
