// An answer is refused while it is put together, as soon as it is larger than its asker may have it: neither PostgreSQL
// nor this process ever holds more. How much that is the scope sets for each request (api/database/scope.ts).

/** The setting with the bound in bytes; empty where there is none. */
const RESPONSE_BYTES = 'arthachowk.answer_bytes'

/**
 * Rows with the bytes of all so far, as a source for FROM.
 * @param value SQL of what a row adds to the answer; the row is `_row`
 * @param from a relation or a subquery in parentheses
 * @param bytes SQL of its size; the value is `_value`
 */
export function measuredSql(value: string, from: string, bytes: string): string {
  // OFFSET 0 keeps the planner from writing the value's expression in two places, which would make it twice.
  const values = `SELECT ${value} AS _value FROM ${from} AS _row OFFSET 0`
  return `(SELECT _value, sum(${bytes}) OVER (ROWS UNBOUNDED PRECEDING) AS pgrst_bytes FROM (${values}) AS _measured)`
}

/**
 * The condition that ends the statement at the first row too many.
 * @param alias of the measured rows
 * @param shares among how many lists the bound is divided: one row may hold all of them
 */
export function withinBoundSql(alias: string, shares = 1): string {
  const share = shares > 1 ? ` / ${shares}` : ''
  const bound = `(SELECT nullif(current_setting('${RESPONSE_BYTES}', true), '')::int8${share})`
  return `CASE WHEN ${alias}.pgrst_bytes > ${bound} THEN auth.refuse_answer() ELSE true END`
}
