// Aborts a statement as soon as its response exceeds the caller's limit, so that neither PostgreSQL nor this process
// ever holds more. The scope sets the limit per request (api/database/scope.ts).

/** The setting with the limit in bytes; empty for none. */
const RESPONSE_BYTES = 'arthachowk.answer_bytes'

/**
 * Rows with the running total of their bytes, as a source for FROM.
 * @param value SQL of what a row adds to the response; the row is `_row`
 * @param from a relation or a subquery in parentheses
 * @param bytes SQL of its size; the value is `_value`
 */
export function measuredSql(value: string, from: string, bytes: string): string {
  // OFFSET 0 keeps the planner from inlining the value's expression twice, which would evaluate it twice.
  const values = `SELECT ${value} AS _value FROM ${from} AS _row OFFSET 0`
  return `(SELECT _value, sum(${bytes}) OVER (ROWS UNBOUNDED PRECEDING) AS pgrst_bytes FROM (${values}) AS _measured)`
}

/**
 * The condition that aborts the statement at the first row over the limit.
 * @param alias of the measured rows
 * @param shares number of arrays among which the limit is divided: one row may hold all of them
 */
export function withinBoundSql(alias: string, shares = 1): string {
  const share = shares > 1 ? ` / ${shares}` : ''
  const bound = `(SELECT nullif(current_setting('${RESPONSE_BYTES}', true), '')::int8${share})`
  return `CASE WHEN ${alias}.pgrst_bytes > ${bound} THEN auth.refuse_answer() ELSE true END`
}
