-- Acts that left no entry in the moderation log; versions that their author takes back; and small promises: nobody's
-- hours are public, and marking a notification as unread is no error.

-- ---------------------------------------------------------------------------------------------------------
-- The log
-- ---------------------------------------------------------------------------------------------------------

create function private.log_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_admin() then
    perform private.log_act(
      case when new.is_hidden then 'hide' else 'show' end, 'post_revisions', new.id,
      coalesce(new.title, private.excerpt_of(new.content))
    );
  end if;
  return null;
end
$$;

create trigger log_revision
  after update of is_hidden on public.post_revisions
  for each row when (old.is_hidden <> new.is_hidden)
  execute function private.log_revision();

-- What mails everybody, who it is signed by, and when it is said to have appeared.
create function private.log_article_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed text;
begin
  if (select auth.uid()) is null then
    return null;
  end if;
  changed := concat_ws('; ',
    case when new.mail_subscribers is distinct from (case when tg_op = 'UPDATE' then old.mail_subscribers else false end) then
      format('mail_subscribers: %s → %s', (not new.mail_subscribers)::text, new.mail_subscribers::text) end,
    case when tg_op = 'UPDATE' and new.author_id is distinct from old.author_id then
      format('author: %s → %s',
        coalesce((select p.username from public.profiles p where p.id = old.author_id), '-'),
        coalesce((select p.username from public.profiles p where p.id = new.author_id), '-')) end,
    -- Appearing sets it as well, and is an entry of its own.
    case when tg_op = 'UPDATE' and new.published_at is distinct from old.published_at and new.status = old.status then
      format('published_at: %s → %s', coalesce(old.published_at::text, '-'), coalesce(new.published_at::text, '-')) end
  );
  if changed <> '' then
    perform private.log_act('update', 'blog_posts', new.id, new.title, null, changed);
  end if;
  return null;
end
$$;

create trigger log_article_facts
  after insert or update of mail_subscribers, author_id, published_at on public.blog_posts
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_article_facts();

create function private.log_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.bucket_id in ('avatars', 'content')
    and (storage.foldername(old.name))[1] is distinct from (select auth.uid())::text and private.is_admin() then
    perform private.log_act('delete', 'objects', old.id, old.bucket_id || '/' || old.name);
  end if;
  return null;
end
$$;

-- pg_trigger_depth() = 0: a member's files that go with the account are told of by that one entry. On a hosted Supabase
-- project the table belongs to the platform, which may refuse a trigger: there, deletions of files are in its own log.
do $picture$
begin
  create trigger log_picture
    after delete on storage.objects
    for each row when (pg_trigger_depth() = 0)
    execute function private.log_picture();
exception
  when insufficient_privilege then
    raise notice 'not the owner of storage.objects: deleted pictures are not in the moderation log';
end
$picture$;

-- The addresses leave the database and the entry is made in one transaction: no client can forget it.
create function public.export_subscribers(only_state text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.must_be_admin();
  perform private.log_act('export', 'newsletter_subscribers', '00000000-0000-0000-0000-000000000000', null, null,
    format('%s rows', (select count(*) from public.newsletter_subscribers s where s.state = only_state)));
  -- One value: rows would be cut where an answer's are.
  return (
    select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at desc, s.id), '[]')
    from public.newsletter_subscribers s where s.state = only_state
  );
end
$$;

comment on function public.export_subscribers(text) is
  'All newsletter subscribers of a state as one JSON array, and an entry in the moderation log. Admins only.';

revoke all on function public.export_subscribers(text) from public, anon, authenticated, service_role;
grant execute on function public.export_subscribers(text) to authenticated;

-- ---------------------------------------------------------------------------------------------------------
-- Versions
-- ---------------------------------------------------------------------------------------------------------

-- Runs as its owner: an author who edited private data out of a post takes it out of the public history as well, and
-- cannot then see the row that was changed. Administrators still can, and put it back. While the post is hidden its
-- history is theirs alone.
create function public.withdraw_revision(revision uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.may_write() then
    raise sqlstate 'PT403' using message = 'Your account may not change this.';
  end if;
  update public.post_revisions v set is_hidden = true
  where v.id = withdraw_revision.revision and (
    exists (
      select from public.threads t where t.id = v.thread_id and t.author_id = (select auth.uid()) and not t.is_hidden
    )
    or exists (
      select from public.replies r
      where r.id = v.reply_id and r.author_id = (select auth.uid()) and not r.is_hidden and not r.is_thread_hidden
    )
  );
  if not found then
    raise sqlstate 'PT404' using message = 'This version does not exist any more.';
  end if;
end
$$;

comment on function public.withdraw_revision(uuid) is
  'Takes an earlier version of the caller''s own post out of its public history; administrators still see it. PT404 unless it is theirs.';

revoke all on function public.withdraw_revision(uuid) from public, anon, authenticated, service_role;
grant execute on function public.withdraw_revision(uuid) to authenticated;

-- ---------------------------------------------------------------------------------------------------------
-- Small promises
-- ---------------------------------------------------------------------------------------------------------

-- To the minute it was a record of everybody's hours. Whole days also spare an update of the row's indexes at most posts.
create function private.round_last_active() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.last_active := date_trunc('day', new.last_active, 'UTC');
  return new;
end
$$;

create trigger round_last_active
  before insert or update of last_active on public.profiles
  for each row execute function private.round_last_active();

update public.profiles set last_active = last_active where last_active <> date_trunc('day', last_active, 'UTC');
comment on column public.profiles.last_active is 'Last day (UTC) of a post or a sign-in. Not the hour: everybody reads it.';

-- One unread notification stands for all replies in a followed discussion. An older one stays read beside it.
create function private.keep_one_unread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.notifications n
    where n.user_id = new.user_id and n.thread_id = new.thread_id and n.kind = 'reply_to_followed'
      and n.read_at is null and n.id <> new.id
  ) then
    new.read_at := old.read_at;
  end if;
  return new;
end
$$;

create trigger keep_one_unread
  before update of read_at on public.notifications
  for each row when (new.read_at is null and old.read_at is not null and new.kind = 'reply_to_followed')
  execute function private.keep_one_unread();

-- ---------------------------------------------------------------------------------------------------------
-- The chat, when guests misbehave
-- ---------------------------------------------------------------------------------------------------------

alter table public.site_settings
  add column guest_chat boolean not null default true,
  add column chat_gap_seconds integer not null default 0,
  add constraint site_settings_chat_gap_seconds_bounds check (chat_gap_seconds between 0 and 600);

comment on column public.site_settings.guest_chat is 'Guests may write in the live chat. Everybody reads it.';
comment on column public.site_settings.chat_gap_seconds is 'Slow mode: seconds between two messages of one writer in the chat; 0: none.';

grant update (guest_chat, chat_gap_seconds) on public.site_settings to authenticated;

create table private.chat_guests (
  message_id uuid not null,
  visitor bigint not null,
  constraint chat_guests_pkey primary key (message_id),
  constraint chat_guests_message_id_fkey foreign key (message_id) references public.chat_messages (id) on delete cascade
);

comment on table private.chat_guests is 'Which visitor wrote a guest''s message (private.visitor_hash, which means nothing tomorrow); goes with the message.';

create table private.chat_mutes (
  visitor bigint not null,
  until timestamptz not null,
  constraint chat_mutes_pkey primary key (visitor)
);

comment on table private.chat_mutes is 'Guests who may not write in the chat for a while.';

create unlogged table private.chat_turns (
  writer text not null,
  at timestamptz not null,
  constraint chat_turns_pkey primary key (writer)
);

comment on table private.chat_turns is 'When each writer wrote last, while slow mode is on.';

create index chat_turns_at_idx on private.chat_turns (at);

revoke all on private.chat_guests, private.chat_mutes, private.chat_turns from public, anon, authenticated, service_role;

-- Runs as its owner: no writer may read who is muted. The row of chat_turns is written before the message, so that a
-- hundred messages in one statement, or at once, are judged one after the other.
create function private.guard_chat() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_guest boolean := (select auth.role()) = 'anon';
  member uuid := (select auth.uid());
  settings record;
begin
  if not is_guest and member is null or private.is_admin() then
    return new; -- the service, and administrators
  end if;
  select s.guest_chat, s.chat_gap_seconds into settings from public.site_settings s;
  if is_guest then
    if not settings.guest_chat then
      raise sqlstate 'PT403' using message = 'Guests can read the chat, not write in it. Please sign in.';
    end if;
    if exists (select from private.chat_mutes m where m.visitor = private.visitor_hash() and m.until > now()) then
      raise sqlstate 'PT403' using message = 'You cannot write in the chat for now.';
    end if;
  end if;
  if settings.chat_gap_seconds > 0 then
    delete from private.chat_turns t
    where t.writer in (
      select o.writer from private.chat_turns o where o.at < now() - interval '10 minutes' limit 10 for update skip locked
    );
    insert into private.chat_turns as t (writer, at)
    values (coalesce(member::text, private.visitor_hash()::text), clock_timestamp())
    on conflict (writer) do update set at = excluded.at
      where t.at <= excluded.at - make_interval(secs => settings.chat_gap_seconds);
    if not found then
      raise sqlstate 'PT429' using
        message = format('Slow mode: one message every %s seconds. Please wait a moment.', settings.chat_gap_seconds);
    end if;
  end if;
  return new;
end
$$;

create trigger guard_chat
  before insert on public.chat_messages
  for each row execute function private.guard_chat();

create function private.keep_chat_guest() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.chat_guests (message_id, visitor) values (new.id, private.visitor_hash());
  return null;
end
$$;

create trigger keep_chat_guest
  after insert on public.chat_messages
  for each row when (new.user_id is null and (auth.jwt() ->> 'role') = 'anon')
  execute function private.keep_chat_guest();

-- Runs as its owner: who wrote it is in a table that nobody reads. A mute ends at the latest when the visitor's number
-- does, at the end of the day; a member is banned instead.
create function public.mute_chat_guest(message_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  guest bigint;
begin
  perform private.must_be_admin();
  perform private.because(mute_chat_guest.reason);
  select g.visitor into guest from private.chat_guests g where g.message_id = mute_chat_guest.message_id;
  if guest is null then
    raise sqlstate 'PT404' using message = 'No guest wrote this message, or it is gone.';
  end if;
  delete from private.chat_mutes m where m.until < now();
  insert into private.chat_mutes (visitor, until) values (guest, now() + interval '1 day')
  on conflict (visitor) do update set until = excluded.until;
  perform private.log_act('mute', 'chat_messages', mute_chat_guest.message_id,
    (select m.username from public.chat_messages m where m.id = mute_chat_guest.message_id));
end
$$;

comment on function public.mute_chat_guest(uuid, text) is
  'The guest who wrote a message writes no other today, with a reason for the moderation log. Admins only.';

revoke all on function public.mute_chat_guest(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.mute_chat_guest(uuid, text) to authenticated;

-- ---------------------------------------------------------------------------------------------------------
-- Files: no member fills the disk
-- ---------------------------------------------------------------------------------------------------------

-- Own files of a day and of all times. Asked by policies, because the row is tried before a byte is taken; a file is at
-- most 10 MiB beyond it.
create function private.has_room_for_files() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum((o.metadata ->> 'size')::bigint), 0) < 1024 * 1048576::bigint
    and coalesce(sum((o.metadata ->> 'size')::bigint) filter (where o.created_at > now() - interval '1 day'), 0)
      < 200 * 1048576::bigint
  from storage.objects o
  where o.bucket_id in ('avatars', 'content')
    -- In byte order `0` comes right after `/`: everything in the folder.
    and o.name collate "C" >= (select auth.uid())::text || '/' and o.name collate "C" < (select auth.uid())::text || '0'
$$;

comment on function private.has_room_for_files() is 'Whether the caller has uploaded less than 200 MiB in a day and 1 GiB altogether.';

create policy room_for_files on storage.objects
  as restrictive for insert to authenticated
  with check (bucket_id not in ('avatars', 'content') or (select private.has_room_for_files()));

-- A tombstone has no name to be found by.
create or replace function private.find_members(words text, wanted integer)
returns table (member_id uuid, worth double precision, is_it boolean, is_name boolean)
language plpgsql stable security definer rows 20 set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_variable
declare
  name text := lower(ltrim(btrim(words), '@'));
  pattern text := '%' || replace(replace(replace(name, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  parts text[] := regexp_split_to_array(name, '\s+');
begin
  if char_length(name) < 2 then
    return;
  end if;
  return query
    with candidates as (
      select p.id from public.profiles p where lower(p.username) = name
      union
      (select p.id from public.profiles p where lower(p.username) ^@ name order by lower(p.username) limit 200)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.full_name ilike pattern limit 500)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.username ilike pattern limit 500)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.username operator(extensions.%) name limit 200)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.full_name operator(extensions.%) name limit 200)
    ), judged as (
      select p.id, p.reputation, p.username, p.full_name,
        lower(p.username) = name or coalesce(lower(p.full_name) = name, false) as is_it,
        -- Every word begins one of the name.
        char_length(name) > 2 and not exists (
          select from unnest(parts) as typed (part)
          where not exists (
            select
            from regexp_split_to_table(lower(p.username || ' ' || coalesce(p.full_name, '')), '[\s._-]+') as known (part)
            where known.part ^@ typed.part
          )
        ) as is_name
      from candidates c
      join public.profiles p on p.id = c.id
      where p.user_level <> 'Banned' and not p.is_deleted
    )
    select j.id,
      (lower(j.username) = name)::integer * 8 + j.is_it::integer * 4 + j.is_name::integer * 2
        + extensions.similarity(j.username, name) + coalesce(extensions.similarity(j.full_name, name), 0),
      j.is_it, j.is_it or j.is_name
    from judged j
    order by 2 desc, j.reputation desc, j.id
    limit wanted;
end
$$;

revoke execute on all functions in schema private from public;
grant execute on function private.has_room_for_files() to authenticated;
