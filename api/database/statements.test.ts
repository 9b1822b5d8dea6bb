// The text of a statement as administrators see it, for any text that the extension keeps.
import { expect, test } from 'vitest'
import { withoutConstants } from './statements.ts'

test.each([
  ['select * from t where id = $1 and n > $12', 'select * from t where id = $1 and n > $12'],
  ["select 'it''s secret', E'a\\'secret', 42, 1.5 from t2", 'select ?, E?, ?, ? from t2'],
  ['select $tag$secret $1$tag$, $$secret$$', 'select ?, ?'],
  ['select\n  "column 7", a.b1\n from x_9', 'select "column 7", a.b1 from x_9'],
])('of %s only the form', (text, shown) => {
  expect(withoutConstants(text)).toBe(shown)
})
