// After the own profile or the own roles changed: asks the server again who this is. Apart from the client, so
// that a page which may need it does not load the client for it.
import { client } from './session.ts'

export async function refreshMember(): Promise<void> {
  const [opened, library] = await Promise.all([client(), import('#app/platform/supabase/browser-client.ts')])
  await library.refreshMember(opened)
}
