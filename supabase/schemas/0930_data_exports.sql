-- Members take along what the site knows about them: they ask, a job makes one file, a notification and an email say
-- that it is there, and after a week it is deleted. The file is read by its owner's session alone; no address opens it
-- for others.
--
-- A data export names a discussion only while its reader may see it: what was hidden, perhaps with a title changed since,
-- is nothing about the member.

create table public.data_exports (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  state text not null default 'waiting',
  requested_at timestamptz not null default now(),
  tried_at timestamptz,
  tries integer not null default 0,
  ready_at timestamptz,
  expires_at timestamptz,
  bytes integer,
  mailed_at timestamptz,
  constraint data_exports_pkey primary key (id),
  constraint data_exports_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint data_exports_state_known check (state in ('waiting', 'ready', 'failed'))
);

comment on table public.data_exports is 'Copies of their data that members asked for; each is kept for a week.';
comment on column public.data_exports.tried_at is 'When a job last began to make it; one that fell silent is tried again.';
comment on column public.data_exports.expires_at is 'Until then its owner can read the file (data_export_file).';

create unique index data_exports_waiting_key on public.data_exports (user_id) where state = 'waiting';
create index data_exports_user_id_idx on public.data_exports (user_id, requested_at desc);
create index data_exports_waiting_idx on public.data_exports (requested_at) where state = 'waiting';
create index data_exports_requested_at_idx on public.data_exports (requested_at);
create index data_exports_unmailed_idx on public.data_exports (ready_at) where state = 'ready' and mailed_at is null;

alter table public.data_exports enable row level security;

revoke all on public.data_exports from public, anon, authenticated, service_role;
grant select on public.data_exports to authenticated;
grant insert (user_id) on public.data_exports to authenticated;
-- `update` and `delete` are not granted: the job makes the file, and forgets it.
grant select, insert, update, delete on public.data_exports to service_role;

create policy read_own on public.data_exports
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.data_exports
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_member()));

create table private.data_export_files (
  export_id uuid not null,
  file bytea not null,
  constraint data_export_files_pkey primary key (export_id),
  constraint data_export_files_export_id_fkey foreign key (export_id)
    references public.data_exports (id) on delete cascade
);

comment on table private.data_export_files is 'The zip of each export.';

-- It is compressed already.
alter table private.data_export_files alter column file set storage external;

revoke all on private.data_export_files from public, anon, authenticated, service_role;

create function private.limit_data_exports() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  latest timestamptz;
begin
  -- The service has no such bound, and who asks for another is refused by the policy.
  if new.user_id is distinct from (select auth.uid()) then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 11));
  select max(e.requested_at) into latest
  from public.data_exports e
  where e.user_id = new.user_id and e.state <> 'failed';
  if latest > now() - interval '1 day' then
    raise sqlstate 'PT429' using
      message = 'You can ask for your data once a day.',
      detail = format('Retry after %s seconds.', ceil(extract(epoch from latest + interval '1 day' - now())));
  end if;
  return new;
end
$$;

create trigger limit_data_exports
  before insert on public.data_exports
  for each row execute function private.limit_data_exports();

-- Runs as its owner: no role may read the files. It returns the caller's own, and only while it is kept.
create function public.data_export_file(export uuid) returns bytea
language sql stable security definer set search_path = ''
as $$
  select f.file
  from public.data_exports e
  join private.data_export_files f on f.export_id = e.id
  where e.id = data_export_file.export and e.user_id = (select auth.uid()) and e.expires_at > now()
$$;

comment on function public.data_export_file(uuid) is
  'The zip of an own export (Accept: application/octet-stream); null when it is another''s or has expired.';

-- An account that is closed has nothing to read it with.
create function private.drop_data_exports() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.data_exports e where e.user_id = new.id;
  return null;
end
$$;

create trigger drop_data_exports
  after update of is_deleted on public.profiles
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.drop_data_exports();

-- Runs as its owner, for the job alone: identity's tables and the authors of anonymous messages are in it, too. Each kind
-- of rows has a function private.export_member_<kind> in the file of its table. Secrets (password, keys, tokens) are in
-- none, nor what others wrote or said about the member. lints/0026 names a column that refers to a member and is in none.
create function private.personal_data(member uuid, section text, skip integer) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format('select * from private.%I($1, $2)', 'export_member_' || section) using member, skip;
end
$$;

comment on function private.personal_data(uuid, text, integer) is 'Five hundred rows of one kind that the site keeps about a member, from the row `skip` on, without the titles and texts of discussions that the member may not see. For exports.';

-- An export whose job died is taken again after a quarter of an hour, three times in all.
create function private.take_data_export() returns table (id uuid, user_id uuid)
language plpgsql security definer set search_path = ''
as $$
begin
  update public.data_exports e set state = 'failed'
  where e.state = 'waiting' and e.tries >= 3 and e.tried_at < now() - interval '15 minutes';
  return query
    update public.data_exports e set tried_at = now(), tries = e.tries + 1
    where e.id = (
      select w.id from public.data_exports w
      where w.state = 'waiting' and w.tries < 3
        and (w.tried_at is null or w.tried_at < now() - interval '15 minutes')
      order by w.requested_at limit 1
      for update skip locked
    )
    returning e.id, e.user_id;
end
$$;

create function private.store_data_export(export uuid, file bytea) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid;
begin
  update public.data_exports e
  set state = 'ready', ready_at = now(), expires_at = now() + interval '7 days',
    bytes = octet_length(store_data_export.file)
  where e.id = store_data_export.export and e.state = 'waiting'
  returning e.user_id into owner;
  -- The account may have been closed, or another node been faster.
  if not found then
    return;
  end if;
  insert into private.data_export_files (export_id, file) values (store_data_export.export, store_data_export.file);
  perform private.create_notification(owner, 'export_ready', null, null, null);
end
$$;

create function private.delete_old_data_exports() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.data_exports e
    where e.id in (
      select x.id from public.data_exports x
      where x.expires_at < now() or x.state = 'failed' and x.requested_at < now() - interval '7 days'
      order by x.requested_at limit 50
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_data_exports() is
  'Deletes exports and their files after a week; returns their number. Called by a job.';

create function private.take_ready_exports(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  update public.data_exports set mailed_at = now()
  where id in (
    select e.id from public.data_exports e where e.state = 'ready' and e.mailed_at is null
    order by e.ready_at limit batch for update skip locked
  )
  returning id
$$;

comment on function private.take_ready_exports(integer) is 'The same of exports of data that are ready.';

create function private.export_member_account(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'id', u.id, 'email', u.email, 'email_confirmed_at', u.email_confirmed_at, 'created_at', u.created_at,
    'last_sign_in_at', u.last_sign_in_at, 'has_password', u.encrypted_password is not null,
    'metadata', u.raw_user_meta_data)
  from auth.users u where u.id = member and skip = 0;
end;

create function private.export_member_ways_to_sign_in(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select jsonb_build_object('provider', i.provider, 'identity', i.identity_data, 'created_at', i.created_at)
  from auth.identities i where i.user_id = member order by i.created_at, i.id offset skip limit 500;
end;

create function private.export_member_sessions(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'created_at', s.created_at, 'last_used_at', s.refreshed_at, 'address', s.ip, 'browser', s.user_agent)
  from auth.sessions s where s.user_id = member order by s.created_at, s.id offset skip limit 500;
end;

create function private.export_member_second_steps(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'created_at', f.created_at)
  from auth.mfa_factors f where f.user_id = member order by f.created_at, f.id offset skip limit 500;
end;

create function private.export_member_exports(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(e) from public.data_exports e
  where e.user_id = member order by e.requested_at, e.id offset skip limit 500;
end;

revoke all on function public.data_export_file(uuid) from public, anon, authenticated, service_role;
grant execute on function public.data_export_file(uuid) to authenticated;
grant execute on function
  private.personal_data(uuid, text, integer), private.take_data_export(), private.store_data_export(uuid, bytea),
  private.delete_old_data_exports()
  to service_role, site_jobs;
grant execute on function private.take_ready_exports(integer) to site_jobs;
