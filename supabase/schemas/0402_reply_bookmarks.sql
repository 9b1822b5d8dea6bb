-- A member bookmarks replies too. Each bookmark may have a note, and a time at which the member is reminded of it.

-- A table of its own: a client that asks `bookmarks` for a thread gets one row or none.
create table public.reply_bookmarks (
  user_id uuid not null default auth.uid(),
  reply_id uuid not null,
  note text,
  remind_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reply_bookmarks_pkey primary key (user_id, reply_id),
  -- The account, not the profile: see public.bookmarks.
  constraint reply_bookmarks_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint reply_bookmarks_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint reply_bookmarks_note_length check (char_length(note) between 1 and 280)
);

comment on table public.reply_bookmarks is 'Replies that a member wants to find again.';
comment on column public.reply_bookmarks.note is 'The member''s own words about it.';
comment on column public.reply_bookmarks.remind_at is
  'When the member wants to be reminded; null once that was done.';

create index reply_bookmarks_reply_id_idx on public.reply_bookmarks (reply_id);
create index reply_bookmarks_user_id_created_at_idx on public.reply_bookmarks (user_id, created_at desc);
create index reply_bookmarks_remind_at_idx on public.reply_bookmarks (remind_at) where remind_at is not null;

alter table public.reply_bookmarks enable row level security;

revoke all on public.reply_bookmarks from public, anon, authenticated, service_role;
grant select, delete on public.reply_bookmarks to authenticated;
grant insert (user_id, reply_id, note, remind_at), update (note, remind_at) on public.reply_bookmarks to authenticated;
grant select, insert, update, delete on public.reply_bookmarks to service_role;

create policy read_own on public.reply_bookmarks
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.reply_bookmarks
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_keep())
    and exists (select from public.replies r where r.id = reply_id)
  );

create policy update_own on public.reply_bookmarks
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_keep()))
  with check (user_id = (select auth.uid()) and (select private.may_keep()));

create policy delete_own on public.reply_bookmarks
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_keep()));

create trigger zzz_limit_writes after insert on public.reply_bookmarks
  referencing new table as written
  for each statement execute function private.limit_writes('bookmark', '60', '60', '0', '60');

create function private.check_reminder() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.remind_at not between now() - interval '1 minute' and now() + interval '366 days' then
    raise sqlstate 'PT422' using message = 'A reminder must be within the next 366 days.';
  end if;
  return new;
end
$$;

comment on function private.check_reminder() is 'Refuses a reminder in the past, or in more than a year.';

create trigger check_reminder before insert or update of remind_at on public.bookmarks
  for each row when (new.remind_at is not null) execute function private.check_reminder();

create trigger check_reminder before insert or update of remind_at on public.reply_bookmarks
  for each row when (new.remind_at is not null) execute function private.check_reminder();

create function public.my_bookmarks(max_rows integer default 20, skip integer default 0)
returns table (thread_id uuid, reply_id uuid, note text, remind_at timestamptz, created_at timestamptz)
language sql stable rows 20
begin atomic
  select k.thread_id, k.reply_id, k.note, k.remind_at, k.created_at
  from (
    select b.thread_id, null::uuid as reply_id, b.note, b.remind_at, b.created_at
    from public.bookmarks b
    join public.threads t on t.id = b.thread_id
    where b.user_id = (select auth.uid())
    union all
    select r.thread_id, b.reply_id, b.note, b.remind_at, b.created_at
    from public.reply_bookmarks b
    join public.replies r on r.id = b.reply_id
    join public.threads t on t.id = r.thread_id
    where b.user_id = (select auth.uid())
  ) k
  order by k.created_at desc, k.thread_id, k.reply_id
  limit least(greatest(max_rows, 0), 100) offset greatest(skip, 0);
end;

comment on function public.my_bookmarks(integer, integer) is
  'The caller''s bookmarks of threads and replies that the caller may read, newest first.';

-- Runs as its owner: no other role may write notifications.
create function private.send_reminders(batch integer default 100) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
  sent bigint := 0;
begin
  for due in
    with threads as materialized (
      select x.user_id, x.thread_id, null::uuid as reply_id
      from public.bookmarks x
      where x.remind_at <= now() and private.is_due('reminders', x.user_id || ' ' || x.thread_id)
      order by x.remind_at limit send_reminders.batch for update skip locked
    ), replies as materialized (
      select x.user_id, null::uuid as thread_id, x.reply_id
      from public.reply_bookmarks x
      where x.remind_at <= now() and private.is_due('reminders', x.user_id || ' ' || x.reply_id)
      order by x.remind_at limit send_reminders.batch for update skip locked
    )
    select * from threads
    union all
    select * from replies
  loop
    sent := sent + private.attempt(
      'reminders', due.user_id || ' ' || coalesce(due.reply_id, due.thread_id),
      format('select private.remind(%L, %L, %L)', due.user_id, due.thread_id, due.reply_id)
    );
  end loop;
  return sent;
end
$$;

comment on function private.send_reminders(integer) is
  'Notifies members of bookmarks whose time has come, a batch at a time, and nobody of hidden posts. Called by a job.';

create function private.remind(member uuid, thread uuid, reply uuid) returns bigint
language plpgsql set search_path = ''
as $$
declare
  note text;
begin
  if reply is null then
    update public.bookmarks b set remind_at = null
    where b.user_id = remind.member and b.thread_id = remind.thread
    returning b.note into note;
  else
    update public.reply_bookmarks b set remind_at = null
    where b.user_id = remind.member and b.reply_id = remind.reply
    returning b.note into note;
    select r.thread_id into thread from public.replies r where r.id = remind.reply;
  end if;
  -- The bell and mails read under the member's policies too; this leaves no row of what is hidden.
  if exists (
    select
    from public.threads t
    left join public.replies r on r.id = remind.reply
    where t.id = remind.thread
      and (not t.is_hidden or t.author_id = remind.member)
      and (remind.reply is null or private.is_shown(r) or r.author_id = remind.member)
  ) and exists (
    select from public.profiles p where p.id = remind.member and p.user_level <> 'Banned' and not p.is_deleted
  ) then
    perform private.create_notification(remind.member, 'bookmark_reminder', null, remind.thread, remind.reply, null, note);
  end if;
  return 1;
end
$$;

comment on function private.remind(uuid, uuid, uuid) is
  'Notifies a member of a bookmark of theirs, which the caller has locked: of a thread, or of a reply.';

create function private.export_member_bookmarked_replies(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(b) || jsonb_build_object('discussion', private.title_for(member, t))
  from public.reply_bookmarks b
  join public.replies r on r.id = b.reply_id
  join public.threads t on t.id = r.thread_id
  where b.user_id = member order by b.created_at, b.reply_id offset skip limit 500;
end;

create function private.erase_member_reply_bookmarks(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.reply_bookmarks b
  where b.user_id = member
    and b.reply_id in (select x.reply_id from public.reply_bookmarks x where x.user_id = member limit 500)
  returning 1;
end;

revoke all on function public.my_bookmarks(integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.my_bookmarks(integer, integer) to authenticated;
grant execute on function private.send_reminders(integer) to service_role, site_jobs;
