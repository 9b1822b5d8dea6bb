-- How far a member has read each discussion, so that lists and 'first unread' are the same on all devices.

create table public.thread_reads (
  user_id uuid not null default auth.uid(),
  thread_id uuid not null,
  read_until timestamptz not null,
  read_at timestamptz not null default date_trunc('day', now()),
  constraint thread_reads_pkey primary key (user_id, thread_id),
  -- The account, not the profile: two keys that make up a primary key are a junction to PostgREST, and
  -- `threads?select=*,author:profiles(*)` would then be ambiguous.
  constraint thread_reads_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint thread_reads_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
) with (fillfactor = 80);

comment on table public.thread_reads is 'How far a member has read a thread. Only the member can see it; it is deleted after a year.';
comment on column public.thread_reads.read_until is
  'When the last reply was written that the member has read; when the thread was started, if it is none. A time and not a number: replies before it may be deleted.';
comment on column public.thread_reads.read_at is
  'The day on which the member read on. Not the time: most updates then change no indexed column.';

create index thread_reads_thread_id_idx on public.thread_reads (thread_id);
create index thread_reads_read_at_idx on public.thread_reads (read_at);

alter table public.thread_reads enable row level security;

revoke all on public.thread_reads from public, anon, authenticated, service_role;
grant select, delete on public.thread_reads to authenticated;
-- read_at is not granted: a time in the future would keep the row forever.
grant insert (user_id, thread_id, read_until), update (read_until) on public.thread_reads to authenticated;
grant select, insert, update, delete on public.thread_reads to service_role;

create policy read_own on public.thread_reads
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.thread_reads
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_write())
    and exists (select from public.threads t where t.id = thread_id)
  );

create policy update_own on public.thread_reads
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create policy delete_own on public.thread_reads
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_write()));

-- Two devices report in any order: what was read stays read. A time in the future would hide all replies to come.
create function private.keep_read_until() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.read_until := least(new.read_until, now());
  if tg_op = 'UPDATE' then
    new.read_until := greatest(new.read_until, old.read_until);
    new.read_at := date_trunc('day', now());
  end if;
  return new;
end
$$;

create trigger keep_read_until
  before insert or update of read_until on public.thread_reads
  for each row execute function private.keep_read_until();

-- 300 rows: what a browser remembers of a guest is stored at once when the guest signs in.
create trigger zzz_limit_writes after insert on public.thread_reads
  referencing new table as written
  for each statement execute function private.limit_writes('read', '360', '60', '0', '60');

create trigger zzz_limit_updates after update on public.thread_reads
  referencing new table as written
  for each statement execute function private.limit_writes('read', '360', '60', '0', '60');

-- Under the caller's policies, like the functions after it. Nothing is written when nothing new was read.
create function public.mark_thread_read(thread_id uuid, reply_id uuid default null) returns void
language sql volatile
begin atomic
  insert into public.thread_reads as s (thread_id, read_until)
  select t.id, greatest(t.created_at, r.created_at)
  from public.threads t
  left join public.replies r on r.id = mark_thread_read.reply_id and r.thread_id = t.id
  where t.id = mark_thread_read.thread_id and private.may_write()
  on conflict on constraint thread_reads_pkey do update
    set read_until = excluded.read_until where excluded.read_until > s.read_until;
end;

comment on function public.mark_thread_read(uuid, uuid) is
  'Stores that the caller has read a thread up to this reply; without one, its opening post. What was read stays read.';

create function public.merge_thread_reads(marks text[]) returns void
language sql volatile
begin atomic
  insert into public.thread_reads as s (thread_id, read_until)
  select t.id,
    case
      when m.replies >= t.reply_count then t.last_activity
      else coalesce((
        select r.created_at
        from public.replies r
        where r.thread_id = t.id and not r.is_hidden and m.replies > 0
        order by r.created_at desc, r.id desc
        offset t.reply_count - m.replies limit 1
      ), t.created_at)
    end
  from (
    select left(x.mark, 8) as prefix, max(split_part(x.mark, '.', 2)::integer) as replies
    from unnest(merge_thread_reads.marks[1:300]) as x (mark)
    where x.mark ~ '^[0-9a-f]{8}\.[0-9]{1,8}$'
    group by 1
  ) m
  join public.threads t on left(t.id::text, 8) = m.prefix
  -- Far from the end, the reply would be looked up at length for one who has much to read anyway.
  where private.may_write() and t.reply_count - m.replies <= 500
  order by t.id
  on conflict on constraint thread_reads_pkey do update
    set read_until = excluded.read_until where excluded.read_until > s.read_until;
end;

comment on function public.merge_thread_reads(text[]) is
  'Stores what a browser remembered of a guest who signs in: `1a2b3c4d.12` is a thread and how many replies it had, 300 at most.';

create function public.unread_replies(thread_ids uuid[])
returns table (thread_id uuid, unread integer, first_unread uuid)
language sql stable rows 20
begin atomic
  select s.thread_id, coalesce(n.replies, 0), n.first_reply
  from public.thread_reads s
  join public.threads t on t.id = s.thread_id
  left join lateral (
    select count(*)::integer as replies, (array_agg(l.id order by l.created_at, l.id))[1] as first_reply
    from (
      select r.id, r.created_at
      from public.replies r
      where r.thread_id = s.thread_id and r.created_at > s.read_until
        and not r.is_hidden and not r.is_thread_hidden and r.author_id <> s.user_id
      order by r.created_at, r.id
      limit 100
    ) l
  ) n on t.last_activity > s.read_until
  where s.user_id = (select auth.uid()) and s.thread_id = any (unread_replies.thread_ids[1:100]);
end;

comment on function public.unread_replies(uuid[]) is
  'Of these threads (100 at most) those that the caller has opened: how many replies by others are new, counted to 100, and the first of them.';

create function private.delete_old_thread_reads() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.thread_reads s
    where s.ctid = any (array(
      select x.ctid from public.thread_reads x
      where x.read_at < now() - interval '1 year'
      order by x.read_at limit 1000
    ))
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_thread_reads() is
  'Forgets what members read more than a year ago; returns the number of rows. Called by a job.';

-- Followers begin where they were.
insert into public.thread_reads (user_id, thread_id, read_until, read_at)
select s.user_id, s.thread_id, s.last_read_at, date_trunc('day', s.last_read_at)
from public.thread_subscriptions s
where s.last_read_at > now() - interval '1 year'
  and exists (select from auth.users u where u.id = s.user_id and u.deleted_at is null);

-- As before, and what was read.
create or replace function private.erase_belongings(member uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  -- Supabase refuses deletions past its own server unless the statement says that it means it.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.id in (
    select x.id from storage.objects x
    where x.bucket_id = 'avatars'
      -- In byte order `0` comes right after `/`: everything in the folder.
      and x.name collate "C" >= member::text || '/' and x.name collate "C" < member::text || '0'
    limit 100
  );
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.chat_messages m
  where m.id in (
    select c.id from public.chat_messages c where c.user_id = member
    union all select a.message_id from private.chat_authors a where a.user_id = member
    limit 100
  );
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.bookmarks b
  where b.user_id = member
    and b.thread_id in (select x.thread_id from public.bookmarks x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.thread_subscriptions s
  where s.user_id = member
    and s.thread_id in (select x.thread_id from public.thread_subscriptions x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.thread_reads s
  where s.user_id = member
    and s.thread_id in (select x.thread_id from public.thread_reads x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.follows f
  where (f.follower_id, f.followed_id) in (
    select x.follower_id, x.followed_id from public.follows x where x.follower_id = member
    union all select x.follower_id, x.followed_id from public.follows x where x.followed_id = member
    limit 100
  );
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.notifications n
  where n.id in (select x.id from public.notifications x where x.user_id = member limit 200);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from private.mentions m
  where m.ctid = any (array(select x.ctid from private.mentions x where x.user_id = member limit 500));
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.notification_settings s where s.user_id = member;
  get diagnostics gone = row_count;
  return gone;
end
$$;

comment on function private.erase_belongings(uuid) is
  'Deletes a piece of what a closed account leaves besides posts and votes; 0 when nothing is left.';

create or replace function private.personal_data(member uuid, section text, skip integer) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page constant integer := 500;
  address text := (select lower(u.email) from auth.users u where u.id = personal_data.member);
begin
  case section
  when 'account' then return query
    select jsonb_build_object(
      'id', u.id, 'email', u.email, 'email_confirmed_at', u.email_confirmed_at, 'created_at', u.created_at,
      'last_sign_in_at', u.last_sign_in_at, 'has_password', u.encrypted_password is not null,
      'metadata', u.raw_user_meta_data)
    from auth.users u where u.id = member and skip = 0;
  when 'ways_to_sign_in' then return query
    select jsonb_build_object('provider', i.provider, 'identity', i.identity_data, 'created_at', i.created_at)
    from auth.identities i where i.user_id = member order by i.created_at, i.id offset skip limit page;
  when 'sessions' then return query
    select jsonb_build_object(
      'created_at', s.created_at, 'last_used_at', s.refreshed_at, 'address', s.ip, 'browser', s.user_agent)
    from auth.sessions s where s.user_id = member order by s.created_at, s.id offset skip limit page;
  when 'second_steps' then return query
    select jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'created_at', f.created_at)
    from auth.mfa_factors f where f.user_id = member order by f.created_at, f.id offset skip limit page;
  when 'profile' then return query
    select to_jsonb(p) from public.profiles p where p.id = member and skip = 0;
  when 'expert_profile' then return query
    select to_jsonb(e) from public.expert_profiles e where e.user_id = member and skip = 0;
  when 'roles' then return query
    select to_jsonb(r) from public.user_roles r where r.user_id = member order by r.role offset skip limit page;
  when 'discussions' then return query
    select to_jsonb(t) from public.threads t
    where t.author_id = member order by t.created_at, t.id offset skip limit page;
  when 'replies' then return query
    select to_jsonb(r) || jsonb_build_object('discussion', t.title)
    from public.replies r join public.threads t on t.id = r.thread_id
    where r.author_id = member order by r.created_at, r.id offset skip limit page;
  when 'earlier_versions' then return query
    select to_jsonb(v) from public.post_revisions v
    where v.thread_id in (select t.id from public.threads t where t.author_id = member)
      or v.reply_id in (select r.id from public.replies r where r.author_id = member)
    order by v.created_at, v.id offset skip limit page;
  when 'articles' then return query
    select to_jsonb(b) from public.blog_posts b
    where b.author_id = member order by b.created_at, b.id offset skip limit page;
  when 'upvotes' then return query
    select to_jsonb(x) from public.reactions x
    where x.user_id = member order by x.created_at, x.id offset skip limit page;
  when 'bookmarks' then return query
    select to_jsonb(b) || jsonb_build_object('discussion', t.title)
    from public.bookmarks b join public.threads t on t.id = b.thread_id
    where b.user_id = member order by b.created_at, b.thread_id offset skip limit page;
  when 'followed_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', t.title)
    from public.thread_subscriptions s join public.threads t on t.id = s.thread_id
    where s.user_id = member order by s.thread_id offset skip limit page;
  when 'read_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', t.title)
    from public.thread_reads s join public.threads t on t.id = s.thread_id
    where s.user_id = member order by s.thread_id offset skip limit page;
  when 'followed_members' then return query
    select to_jsonb(f) || jsonb_build_object('username', p.username)
    from public.follows f join public.profiles p on p.id = f.followed_id
    where f.follower_id = member order by f.created_at, f.followed_id offset skip limit page;
  when 'notifications' then return query
    select to_jsonb(n) from public.notifications n
    where n.user_id = member order by n.created_at, n.id offset skip limit page;
  when 'notification_settings' then return query
    select to_jsonb(s) from public.notification_settings s where s.user_id = member and skip = 0;
  when 'chat_messages' then return query
    select to_jsonb(m) from public.chat_messages m
    where m.user_id = member or m.id in (select a.message_id from private.chat_authors a where a.user_id = member)
    order by m.created_at, m.id offset skip limit page;
  when 'reports' then return query
    select to_jsonb(r) - 'resolved_by' - 'target_author_id' from public.reports r
    where r.reporter_id = member order by r.created_at, r.id offset skip limit page;
  when 'newsletter' then return query
    select to_jsonb(s) from public.newsletter_subscribers s
    where lower(s.email) = address order by s.created_at, s.id offset skip limit page;
  when 'contact_messages' then return query
    select to_jsonb(m) - 'answered_by' from public.contact_messages m
    where m.user_id = member or lower(m.email) = address
    order by m.created_at, m.id offset skip limit page;
  when 'files' then return query
    select jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at, 'details', o.metadata)
    from storage.objects o where o.owner_id = member::text order by o.created_at, o.id offset skip limit page;
  when 'exports' then return query
    select to_jsonb(e) from public.data_exports e
    where e.user_id = member order by e.requested_at, e.id offset skip limit page;
  end case;
end
$$;

comment on function private.personal_data(uuid, text, integer) is
  'Five hundred rows of one kind that the site keeps about a member, from the row `skip` on. For exports.';

revoke all on function
  public.mark_thread_read(uuid, uuid), public.merge_thread_reads(text[]), public.unread_replies(uuid[])
  from public, anon, authenticated, service_role;
grant execute on function
  public.mark_thread_read(uuid, uuid), public.merge_thread_reads(text[]), public.unread_replies(uuid[])
  to authenticated;
revoke execute on function private.keep_read_until(), private.delete_old_thread_reads() from public;
grant execute on function private.delete_old_thread_reads() to service_role, site_jobs;
