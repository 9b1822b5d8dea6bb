// GET /user: the account of an access token, read from the database.
import { type Endpoint, requireUser, type Services } from '../services.ts'
import { userBody } from '../users.ts'

export function user(services: Services): Endpoint {
  return async (context) => context.json(userBody((await requireUser(services, context)).user))
}
