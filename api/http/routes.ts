// Registers routes with what they may cost, for every service. A route cannot be registered otherwise (routes.test.ts):
// its largest body is all that the readers read, and an answer that counted no declared limit, or ran a statement under
// another share, is reported as `http.undeclared_cost`, on which every test that started the server fails.
import { type Context, type Env, Hono, type MiddlewareHandler } from 'hono'
import type { Logger } from '../log.ts'
import { type RouteCost, spend, withLargestBody } from './route-cost.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ALL'

/** A route, with its path in Hono's syntax. */
type DeclaredRoute = { method: Method; path: string; cost: RouteCost }

export type Routes<E extends Env> = {
  readonly app: Hono<E>
  readonly declared: readonly DeclaredRoute[]
  /** GET and HEAD. */
  get: Register<E>
  post: Register<E>
  put: Register<E>
  patch: Register<E>
  delete: Register<E>
  /** Any method. */
  all: Register<E>
  /** What holds for all routes registered after it, at `path` and below. */
  use(path: string, middleware: MiddlewareHandler<E>): void
  /** Answers what no route at `path` and below does. It must cost nothing. */
  otherwise(path: string, handler: Answer<E>): void
  /** Adds the routes of a service below `path`. */
  mount<Other extends Env>(path: string, routes: Pick<Routes<Other>, 'app' | 'declared'>): void
  /** Lists an address that something else than this router answers. */
  declare(method: Method, path: string, cost: RouteCost): void
  /** Whether a route or a service answers; everything else is a page's. */
  answers(method: string, path: string): boolean
}

type Register<E extends Env> = (path: string, cost: RouteCost, handler: Answer<E>) => void
type Answer<E extends Env> = (context: Context<E>) => Response | Promise<Response>

export function createRoutes<E extends Env>(log: Logger): Routes<E> {
  const app = new Hono<E>()
  const declared: DeclaredRoute[] = []

  const register =
    (method: Method): Register<E> =>
    (path, cost, handler) => {
      declared.push({ method, path, cost })
      app.on(method, path, async (context) => {
        const request = context.req.raw
        if (cost.body !== 'none') withLargestBody(request, cost.body)
        const { answer, isCounted, undeclared } = await spend(cost, () => handler(context))
        if (undeclared.length > 0 || (answer.status < 400 && !isCounted)) {
          log.error(
            { route: `${request.method} ${context.req.routePath}`, undeclared, isCounted },
            'http.undeclared_cost',
          )
        }
        return answer
      })
    }

  return {
    app,
    declared,
    get: register('GET'),
    post: register('POST'),
    put: register('PUT'),
    patch: register('PATCH'),
    delete: register('DELETE'),
    all: register('ALL'),
    use: (path, middleware) => {
      app.use(path, middleware)
    },
    otherwise: (path, handler) => {
      app.all(path, handler)
    },
    mount: (path, routes) => {
      app.route(path, routes.app)
      declared.push(...routes.declared.map((route) => ({ ...route, path: path + route.path })))
    },
    declare: (method, path, cost) => {
      declared.push({ method, path, cost })
    },
    // Hono answers HEAD as GET.
    answers: (method, path) => app.router.match(method === 'HEAD' ? 'GET' : method, path)[0].length > 0,
  }
}
