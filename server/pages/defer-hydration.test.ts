import { expect, test } from 'vitest'
import { deferHydration } from './defer-hydration.ts'

test('a page that is not hydrated loads no module and keeps the script that hydrates it', () => {
  const page = deferHydration(
    '<link rel="modulepreload" href="/a.js"/><p>Text</p><script>data()</script><script type="module" async="">import "/a.js"</script>',
  )
  expect(page).toBe('<p>Text</p><script>data()</script><script type="text/deferred">import "/a.js"</script>')
})
