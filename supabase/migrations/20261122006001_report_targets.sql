-- A report outlives what it tells of: the reporter still reads what came of it, and the admins what it was, after the
-- discussion, the reply or the message is gone. So each report keeps what it points at in columns of its own, written
-- by a trigger when it is made, and says on which ground it was made.

alter table public.reports
  add column ground text not null default 'other',
  add column target_kind text,
  add column target_id uuid,
  add column target_label text,
  add column target_excerpt text,
  add column target_author_id uuid,
  add constraint reports_ground_known check (ground in ('spam', 'guaranteed_returns', 'abuse', 'off_topic', 'other')),
  add constraint reports_target_kind_known check (target_kind in ('thread', 'reply', 'message', 'profile')),
  add constraint reports_target_author_id_fkey
    foreign key (target_author_id) references public.profiles (id) on delete cascade;

comment on column public.reports.ground is 'spam, guaranteed_returns, abuse, off_topic or other.';
comment on column public.reports.reason is 'The reporter''s words, or what the ground is called when there were none.';
comment on column public.reports.target_kind is 'thread, reply, message or profile.';
comment on column public.reports.target_id is 'What was reported. Not a foreign key: the report outlives it.';
comment on column public.reports.target_label is
  'What it was called then: the discussion''s title, also for a reply; the name over a message; a username.';
comment on column public.reports.target_excerpt is 'What it said then, without markup, cut to 300 characters.';
comment on column public.reports.target_author_id is
  'Who wrote it; the report goes with that account. Null for a guest''s and an anonymous message: the reporter reads this row.';

-- ---------------------------------------------------------------------------------------------------------
-- What it points at
-- ---------------------------------------------------------------------------------------------------------

create function private.excerpt_of(html text) returns text
language sql immutable strict parallel safe
return left(btrim(
  replace(replace(replace(replace(
    -- A cut at 4,000 characters may leave half a tag at the end: it goes as well.
    regexp_replace(regexp_replace(left(html, 4000), '<[^<>]*(>|$)', ' ', 'g'), '\s+', ' ', 'g'),
    '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')
), 300);

comment on function private.excerpt_of(text) is 'The first 300 characters of an HTML text as a reader sees them.';

-- Runs as its owner to name what a reporter may see anyway: whoever may not sees the row refused by its policy.
create function private.describe_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
begin
  if new.thread_id is not null then
    new.target_kind := 'thread';
    select t.title, private.excerpt_of(t.content), t.author_id
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.threads t where t.id = new.thread_id;
  elsif new.reply_id is not null then
    new.target_kind := 'reply';
    select t.title, private.excerpt_of(r.content), r.author_id
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.replies r join public.threads t on t.id = r.thread_id where r.id = new.reply_id;
  elsif new.message_id is not null then
    new.target_kind := 'message';
    select m.username, left(m.message, 300), m.user_id
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.chat_messages m where m.id = new.message_id;
  else
    new.target_kind := 'profile';
    select p.username, left(p.bio, 300), p.id
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.profiles p where p.id = new.profile_id;
  end if;
  new.target_id := coalesce(new.thread_id, new.reply_id, new.message_id, new.profile_id);

  -- Who reports everything in sight helps nobody. The service, an operator who switched the limits off, and admins
  -- are not bound.
  if member is not null and (select c.rate_limits from private.configuration c) and not private.is_admin() then
    perform pg_advisory_xact_lock(hashtextextended(member::text, 17));
    if (select count(*) from public.reports r
      where r.reporter_id = member and r.created_at > now() - interval '1 hour') >= 20 then
      raise sqlstate 'PT429' using
        message = 'You have reported a lot within an hour. Please wait before you report more.';
    end if;
  end if;
  return new;
end
$$;

create trigger describe_report
  before insert on public.reports
  for each row execute function private.describe_report();

-- What was reported before this chapter.
update public.reports r set
  target_kind = case
    when r.thread_id is not null then 'thread'
    when r.reply_id is not null then 'reply'
    when r.message_id is not null then 'message'
    else 'profile'
  end,
  target_id = coalesce(r.thread_id, r.reply_id, r.message_id, r.profile_id),
  target_label = coalesce(
    (select t.title from public.threads t where t.id = r.thread_id),
    (select t.title from public.replies a join public.threads t on t.id = a.thread_id where a.id = r.reply_id),
    (select m.username from public.chat_messages m where m.id = r.message_id),
    (select p.username from public.profiles p where p.id = r.profile_id)
  ),
  target_excerpt = coalesce(
    (select private.excerpt_of(t.content) from public.threads t where t.id = r.thread_id),
    (select private.excerpt_of(a.content) from public.replies a where a.id = r.reply_id),
    (select left(m.message, 300) from public.chat_messages m where m.id = r.message_id),
    (select left(p.bio, 300) from public.profiles p where p.id = r.profile_id)
  ),
  target_author_id = coalesce(
    (select t.author_id from public.threads t where t.id = r.thread_id),
    (select a.author_id from public.replies a where a.id = r.reply_id),
    (select m.user_id from public.chat_messages m where m.id = r.message_id),
    r.profile_id
  );

alter table public.reports
  alter column target_kind set not null,
  alter column target_id set not null,
  -- The trigger writes over both. A default says that no insert has to name them.
  alter column target_kind set default 'profile',
  alter column target_id set default '00000000-0000-0000-0000-000000000000',
  drop constraint reports_thread_id_fkey,
  drop constraint reports_reply_id_fkey,
  drop constraint reports_message_id_fkey,
  drop constraint reports_one_target,
  drop constraint reports_once,
  add constraint reports_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete set null,
  add constraint reports_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete set null,
  add constraint reports_message_id_fkey foreign key (message_id) references public.chat_messages (id) on delete set null,
  -- That there is one at all is what target_id demands.
  add constraint reports_one_target check (num_nonnulls(thread_id, reply_id, message_id, profile_id) <= 1),
  add constraint reports_once unique (reporter_id, target_id);

create index reports_target_id_idx on public.reports (target_id, state);
create index reports_target_author_id_idx on public.reports (target_author_id);

-- What it points at is written by the trigger alone.
grant insert (ground) on public.reports to authenticated;

-- ---------------------------------------------------------------------------------------------------------
-- What comes of it
-- ---------------------------------------------------------------------------------------------------------

-- Deleting what was reported is an answer to everybody who reported it. The clean-up of the chat is none: what
-- expired there still waits for a word.
create function private.resolve_reports_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_admin()
    and (tg_table_name <> 'chat_messages' or old.created_at > now() - interval '12 hours') then
    update public.reports r
    set state = 'resolved', resolution = coalesce(r.resolution, 'It was deleted.')
    where r.target_id = old.id and r.state = 'open';
  end if;
  return old;
end
$$;

create trigger resolve_reports
  before delete on public.threads
  for each row execute function private.resolve_reports_of_deleted();

create trigger resolve_reports
  before delete on public.replies
  for each row execute function private.resolve_reports_of_deleted();

create trigger resolve_reports
  before delete on public.chat_messages
  for each row execute function private.resolve_reports_of_deleted();

create function private.log_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.log_act(
      case new.state when 'resolved' then 'resolve' when 'dismissed' then 'dismiss' else 'reopen' end,
      'reports', new.id, new.target_label, nullif(btrim(new.resolution), '')
    );
  end if;
  return null;
end
$$;

-- pg_trigger_depth() = 0: what a deletion resolved is told of by the entry of the deletion.
create trigger log_report
  after update of state on public.reports
  for each row when (pg_trigger_depth() = 0 and old.state <> new.state)
  execute function private.log_report();

comment on column public.moderation_log.action is
  'insert, update, delete, edit, move, hide, show, lock, unlock, pin, unpin, stick, unstick, level, grant, revoke, resolve, dismiss or reopen.';

revoke execute on all functions in schema private from public;
