-- What state a thread or a reply is in, and what follows from a change of it.
--
-- shown → everybody. held → waits for a moderator: its author and administrators see it, and it counts, tells and orders
-- nothing. hidden → taken from view, or refused while it waited. A deleted post has no row (a long thread an empty one for
-- a while) and a sealed copy (0515_sealed_posts).
--
-- `is_hidden` is SPEC.md's flag: whoever writes it writes the state, and the other way round. What becomes true when a post
-- is seen for the first time is private.publish_post, for a new post and for one that waited. The other counters follow
-- is_hidden, as they follow hiding.

-- A post that was never shown, with why. It is there until the post is shown for the first time, also while it is refused.
-- Without a foreign key, which each deletion of a reply would check.
create table private.unpublished_posts (
  post_id uuid not null,
  why text not null,
  held_at timestamptz not null default now(),
  constraint unpublished_posts_pkey primary key (post_id),
  constraint unpublished_posts_why_known check (why in ('first', 'contact', 'moderator'))
);

comment on table private.unpublished_posts is 'Threads and replies that nobody but their author and administrators has seen so far.';
comment on column private.unpublished_posts.why is
  'first: a newcomer''s post; contact: a newcomer''s post with a link, a phone number or a UPI id; moderator: one took the publishing back.';
comment on column private.unpublished_posts.held_at is 'When it was written, or held again.';

alter table private.unpublished_posts enable row level security;

revoke all on private.unpublished_posts from public, anon, authenticated, service_role;

-- The two names of one fact. What waited is as old as its publishing: it stands after what was read meanwhile. A post is
-- seen for the first time exactly when created_at moves here, which the triggers below ask.
create function private.derive_post_state() returns trigger
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

create trigger "10_derive_state_insert"
  before insert on public.threads
  for each row when (new.is_hidden <> (new.state <> 'shown'))
  execute function private.derive_post_state();

create trigger "10_derive_state_insert"
  before insert on public.replies
  for each row when (new.is_hidden <> (new.state <> 'shown'))
  execute function private.derive_post_state();

create trigger "10_derive_state_update"
  before update of is_hidden, state on public.threads
  for each row when (old.is_hidden <> new.is_hidden or old.state <> new.state)
  execute function private.derive_post_state();

create trigger "10_derive_state_update"
  before update of is_hidden, state on public.replies
  for each row when (old.is_hidden <> new.is_hidden or old.state <> new.state)
  execute function private.derive_post_state();

-- The one place that changes a state by itself: reports, appeals and the decisions below. The reason goes to the log and,
-- of a refusal, to the author.
create function private.set_post_state(thread uuid, reply uuid, state text, reason text default null) returns boolean
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

comment on function private.set_post_state(uuid, uuid, text, text) is
  'Changes the state of a thread or a reply, which its triggers count, log and tell; false if it was so already.';

-- What becomes true when others see a post for the first time: whom it names and who follows are told. Jobs do the rest
-- (notifications, mail, push). Of a reply one row is enough, which its job reads.
create function private.publish_post() returns trigger
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

comment on function private.publish_post() is 'Tells of a post that others see for the first time.';

create trigger publish_insert
  after insert on public.threads
  for each row when (
    new.state = 'shown' and current_setting('arthachowk.importing', true) is distinct from 'on'
  )
  execute function private.publish_post();

create trigger publish_update
  after update of is_hidden, state on public.threads
  for each row when (old.state <> 'shown' and new.state = 'shown' and new.created_at > old.created_at)
  execute function private.publish_post();

-- Before "10_count_reply_insert", which waits for the thread: nothing of this waits with it.
create trigger "05_publish_insert"
  after insert on public.replies
  for each row when (
    new.state = 'shown' and not new.is_thread_hidden
    and current_setting('arthachowk.importing', true) is distinct from 'on'
  )
  execute function private.publish_post();

create trigger publish_update
  after update of is_hidden, state on public.replies
  for each row when (
    old.state <> 'shown' and new.state = 'shown' and new.created_at > old.created_at and not new.is_thread_hidden
  )
  execute function private.publish_post();

-- A post that is held: noted as unseen when it is new, and again when a moderator takes the publishing back. What was told
-- of it meanwhile is taken back as far as nobody has read it, so that publishing it tells of it once.
create function private.note_held_post() returns trigger
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

create trigger note_held_insert
  after insert on public.threads for each row when (new.state = 'held') execute function private.note_held_post();

create trigger note_held_insert
  after insert on public.replies for each row when (new.state = 'held') execute function private.note_held_post();

create trigger note_held_update
  after update of is_hidden, state on public.threads
  for each row when (old.state <> 'held' and new.state = 'held') execute function private.note_held_post();

create trigger note_held_update
  after update of is_hidden, state on public.replies
  for each row when (old.state <> 'held' and new.state = 'held') execute function private.note_held_post();

create function private.forget_unpublished() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.unpublished_posts u where u.post_id = old.id;
  return null;
end
$$;

create trigger forget_unpublished
  after delete on public.threads for each row when (old.state in ('held', 'hidden'))
  execute function private.forget_unpublished();

create trigger forget_unpublished
  after delete on public.replies for each row when (old.state in ('held', 'hidden'))
  execute function private.forget_unpublished();

-- The one log of states. An administrator's act is always in it, the site's with its reason.
create function private.log_post_state() returns trigger
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

create trigger log_post_state
  after update of is_hidden, state on public.threads
  for each row when (old.state <> new.state)
  execute function private.log_post_state();

create trigger log_post_state
  after update of is_hidden, state on public.replies
  for each row when (old.state <> new.state)
  execute function private.log_post_state();

-- Which notification the author gets; null: none, for a post that waits again.
create function private.kind_of_state_change(state_before text, state_after text, is_first_seen boolean) returns text
language sql immutable parallel safe
return case
  when state_after = 'shown' then case when is_first_seen then 'post_published' else 'post_shown' end
  when state_after = 'hidden' then case when state_before = 'held' then 'post_refused' else 'post_hidden' end
end;

create function private.post_state_of(thread uuid, reply uuid) returns text
language sql stable set search_path = ''
as $$
  select t.state from public.threads t where t.id = post_state_of.thread and post_state_of.reply is null
  union all
  select r.state from public.replies r where r.id = post_state_of.reply
$$;

-- Runs as its owner: the state is not granted. Refusing tells the author why; publishing and holding again need no reason.
create function public.decide_held_post(
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

comment on function public.decide_held_post(text, uuid, uuid, text) is
  'Publishes or refuses a post that waits, or lets one wait (again): publish, refuse, hold; returns the new state. A refusal has a reason, which the author reads. Admins only.';

-- Runs as its owner: the reason is in `private`. The oldest first, with what a decision needs.
create function public.held_posts()
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

comment on function public.held_posts() is 'The posts that wait for a moderator, the oldest first, 200 at most. Admins only.';

-- The counts of the rail, and of what an author reads.
create index threads_held_idx on public.threads (created_at) where state = 'held';
create index replies_held_idx on public.replies (created_at) where state = 'held';

-- Runs as its owner: it tells a member who waits when a moderator last decided on any post, and nobody else anything.
create function public.last_look_at_held() returns timestamptz
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

comment on function public.last_look_at_held() is
  'When a moderator last decided on a post that waited, for a member who has one that waits, and admins; else null.';

revoke all on function
  public.decide_held_post(text, uuid, uuid, text), public.held_posts(), public.last_look_at_held()
  from public, anon, authenticated, service_role;
grant execute on function
  public.decide_held_post(text, uuid, uuid, text), public.held_posts(), public.last_look_at_held()
  to authenticated;
