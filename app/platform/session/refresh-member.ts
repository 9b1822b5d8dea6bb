// Refreshes the session's member after a change of the own profile or roles. In a module of its own, so that pages
// which may need it do not load the client for it.
import { client } from './session.ts'

export async function refreshMember(): Promise<void> {
  const [opened, library] = await Promise.all([client(), import('#app/platform/supabase/browser-client.ts')])
  await library.refreshMember(opened)
}
