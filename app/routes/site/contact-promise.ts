// What the settings promise to who writes by the contact form.
import type { DbClient } from '#app/platform/session/session.ts'
import type { ContactPromise } from '#shared/contact-promise.ts'

/** @throws the API's error */
export async function loadContactPromise(reader: DbClient): Promise<ContactPromise> {
  const { data } = await reader
    .from('site_settings')
    .select('hours:contact_hours, exceptions:contact_exceptions')
    .single()
    .throwOnError()
  return data
}
