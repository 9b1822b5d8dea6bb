-- Ends a statement whose answer has grown larger than its asker may have it (server/rest/sql-bound.ts).

create function auth.refuse_answer() returns boolean
language plpgsql
set search_path = ''
as $refuse_answer$
begin
  raise exception using
    errcode = 'PT400',
    message = 'The answer is too large',
    detail = pg_catalog.format('An answer holds at most %s bytes.', pg_catalog.current_setting('arthachowk.answer_bytes', true)),
    hint = 'Ask for fewer rows (limit, or a Range header), fewer columns or fewer embedded resources.';
end
$refuse_answer$;

comment on function auth.refuse_answer() is 'REST: raises the error of an answer that is larger than its asker may have it.';

revoke execute on function auth.refuse_answer() from public;
grant execute on function auth.refuse_answer() to anon, authenticated, service_role;
