// Sets the site's cookie with each answer that has a session, and removes it with a sign-out. Whichever endpoint opened the
// session: a new one needs no thought of it.
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { SessionCookie } from './services.ts'

const SESSION = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) })

export function withSessionCookie(cookie: SessionCookie) {
  return createMiddleware(async (context, next) => {
    await next()
    const { method, path } = context.req
    const { res: answer } = context
    if (method !== 'POST' || !answer.ok) return
    if (path.endsWith('/logout')) {
      if (context.req.query('scope') !== 'others')
        context.header('set-cookie', cookie.remove(), { append: true })
      return
    }
    if (!answer.headers.get('content-type')?.includes('json')) return
    const session = SESSION.safeParse(await answer.clone().json())
    if (session.success) context.header('set-cookie', cookie.issue(session.data.user.id), { append: true })
  })
}
