// Exports of one's own data, over the contract.
import type { Client } from '#app/platform/session/session.ts'

/** The latest export of the member's; null when there is none. */
export async function latestExport(client: Client, userId: string) {
  const { data } = await client
    .from('data_exports')
    .select('id, state, requested_at, expires_at, bytes')
    .eq('user_id', userId)
    .order('requested_at', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError()
  return data
}

/** Asks for one. @throws the contract's error: PT429 within a day of the one before */
export async function requestExport(client: Client, userId: string): Promise<void> {
  await client.from('data_exports').insert({ user_id: userId }).throwOnError()
}

/** The zip. @throws when it is not there any more */
export async function downloadExport(client: Client, id: string): Promise<Blob> {
  // The client reads what is neither JSON nor CSV as text: bytes would be broken.
  const { data } = await client.auth.getSession()
  const answer = await fetch(`/rest/v1/rpc/data_export_file?export=${id}`, {
    headers: {
      accept: 'application/octet-stream',
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
    },
  })
  const file = await answer.blob()
  if (!answer.ok || file.size === 0) throw new Error(`the export could not be read: ${answer.status}`)
  return file
}
