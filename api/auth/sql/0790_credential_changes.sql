-- Every change of a way into an account keeps what was there before for 72 hours, so that the owner can undo it by mail
-- (api/auth/credentials).

create table auth.credential_changes (
  id bigint not null generated always as identity,
  user_id uuid not null,
  kind text not null,
  detail text,
  ways_in jsonb not null,
  undo_email text,
  held_email text,
  notified_emails text[] not null default '{}',
  token_hash text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint credential_changes_pkey primary key (id),
  constraint credential_changes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

comment on table auth.credential_changes is
  'Auth: changes of the ways into an account that its owner can still undo. An undo restores the state before its change, and deletes it and all later ones.';
comment on column auth.credential_changes.ways_in is
  'Address, password hash, identities, factors and recovery codes before the change.';
comment on column auth.credential_changes.undo_email is 'The address whose mail has the button; null: none.';
comment on column auth.credential_changes.held_email is
  'The address that the account gave up. Nobody else may take it while the change can be undone.';
comment on column auth.credential_changes.notified_emails is 'Addresses that are told of the change, without a button.';
comment on column auth.credential_changes.token_hash is
  'SHA-256 of the secret in the mailed link; null until the mail is made.';

create index credential_changes_user_id_idx on auth.credential_changes (user_id, id);
create index credential_changes_expires_at_idx on auth.credential_changes (expires_at);
create index credential_changes_token_hash_idx on auth.credential_changes using hash (token_hash);
create index credential_changes_held_email_idx on auth.credential_changes (held_email) where held_email is not null;

-- Otherwise a thief who has changed the address could sign up with the old one, and the owner's undo would find it taken.
create function auth.refuse_held_email() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from auth.credential_changes c
    where c.held_email = lower(new.email) and c.user_id <> new.id and c.expires_at > now()
  ) then
    raise unique_violation using
      message = 'the address is held for the account that gave it up',
      constraint = 'users_email_partial_key';
  end if;
  return new;
end
$$;
revoke all on function auth.refuse_held_email() from public;

create trigger refuse_held_email
  before insert or update of email on auth.users
  for each row when (new.email is not null) execute function auth.refuse_held_email();

alter table auth.flow_state add column linking_session_id uuid;

comment on column auth.flow_state.linking_session_id is
  'The session that asked to link an identity. It must still be there when the provider answers.';

alter table auth.users add column email_change_session_id uuid;

comment on column auth.users.email_change_session_id is
  'The session that asked for the change of address, which survives it.';

revoke all on auth.credential_changes from public, anon, authenticated, service_role;
grant select, insert, update, delete on auth.credential_changes to supabase_auth_admin;
