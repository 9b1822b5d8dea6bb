// POST /object/upload/sign/{bucket}/{name}: an address to which one file may be put within two hours, as whoever
// asked. PUT to it: the file. A ban in between ends it, because the write is judged as the asker's own.
import type { Viewer } from '../viewer.ts'
import type { Ask } from './ask.ts'
import { mustBeKey } from './names.ts'
import { findBucket } from './rows.ts'
import { mustBeAllowed, write } from './writing.ts'

const TWO_HOURS = 2 * 3_600

export async function signUpload(ask: Ask): Promise<Response> {
  const { viewer, services, request } = ask
  const upsert = request.headers.get('x-upsert') === 'true'
  mustBeKey(ask.name)
  await findBucket(ask, ask.bucket)
  await mustBeAllowed(ask, viewer, upsert ? 'upsert' : 'create')
  const url = `${ask.bucket}/${ask.name}`
  const owner = viewer.role === 'service_role' ? null : viewer.userId
  const token = await services.signatures.sign(
    { use: 'upload', url, upsert, owner, role: viewer.role },
    TWO_HOURS,
  )
  return Response.json({ url: `/object/upload/sign/${url}?token=${token}`, token })
}

export async function uploadSigned(ask: Ask): Promise<Response> {
  const token = ask.url.searchParams.get('token')
  const grant = await ask.services.signatures.verify(token, 'upload', `${ask.bucket}/${ask.name}`)
  const role = grant.role ?? 'anon'
  const userId = grant.owner ?? null
  const viewer: Viewer = {
    role,
    claims: userId ? { role, sub: userId } : { role },
    userId,
    sessionId: null,
    address: ask.viewer.address,
  }
  await write(ask, viewer, grant.upsert ? 'upsert' : 'create')
  return Response.json({ Key: `${ask.bucket}/${ask.name}` })
}
