// The upload of a file as the official client sends it, but with its progress, which `fetch` does not tell.
import type { Client } from '#app/platform/session/session.ts'
import { publishableKey } from './client-options.ts'
import { noteRateLimit } from './retry-after.ts'

type Upload = {
  bucket: string
  name: string
  file: Blob
  cacheSeconds: string
  /** Aborts the upload. */
  signal?: AbortSignal | undefined
  /** Called with the share that is sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** The refusal of the server; its status is 0 if there was no answer. */
type UploadError = { message: string; statusCode: string }

/** @returns null when it is stored */
export async function sendUpload(client: Client, upload: Upload): Promise<UploadError | null> {
  const { bucket, name, file, cacheSeconds, signal, onProgress } = upload
  const { data } = await client.auth.getSession()
  const form = new FormData()
  form.append('cacheControl', cacheSeconds)
  form.append('', file)
  const request = new XMLHttpRequest()
  return new Promise((resolve) => {
    const fail = () => resolve({ message: 'no answer', statusCode: '0' })
    if (signal?.aborted) return fail()
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onerror = fail
    request.onabort = fail
    request.onload = () => resolve(errorOf(request))
    request.open('POST', `/storage/v1/object/${bucket}/${name}`)
    request.setRequestHeader('apikey', publishableKey())
    request.setRequestHeader('authorization', `Bearer ${data.session?.access_token ?? ''}`)
    request.setRequestHeader('x-upsert', 'false')
    request.send(form)
  })
}

function errorOf(request: XMLHttpRequest): UploadError | null {
  const { status, responseText } = request
  if (status >= 200 && status < 300) return null
  // The body has the specific status; a proxy's error has no such body.
  const { statusCode = String(status), message = '' } = readBody(responseText)
  if (statusCode === '429') {
    const headers = new Headers({ 'retry-after': request.getResponseHeader('retry-after') ?? '' })
    noteRateLimit({ headers }, Date.now())
  }
  return { message, statusCode: String(statusCode) }
}

function readBody(text: string): { statusCode?: string | number; message?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
