-- What the API keeps about requests: how many came, and how a repeated one was answered.

-- Counts that several processes of one site share. Unlogged: after a crash they begin again at 0, which costs less than
-- writing every count to disk.

create unlogged table auth.request_limits (
  key varchar(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint request_limits_pkey primary key (key)
);

comment on table auth.request_limits is 'Auth: counts of api/limits (addresses, hashed accounts), each until it expires.';
comment on column auth.request_limits.expire is 'Milliseconds since 1970.';

create index request_limits_expire_idx on auth.request_limits (expire);

-- How a POST with an Idempotency-Key was answered, for a day: a client that repeats it because the answer was lost gets
-- the same one, and nothing is done twice (api/rest/idempotency.ts).

create table auth.idempotent_answers (
  user_id uuid not null references auth.users (id) on delete cascade,
  key text not null,
  request_hash bytea not null,
  claimed_at timestamptz not null default now(),
  status smallint,
  headers jsonb,
  body bytea,
  constraint idempotent_answers_pkey primary key (user_id, key),
  constraint idempotent_answers_key_length check (char_length(key) between 1 and 255)
);

comment on table auth.idempotent_answers is 'REST: the answers to requests with an Idempotency-Key, for a day.';
comment on column auth.idempotent_answers.request_hash is 'SHA-256 of what was asked: a key is for one request.';
comment on column auth.idempotent_answers.status is 'Null while the request is being answered.';

create index idempotent_answers_claimed_at_idx on auth.idempotent_answers (claimed_at);

-- Ends a statement whose answer is larger than its caller may have it (api/rest/sql-bound.ts).

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
