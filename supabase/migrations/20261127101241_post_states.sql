set local check_function_bodies = off;

DROP TRIGGER "discard_day_of_post" ON "public"."replies";

DROP TRIGGER "follow_answer_update" ON "public"."replies";

DROP TRIGGER "log_reply_update" ON "public"."replies";

DROP TRIGGER "recount_reply_shown_day" ON "public"."replies";

DROP TRIGGER "recount_reply_shown" ON "public"."replies";

DROP TRIGGER "tell_of_moderation_update" ON "public"."replies";

DROP TRIGGER "count_thread_insert" ON "public"."threads";

DROP TRIGGER "discard_day_of_post" ON "public"."threads";

DROP TRIGGER "log_thread_update" ON "public"."threads";

DROP TRIGGER "prepare_thread" ON "public"."threads";

DROP TRIGGER "queue_new_thread" ON "public"."threads";

DROP TRIGGER "tell_of_mentions" ON "public"."threads";

DROP TRIGGER "tell_of_moderation_update" ON "public"."threads";

DROP TRIGGER "validate_text_insert" ON "public"."threads";

DROP TRIGGER "zz_announce_delete" ON "public"."threads";

DROP TRIGGER "zz_announce" ON "public"."threads";

ALTER TABLE "public"."notifications" DROP CONSTRAINT "notifications_kind_known";

DROP FUNCTION "private"."queue_new_thread"();

CREATE TABLE "private"."sealed_posts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "post_id" uuid NOT NULL, "kind" text NOT NULL, "thread_id" uuid NOT NULL, "author_id" uuid NOT NULL, "username" text, "title" text, "content" text NOT NULL, "tags" text[], "pictures" text[] NOT NULL, "poll" jsonb, "versions" jsonb NOT NULL, "state" text NOT NULL, "why" text NOT NULL, "written_at" timestamp with time zone NOT NULL, "sealed_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "sealed_posts_kind_known" CHECK ((kind = ANY (ARRAY['thread'::text, 'reply'::text]))), CONSTRAINT "sealed_posts_pkey" PRIMARY KEY (id), CONSTRAINT "sealed_posts_why_known" CHECK ((why = ANY (ARRAY['deleted'::text, 'withdrawn'::text]))));

ALTER TABLE "private"."sealed_posts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."unpublished_posts" ("post_id" uuid NOT NULL, "why" text NOT NULL, "held_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "unpublished_posts_pkey" PRIMARY KEY (post_id), CONSTRAINT "unpublished_posts_why_known" CHECK ((why = ANY (ARRAY['first'::text, 'contact'::text, 'moderator'::text]))));

ALTER TABLE "private"."unpublished_posts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."replies" ADD COLUMN "state" text NOT NULL DEFAULT 'shown'::text;

ALTER TABLE "public"."site_settings" ADD COLUMN "hold_first_posts" text NOT NULL DEFAULT 'contacts'::text;

ALTER TABLE "public"."threads" ADD COLUMN "state" text NOT NULL DEFAULT 'shown'::text;

-- The triggers that follow the state come later: nothing is counted, logged or told again.
UPDATE public.threads SET state = CASE WHEN title = '' THEN 'deleted' ELSE 'hidden' END WHERE is_hidden;

UPDATE public.replies SET state = 'hidden' WHERE is_hidden;

REVOKE ALL ON private.sealed_posts, private.unpublished_posts FROM PUBLIC, anon, authenticated, service_role;

create or replace function private.appealed_decider(appeal public.appeals) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case
    when (appeal).sanction_id is not null then (
      select r.decided_by from private.sanction_records r where r.sanction_id = (appeal).sanction_id
    )
    else (
      select l.actor_id from public.moderation_log l
      where l.target_id = coalesce((appeal).thread_id, (appeal).reply_id) and l.action in ('hide', 'refuse')
      order by l.id desc limit 1
    )
  end
$$;

create or replace function private.contacts_in(html text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  marked constant text := regexp_replace(contacts_in.html, '<img\s[^<>]*>', ' ', 'gi');
  said constant text := translate(
    private.read_entities(regexp_replace(marked, '<[^<>]*>', ' ', 'g')), '०१२३४५६७८९', '0123456789'
  );
begin
  return array(
    select distinct c.contact
    from (
      select lower(m.match[1])
      from regexp_matches(marked, '((?:https?://|upi://|www\.|\mt\.me/|\mwa\.me/)[^\s"''<>]+)', 'gi') m (match)
      union all
      select right(regexp_replace(m.match[1], '\D', '', 'g'), 10)
      from regexp_matches(said, '(?<![\d+])((?:\+91[- ]?|91[- ]|0)?[6-9]\d(?:[- ]?\d){8})(?![- ]?\d)', 'g') m (match)
      union all
      select lower(m.match[1])
      from regexp_matches(
        said,
        '([a-z0-9][a-z0-9._-]+@(?:ok[a-z]+|pt[a-z]+|wa[a-z]+|[a-z]*(?:upi|axis|icici|hdfc|hdfcbank|sbi)|ybl|ibl|axl|apl|yapl|rapl|fbl|paytm|airtel|freecharge))(?![a-z0-9-]|\.[a-z])',
        'gi'
      ) m (match)
    ) c (contact)
    limit 50
  );
end
$$;

create or replace function private.count_reaction() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  vote public.reactions := case when tg_op = 'DELETE' then old else new end;
  delta integer := case when tg_op = 'DELETE' then -1 else 1 end;
  author uuid;
  thread uuid;
begin
  if vote.thread_id is not null then
    update public.threads set upvote_count = upvote_count + delta
    where id = vote.thread_id and state <> 'deleted'
    returning author_id, id into author, thread;
  else
    update public.replies set upvote_count = upvote_count + delta
    where id = vote.reply_id
    returning author_id, thread_id into author, thread;
  end if;
  if not found then
    return null; -- deleted by cascade with its target, where it has been counted
  end if;
  if author <> vote.user_id then
    update public.profiles
    set reputation = reputation + delta * case when vote.thread_id is not null then 10 else 5 end
    where id = author;
  end if;
  -- Nothing of the voter: subscribers learn that a count changed.
  perform private.publish_change(jsonb_strip_nulls(jsonb_build_object(
    'table', 'reactions', 'op', tg_op, 'id', vote.id, 'thread_id', thread, 'reply_id', vote.reply_id,
    'category_id', (select t.category_id from public.threads t where t.id = thread)
  )));
  return null;
end
$$;

create or replace function private.count_reaction_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  vote public.reactions := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from public.threads t where t.id = vote.thread_id and t.state <> 'deleted') then
    perform private.count_thread_day(
      vote.thread_id, vote.created_at, 0, case when tg_op = 'DELETE' then -1 else 1 end);
  end if;
  return null;
end
$$;

create or replace function private.count_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread_category uuid;
  thread_is_hidden boolean;
  thread_is_locked boolean;
begin
  -- Before anything is stored that refers to the thread: each such row shares a lock of the thread until the commit.
  select t.category_id, t.is_hidden, t.is_locked
  into thread_category, thread_is_hidden, thread_is_locked
  from public.threads t where t.id = new.thread_id for no key update;
  if not found then
    return null; -- the foreign key of the reply itself says so, and no row that refers to it
  end if;
  -- An admin may have hidden or locked the thread since private.prepare_reply read it. The second try, which the API
  -- makes by itself, is judged by what is true then.
  if thread_is_hidden <> new.is_thread_hidden
    or (thread_is_locked and not thread_is_hidden and (select auth.uid()) is not null and not private.is_admin()) then
    raise serialization_failure using message = 'The discussion was changed while you replied. Please try again.';
  end if;

  perform private.publish_change(jsonb_build_object(
    'table', 'replies', 'op', 'INSERT', 'id', new.id,
    'thread_id', new.thread_id, 'category_id', thread_category, 'author_id', new.author_id
  ));

  update public.profiles
  set total_replies = total_replies + 1,
    reputation = reputation + 1,
    last_active = case when last_active < now() - interval '1 minute' then now() else last_active end
  where id = new.author_id and private.is_shown(new);

  -- Nothing is written for a reply that nobody sees: a new version of the row would move it in an answer without an order.
  update public.threads
  set reply_count = reply_count + 1, last_activity = greatest(last_activity, new.created_at)
  where id = new.thread_id and not new.is_hidden;
  return null;
end
$$;

create or replace function private.count_reply_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.replies := case when tg_op = 'DELETE' then old else new end;
begin
  -- Of a thread that is deleted, or an empty row by now (private.delete_replies_of_thread), no day is kept.
  if not exists (select from public.threads t where t.id = subject.thread_id and t.state <> 'deleted') then
    return old;
  end if;
  perform private.count_thread_day(
    subject.thread_id, subject.created_at, case when tg_op = 'DELETE' or subject.is_hidden then -1 else 1 end, 0);
  return old;
end
$$;

create or replace function private.count_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  shown_before integer := 0;
  shown_after integer := case when new.is_hidden then 0 else 1 end;
  posts_before integer := 0;
  posts_after integer := shown_after * (1 + new.reply_count);
begin
  if tg_op = 'INSERT' then
    update public.profiles
    set total_posts = total_posts + shown_after,
      reputation = reputation + 2 * shown_after,
      last_active = case when last_active < now() - interval '1 minute' then now() else last_active end
    where id = new.author_id and shown_after > 0;
    insert into public.thread_subscriptions (user_id, thread_id) values (new.author_id, new.id);
  else
    shown_before := case when old.is_hidden then 0 else 1 end;
    posts_before := shown_before * (1 + old.reply_count);
    if shown_before <> shown_after then
      insert into private.pending_threads as p (thread_id, goal)
      values (new.id, case when new.is_hidden then 'hide' else 'show' end)
      on conflict on constraint pending_threads_pkey do update set goal = excluded.goal, requested_at = excluded.requested_at;
      perform private.hide_replies(new.id, new.is_hidden, 200);
      update public.profiles
      set total_posts = total_posts + shown_after - shown_before,
        reputation = reputation + 2 * (shown_after - shown_before)
      where id = new.author_id;
    end if;
    if new.category_id <> old.category_id then
      perform from public.forum_categories c
      where c.id in (old.category_id, new.category_id) order by c.id for no key update;
      update public.forum_categories
      set thread_count = thread_count - shown_before, post_count = post_count - posts_before
      where id = old.category_id;
      shown_before := 0;
      posts_before := 0;
    end if;
  end if;
  if posts_before <> posts_after then
    update public.forum_categories
    set thread_count = thread_count + shown_after - shown_before,
      post_count = post_count + posts_after - posts_before
    where id = new.category_id;
  end if;
  return null;
end
$$;

create or replace function private.delete_old_sealed_posts() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.sealed_posts
    where id in (
      select s.id
      from private.sealed_posts s
      where s.sealed_at < now() - interval '180 days'
        and not exists (select from public.reports r where r.target_id = s.post_id and r.state = 'open')
      order by s.sealed_at
      limit 1000
    )
    returning 1
  )
  select count(*) from gone
$$;

create or replace function private.delete_or_empty_thread(thread uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid;
begin
  select t.author_id into author from public.threads t where t.id = delete_or_empty_thread.thread for update;
  if not private.is_answered(thread, author) then
    delete from public.threads t where t.id = delete_or_empty_thread.thread;
    return 'deleted';
  end if;
  perform private.seal_thread(t, 'withdrawn') from public.threads t where t.id = delete_or_empty_thread.thread;
  update public.threads t set content = '<p>Deleted by its author.</p>', is_deleted = true
  where t.id = delete_or_empty_thread.thread;
  -- What it said before: earlier versions, the one of a moment ago included, and what told of it.
  delete from public.post_revisions v where v.thread_id = delete_or_empty_thread.thread;
  delete from public.notifications n
  where n.thread_id = delete_or_empty_thread.thread and n.reply_id is null and n.kind in ('mention', 'upvotes');
  delete from private.mentions m where m.thread_id = delete_or_empty_thread.thread;
  return 'emptied';
end
$$;

create or replace function private.delete_replies_of_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.state <> 'deleted' and exists (
    select from private.pending_threads p where p.thread_id = old.id and p.goal = 'delete'
  ) then
    -- Reports of replies are settled by who deletes the thread, not by the job.
    if private.is_admin() then
      update public.reports r
      set state = 'resolved', resolution = coalesce(r.resolution, 'It was deleted.')
      where r.state = 'open'
        and exists (select from public.replies x where x.id = r.target_id and x.thread_id = old.id);
    end if;
    insert into public.threads
      (id, title, content, author_id, category_id, state, is_hidden, is_locked, reply_count, last_activity, created_at,
        updated_at)
    values (
      old.id, '', '', old.author_id, old.category_id, 'deleted', true, true, old.reply_count, old.last_activity, old.created_at,
      old.updated_at
    );
  else
    delete from public.replies r where r.thread_id = old.id;
    delete from private.pending_threads p where p.thread_id = old.id;
  end if;
  return null;
end
$$;

create or replace function private.derive_post_state() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.state := case when new.is_hidden and new.state = 'shown' then 'hidden' else new.state end;
    new.is_hidden := new.state <> 'shown';
    return new;
  end if;
  if new.state <> old.state then
    new.is_hidden := new.state <> 'shown';
  else
    new.state := case when new.is_hidden then 'hidden' else 'shown' end;
  end if;
  if old.state <> 'shown' and new.state = 'shown' then
    delete from private.unpublished_posts u where u.post_id = new.id;
    if found then
      new.created_at := clock_timestamp();
      if tg_table_name = 'threads' then
        new.last_activity := new.created_at;
      end if;
    end if;
  end if;
  return new;
end
$$;

create or replace function private.export_member_sealed_copies(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'post_id', s.post_id, 'kind', s.kind, 'why', s.why, 'written_at', s.written_at, 'sealed_at', s.sealed_at,
    'kept_until', s.sealed_at + interval '180 days'
  )
  from private.sealed_posts s
  where s.author_id = member order by s.sealed_at, s.id offset skip limit 500;
end;

create or replace function private.follow_thread(thread uuid, goal text, batch integer) returns bigint
language plpgsql set search_path = ''
as $$
declare
  chosen uuid[];
begin
  if follow_thread.goal <> 'delete' then
    return 1 + private.hide_replies(follow_thread.thread, follow_thread.goal = 'hide', follow_thread.batch);
  end if;
  -- The newest first: an answer to another reply goes before it, and is not changed first.
  chosen := array(
    select x.id from public.replies x
    where x.thread_id = follow_thread.thread
    order by x.created_at desc, x.id desc
    limit follow_thread.batch
  );
  perform private.lock_deleted_replies(chosen);
  delete from public.replies r where r.id = any (chosen);
  if cardinality(chosen) < follow_thread.batch then
    delete from public.threads t where t.id = follow_thread.thread and t.state = 'deleted';
    delete from private.pending_threads p where p.thread_id = follow_thread.thread;
  end if;
  return 1 + cardinality(chosen);
end
$$;

create or replace function private.forget_unpublished() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.unpublished_posts u where u.post_id = old.id;
  return null;
end
$$;

create or replace function private.guard_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_hidden <> old.is_hidden and (select auth.uid()) is not null and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
  -- One that waited is as old as its publishing.
  new.updated_at := case
    when new.content is distinct from old.content then now() else greatest(old.updated_at, new.created_at)
  end;
  return new;
end
$$;

create or replace function private.guard_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null
    and (new.is_sticky, new.is_pinned, new.is_locked, new.is_hidden, new.category_id)
      is distinct from (old.is_sticky, old.is_pinned, old.is_locked, old.is_hidden, old.category_id)
    and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
  new.title := btrim(new.title);
  -- Whoever edits a wiki of another changes its text and nothing else, whatever columns there will be.
  if (select auth.uid()) <> old.author_id and not private.is_admin()
    and to_jsonb(new) - '{content,updated_at}'::text[] <> to_jsonb(old) - '{content,updated_at}'::text[] then
    raise sqlstate 'PT403' using message = 'Only the text of a wiki can be changed by other members.';
  end if;
  -- A flag is not an edit, and neither is what a client believes the time to be.
  new.updated_at := case
    when (new.title, new.content, new.tags) is distinct from (old.title, old.content, old.tags) then now()
    -- One that waited is as old as its publishing.
    else greatest(old.updated_at, new.created_at)
  end;
  return new;
end
$$;

create or replace function private.hide_reported_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  target uuid := coalesce(new.thread_id, new.reply_id);
  asker text := current_setting('request.jwt.claims', true);
begin
  if target is null
    or not (select s.auto_moderation from public.site_settings s)
    or exists (select from private.usable_admins() a (id) where a.id = new.target_author_id)
    or private.was_reviewed(target) then
    return null;
  end if;
  -- The third and the fourth report may come at once: they take turns, so that one of them sees all.
  perform pg_advisory_xact_lock(hashtextextended(target::text, 16));
  if (
    select coalesce(sum(private.report_weight(r.reporter_id)), 0) < 3
    from public.reports r
    where r.state = 'open' and r.target_id = target and r.reporter_id is distinct from new.target_author_id
  ) then
    return null;
  end if;
  -- guard_thread and guard_reply ask who is there: for this step it is the service, not the third reporter.
  perform set_config('request.jwt.claims', '', true);
  if private.post_state_of(new.thread_id, new.reply_id) = 'shown' then
    perform private.set_post_state(new.thread_id, new.reply_id, 'hidden', 'Reported by three members');
  end if;
  perform set_config('request.jwt.claims', coalesce(asker, ''), true);
  return null;
end
$$;

create or replace function private.is_newcomer(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles p
    where p.id = is_newcomer.member and (
      p.created_at > now() - interval '3 days'
      or p.created_at > now() - interval '30 days' and p.reputation - 2 * p.total_posts - p.total_replies < 5
    )
  )
$$;

create or replace function private.is_visible_to(thread public.threads, member uuid, is_admin boolean) returns boolean
language sql immutable parallel safe
return not thread.is_hidden or (thread.state <> 'deleted' and (thread.author_id = member or is_admin));

create or replace function private.keep_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := to_jsonb(old);
  editor uuid := (select p.id from public.profiles p where p.id = (select auth.uid()));
  thread uuid := case when tg_table_name = 'threads' then old.id end;
  reply uuid := case when tg_table_name = 'replies' then old.id end;
begin
  if exists (
    select
    from public.post_revisions v
    where (v.thread_id = thread or v.reply_id = reply)
      and v.editor_id is not distinct from editor
      and v.created_at > now() - interval '5 minutes'
      -- Somebody else's edit in between ended a version of its own.
      and not exists (
        select
        from public.post_revisions l
        where (l.thread_id = thread or l.reply_id = reply) and l.created_at > v.created_at
      )
  ) and not exists (select from public.reports r where r.target_id = old.id and r.state = 'open') then
    return null;
  end if;
  insert into public.post_revisions (thread_id, reply_id, editor_id, title, content, tags)
  values (
    thread, reply, editor, before ->> 'title', old.content,
    case when thread is not null then (select array_agg(t) from jsonb_array_elements_text(before -> 'tags') t) end
  );
  return null;
end
$$;

create or replace function private.kind_of_state_change(state_before text, state_after text, is_first_seen boolean) returns text
language sql immutable parallel safe
return case
  when state_after = 'shown' then case when is_first_seen then 'post_published' else 'post_shown' end
  when state_after = 'hidden' then case when state_before = 'held' then 'post_refused' else 'post_hidden' end
end;

create or replace function private.log_post_state() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_first_seen constant boolean := new.state = 'shown' and new.created_at > old.created_at;
begin
  if coalesce(current_setting('moderation.reason', true), '') = '' and not private.is_admin() then
    return null;
  end if;
  perform private.log_action(
    case
      when is_first_seen then 'publish'
      when new.state = 'shown' then 'show'
      when new.state = 'held' then 'hold'
      when old.state = 'held' then 'refuse'
      else 'hide'
    end,
    tg_table_name, new.id,
    case when tg_table_name = 'threads' then to_jsonb(new) ->> 'title' else private.plain_excerpt(new.content) end
  );
  return null;
end
$$;

create or replace function private.log_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null or not private.is_admin() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform private.log_action('delete', 'replies', old.id, private.plain_excerpt(old.content));
  elsif new.author_id <> (select auth.uid()) then
    perform private.log_action('edit', 'replies', new.id, private.plain_excerpt(old.content));
  end if;
  return null;
end
$$;

create or replace function private.log_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null or not private.is_admin() then
    return null; -- members edit their own; that is no act of moderation
  end if;
  if tg_op = 'DELETE' then
    perform private.log_action('delete', 'threads', old.id, old.title);
    return null;
  end if;
  if new.is_sticky <> old.is_sticky then
    perform private.log_action(case when new.is_sticky then 'stick' else 'unstick' end, 'threads', new.id, new.title);
  end if;
  if new.is_pinned <> old.is_pinned then
    perform private.log_action(case when new.is_pinned then 'pin' else 'unpin' end, 'threads', new.id, new.title);
  end if;
  if new.is_locked <> old.is_locked then
    perform private.log_action(case when new.is_locked then 'lock' else 'unlock' end, 'threads', new.id, new.title);
  end if;
  if new.category_id <> old.category_id then
    perform private.log_action('move', 'threads', new.id, new.title, null, (
      select string_agg(c.name, ' → ' order by c.id = new.category_id)
      from public.forum_categories c
      where c.id in (old.category_id, new.category_id)
    ));
  end if;
  if (new.title, new.content, new.tags) is distinct from (old.title, old.content, old.tags)
    and new.author_id <> (select auth.uid()) then
    perform private.log_action('edit', 'threads', new.id, old.title, null,
      case when new.title <> old.title then 'title: ' || old.title || ' → ' || new.title end);
  end if;
  return null;
end
$$;

create or replace function private.may_add_poll(thread_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.threads t
    where t.id = may_add_poll.thread_id and t.author_id = (select auth.uid())
      and not t.is_locked and t.state in ('shown', 'held') and not t.is_deleted
      and not exists (select from public.replies r where r.thread_id = t.id)
  )
$$;

create or replace function private.may_appeal(sanction uuid, thread uuid, reply uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_member() and (
    exists (
      select from public.sanctions s
      where s.id = may_appeal.sanction and s.member_id = (select auth.uid())
        and s.lifted_at is null and (s.ends_at is null or s.ends_at > now())
    )
    or exists (
      select from public.threads t
      where t.id = may_appeal.thread and t.author_id = (select auth.uid()) and t.state = 'hidden' and not t.is_deleted
    )
    or exists (
      select from public.replies r
      where r.id = may_appeal.reply and r.author_id = (select auth.uid()) and r.state = 'hidden'
    )
  )
$$;

create or replace function private.may_name_contact(written text) returns boolean
language sql immutable parallel safe
return written ~* '(https?://|www\.|\mt\.me/|wa\.me/|upi://|[a-z0-9]@[a-z]|[6-9६-९][- 0-9०-९]{9})';

create or replace function private.must_wait(setting text, author uuid, written text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select auth.uid()) is not null and private.is_newcomer(must_wait.author) and not private.is_admin()
    and (must_wait.setting = 'all' or private.contacts_in(must_wait.written) <> '{}');
end
$$;

create or replace function private.is_held_at_first(setting text, author uuid, written text) returns boolean
language sql stable
return (setting = 'all' or (setting = 'contacts' and private.may_name_contact(written)))
  and private.must_wait(setting, author, written);

create or replace function private.note_held_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.unpublished_posts (post_id, why)
  values (
    new.id,
    case
      when tg_op = 'UPDATE' then 'moderator'
      when (select s.hold_first_posts from public.site_settings s) = 'all' then 'first'
      else 'contact'
    end
  )
  on conflict on constraint unpublished_posts_pkey do nothing;
  if tg_op = 'UPDATE' and old.state = 'shown' then
    if tg_table_name = 'replies' then
      delete from private.new_replies q where q.reply_id = new.id;
      delete from private.reply_outbox o where o.reply_id = new.id;
      delete from public.notifications n where n.reply_id = new.id and private.notification_topic(n.kind) is not null;
      delete from private.mentions m where m.reply_id = new.id;
    else
      delete from private.thread_outbox o where o.thread_id = new.id;
      delete from public.notifications n
      where n.thread_id = new.id and n.reply_id is null and private.notification_topic(n.kind) is not null;
      delete from private.mentions m where m.thread_id = new.id;
    end if;
  end if;
  return null;
end
$$;

create or replace function private.post_state_of(thread uuid, reply uuid) returns text
language sql stable set search_path = ''
as $$
  select t.state from public.threads t where t.id = post_state_of.thread and post_state_of.reply is null
  union all
  select r.state from public.replies r where r.id = post_state_of.reply
$$;

create or replace function private.prepare_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread_of_parent uuid;
  parent_is_hidden boolean;
  thread_is_locked boolean;
  holds text;
begin
  perform private.enforce_posting_limits(false, new.content);
  if new.parent_id is not null then
    select r.thread_id, r.is_hidden into thread_of_parent, parent_is_hidden from public.replies r where r.id = new.parent_id for key share;
    if thread_of_parent <> new.thread_id then
      raise sqlstate 'PT422' using message = 'The reply that you answer is in another discussion.';
    end if;
    -- An import restores answers to hidden replies, and administrators may answer them.
    if parent_is_hidden and (select auth.uid()) is not null and not private.is_admin() then
      raise sqlstate 'PT422' using message = 'The reply that you answer is no longer shown.';
    end if;
  end if;
  -- Read without a lock; private.count_reply looks again once it holds the row.
  select t.is_hidden, t.is_locked, (select s.hold_first_posts from public.site_settings s)
  into new.is_thread_hidden, thread_is_locked, holds
  from public.threads t where t.id = new.thread_id;
  new.is_thread_hidden := coalesce(new.is_thread_hidden, false); -- no such thread: the foreign key says so
  if thread_is_locked and not new.is_thread_hidden
    and (select auth.uid()) is not null and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'This discussion is locked.';
  end if;
  if private.is_held_at_first(holds, new.author_id, new.content) then
    new.state := 'held';
    new.is_hidden := true;
  end if;
  return new;
end
$$;

create or replace function private.prepare_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := btrim(new.title);
  perform private.enforce_posting_limits(true, new.content);
  if private.is_held_at_first(
    (select s.hold_first_posts from public.site_settings s), new.author_id, new.title || ' ' || new.content) then
    new.state := 'held';
    new.is_hidden := true;
  end if;
  return new;
end
$$;

create or replace function private.publish_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'replies' then
    -- A reply that is taken back and sent again at once has its row already.
    insert into private.new_replies (reply_id) values (new.id)
    on conflict on constraint new_replies_pkey do update set created_at = excluded.created_at;
    return null;
  end if;
  if strpos(new.content, '@') > 0 then
    perform private.tell_whom_it_names(new.content, new.author_id, new.id, null);
  end if;
  perform private.queue_new_thread(new);
  if tg_op = 'UPDATE' then
    -- A poll is open for as long as its author said, from now on.
    update public.polls p set created_at = new.created_at, open_days = p.open_days where p.thread_id = new.id;
  end if;
  return null;
end
$$;

create or replace function private.publish_thread_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.threads := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.publish_change(jsonb_build_object(
    'table', 'threads', 'id', subject.id,
    -- One that waited is new to everybody else.
    'op', case when tg_op = 'UPDATE' and subject.created_at > old.created_at then 'INSERT' else tg_op end,
    'category_id', subject.category_id, 'author_id', subject.author_id
  ));
  if tg_op = 'UPDATE' and old.category_id <> new.category_id then
    perform private.publish_change(jsonb_build_object(
      'table', 'threads', 'op', tg_op, 'id', old.id, 'category_id', old.category_id, 'caches_only', true
    ));
  end if;
  return null;
end
$$;

create or replace function private.queue_new_thread(thread public.threads) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if exists (select from public.follows f where f.followed_id = (thread).author_id)
    or exists (select from public.watches w where w.category_id = (thread).category_id)
    or exists (
      select from public.watches w
      where w.tag = any (array(select private.tag_key(t.tag) from unnest((thread).tags) as t (tag)))
    ) then
    insert into private.thread_outbox (thread_id) values ((thread).id);
  end if;
end
$$;

create or replace function private.recount_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_deleted constant boolean := tg_op = 'DELETE';
  subject public.replies := case when is_deleted then old else new end;
  -- What its author and its thread get: neither anything for a reply that did not count before. Of what is deleted, what
  -- its upvotes gave goes, too.
  author_delta integer := (not is_deleted and private.is_shown(subject))::integer - private.is_shown(old)::integer;
  thread_delta integer := (not is_deleted and not subject.is_hidden)::integer - (not old.is_hidden)::integer;
  upvotes bigint := 0;
  thread public.threads;
  latest timestamptz;
begin
  select t.* into thread from public.threads t where t.id = subject.thread_id for no key update;
  if not found then
    return old; -- deleted with its thread, where private.uncount_thread has counted it
  end if;
  if is_deleted then
    upvotes := (select count(*) from public.reactions x where x.reply_id = old.id and x.user_id <> old.author_id);
  end if;
  perform private.publish_change(jsonb_build_object(
    'table', 'replies', 'id', subject.id,
    -- One that waited is new to everybody else.
    'op', case when tg_op = 'UPDATE' and subject.created_at > old.created_at then 'INSERT' else tg_op end,
    'thread_id', subject.thread_id, 'category_id', thread.category_id, 'author_id', subject.author_id
  ));
  update public.profiles
  set total_replies = total_replies + author_delta, reputation = reputation + author_delta - 5 * upvotes
  where id = subject.author_id and (author_delta <> 0 or upvotes > 0);
  if thread_delta <> 0 then
    latest := greatest(thread.last_activity, subject.created_at);
    if thread_delta < 0 and subject.created_at >= thread.last_activity then
      latest := greatest(thread.created_at, (
        select r.created_at
        from public.replies r
        where r.thread_id = subject.thread_id and not r.is_hidden and r.id <> subject.id
        order by r.created_at desc
        limit 1
      ));
    end if;
    update public.threads t
    set reply_count = t.reply_count + thread_delta, last_activity = latest
    where t.id = subject.thread_id;
  end if;
  return old;
end
$$;

create or replace function private.recount_thread_days() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  oldest constant date := private.utc_day(now() - interval '732 days');
  corrected bigint;
begin
  with truth as (
    select e.thread_id, private.counted_day(e.day) as day, sum(e.replies) as replies, sum(e.upvotes) as upvotes
    from (
      select r.thread_id, private.utc_day(r.created_at) as day, count(*) as replies, 0::bigint as upvotes
      from public.replies r
      join public.threads t on t.id = r.thread_id and t.state <> 'deleted'
      where not r.is_hidden
      group by 1, 2
      union all
      select x.thread_id, private.utc_day(x.created_at), 0, count(*)
      from public.reactions x
      where x.thread_id is not null
      group by 1, 2
    ) e
    where private.counted_day(e.day) > oldest
    group by 1, 2
  ), kept as (
    select k.thread_id, private.counted_day(k.day) as day, sum(k.replies) as replies, sum(k.upvotes) as upvotes
    from private.thread_days k
    where private.counted_day(k.day) > oldest
    group by 1, 2
  )
  insert into private.thread_days as d (thread_id, day, replies, upvotes)
  select coalesce(t.thread_id, k.thread_id), coalesce(t.day, k.day),
    coalesce(t.replies, 0) - coalesce(k.replies, 0), coalesce(t.upvotes, 0) - coalesce(k.upvotes, 0)
  from truth t
  full join kept k on k.thread_id = t.thread_id and k.day = t.day
  where (coalesce(t.replies, 0), coalesce(t.upvotes, 0)) is distinct from (coalesce(k.replies, 0), coalesce(k.upvotes, 0))
  on conflict on constraint thread_days_pkey do update
  set replies = d.replies + excluded.replies, upvotes = d.upvotes + excluded.upvotes;
  get diagnostics corrected = row_count;
  return corrected;
end
$$;

create or replace function private.refuse_new_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
begin
  if (select s.hold_first_posts <> 'off' from public.site_settings s)
    and private.must_wait('contacts', (select auth.uid()), concat_ws(' ', after ->> 'title', new.content))
    and not private.contacts_in(concat_ws(' ', after ->> 'title', new.content))
      <@ private.contacts_in(concat_ws(' ', before ->> 'title', old.content)) then
    raise sqlstate 'PT403' using message = 'Your account may not post links at present.';
  end if;
  return new;
end
$$;

create or replace function private.seal_deleted_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'threads' then
    perform private.seal_thread(old, 'deleted');
    return old;
  end if;
  insert into private.sealed_posts
    (post_id, kind, thread_id, author_id, username, title, content, pictures, versions, state, why, written_at)
  values (
    old.id, 'reply', old.thread_id, old.author_id,
    (select p.username from public.profiles p where p.id = old.author_id),
    -- Replies that are deleted with their thread come after it.
    coalesce(
      (select nullif(t.title, '') from public.threads t where t.id = old.thread_id),
      (select s.title from private.sealed_posts s where s.post_id = old.thread_id order by s.sealed_at desc limit 1)
    ),
    old.content, array(select private.pictures_in(old.content)), private.versions_of(null, old.id), old.state, 'deleted',
    old.created_at
  );
  return old;
end
$$;

create or replace function private.seal_thread(thread public.threads, why text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.sealed_posts
    (post_id, kind, thread_id, author_id, username, title, content, tags, pictures, poll, versions, state, why, written_at)
  values (
    (thread).id, 'thread', (thread).id, (thread).author_id,
    (select p.username from public.profiles p where p.id = (thread).author_id),
    (thread).title, (thread).content, (thread).tags, array(select private.pictures_in((thread).content)),
    (select to_jsonb(p) - 'announced_at' from public.polls p where p.thread_id = (thread).id),
    private.versions_of((thread).id, null), (thread).state, seal_thread.why, (thread).created_at
  );
end
$$;

create or replace function private.set_post_state(thread uuid, reply uuid, state text, reason text default null) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  is_changed boolean;
begin
  perform set_config('moderation.reason', coalesce(set_post_state.reason, ''), true);
  if set_post_state.reply is null then
    update public.threads t set state = set_post_state.state, is_hidden = set_post_state.state <> 'shown'
    where t.id = set_post_state.thread and t.state <> set_post_state.state and t.state <> 'deleted';
  else
    update public.replies r set state = set_post_state.state, is_hidden = set_post_state.state <> 'shown'
    where r.id = set_post_state.reply and r.state <> set_post_state.state;
  end if;
  is_changed := found;
  perform set_config('moderation.reason', '', true);
  return is_changed;
end
$$;

create or replace function private.tell_of_mentions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- The two tables share no column list: what only one of them has is asked for by name.
  post jsonb := to_jsonb(new);
  thread uuid := case when tg_table_name = 'threads' then new.id else (post ->> 'thread_id')::uuid end;
  reply uuid := case when tg_table_name = 'replies' then new.id end;
  -- Whose words they are: an edit is the editor's. An import has no editor.
  writer uuid := coalesce((select p.id from public.profiles p where p.id = (select auth.uid())), new.author_id);
begin
  if new.is_hidden or strpos(new.content, '@') = 0 then
    return null;
  end if;
  -- The job that notifies of a new reply reads it as it is then; waits for one that has read it.
  perform from private.new_replies q where q.reply_id = reply for update;
  if found then
    return null;
  end if;
  perform private.tell_whom_it_names(new.content, writer, thread, reply);
  return null;
end
$$;

create or replace function private.tell_of_reply_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if (select auth.uid()) <> old.author_id and private.is_admin() then
      perform private.create_notification(
        old.author_id, 'post_removed', null, old.thread_id, null, null,
        (select t.title from public.threads t where t.id = old.thread_id)
      );
    end if;
  elsif new.author_id is distinct from (select auth.uid()) then
    perform private.tell_of_state(
      new.author_id, new.thread_id, new.id,
      private.kind_of_state_change(old.state, new.state, new.created_at > old.created_at)
    );
  end if;
  return null;
end
$$;

create or replace function private.tell_of_state(author uuid, thread uuid, reply uuid, kind text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  post uuid := coalesce(tell_of_state.reply, tell_of_state.thread);
begin
  delete from public.notifications n
  where n.user_id = tell_of_state.author and n.kind in ('post_published', 'post_refused')
    and n.thread_id = tell_of_state.thread and n.reply_id is not distinct from tell_of_state.reply;
  delete from private.moderation_mails m where m.subject = 'post:' || post;
  if tell_of_state.kind is null then
    return;
  end if;
  perform private.create_notification(
    tell_of_state.author, tell_of_state.kind, null, tell_of_state.thread, tell_of_state.reply, null,
    case when tell_of_state.kind = 'post_refused' then nullif(current_setting('moderation.reason', true), '') end
  );
  if tell_of_state.kind in ('post_published', 'post_refused') then
    insert into private.moderation_mails (subject) values ('post:' || post);
  end if;
end
$$;

create or replace function private.tell_of_thread_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- Only by an admin's hand; with its account a thread goes without a word.
    if (select auth.uid()) <> old.author_id and private.is_admin() then
      perform private.create_notification(old.author_id, 'post_removed', null, null, null, null, old.title);
    end if;
    return null;
  end if;
  if new.author_id = (select auth.uid()) then
    return null;
  end if;
  if new.state <> old.state then
    perform private.tell_of_state(
      new.author_id, new.id, null, private.kind_of_state_change(old.state, new.state, new.created_at > old.created_at));
  end if;
  if new.is_locked <> old.is_locked then
    perform private.create_notification(
      new.author_id, case when new.is_locked then 'post_locked' else 'post_unlocked' end, null, new.id, null);
  end if;
  return null;
end
$$;

create or replace function private.tell_whom_it_names(html text, writer uuid, thread uuid, reply uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  member uuid;
begin
  for member in
    select n from private.record_new_mentions(
      tell_whom_it_names.html, tell_whom_it_names.writer,
      case when tell_whom_it_names.reply is null then tell_whom_it_names.thread end, tell_whom_it_names.reply
    ) n
  loop
    perform private.create_notification(
      member, 'mention', tell_whom_it_names.writer, tell_whom_it_names.thread, tell_whom_it_names.reply);
  end loop;
end
$$;

create or replace function private.uncount_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  at_once constant integer := 100;
begin
  if old.state = 'deleted' then
    return old; -- the empty row of one that was deleted before
  end if;
  if (select count(*) > at_once from (
    select from public.replies r where r.thread_id = old.id limit at_once + 1
  ) r) then
    insert into private.pending_threads (thread_id, goal) values (old.id, 'delete')
    on conflict on constraint pending_threads_pkey do update set goal = 'delete', requested_at = excluded.requested_at;
    update public.profiles p
    set total_posts = p.total_posts - (not old.is_hidden)::integer,
      reputation = p.reputation - 2 * (not old.is_hidden)::integer - 10 * (
        select count(*) from public.reactions x where x.thread_id = old.id and x.user_id <> old.author_id
      )
    where p.id = old.author_id;
  else
    perform from public.replies r where r.thread_id = old.id order by r.id for update;
    perform private.lock_profiles(array(
      select old.author_id union select r.author_id from public.replies r where r.thread_id = old.id
    ));

    with gone as (
      select old.author_id as member, (not old.is_hidden)::integer as posts, 0 as replies,
        2 * (not old.is_hidden)::integer + 10 * (
          select count(*) from public.reactions x where x.thread_id = old.id and x.user_id <> old.author_id
        ) as reputation
      union all
      select r.author_id, 0, private.is_shown(r)::integer,
        private.is_shown(r)::integer + 5 * (
          select count(*) from public.reactions x where x.reply_id = r.id and x.user_id <> r.author_id
        )
      from public.replies r
      where r.thread_id = old.id
    ), totals as (
      select g.member, sum(g.posts) as posts, sum(g.replies) as replies, sum(g.reputation) as reputation
      from gone g
      group by g.member
    )
    update public.profiles p
    set total_posts = p.total_posts - t.posts,
      total_replies = p.total_replies - t.replies,
      reputation = p.reputation - t.reputation
    from totals t
    where p.id = t.member;
  end if;
  if not old.is_hidden then
    update public.forum_categories
    set thread_count = thread_count - 1, post_count = post_count - 1 - old.reply_count
    where id = old.category_id;
  end if;
  return old;
end
$$;

create or replace function private.versions_of(thread uuid, reply uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_strip_nulls(jsonb_build_object(
      'title', v.title, 'content', v.content, 'tags', v.tags, 'until', v.created_at, 'editor', v.editor_id
    )) order by v.created_at
  ), '[]')
  from public.post_revisions v
  where v.thread_id = versions_of.thread or v.reply_id = versions_of.reply
$$;

create or replace function private.was_reviewed(post uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from (
      select max(j.at) as at
      from (
        select r.resolved_at as at from public.reports r where r.target_id = was_reviewed.post and r.state <> 'open'
        union all
        select l.created_at from public.moderation_log l
        where l.target_id = was_reviewed.post and l.action in ('show', 'publish') and l.actor_id is not null
      ) j
    ) judged
    where judged.at is not null and not exists (
      select from public.post_revisions v
      where (v.thread_id = was_reviewed.post or v.reply_id = was_reviewed.post) and v.created_at > judged.at
    )
  )
$$;

create or replace function public.can_delete(reply public.replies) returns boolean
language sql stable
return (reply.author_id = (select auth.uid()) and reply.state <> 'hidden' and (select private.may_write()))
  or (select private.is_admin());

create or replace function public.can_delete(thread public.threads) returns boolean
language sql stable
return (thread.author_id = (select auth.uid()) and not thread.is_deleted and thread.state <> 'hidden'
  and (select private.may_write()) and not private.is_answered(thread.id, thread.author_id))
  or (select private.is_admin());

create or replace function public.can_edit(reply public.replies) returns boolean
language sql stable
return (
  reply.author_id = (select auth.uid()) and reply.state = 'shown' and (select private.may_write())
  and private.is_open_for_replies(reply.thread_id)
) or (select private.is_admin()) or private.may_edit_wiki(null, reply.id);

create or replace function public.can_edit(thread public.threads) returns boolean
language sql stable
return (thread.author_id = (select auth.uid()) and not thread.is_locked and not thread.is_deleted
  and thread.state = 'shown' and (select private.may_write()))
  or (select private.is_admin());

create or replace function public.can_withdraw(thread public.threads) returns boolean
language sql stable
return thread.author_id = (select auth.uid()) and not thread.is_deleted and thread.state <> 'hidden'
  and (select private.may_write());

create or replace function public.decide_appeal(appeal uuid, is_granted boolean, answer text, note text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  subject public.appeals;
  by_same boolean;
begin
  perform private.assert_admin();
  if char_length(btrim(coalesce(decide_appeal.answer, ''))) not between 3 and 2000 then
    raise sqlstate 'PT422' using message = 'Please answer in 3 to 2,000 characters.';
  end if;
  select a.* into subject from public.appeals a where a.id = decide_appeal.appeal for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This appeal does not exist any more.';
  end if;
  if subject.state <> 'open' then
    raise sqlstate 'PT409' using message = 'This appeal was decided already.';
  end if;
  if not private.may_decide(subject) then
    raise sqlstate 'PT403' using message = 'Somebody else has to decide this.';
  end if;
  by_same := private.appealed_decider(subject) is not distinct from (select auth.uid());
  update public.appeals a
  set state = case when is_granted then 'granted' else 'refused' end, answer = btrim(decide_appeal.answer), decided_at = now()
  where a.id = subject.id;
  insert into private.appeal_decisions (appeal_id, decided_by, note)
  values (subject.id, private.asker_with_profile(), nullif(btrim(decide_appeal.note), ''));
  perform private.log_action(
    case when is_granted then 'grant_appeal' else 'refuse_appeal' end, 'profiles', subject.member_id,
    (select p.username from public.profiles p where p.id = subject.member_id), left(btrim(decide_appeal.answer), 500),
    concat_ws('; ',
      case
        when subject.sanction_id is not null then (
          select private.sanction_in_words(s.kind, s.ends_at, s.reason_code)
          from public.sanctions s where s.id = subject.sanction_id
        )
        when subject.thread_id is not null then 'discussion ' || subject.thread_id
        else 'reply ' || subject.reply_id
      end,
      case when by_same then 'decided by who made the decision, the only administrator' end
    )
  );
  if is_granted and subject.sanction_id is not null and exists (
    select from public.sanctions s
    where s.id = subject.sanction_id and s.lifted_at is null and (s.ends_at is null or s.ends_at > now())
  ) then
    perform private.end_sanction(subject.sanction_id, left(btrim(decide_appeal.answer), 500));
  elsif is_granted and private.post_state_of(subject.thread_id, subject.reply_id) = 'hidden' then
    perform private.set_post_state(subject.thread_id, subject.reply_id, 'shown');
  end if;
  perform private.create_notification(
    subject.member_id, 'appeal_answered', null, null, null, null, case when is_granted then 'granted' else 'refused' end);
  insert into private.moderation_mails (subject, due_at) values ('appeal:' || subject.id, now());
end
$$;

create or replace function public.decide_held_post(
  decision text, thread uuid default null, reply uuid default null, reason text default null
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  said text := nullif(btrim(decide_held_post.reason), '');
  before text;
  after text := case decide_held_post.decision when 'publish' then 'shown' when 'refuse' then 'hidden' when 'hold' then 'held' end;
begin
  perform private.assert_admin();
  if after is null or num_nonnulls(decide_held_post.thread, decide_held_post.reply) <> 1 then
    raise sqlstate 'PT422' using message = 'Publish, refuse or hold one discussion or reply.';
  end if;
  if after = 'hidden' and (said is null or char_length(said) not between 3 and 500) then
    raise sqlstate 'PT422' using message = 'Please say why in 3 to 500 characters.';
  end if;
  perform from public.threads t where t.id = decide_held_post.thread for update;
  perform from public.replies r where r.id = decide_held_post.reply for update;
  before := private.post_state_of(decide_held_post.thread, decide_held_post.reply);
  if before is null or before = 'deleted' then
    raise sqlstate 'PT404' using message = 'This post does not exist any more.';
  end if;
  -- Another moderator was faster, or the post was reported and hidden meanwhile.
  if before = after or (after <> 'held' and before <> 'held') then
    raise sqlstate 'PT409' using message = 'Somebody else has decided on this post already.';
  end if;
  perform private.set_post_state(decide_held_post.thread, decide_held_post.reply, after, said);
  return after;
end
$$;

REVOKE ALL ON FUNCTION "public"."decide_held_post"(text, uuid, uuid, text) FROM "anon";

REVOKE ALL ON FUNCTION "public"."decide_held_post"(text, uuid, uuid, text) FROM "service_role";

create or replace function public.has_sealed_copy(report public.reports) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (select private.is_admin()) and exists (
    select from private.sealed_posts s where s.post_id = (report).target_id
  )
$$;

REVOKE ALL ON FUNCTION "public"."has_sealed_copy"(public.reports) FROM "anon";

REVOKE ALL ON FUNCTION "public"."has_sealed_copy"(public.reports) FROM "service_role";

create or replace function public.held_posts()
returns table (
  post_id uuid, thread_id uuid, reply_id uuid, title text, content text, category_slug text, author_id uuid, username text,
  joined_at timestamptz, why text, held_at timestamptz
)
language plpgsql stable security definer rows 50 set search_path = ''
as $$
begin
  perform private.assert_admin();
  return query
    select p.id, p.thread_id, p.reply_id, p.title, p.content, c.slug, p.author_id, w.username, w.joined_at,
      coalesce(u.why, 'moderator'), coalesce(u.held_at, p.created_at)
    from (
      select t.id, t.id as thread_id, null::uuid as reply_id, t.title, t.content, t.author_id, t.created_at, t.category_id
      from public.threads t where t.state = 'held'
      union all
      select r.id, r.thread_id, r.id, t.title, r.content, r.author_id, r.created_at, t.category_id
      from public.replies r join public.threads t on t.id = r.thread_id where r.state = 'held'
    ) p
    join public.forum_categories c on c.id = p.category_id
    join public.profiles w on w.id = p.author_id
    left join private.unpublished_posts u on u.post_id = p.id
    order by coalesce(u.held_at, p.created_at), p.id
    limit 200;
end
$$;

REVOKE ALL ON FUNCTION "public"."held_posts"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."held_posts"() FROM "service_role";

create or replace function public.last_look_at_held() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select max(l.created_at) from public.moderation_log l
  where l.action in ('publish', 'refuse') and l.target_table in ('threads', 'replies')
    and (private.is_admin() or exists (
      select from public.threads t where t.author_id = (select auth.uid()) and t.state = 'held'
      union all
      select from public.replies r where r.author_id = (select auth.uid()) and r.state = 'held'
    ))
$$;

REVOKE ALL ON FUNCTION "public"."last_look_at_held"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."last_look_at_held"() FROM "service_role";

create or replace function public.open_sealed_post(post uuid, report uuid default null, reference text default null)
returns table (
  kind text, thread_id uuid, title text, content text, tags text[], pictures text[], poll jsonb, versions jsonb,
  username text, state text, why text, written_at timestamptz, sealed_at timestamptz, kept_until timestamptz
)
language plpgsql volatile security definer rows 2 set search_path = ''
as $$
declare
  said text := nullif(btrim(open_sealed_post.reference), '');
  table_of_post text;
begin
  perform private.assert_admin();
  if open_sealed_post.report is not null then
    if not exists (
      select from public.reports r where r.id = open_sealed_post.report and r.target_id = open_sealed_post.post
    ) then
      raise sqlstate 'PT403' using message = 'This report is about another post.';
    end if;
  elsif said is null or char_length(said) not between 3 and 200 then
    raise sqlstate 'PT403' using message = 'A sealed copy is opened for a case: a report of the post, or the reference of a complaint or an order.';
  end if;
  select case s.kind when 'thread' then 'threads' else 'replies' end into table_of_post
  from private.sealed_posts s where s.post_id = open_sealed_post.post limit 1;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no sealed copy of this post.';
  end if;
  perform private.log_action(
    'open_sealed', table_of_post, open_sealed_post.post, null, null,
    case when open_sealed_post.report is not null then 'report ' || open_sealed_post.report else said end
  );
  return query
    select s.kind, s.thread_id, s.title, s.content, s.tags, s.pictures, s.poll, s.versions,
      -- Of a closed account the name that it was registered with, while that is kept.
      coalesce((select c.username from private.closed_accounts c where c.user_id = s.author_id), s.username),
      s.state, s.why, s.written_at, s.sealed_at, s.sealed_at + interval '180 days'
    from private.sealed_posts s
    where s.post_id = open_sealed_post.post
    order by s.sealed_at desc;
end
$$;

REVOKE ALL ON FUNCTION "public"."open_sealed_post"(uuid, uuid, text) FROM "anon";

REVOKE ALL ON FUNCTION "public"."open_sealed_post"(uuid, uuid, text) FROM "service_role";

create or replace function public.threads_with_title(words text) returns setof public.threads
language sql stable rows 100
begin atomic
  select t.*
  from private.thread_ids_with_title(words) i (id)
  join public.threads t on t.id = i.id;
end;

ALTER TABLE "public"."notifications" ADD CONSTRAINT "notifications_kind_known" CHECK ((kind = ANY (ARRAY['reply_to_thread'::text, 'reply_to_reply'::text, 'reply_to_followed'::text, 'reply_accepted'::text, 'thread_by_followed'::text, 'thread_watched'::text, 'mention'::text, 'upvotes'::text, 'post_hidden'::text, 'post_shown'::text, 'post_locked'::text, 'post_unlocked'::text, 'post_removed'::text, 'report_resolved'::text, 'report_dismissed'::text, 'level_changed'::text, 'export_ready'::text, 'bookmark_reminder'::text, 'chat_mention'::text, 'wiki_edited'::text, 'sanctioned'::text, 'sanction_lifted'::text, 'appeal_answered'::text, 'post_published'::text, 'post_refused'::text])));

ALTER TABLE "public"."replies" ADD CONSTRAINT "replies_state_agrees" CHECK ((is_hidden = (state <> 'shown'::text)));

ALTER TABLE "public"."replies" ADD CONSTRAINT "replies_state_known" CHECK ((state = ANY (ARRAY['shown'::text, 'held'::text, 'hidden'::text])));

ALTER TABLE "public"."site_settings" ADD CONSTRAINT "site_settings_hold_first_posts_known" CHECK ((hold_first_posts = ANY (ARRAY['off'::text, 'contacts'::text, 'all'::text])));

ALTER TABLE "public"."threads" ADD CONSTRAINT "threads_state_agrees" CHECK ((is_hidden = (state <> 'shown'::text)));

ALTER TABLE "public"."threads" ADD CONSTRAINT "threads_state_known" CHECK ((state = ANY (ARRAY['shown'::text, 'held'::text, 'hidden'::text, 'deleted'::text])));

CREATE INDEX sealed_posts_author_id_idx ON private.sealed_posts USING btree (author_id);

CREATE INDEX sealed_posts_post_id_idx ON private.sealed_posts USING btree (post_id, sealed_at DESC);

CREATE INDEX sealed_posts_sealed_at_idx ON private.sealed_posts USING btree (sealed_at);

CREATE INDEX replies_held_idx ON public.replies USING btree (created_at) WHERE (state = 'held'::text);

CREATE INDEX threads_held_idx ON public.threads USING btree (created_at) WHERE (state = 'held'::text);

CREATE TRIGGER "05_publish_insert" AFTER INSERT ON public.replies FOR EACH ROW WHEN (((new.state = 'shown'::text) AND (NOT new.is_thread_hidden) AND (current_setting('arthachowk.importing'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION private.publish_post();

CREATE TRIGGER "10_derive_state_insert" BEFORE INSERT ON public.replies FOR EACH ROW WHEN ((new.is_hidden <> (new.state <> 'shown'::text))) EXECUTE FUNCTION private.derive_post_state();

CREATE TRIGGER "10_derive_state_update" BEFORE UPDATE OF is_hidden, state ON public.replies FOR EACH ROW WHEN (((old.is_hidden <> new.is_hidden) OR (old.state <> new.state))) EXECUTE FUNCTION private.derive_post_state();

CREATE TRIGGER discard_day_of_post AFTER UPDATE OF is_hidden, state, created_at ON public.replies FOR EACH ROW WHEN (((old.is_hidden IS DISTINCT FROM new.is_hidden) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION private.discard_day_of_post();

CREATE TRIGGER follow_answer_update AFTER UPDATE OF is_hidden, state, thread_id ON public.replies FOR EACH ROW WHEN (((old.is_hidden <> new.is_hidden) OR (old.thread_id <> new.thread_id))) EXECUTE FUNCTION private.follow_answer();

CREATE TRIGGER forget_unpublished AFTER DELETE ON public.replies FOR EACH ROW WHEN ((old.state = ANY (ARRAY['held'::text, 'hidden'::text]))) EXECUTE FUNCTION private.forget_unpublished();

CREATE TRIGGER log_post_state AFTER UPDATE OF is_hidden, state ON public.replies FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION private.log_post_state();

CREATE TRIGGER log_reply_update AFTER UPDATE OF content ON public.replies FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.log_reply();

CREATE TRIGGER note_held_insert AFTER INSERT ON public.replies FOR EACH ROW WHEN ((new.state = 'held'::text)) EXECUTE FUNCTION private.note_held_post();

CREATE TRIGGER note_held_update AFTER UPDATE OF is_hidden, state ON public.replies FOR EACH ROW WHEN (((old.state <> 'held'::text) AND (new.state = 'held'::text))) EXECUTE FUNCTION private.note_held_post();

CREATE TRIGGER publish_update AFTER UPDATE OF is_hidden, state ON public.replies FOR EACH ROW WHEN (((old.state <> 'shown'::text) AND (new.state = 'shown'::text) AND (new.created_at > old.created_at) AND (NOT new.is_thread_hidden))) EXECUTE FUNCTION private.publish_post();

CREATE TRIGGER recount_reply_shown_day AFTER UPDATE OF is_hidden, state ON public.replies FOR EACH ROW WHEN ((old.is_hidden <> new.is_hidden)) EXECUTE FUNCTION private.count_reply_day();

CREATE TRIGGER recount_reply_shown AFTER UPDATE OF is_hidden, state ON public.replies FOR EACH ROW WHEN ((old.is_hidden <> new.is_hidden)) EXECUTE FUNCTION private.recount_reply();

CREATE TRIGGER refuse_new_contacts BEFORE UPDATE OF content ON public.replies FOR EACH ROW WHEN (private.may_name_contact(new.content)) EXECUTE FUNCTION private.refuse_new_contacts();

CREATE TRIGGER seal_deleted BEFORE DELETE ON public.replies FOR EACH ROW EXECUTE FUNCTION private.seal_deleted_post();

CREATE TRIGGER tell_of_moderation_update AFTER UPDATE OF is_hidden, state ON public.replies FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION private.tell_of_reply_moderation();

CREATE TRIGGER "10_derive_state_insert" BEFORE INSERT ON public.threads FOR EACH ROW WHEN ((new.is_hidden <> (new.state <> 'shown'::text))) EXECUTE FUNCTION private.derive_post_state();

CREATE TRIGGER "10_derive_state_update" BEFORE UPDATE OF is_hidden, state ON public.threads FOR EACH ROW WHEN (((old.is_hidden <> new.is_hidden) OR (old.state <> new.state))) EXECUTE FUNCTION private.derive_post_state();

CREATE TRIGGER count_thread_insert AFTER INSERT ON public.threads FOR EACH ROW WHEN (((new.state <> 'deleted'::text) AND (current_setting('arthachowk.importing'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION private.count_thread();

CREATE TRIGGER discard_day_of_post AFTER UPDATE OF is_hidden, state, created_at ON public.threads FOR EACH ROW WHEN (((old.is_hidden IS DISTINCT FROM new.is_hidden) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION private.discard_day_of_post();

CREATE TRIGGER forget_unpublished AFTER DELETE ON public.threads FOR EACH ROW WHEN ((old.state = ANY (ARRAY['held'::text, 'hidden'::text]))) EXECUTE FUNCTION private.forget_unpublished();

CREATE TRIGGER log_post_state AFTER UPDATE OF is_hidden, state ON public.threads FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION private.log_post_state();

CREATE TRIGGER log_thread_update AFTER UPDATE OF title, content, tags, category_id, is_sticky, is_pinned, is_locked ON public.threads FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.log_thread();

CREATE TRIGGER note_held_insert AFTER INSERT ON public.threads FOR EACH ROW WHEN ((new.state = 'held'::text)) EXECUTE FUNCTION private.note_held_post();

CREATE TRIGGER note_held_update AFTER UPDATE OF is_hidden, state ON public.threads FOR EACH ROW WHEN (((old.state <> 'held'::text) AND (new.state = 'held'::text))) EXECUTE FUNCTION private.note_held_post();

CREATE TRIGGER prepare_thread BEFORE INSERT ON public.threads FOR EACH ROW WHEN ((new.state <> 'deleted'::text)) EXECUTE FUNCTION private.prepare_thread();

CREATE TRIGGER publish_insert AFTER INSERT ON public.threads FOR EACH ROW WHEN (((new.state = 'shown'::text) AND (current_setting('arthachowk.importing'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION private.publish_post();

CREATE TRIGGER publish_update AFTER UPDATE OF is_hidden, state ON public.threads FOR EACH ROW WHEN (((old.state <> 'shown'::text) AND (new.state = 'shown'::text) AND (new.created_at > old.created_at))) EXECUTE FUNCTION private.publish_post();

CREATE TRIGGER refuse_new_contacts BEFORE UPDATE OF title, content ON public.threads FOR EACH ROW WHEN ((private.may_name_contact(new.title) OR private.may_name_contact(new.content))) EXECUTE FUNCTION private.refuse_new_contacts();

CREATE TRIGGER seal_deleted BEFORE DELETE ON public.threads FOR EACH ROW WHEN ((old.state <> 'deleted'::text)) EXECUTE FUNCTION private.seal_deleted_post();

CREATE TRIGGER tell_of_moderation_update AFTER UPDATE OF is_hidden, state, is_locked ON public.threads FOR EACH ROW WHEN (((old.state <> new.state) OR (old.is_locked <> new.is_locked))) EXECUTE FUNCTION private.tell_of_thread_moderation();

CREATE TRIGGER validate_text_insert BEFORE INSERT ON public.threads FOR EACH ROW WHEN ((new.state <> 'deleted'::text)) EXECUTE FUNCTION private.validate_thread_text();

CREATE TRIGGER zz_announce_delete AFTER DELETE ON public.threads FOR EACH ROW WHEN ((old.state <> 'deleted'::text)) EXECUTE FUNCTION private.publish_thread_change();

CREATE TRIGGER zz_announce AFTER INSERT ON public.threads FOR EACH ROW WHEN (((new.state <> 'deleted'::text) AND (current_setting('arthachowk.importing'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION private.publish_thread_change();

COMMENT ON COLUMN "private"."moderation_mails"."subject" IS 'sanction, lifted, appeal or post, a colon, and the id.';

COMMENT ON COLUMN "private"."sealed_posts"."pictures" IS 'Bucket and name of each picture in it; the files go when nothing shows them.';

COMMENT ON COLUMN "private"."sealed_posts"."state" IS 'The state that it was in.';

COMMENT ON COLUMN "private"."sealed_posts"."title" IS 'Of the thread, also for a reply.';

COMMENT ON COLUMN "private"."sealed_posts"."username" IS 'The author''s name when it was sealed.';

COMMENT ON COLUMN "private"."sealed_posts"."versions" IS 'What it said before each edit, the oldest first.';

COMMENT ON COLUMN "private"."sealed_posts"."why" IS 'deleted; withdrawn: the text of a thread that others had answered.';

COMMENT ON COLUMN "private"."unpublished_posts"."held_at" IS 'When it was written, or held again.';

COMMENT ON COLUMN "private"."unpublished_posts"."why" IS 'first: a newcomer''s post; contact: a newcomer''s post with a link, a phone number or a UPI id; moderator: one took the publishing back.';

COMMENT ON COLUMN "public"."moderation_log"."action" IS 'insert, update, delete, edit, move, hide, show, lock, unlock, pin, unpin, stick, unstick, accept, unaccept, level, grant, revoke, resolve, dismiss, reopen, wiki, unwiki, sanction, lift, note, unnote, grant_appeal, refuse_appeal, publish, refuse, hold or open_sealed.';

COMMENT ON COLUMN "public"."notifications"."detail" IS 'post_removed: the thread''s title; level_changed: the new level; a report: what the admin wrote to it; bookmark_reminder: the bookmark''s note; chat_mention: the room''s slug, null for the common one; sanctioned, sanction_lifted: its kind; appeal_answered: granted or refused; post_refused: why.';

COMMENT ON COLUMN "public"."replies"."is_hidden" IS 'Not shown to others, whatever its state is; kept equal to it (private.derive_post_state).';

COMMENT ON COLUMN "public"."replies"."state" IS 'shown; held: waits for a moderator, and nobody else but its author sees it; hidden: taken from view by moderation.';

COMMENT ON COLUMN "public"."site_settings"."hold_first_posts" IS 'Which posts of newcomers wait for a moderator: off; contacts: those with a link, a phone number or a UPI id; all.';

COMMENT ON COLUMN "public"."threads"."is_hidden" IS 'Not shown to others, whatever its state is; kept equal to it (private.derive_post_state).';

COMMENT ON COLUMN "public"."threads"."state" IS 'shown; held: waits for a moderator, and nobody else but its author sees it; hidden: taken from view by moderation; deleted: an empty row until its replies are gone, which nobody sees.';

COMMENT ON FUNCTION "private"."contacts_in"(text) IS 'The links, Indian mobile numbers and UPI ids of a text, each once, at most 50.';

COMMENT ON FUNCTION "private"."delete_old_sealed_posts"() IS 'Deletes sealed copies of posts after 180 days, unless an open report is about one; returns their number. Called by a job.';

COMMENT ON FUNCTION "private"."is_held_at_first"(text, uuid, text) IS 'Whether a new post waits for a moderator, by the setting hold_first_posts.';

COMMENT ON FUNCTION "private"."is_newcomer"(uuid) IS 'Whether a member joined less than three days ago, or less than thirty and nobody upvoted anything of theirs.';

COMMENT ON FUNCTION "private"."may_name_contact"(text) IS 'Whether a text may have a link, a phone number or a UPI id; private.contacts_in says which.';

COMMENT ON FUNCTION "private"."publish_post"() IS 'Tells of a post that others see for the first time.';

COMMENT ON FUNCTION "private"."queue_new_thread"(public.threads) IS 'Queues a thread for those who follow its author, or watch its category or a tag. Called by private.publish_post.';

COMMENT ON FUNCTION "private"."seal_thread"(public.threads, text) IS 'Keeps a copy of a thread that is deleted, or of a text that is withdrawn.';

COMMENT ON FUNCTION "private"."set_post_state"(uuid, uuid, text, text) IS 'Changes the state of a thread or a reply, which its triggers count, log and tell; false if it was so already.';

COMMENT ON FUNCTION "private"."take_moderation_mails"(integer) IS 'Takes mails of moderation that are due, and gives their subjects. Called by a job.';

COMMENT ON FUNCTION "private"."tell_whom_it_names"(text, uuid, uuid, uuid) IS 'Notifies whom a post names and did not name before.';

COMMENT ON FUNCTION "public"."can_delete"(public.replies) IS 'Whether the caller may delete it: its author unless moderation has hidden it, and admins.';

COMMENT ON FUNCTION "public"."can_delete"(public.threads) IS 'Whether the caller may delete it with all its replies: its author while nobody else answered and moderation has not hidden it, and admins.';

COMMENT ON FUNCTION "public"."can_edit"(public.replies) IS 'Whether the caller may change its text: its author while it is shown, admins, and established members while it is a wiki.';

COMMENT ON FUNCTION "public"."can_edit"(public.threads) IS 'Whether the caller may change title, content and tags: its author while it is shown, because what is held or hidden stays as it was judged, and admins.';

COMMENT ON FUNCTION "public"."decide_held_post"(text, uuid, uuid, text) IS 'Publishes or refuses a post that waits, or lets one wait (again): publish, refuse, hold; returns the new state. A refusal has a reason, which the author reads. Admins only.';

COMMENT ON FUNCTION "public"."has_sealed_copy"(public.reports) IS 'Whether what was reported is deleted and a sealed copy is kept; false for everybody but administrators.';

COMMENT ON FUNCTION "public"."held_posts"() IS 'The posts that wait for a moderator, the oldest first, 200 at most. Admins only.';

COMMENT ON FUNCTION "public"."last_look_at_held"() IS 'When a moderator last decided on a post that waited, for a member who has one that waits, and admins; else null.';

COMMENT ON FUNCTION "public"."open_sealed_post"(uuid, uuid, text) IS 'The sealed copies of a deleted post, for a case: a report of it, or the reference of a complaint or an order. Each look is logged with it. Admins only.';

COMMENT ON TABLE "private"."moderation_mails" IS 'Mails about sanctions, appeals and posts that waited; each waits for a minute, in which the act can be taken back.';

COMMENT ON TABLE "private"."sealed_posts" IS 'What deleted posts said, for 180 days. Read by public.open_sealed_post alone, which logs each look.';

COMMENT ON TABLE "private"."unpublished_posts" IS 'Threads and replies that nobody but their author and administrators has seen so far.';

REVOKE ALL ON FUNCTION "private"."contacts_in"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_old_sealed_posts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_old_sealed_posts"() TO "service_role", "site_jobs";

REVOKE ALL ON FUNCTION "private"."derive_post_state"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_sealed_copies"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_unpublished"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_held_at_first"(text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_newcomer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kind_of_state_change"(text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_post_state"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_name_contact"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_name_contact"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."must_wait"(text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_held_post"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."post_state_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."publish_post"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_new_thread"(public.threads) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_new_contacts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seal_deleted_post"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seal_thread"(public.threads, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_post_state"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_state"(uuid, uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_whom_it_names"(text, uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."versions_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."decide_held_post"(text, uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_held_post"(text, uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_held_post"(text, uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_held_post"(text, uuid, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."has_sealed_copy"(public.reports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."has_sealed_copy"(public.reports) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."has_sealed_copy"(public.reports) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."has_sealed_copy"(public.reports) TO "postgres";

REVOKE ALL ON FUNCTION "public"."held_posts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."held_posts"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."held_posts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."held_posts"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."last_look_at_held"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."last_look_at_held"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."last_look_at_held"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."last_look_at_held"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."open_sealed_post"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_sealed_post"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_sealed_post"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_sealed_post"(uuid, uuid, text) TO "postgres";

REVOKE ALL ("hold_first_posts") ON TABLE "public"."site_settings" FROM "authenticated";

GRANT UPDATE ("hold_first_posts") ON TABLE "public"."site_settings" TO "authenticated";
