-- Several people may sign up with one address before anybody proves that it is theirs. Each sign-up keeps its own password
-- and metadata beside its own mailed link, and the link that is opened decides whose account it becomes.

create table auth.sign_ups (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  encrypted_password text,
  raw_user_meta_data jsonb not null,
  identity_data jsonb not null,
  created_at timestamptz not null default now(),
  constraint sign_ups_pkey primary key (id),
  constraint sign_ups_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

comment on table auth.sign_ups is 'Auth: sign-ups of an address that nobody has confirmed yet; gone once one of them is confirmed.';
comment on column auth.sign_ups.encrypted_password is 'The hash of this sign-up''s password; null: none, a new one is chosen afterwards.';

create index sign_ups_user_id_idx on auth.sign_ups (user_id, created_at);

alter table auth.one_time_tokens
  add column sign_up_id uuid,
  add constraint one_time_tokens_sign_up_id_fkey foreign key (sign_up_id) references auth.sign_ups (id) on delete cascade,
  drop constraint one_time_tokens_user_id_token_type_key,
  add constraint one_time_tokens_once unique nulls not distinct (user_id, token_type, sign_up_id);

create index one_time_tokens_sign_up_id_idx on auth.one_time_tokens (sign_up_id) where sign_up_id is not null;

comment on table auth.one_time_tokens is 'Auth: codes and links that were mailed; one of a kind per account, and of a confirmation per sign-up, used once.';
comment on column auth.one_time_tokens.sign_up_id is 'The sign-up that a confirmation makes the account''s.';

alter table auth.sessions add column proven_email text;

comment on column auth.sessions.proven_email is 'The address whose mail signed this session in; null: it was signed in otherwise.';
