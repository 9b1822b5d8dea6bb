-- What a member may not do for a while, and why. A sanction is judged when it is read (private.is_under in
-- 0130_authorization): at its end the member writes again, and no job runs for that.
--
-- A ban is SPEC.md's level 'Banned' and a sanction without end, both made and ended in one transaction, whichever of the
-- two is written. A member under any sanction keeps the session: who is suspended or banned reads, takes the data along,
-- appeals and closes the account, and writes nothing else.
--
-- A sanction says nothing about who decided it; that, and the staff's own words, are in private.sanction_records.

create table public.sanctions (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  kind text not null,
  reason_code text not null default 'other',
  message text,
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  lifted_at timestamptz,
  lift_reason text,
  constraint sanctions_pkey primary key (id),
  constraint sanctions_member_id_fkey foreign key (member_id) references public.profiles (id) on delete cascade,
  constraint sanctions_reason_code_fkey foreign key (reason_code) references public.sanction_reasons (code),
  constraint sanctions_kind_known check (
    kind in ('warning', 'no_links', 'no_chat', 'read_only', 'suspended', 'banned')
  ),
  constraint sanctions_message_length check (char_length(message) <= 1000),
  constraint sanctions_lift_reason_length check (char_length(lift_reason) <= 500),
  -- The level 'Banned' is a stored word, which no clock takes back. What ends by itself is 'suspended'.
  constraint sanctions_end_order check (ends_at is null or (ends_at > starts_at and kind <> 'banned'))
);

comment on table public.sanctions is
  'What a member may not do, until when, and why. Read by the member and by admins; written by functions.';
comment on column public.sanctions.kind is
  'warning: only words. no_links, no_chat. read_only: writes nothing that others see. suspended, banned: only reads, takes the data along, appeals and closes the account.';
comment on column public.sanctions.message is 'What the administrator wrote to the member.';
comment on column public.sanctions.ends_at is 'Null: without end. From then on it binds nobody. A ban has none.';
comment on column public.sanctions.lift_reason is 'What the member reads about its early end.';

create index sanctions_member_id_idx on public.sanctions (member_id, starts_at desc);
create index sanctions_reason_code_idx on public.sanctions (reason_code);
create unique index sanctions_ban_key on public.sanctions (member_id) where kind = 'banned' and lifted_at is null;

alter table public.sanctions enable row level security;

revoke all on public.sanctions from public, anon, authenticated, service_role;
grant select on public.sanctions to authenticated;
-- `insert`, `update` and `delete` are not granted: sanction_member and lift_sanction log and tell what they do.
grant select, insert, update, delete on public.sanctions to service_role;

create policy read_own on public.sanctions
  for select to authenticated using (member_id = (select auth.uid()) or (select private.is_admin()));

create table private.sanction_records (
  sanction_id uuid not null,
  decided_by uuid,
  note text,
  level_before text,
  lifted_by uuid,
  constraint sanction_records_pkey primary key (sanction_id),
  constraint sanction_records_sanction_id_fkey foreign key (sanction_id) references public.sanctions (id) on delete cascade,
  constraint sanction_records_decided_by_fkey foreign key (decided_by) references public.profiles (id) on delete set null,
  constraint sanction_records_lifted_by_fkey foreign key (lifted_by) references public.profiles (id) on delete set null,
  constraint sanction_records_note_length check (char_length(note) <= 2000)
);

comment on table private.sanction_records is 'What only staff knows of a sanction.';
comment on column private.sanction_records.level_before is 'Of a ban: the level that comes back with its end.';

create index sanction_records_decided_by_idx on private.sanction_records (decided_by);
create index sanction_records_lifted_by_idx on private.sanction_records (lifted_by);

revoke all on private.sanction_records from public, anon, authenticated, service_role;

create function private.asker_with_profile() returns uuid
language sql stable set search_path = ''
as $$
  select p.id from public.profiles p where p.id = (select auth.uid())
$$;

comment on function private.asker_with_profile() is 'The asker, if a member; a token that an operator signed by hand may name nobody.';

-- The level was written (SPEC.md's ban, the dropdown, an import): the sanction follows.
create function private.follow_ban() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  said text := nullif(current_setting('moderation.reason', true), '');
begin
  if new.user_level = 'Banned' then
    with made as (
      insert into public.sanctions (member_id, kind, message)
      values (new.id, 'banned', said)
      on conflict do nothing
      returning id
    )
    insert into private.sanction_records (sanction_id, decided_by, level_before)
    select m.id, private.asker_with_profile(), case when tg_op = 'UPDATE' then old.user_level else 'Regular' end
    from made m;
  else
    with ended as (
      update public.sanctions s set lifted_at = now(), lift_reason = left(said, 500)
      where s.member_id = new.id and s.kind = 'banned' and s.lifted_at is null
      returning s.id
    )
    update private.sanction_records r set lifted_by = private.asker_with_profile()
    from ended e where r.sanction_id = e.id;
  end if;
  return null;
end
$$;

create trigger follow_ban_update
  after update of user_level on public.profiles
  for each row when ((new.user_level = 'Banned') <> (old.user_level = 'Banned'))
  execute function private.follow_ban();

create trigger follow_ban_insert
  after insert on public.profiles
  for each row when (new.user_level = 'Banned')
  execute function private.follow_ban();

create function private.tell_of_sanction() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.create_notification(
    new.member_id, case when tg_op = 'INSERT' then 'sanctioned' else 'sanction_lifted' end,
    null, null, null, null, new.kind
  );
  insert into private.moderation_mails (subject)
  values (case when tg_op = 'INSERT' then 'sanction:' else 'lifted:' end || new.id);
  return null;
end
$$;

create trigger tell_of_sanction_insert
  after insert on public.sanctions
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.tell_of_sanction();

create trigger tell_of_sanction_update
  after update of lifted_at on public.sanctions
  for each row when (old.lifted_at is null and new.lifted_at is not null)
  execute function private.tell_of_sanction();

create function private.sanction_in_words(kind text, ends_at timestamptz, reason_code text) returns text
language sql stable set search_path = ''
as $$
  select format('%s, %s: %s', sanction_in_words.kind,
    coalesce('until ' || to_char(sanction_in_words.ends_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY, HH24:MI') || ' IST',
      'without end'),
    sanction_in_words.reason_code)
$$;

comment on function private.sanction_in_words(text, timestamptz, text) is 'A sanction in the words of the moderation log.';

-- Runs as its owner: no client writes sanctions, because each is logged and told, and the last administrator stays one.
create function public.sanction_member(
  member uuid, kind text, reason_code text, message text, note text default null, ends_at timestamptz default null
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  subject public.profiles;
  made uuid;
  said text := nullif(btrim(sanction_member.message), '');
begin
  perform private.assert_admin();
  if sanction_member.member = (select auth.uid()) then
    raise sqlstate 'PT422' using message = 'You cannot sanction yourself.';
  end if;
  if sanction_member.ends_at <= now() then
    raise sqlstate 'PT422' using message = 'The end of a sanction is in the future.';
  end if;
  if sanction_member.kind = 'banned' and sanction_member.ends_at is not null then
    raise sqlstate 'PT422' using message = 'A ban has no end. Suspend the member until then.';
  end if;
  select p.* into subject from public.profiles p where p.id = sanction_member.member and not p.is_deleted for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'This member does not exist any more.';
  end if;
  if sanction_member.kind = 'banned' and private.is_under(subject.id, '{banned}') then
    raise sqlstate 'PT409' using message = 'This member is banned already.';
  end if;
  if sanction_member.kind in ('suspended', 'banned')
    and exists (select from private.usable_admins() a (id) where a.id = subject.id) then
    perform private.assert_another_admin(subject.id, 'This is the last admin. Make somebody else admin first.');
  end if;
  insert into public.sanctions (member_id, kind, reason_code, message, ends_at)
  values (
    subject.id, sanction_member.kind, sanction_member.reason_code, said,
    case when sanction_member.kind <> 'warning' then sanction_member.ends_at end
  )
  returning id into made;
  insert into private.sanction_records (sanction_id, decided_by, note, level_before)
  values (made, private.asker_with_profile(), nullif(btrim(sanction_member.note), ''), subject.user_level);
  said := left(coalesce(said, (select r.sentence from public.sanction_reasons r where r.code = sanction_member.reason_code)), 500);
  if sanction_member.kind = 'banned' then
    -- The log tells of the level.
    perform set_config('moderation.reason', said, true);
    update public.profiles p set user_level = 'Banned' where p.id = subject.id;
  else
    perform private.log_action(
      'sanction', 'profiles', subject.id, subject.username, said,
      private.sanction_in_words(sanction_member.kind, sanction_member.ends_at, sanction_member.reason_code)
    );
  end if;
  return made;
end
$$;

comment on function public.sanction_member(uuid, text, text, text, text, timestamptz) is
  'Warns, limits, suspends or bans a member, and tells them; gives the id of the sanction. `note` is for staff. Admins only.';

create function private.end_sanction(sanction uuid, reason text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  ended public.sanctions;
  before text;
begin
  update public.sanctions s set lifted_at = now(), lift_reason = nullif(btrim(end_sanction.reason), '')
  where s.id = end_sanction.sanction and s.lifted_at is null and (s.ends_at is null or s.ends_at > now())
  returning s.* into ended;
  if not found then
    raise sqlstate 'PT409' using message = 'This sanction has ended already.';
  end if;
  update private.sanction_records r set lifted_by = private.asker_with_profile()
  where r.sanction_id = ended.id
  returning r.level_before into before;
  if ended.kind = 'banned' then
    perform set_config('moderation.reason', coalesce(ended.lift_reason, ''), true);
    update public.profiles p set user_level = coalesce(nullif(before, 'Banned'), 'Regular')
    where p.id = ended.member_id and p.user_level = 'Banned';
  else
    perform private.log_action(
      'lift', 'profiles', ended.member_id, (select p.username from public.profiles p where p.id = ended.member_id),
      ended.lift_reason, private.sanction_in_words(ended.kind, ended.ends_at, ended.reason_code)
    );
  end if;
end
$$;

comment on function private.end_sanction(uuid, text) is 'Ends a sanction early, and gives the level of before a ban back.';

-- Runs as its owner, like sanction_member. Who takes a sanction back within a minute never gave it: the member is told of
-- none. The log keeps both acts.
create function public.lift_sanction(sanction uuid, reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  found_one public.sanctions;
begin
  perform private.assert_admin();
  select s.* into found_one from public.sanctions s where s.id = lift_sanction.sanction for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This sanction does not exist any more.';
  end if;
  if found_one.member_id = (select auth.uid()) then
    raise sqlstate 'PT403' using message = 'Somebody else has to decide this.';
  end if;
  perform private.end_sanction(found_one.id, lift_sanction.reason);
  if exists (
    select from private.moderation_mails m
    join private.sanction_records r on r.sanction_id = found_one.id and r.decided_by = (select auth.uid())
    where m.subject = 'sanction:' || found_one.id and m.due_at > now()
  ) then
    delete from private.moderation_mails m where m.subject in ('sanction:' || found_one.id, 'lifted:' || found_one.id);
    delete from public.notifications n
    where n.user_id = found_one.member_id and n.kind in ('sanctioned', 'sanction_lifted')
      and n.created_at >= found_one.starts_at;
    delete from public.sanctions s where s.id = found_one.id;
  end if;
end
$$;

comment on function public.lift_sanction(uuid, text) is
  'Ends a sanction early, with a reason that the member reads; within a minute it takes an own one back untold. Admins only.';

-- Runs as its owner: the notes and names of staff are in `private`.
create function public.member_sanctions(member uuid)
returns table (id uuid, note text, decided_by text, lifted_by text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.assert_admin();
  return query
    select s.id, r.note, d.username, l.username
    from public.sanctions s
    join private.sanction_records r on r.sanction_id = s.id
    left join public.profiles d on d.id = r.decided_by
    left join public.profiles l on l.id = r.lifted_by
    where s.member_id = member_sanctions.member
    order by s.starts_at desc;
end
$$;

comment on function public.member_sanctions(uuid) is
  'What only staff knows of a member''s sanctions: notes, and who decided and lifted them. Admins only.';

create function public.my_sanction() returns setof public.sanctions
language sql stable rows 1
begin atomic
  select s
  from public.sanctions s
  where s.member_id = (select auth.uid()) and s.kind <> 'warning'
    and s.lifted_at is null and s.starts_at <= now() and (s.ends_at is null or s.ends_at > now())
  order by array_position('{banned,suspended,read_only,no_chat,no_links}'::text[], s.kind), s.ends_at desc nulls first
  limit 1;
end;

comment on function public.my_sanction() is 'The gravest sanction that binds the caller now; no row when there is none.';

create function private.refuse_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_under((select auth.uid()), '{no_links}') then
    raise sqlstate 'PT403' using message = 'Your account may not post links at present.';
  end if;
  return new;
end
$$;

create function private.has_link(text_of_post text) returns boolean
language sql immutable parallel safe
return text_of_post ~* '(https?://|www\.|\mt\.me/|wa\.me/)';

comment on function private.has_link(text) is 'Whether a text or HTML has an address of another site.';

create trigger refuse_links
  before insert or update of bio on public.profiles
  for each row when (private.has_link(new.bio)) execute function private.refuse_links();

revoke all on function
  public.sanction_member(uuid, text, text, text, text, timestamptz), public.lift_sanction(uuid, text),
  public.member_sanctions(uuid), public.my_sanction()
  from public, anon, authenticated, service_role;
grant execute on function
  public.sanction_member(uuid, text, text, text, text, timestamptz), public.lift_sanction(uuid, text),
  public.member_sanctions(uuid), public.my_sanction()
  to authenticated;
grant execute on function private.has_link(text) to anon, authenticated, service_role;
