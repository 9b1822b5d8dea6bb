-- Addresses that refuse mail. A mailbox that does not exist, or a complaint, pauses the mails that nobody has asked for at that
-- moment: notifications, digests, and the newsletter ends. Mails about the account are sent all the same. The member sees
-- it, and ends the pause by deleting the row.

create table public.mail_refusals (
  user_id uuid not null,
  address text not null,
  kind text not null,
  times integer not null default 1,
  refused_at timestamptz not null default now(),
  is_paused boolean not null,
  constraint mail_refusals_pkey primary key (user_id),
  constraint mail_refusals_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint mail_refusals_kind_known check (kind in ('hard', 'soft', 'complaint'))
);

comment on table public.mail_refusals is
  'Members whose mail was refused. A row concerns the address that it names; another address of the account is not paused.';
comment on column public.mail_refusals.kind is
  'The latest refusal. hard: there is no such mailbox; soft: it is full, or refused for another reason; complaint: reported as unwanted.';
comment on column public.mail_refusals.times is 'Refusals of this address, with less than 30 days between two.';

create index mail_refusals_refused_at_idx on public.mail_refusals (refused_at);

alter table public.mail_refusals enable row level security;

revoke all on public.mail_refusals from public, anon, authenticated, service_role;
-- Written by private.note_mail_refusal alone.
grant select, delete on public.mail_refusals to authenticated;
grant select, insert, update, delete on public.mail_refusals to service_role;

create policy read_own on public.mail_refusals for select to authenticated
  using (user_id = (select auth.uid()));

create policy delete_own on public.mail_refusals for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_keep()));

-- Runs as its owner, because the auth service's table says whose an address is.
create function private.note_mail_refusal(address text, kind text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.newsletter_subscribers s
  set state = 'unsubscribed', unsubscribed_at = coalesce(s.unsubscribed_at, now())
  where lower(s.email) = lower(note_mail_refusal.address) and note_mail_refusal.kind in ('hard', 'complaint');

  insert into public.mail_refusals as r (user_id, address, kind, is_paused)
  select p.id, lower(note_mail_refusal.address), note_mail_refusal.kind, note_mail_refusal.kind <> 'soft'
  from auth.users u
  join public.profiles p on p.id = u.id and not p.is_deleted
  where lower(u.email) = lower(note_mail_refusal.address) and not u.is_sso_user and u.deleted_at is null
  on conflict (user_id) do update set
    address = excluded.address,
    kind = excluded.kind,
    refused_at = now(),
    times = case
      when r.address = excluded.address and r.refused_at > now() - interval '30 days' then least(r.times, 1000) + 1 else 1
    end,
    is_paused = excluded.is_paused or (
      r.address = excluded.address and (
        r.is_paused or (r.refused_at > now() - interval '30 days' and r.times >= 4)
      )
    );
$$;

comment on function private.note_mail_refusal(text, text) is
  'Notes that mail to an address was refused: hard and complaint pause it at once, soft at the fifth time.';

create function private.is_mail_paused(member uuid, address text) returns boolean
language sql stable
return exists (
  select from public.mail_refusals r
  where r.user_id = is_mail_paused.member and r.address = lower(is_mail_paused.address) and r.is_paused
);

comment on function private.is_mail_paused(uuid, text) is
  'Whether a member gets no notifications and digests at this address, because it refused mail.';

create function private.forget_mail_refusals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.mail_refusals r where r.user_id = new.id;
  return null;
end
$$;

create trigger forget_mail_refusals
  after update of is_deleted on public.profiles
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.forget_mail_refusals();

create function private.delete_old_mail_refusals() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.mail_refusals r
    where r.user_id in (
      select x.user_id from public.mail_refusals x
      where x.refused_at < now() - interval '1 year' order by x.refused_at limit 1000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_mail_refusals() is
  'Forgets refusals of a year ago, after which the address is tried again; returns their number. Called by a job.';

create function private.export_member_mail_refusals(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(r) from public.mail_refusals r where r.user_id = member and skip = 0;
end;

grant execute on function private.note_mail_refusal(text, text), private.is_mail_paused(uuid, text) to service_role;
grant execute on function private.delete_old_mail_refusals() to service_role, site_jobs;
