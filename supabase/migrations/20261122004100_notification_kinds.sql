-- Notifications of more than replies: of replies in a followed discussion, of being named, of upvotes, and of what
-- moderation did to one's own posts, reports and level. Which of them come is each member's setting, except what
-- moderation did. None of them tells of a post that its reader may not see, or of what a banned member did.

alter table public.notifications
  drop constraint notifications_kind_known,
  add column figure integer,
  add column detail text,
  add constraint notifications_kind_known check (kind in (
    'reply_to_thread', 'reply_to_reply', 'reply_to_followed', 'mention', 'upvotes',
    'post_hidden', 'post_shown', 'post_locked', 'post_unlocked', 'post_removed',
    'report_resolved', 'report_dismissed', 'level_changed'
  ));

comment on table public.notifications is
  'What concerns a member: answers, mentions, upvotes, and what moderation did. Written by triggers alone.';
comment on column public.notifications.figure is 'upvotes: how many the post has reached.';
comment on column public.notifications.detail is
  'post_removed: the discussion''s title; level_changed: the new level; a report: what the admin wrote to it.';
comment on column public.notifications.actor_id is 'Who wrote; null where it is nobody''s business (upvotes, moderation).';

-- Of all that is written in a followed discussion, its follower is told once until they have read that.
create unique index notifications_followed_once on public.notifications (user_id, thread_id)
  where kind = 'reply_to_followed' and read_at is null;

-- What they lead to is looked up under the reader's own policies: a post that was hidden or is gone takes along
-- whatever was told of it.
drop policy read_own on public.notifications;
create policy read_own on public.notifications
  for select to authenticated
  using (
    user_id = (select auth.uid())
    and (thread_id is null or exists (select from public.threads t where t.id = notifications.thread_id))
    and (reply_id is null or exists (select from public.replies r where r.id = notifications.reply_id))
    and not exists (
      select from public.profiles p where p.id = notifications.actor_id and p.user_level = 'Banned'
    )
  );

-- ---------------------------------------------------------------------------------------------------------
-- Which ones a member wants
-- ---------------------------------------------------------------------------------------------------------

create table public.notification_settings (
  user_id uuid not null default auth.uid(),
  muted text[] not null default '{}',
  constraint notification_settings_pkey primary key (user_id),
  constraint notification_settings_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint notification_settings_muted_known check (
    muted <@ array['replies', 'follows', 'mentions', 'upvotes'] and cardinality(muted) <= 4
  )
);

comment on table public.notification_settings is
  'Which notifications a member does not want; without a row all come. What moderation did is always told.';
comment on column public.notification_settings.muted is 'replies, follows, mentions, upvotes: those that do not come.';

alter table public.notification_settings enable row level security;

create policy read_own on public.notification_settings
  for select to authenticated using (user_id = (select auth.uid()));
create policy insert_own on public.notification_settings
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy update_own on public.notification_settings
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

revoke all on public.notification_settings from public, anon, authenticated, service_role;
grant select on public.notification_settings to authenticated;
grant insert (user_id, muted) on public.notification_settings to authenticated;
grant update (muted) on public.notification_settings to authenticated;
-- `delete` is not granted: an empty list says the same.
grant select, insert, update, delete on public.notification_settings to service_role;

create function private.is_muted(member uuid, topic text) returns boolean
language sql stable
return exists (
  select from public.notification_settings s where s.user_id = is_muted.member and is_muted.topic = any (s.muted)
);

-- Called by triggers that run as their owner. Gives whether the member was told.
create function private.tell(
  member uuid, kind text, actor uuid, thread uuid, reply uuid, figure integer default null, detail text default null
) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  topic text := case tell.kind
    when 'reply_to_thread' then 'replies' when 'reply_to_reply' then 'replies' when 'reply_to_followed' then 'follows'
    when 'mention' then 'mentions' when 'upvotes' then 'upvotes'
  end;
begin
  if topic is not null and private.is_muted(tell.member, topic) then
    return false;
  end if;
  insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id, figure, detail)
  values (tell.member, tell.kind, tell.actor, tell.thread, tell.reply, tell.figure, tell.detail);
  return true;
end
$$;

-- ---------------------------------------------------------------------------------------------------------
-- Who is named in a text
-- ---------------------------------------------------------------------------------------------------------

create table private.mentions (
  id bigint generated always as identity,
  user_id uuid not null,
  thread_id uuid,
  reply_id uuid,
  constraint mentions_pkey primary key (id),
  constraint mentions_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint mentions_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint mentions_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint mentions_one_post check (num_nonnulls(thread_id, reply_id) = 1),
  constraint mentions_once unique nulls not distinct (thread_id, reply_id, user_id)
);

comment on table private.mentions is
  'Whom a post has named so far, ten at most: an edit tells the new ones only, and no series of edits tells a crowd.';

create index mentions_user_id_idx on private.mentions (user_id);
create index mentions_reply_id_idx on private.mentions (reply_id) where reply_id is not null;
revoke all on private.mentions from public, anon, authenticated, service_role;
revoke all on sequence private.mentions_id_seq from public, anon, authenticated, service_role;

-- A name counts whether it was chosen from the list or typed; in code and in what is quoted it does not. The text
-- is cut at the tags that open and close these, and what lies inside one of them is left out.
create function private.named_in(html text) returns table (member uuid, place bigint)
language plpgsql stable set search_path = ''
as $$
declare
  said text;
begin
  if strpos(named_in.html, '@') = 0 then
    return;
  end if;
  select string_agg(case when p.depth <= 0 then p.piece end, ' ' order by p.place) into said
  from (
    select case when s.place = 1 then s.piece else substr(s.piece, 2) end as piece, s.place,
      sum(case when s.place = 1 then 0 when left(s.piece, 1) = '+' then 1 else -1 end) over (order by s.place) as depth
    from string_to_table(
      regexp_replace(
        regexp_replace(translate(named_in.html, E'\x01', ' '), '<(?:blockquote|pre|code)>', E'\x01+', 'g'),
        '</(?:blockquote|pre|code)>', E'\x01-', 'g'
      ), E'\x01'
    ) with ordinality as s (piece, place)
  ) p;
  return query
    select n.member, min(n.place) as place
    from (
      select distinct on (m.place) p.id as member, m.place
      from (
        select f.match[1] as name, f.place
        from regexp_matches(
          regexp_replace(coalesce(said, ''), '<[^<>]*>', ' ', 'g'),
          '(?<![A-Za-z0-9_.@/-])@([A-Za-z0-9_.-]{3,30})(?![A-Za-z0-9_.-])', 'g'
        ) with ordinality as f (match, place)
        limit 100
      ) m
      -- 'as @asha.' ends a sentence, unless somebody is called so.
      join public.profiles p on lower(p.username) in (lower(m.name), lower(rtrim(m.name, '.-')))
      where p.user_level <> 'Banned'
      order by m.place, lower(p.username) = lower(m.name) desc
    ) n
    group by n.member;
end
$$;

comment on function private.named_in(text) is 'The members that a text names with @, in its order, each once.';

-- Writes down whom the post names and gives those who were not named in it before.
create function private.newly_named(html text, author uuid, thread uuid, reply uuid) returns setof uuid
language sql volatile set search_path = ''
as $$
  insert into private.mentions (user_id, thread_id, reply_id)
  select n.member, newly_named.thread, newly_named.reply
  from private.named_in(newly_named.html) n
  where n.member <> newly_named.author and not exists (
    select
    from private.mentions m
    where m.user_id = n.member
      and (m.thread_id = newly_named.thread or m.reply_id = newly_named.reply)
  )
  order by n.place
  limit greatest(0, 10 - (
    select count(*)
    from private.mentions m
    where m.thread_id = newly_named.thread or m.reply_id = newly_named.reply
  ))
  on conflict on constraint mentions_once do nothing
  returning user_id
$$;

create function private.tell_of_mentions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- The two tables share no column list: what only one of them has is asked for by name.
  post jsonb := to_jsonb(new);
  thread uuid := case when tg_table_name = 'threads' then new.id else (post ->> 'thread_id')::uuid end;
  reply uuid := case when tg_table_name = 'replies' then new.id end;
  member uuid;
begin
  if new.is_hidden or strpos(new.content, '@') = 0 then
    return null;
  end if;
  for member in
    select n from private.newly_named(new.content, new.author_id, case when reply is null then thread end, reply) n
  loop
    perform private.tell(member, 'mention', new.author_id, thread, reply);
  end loop;
  return null;
end
$$;

create trigger tell_of_mentions
  after insert on public.threads
  for each row execute function private.tell_of_mentions();

create trigger tell_of_mentions_update
  after update of content on public.threads
  for each row when (old.content is distinct from new.content)
  execute function private.tell_of_mentions();

-- A new reply names people in private.notify_of_reply, which tells nobody of the same reply twice.
create trigger tell_of_mentions_update
  after update of content on public.replies
  for each row when (old.content is distinct from new.content)
  execute function private.tell_of_mentions();

-- ---------------------------------------------------------------------------------------------------------
-- A reply: who is told of it, each once, by the nearest reason
-- ---------------------------------------------------------------------------------------------------------

create or replace function private.notify_of_reply(reply public.replies, thread_author uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  told uuid[] := array[reply.author_id];
  answered uuid;
  member uuid;
begin
  if reply.is_hidden or reply.is_thread_hidden then
    return;
  end if;
  if reply.parent_id is not null then
    select r.author_id into answered from public.replies r where r.id = reply.parent_id;
    if answered is not null and answered <> reply.author_id
      and private.tell(answered, 'reply_to_reply', reply.author_id, reply.thread_id, reply.id) then
      told := told || answered;
    end if;
  end if;
  if strpos(reply.content, '@') > 0 then
    for member in select n from private.newly_named(reply.content, reply.author_id, null, reply.id) n loop
      if member <> all (told) and private.tell(member, 'mention', reply.author_id, reply.thread_id, reply.id) then
        told := told || member;
      end if;
    end loop;
  end if;
  if thread_author <> all (told) and exists (
    select from public.thread_subscriptions s where s.user_id = thread_author and s.thread_id = reply.thread_id
  ) and private.tell(thread_author, 'reply_to_thread', reply.author_id, reply.thread_id, reply.id) then
    told := told || thread_author;
  end if;
  -- Bounded twice over: who has not read the last one gets no other, and of a crowd those who read most recently.
  insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id)
  select s.user_id, 'reply_to_followed', reply.author_id, reply.thread_id, reply.id
  from public.thread_subscriptions s
  where s.thread_id = reply.thread_id
    and s.user_id <> all (told)
    and s.user_id <> thread_author
    and exists (select from public.profiles p where p.id = s.user_id and p.user_level <> 'Banned')
    and not private.is_muted(s.user_id, 'follows')
    and not exists (
      select
      from public.notifications n
      where n.user_id = s.user_id and n.thread_id = s.thread_id and n.kind = 'reply_to_followed' and n.read_at is null
    )
  order by s.last_read_at desc
  limit 200
  on conflict (user_id, thread_id) where kind = 'reply_to_followed' and read_at is null do nothing;
end
$$;

comment on table public.thread_subscriptions is
  'Discussions that a member follows; whoever starts one follows it. A follower is told of a new reply, and of no other before that one is read.';

-- ---------------------------------------------------------------------------------------------------------
-- Upvotes: told at 1, 5, 10, 25, 50, 100 … of others, each once, however often votes are taken back
-- ---------------------------------------------------------------------------------------------------------

create table private.milestones (
  id bigint generated always as identity,
  thread_id uuid,
  reply_id uuid,
  figure integer not null,
  constraint milestones_pkey primary key (id),
  constraint milestones_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint milestones_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint milestones_once unique nulls not distinct (thread_id, reply_id, figure)
);

comment on table private.milestones is 'The numbers of upvotes that a post has been told of.';
create index milestones_reply_id_idx on private.milestones (reply_id) where reply_id is not null;
revoke all on private.milestones from public, anon, authenticated, service_role;
revoke all on sequence private.milestones_id_seq from public, anon, authenticated, service_role;

create function private.is_milestone(upvotes integer) returns boolean
language sql immutable strict parallel safe
return upvotes in (1, 5, 10, 25, 50)
  -- 100, 250, 500, and these times 10, 100 …
  or upvotes >= 100 and regexp_replace(upvotes::text, '0+$', '') in ('1', '25', '5');

create function private.tell_of_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid;
  thread uuid;
  upvotes integer;
begin
  if new.thread_id is not null then
    select t.author_id, t.id, t.upvote_count into author, thread, upvotes
    from public.threads t where t.id = new.thread_id;
    upvotes := upvotes - (
      select count(*) from public.reactions x where x.thread_id = new.thread_id and x.user_id = author
    );
  else
    select r.author_id, r.thread_id, r.upvote_count into author, thread, upvotes
    from public.replies r where r.id = new.reply_id;
    upvotes := upvotes - (
      select count(*) from public.reactions x where x.reply_id = new.reply_id and x.user_id = author
    );
  end if;
  if author = new.user_id or not private.is_milestone(upvotes) then
    return null;
  end if;
  insert into private.milestones (thread_id, reply_id, figure)
  values (new.thread_id, new.reply_id, upvotes)
  on conflict on constraint milestones_once do nothing;
  if found then
    perform private.tell(author, 'upvotes', null, thread, new.reply_id, upvotes);
  end if;
  return null;
end
$$;

-- After count_reaction, by its name: the count holds this vote.
create trigger tell_of_upvotes
  after insert on public.reactions
  for each row execute function private.tell_of_upvotes();

-- ---------------------------------------------------------------------------------------------------------
-- Moderation: what was done to one's post by somebody else, one's report, one's level
-- ---------------------------------------------------------------------------------------------------------

create function private.tell_of_thread_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- Only by an admin's hand; with its account a discussion goes without a word.
    if (select auth.uid()) <> old.author_id and private.is_admin() then
      perform private.tell(old.author_id, 'post_removed', null, null, null, null, old.title);
    end if;
    return null;
  end if;
  if new.author_id = (select auth.uid()) then
    return null;
  end if;
  if new.is_hidden <> old.is_hidden then
    perform private.tell(
      new.author_id, case when new.is_hidden then 'post_hidden' else 'post_shown' end, null, new.id, null);
  end if;
  if new.is_locked <> old.is_locked then
    perform private.tell(
      new.author_id, case when new.is_locked then 'post_locked' else 'post_unlocked' end, null, new.id, null);
  end if;
  return null;
end
$$;

create trigger tell_of_moderation_update
  after update of is_hidden, is_locked on public.threads
  for each row when (old.is_hidden <> new.is_hidden or old.is_locked <> new.is_locked)
  execute function private.tell_of_thread_moderation();

create trigger tell_of_moderation_delete
  after delete on public.threads
  for each row when (pg_trigger_depth() = 0)
  execute function private.tell_of_thread_moderation();

create function private.tell_of_reply_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if (select auth.uid()) <> old.author_id and private.is_admin() then
      perform private.tell(
        old.author_id, 'post_removed', null, old.thread_id, null, null,
        (select t.title from public.threads t where t.id = old.thread_id)
      );
    end if;
  elsif new.author_id is distinct from (select auth.uid()) then
    perform private.tell(
      new.author_id, case when new.is_hidden then 'post_hidden' else 'post_shown' end, null, new.thread_id, new.id);
  end if;
  return null;
end
$$;

create trigger tell_of_moderation_update
  after update of is_hidden on public.replies
  for each row when (old.is_hidden <> new.is_hidden)
  execute function private.tell_of_reply_moderation();

create trigger tell_of_moderation_delete
  after delete on public.replies
  for each row when (pg_trigger_depth() = 0)
  execute function private.tell_of_reply_moderation();

-- Of a report no post is named: what it was about may be hidden by now.
create function private.tell_of_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.reporter_id is distinct from (select auth.uid()) then
    perform private.tell(
      new.reporter_id, case new.state when 'resolved' then 'report_resolved' else 'report_dismissed' end,
      null, null, null, null, new.resolution
    );
  end if;
  return null;
end
$$;

create trigger tell_of_report
  after update of state on public.reports
  for each row when (old.state = 'open' and new.state <> 'open')
  execute function private.tell_of_report();

-- A banned member learns of it at the next sign-in, which is refused.
create function private.tell_of_level() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.id is distinct from (select auth.uid()) then
    perform private.tell(new.id, 'level_changed', null, null, null, null, new.user_level);
  end if;
  return null;
end
$$;

create trigger tell_of_level
  after update of user_level on public.profiles
  for each row when (old.user_level <> new.user_level and new.user_level <> 'Banned')
  execute function private.tell_of_level();

revoke execute on all functions in schema private from public;
