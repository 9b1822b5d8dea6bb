// POST /object/upload/sign/{bucket}/{name}: a URL to upload one object within two hours, as the caller. PUT to it:
// the upload. A ban in between invalidates it, because the write is authorised as the signer.
import type { Viewer } from '../../viewer.ts'
import type { StorageContext } from '../context.ts'
import { mustBeKey } from '../names.ts'
import { findBucket } from '../rows.ts'
import { mustBeAllowed, write } from './write-object.ts'

const TWO_HOURS = 2 * 3_600

export async function signUpload(context: StorageContext): Promise<Response> {
  const { viewer, services, request } = context
  const upsert = request.headers.get('x-upsert') === 'true'
  mustBeKey(context.name)
  await findBucket(context, context.bucket)
  await mustBeAllowed(context, viewer, upsert ? 'upsert' : 'create')
  const url = `${context.bucket}/${context.name}`
  const owner = viewer.role === 'service_role' ? null : viewer.userId
  const token = await services.signatures.sign(
    { use: 'upload', url, upsert, owner, role: viewer.role },
    TWO_HOURS,
  )
  return Response.json({ url: `/object/upload/sign/${url}?token=${token}`, token })
}

export async function uploadSigned(context: StorageContext): Promise<Response> {
  const token = context.url.searchParams.get('token')
  const grant = await context.services.signatures.verify(token, 'upload', `${context.bucket}/${context.name}`)
  const role = grant.role ?? 'anon'
  const userId = grant.owner ?? null
  const viewer: Viewer = {
    role,
    claims: userId ? { role, sub: userId } : { role },
    userId,
    sessionId: null,
    address: context.viewer.address,
  }
  await write(context, viewer, grant.upsert ? 'upsert' : 'create')
  return Response.json({ Key: `${context.bucket}/${context.name}` })
}
