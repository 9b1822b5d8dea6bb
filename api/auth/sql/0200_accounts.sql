-- Identity, under Supabase's names, so that the community's migrations and any tool that reads `auth.users`
-- find what they expect. Only supabase_auth_admin has grants here: no request of a visitor or a member ever
-- reads these tables. The tables belong to the role that migrates; identity may change rows, not shape.

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');

create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

create table auth.users (
  instance_id uuid,
  id uuid not null default gen_random_uuid(),
  aud varchar(255) default 'authenticated',
  role varchar(255) default 'authenticated',
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255) default '',
  confirmation_sent_at timestamptz,
  recovery_token varchar(255) default '',
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255) default '',
  email_change varchar(255) default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb default '{}',
  raw_user_meta_data jsonb default '{}',
  is_super_admin boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  phone text,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0,
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false,
  constraint users_pkey primary key (id),
  constraint users_phone_key unique (phone),
  constraint users_email_change_confirm_status_check check (email_change_confirm_status between 0 and 2)
);

comment on table auth.users is 'Auth: one row per account.';
comment on column auth.users.encrypted_password is 'An argon2id hash in PHC form; null: no password sign-in.';
comment on column auth.users.raw_app_meta_data is
  'Written by the server alone: provider, providers, email_verified ("true" only after a code or link that went to the address was used; an account confirmed automatically is not verified).';
comment on column auth.users.raw_user_meta_data is 'Written by the member: never a ground for a permission.';

-- One account per address, whatever its case.
create unique index users_email_partial_key on auth.users (lower(email)) where not is_sso_user;
create index users_email_idx on auth.users (email);
create index users_created_at_idx on auth.users (created_at desc);
create unique index users_confirmation_token_idx on auth.users (confirmation_token) where confirmation_token <> '';
create unique index users_recovery_token_idx on auth.users (recovery_token) where recovery_token <> '';
create unique index users_email_change_token_new_idx on auth.users (email_change_token_new) where email_change_token_new <> '';
create unique index users_email_change_token_current_idx on auth.users (email_change_token_current) where email_change_token_current <> '';
create unique index users_reauthentication_token_idx on auth.users (reauthentication_token) where reauthentication_token <> '';

create table auth.identities (
  provider_id text not null,
  user_id uuid not null,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid not null default gen_random_uuid(),
  constraint identities_pkey primary key (id),
  constraint identities_provider_id_provider_unique unique (provider_id, provider),
  constraint identities_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

comment on table auth.identities is 'Auth: the ways in (provider "email", "google", "github") of an account.';

create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email);

create table auth.sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  factor_id uuid,
  aal auth.aal_level not null default 'aal1',
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text,
  ip inet,
  tag text,
  constraint sessions_pkey primary key (id),
  constraint sessions_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

comment on table auth.sessions is
  'Auth: one row per signed-in device. Deleting a row ends its access token at once, see auth.enter_session.';
comment on column auth.sessions.not_after is 'The session ends then, whatever its tokens say.';

create index sessions_user_id_idx on auth.sessions (user_id, created_at desc);
create index sessions_not_after_idx on auth.sessions (not_after);

create table auth.refresh_tokens (
  id bigint generated by default as identity,
  token varchar(255) not null,
  user_id uuid not null,
  session_id uuid not null,
  parent varchar(255),
  revoked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint refresh_tokens_pkey primary key (id),
  constraint refresh_tokens_token_unique unique (token),
  constraint refresh_tokens_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint refresh_tokens_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete cascade
);

comment on table auth.refresh_tokens is 'Auth: the chain of single-use tokens of a session.';
comment on column auth.refresh_tokens.token is 'A hash: what is stored here opens nothing.';
comment on column auth.refresh_tokens.parent is 'The hash that this one was exchanged for.';

create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_user_id_idx on auth.refresh_tokens (user_id);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at);

create table auth.one_time_tokens (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token_type auth.one_time_token_type not null,
  token_hash text not null,
  relates_to text not null,
  attempts smallint not null default 0,
  expires_at timestamptz not null default now() + interval '10 minutes',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code_hash text,
  code_challenge text,
  constraint one_time_tokens_pkey primary key (id),
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type),
  constraint one_time_tokens_token_hash_check check (char_length(token_hash) > 0),
  constraint one_time_tokens_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

-- Nothing that is stored here opens anything: links are kept as SHA-256, codes under a key that only the server has.
comment on table auth.one_time_tokens is 'Auth: codes and links that were mailed; one of a kind per account, used once.';
comment on column auth.one_time_tokens.token_hash is 'SHA-256 of the secret in the mailed link.';
comment on column auth.one_time_tokens.code_hash is
  'A keyed hash of the mailed six digits; null once five wrong ones were tried. The link goes on living: else anybody could end it by guessing.';
comment on column auth.one_time_tokens.code_challenge is
  'PKCE (S256): the link then gives a code instead of a session, for the browser that asked alone.';
comment on column auth.one_time_tokens.relates_to is 'The address that the code or link was sent to.';
comment on column auth.one_time_tokens.attempts is 'Wrong codes so far; the fifth ends the token.';

create index one_time_tokens_token_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_idx on auth.one_time_tokens using hash (relates_to);
create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);

revoke all on all tables in schema auth from public, anon, authenticated, service_role;
grant select, insert, update, delete on all tables in schema auth to supabase_auth_admin;
grant usage on all sequences in schema auth to supabase_auth_admin;
alter default privileges in schema auth grant select, insert, update, delete on tables to supabase_auth_admin;
alter default privileges in schema auth grant usage on sequences to supabase_auth_admin;
