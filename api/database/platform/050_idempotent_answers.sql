-- What a POST with an Idempotency-Key was answered, for a day: whoever repeats it because the answer was lost gets the
-- same one, and nothing is done twice (server/rest/idempotency.ts).

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
