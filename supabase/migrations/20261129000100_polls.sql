-- Polls: a discussion may have one, which its author asks with it. A member has one vote, and may change it or take it back
-- until the poll closes. How many chose what is public, who chose what is nobody else's business.
--
-- A lock ends the votes, because it freezes what members decided. Options never change: what was voted for stays what it
-- was.

create table public.polls (
  thread_id uuid not null,
  question text not null,
  options text[] not null,
  open_days smallint,
  closes_at timestamptz,
  votes integer[] not null default '{}',
  created_at timestamptz not null default now(),
  announced_at timestamptz not null default '-infinity',
  constraint polls_pkey primary key (thread_id),
  constraint polls_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint polls_open_days_bounds check (open_days between 1 and 30)
) with (fillfactor = 70);

comment on table public.polls is 'Polls, one for a thread at most.';
comment on column public.polls.question is 'Plain text, as the options.';
comment on column public.polls.open_days is 'How long it takes votes; null: without an end.';
comment on column public.polls.closes_at is 'Follows from open_days.';
comment on column public.polls.votes is 'The number of votes for each option, in their order.';
comment on column public.polls.announced_at is 'When the log of changes last told of votes.';

alter table public.polls enable row level security;

revoke all on public.polls from public, anon, authenticated, service_role;
grant select on public.polls to anon, authenticated;
-- `update` and `delete` are not granted: a poll goes with its thread, or with its text.
grant insert (thread_id, question, options, open_days) on public.polls to authenticated;
grant select, insert, update, delete on public.polls to service_role;

create policy read_visible on public.polls
  for select to anon, authenticated
  using (exists (select from public.threads t where t.id = polls.thread_id));

-- Runs as its owner: a hidden reply is a reply, too.
create function private.may_add_poll(thread_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.threads t
    where t.id = may_add_poll.thread_id and t.author_id = (select auth.uid())
      and not t.is_locked and not t.is_hidden and not t.is_deleted
      and not exists (select from public.replies r where r.thread_id = t.id)
  )
$$;

comment on function private.may_add_poll(uuid) is 'Whether the caller wrote a thread that nobody replied to.';

create policy insert_own on public.polls
  for insert to authenticated
  with check ((select private.may_write()) and private.may_add_poll(thread_id));

create function private.prepare_poll() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hidden_signs constant text := '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]';
begin
  new.question := btrim(new.question);
  new.options := array(select btrim(o) from unnest(new.options) with ordinality as x (o, place) order by place);
  if char_length(new.question) > 200 or private.shown_length(new.question) < 3 or new.question ~ hidden_signs then
    perform private.raise_check_violation('polls', 'polls_question_length');
  end if;
  if cardinality(new.options) not between 2 and 10
    or exists (
      select from unnest(new.options) as o
      where o is null or char_length(o) > 100 or private.visible_part(o) = '' or o ~ hidden_signs
    )
    or (select count(distinct lower(o)) from unnest(new.options) as o) < cardinality(new.options) then
    perform private.raise_check_violation('polls', 'polls_options_bounds');
  end if;
  new.votes := array_fill(0, array[cardinality(new.options)]);
  new.closes_at := now() + make_interval(days => new.open_days::integer);
  return new;
end
$$;

create trigger prepare_poll
  before insert on public.polls
  for each row execute function private.prepare_poll();

create table public.poll_votes (
  thread_id uuid not null,
  user_id uuid not null default auth.uid(),
  choice smallint not null,
  created_at timestamptz not null default now(),
  constraint poll_votes_pkey primary key (thread_id, user_id),
  constraint poll_votes_thread_id_fkey foreign key (thread_id) references public.polls (thread_id) on delete cascade,
  -- The account, not the profile, as in thread_reads.
  constraint poll_votes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

comment on table public.poll_votes is 'Votes in polls. Only the voter can see one, not even an admin.';
comment on column public.poll_votes.choice is 'The place of the option, from 1.';

create index poll_votes_user_id_idx on public.poll_votes (user_id);

alter table public.poll_votes enable row level security;

revoke all on public.poll_votes from public, anon, authenticated, service_role;
grant select, delete on public.poll_votes to authenticated;
grant insert (thread_id, user_id, choice), update (choice) on public.poll_votes to authenticated;
grant select, insert, update, delete on public.poll_votes to service_role;

-- Runs as its owner: whether a poll is open can be asked from any place; it tells nothing else.
create function private.is_poll_open(thread_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.polls p
    join public.threads t on t.id = p.thread_id
    where p.thread_id = is_poll_open.thread_id
      and (p.closes_at is null or p.closes_at > now())
      and not t.is_locked and not t.is_hidden
  )
$$;

comment on function private.is_poll_open(uuid) is 'Whether the poll of a thread takes votes.';

create policy read_own on public.poll_votes
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.poll_votes
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()) and private.is_poll_open(thread_id));

create policy update_own on public.poll_votes
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()) and private.is_poll_open(thread_id))
  with check (user_id = (select auth.uid()) and (select private.may_write()) and private.is_poll_open(thread_id));

create policy delete_own on public.poll_votes
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()) and private.is_poll_open(thread_id));

create trigger zzz_limit_writes after insert on public.poll_votes
  referencing new table as written
  for each statement execute function private.limit_writes('poll vote', '60', '60', '0', '60');

create trigger zzz_limit_updates after update on public.poll_votes
  referencing new table as written
  for each statement execute function private.limit_writes('poll vote', '60', '60', '0', '60');

create function private.publish_poll(thread uuid) returns void
language sql volatile set search_path = ''
as $$
  select private.publish_change(jsonb_build_object(
    'table', 'polls', 'op', 'UPDATE', 'id', t.id, 'thread_id', t.id, 'category_id', t.category_id
  ))
  from public.threads t
  where t.id = publish_poll.thread
$$;

comment on function private.publish_poll(uuid) is 'Tells the log of changes that what a thread''s page shows of its poll changed.';

-- The row of the poll alone is locked, so that votes wait for votes in the same poll only. The log tells of them once in
-- five seconds: a cached page is a minute old at most anyway.
create function private.count_poll_vote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread uuid := case when tg_op = 'DELETE' then old.thread_id else new.thread_id end;
  before integer := case when tg_op <> 'INSERT' then old.choice end;
  after integer := case when tg_op <> 'DELETE' then new.choice end;
  counted public.polls;
begin
  update public.polls p
  set votes = array(
      select v - (place is not distinct from before)::integer + (place is not distinct from after)::integer
      from unnest(p.votes) with ordinality as x (v, place)
      order by place
    ),
    announced_at = case when p.announced_at < now() - interval '5 seconds' then now() else p.announced_at end
  where p.thread_id = thread
  returning p.* into counted;
  if not found then
    return null; -- deleted with its poll
  end if;
  if after not between 1 and cardinality(counted.votes) then
    raise sqlstate 'PT422' using message = 'The poll has no such option.';
  end if;
  if counted.announced_at = now() then
    perform private.publish_poll(thread);
  end if;
  return null;
end
$$;

create trigger count_poll_vote
  after insert or delete on public.poll_votes
  for each row execute function private.count_poll_vote();

create trigger count_poll_vote_update
  after update of choice on public.poll_votes
  for each row when (old.choice <> new.choice)
  execute function private.count_poll_vote();

create function private.publish_new_poll() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.publish_poll(case when tg_op = 'DELETE' then old.thread_id else new.thread_id end);
  return null;
end
$$;

create trigger zz_announce
  after insert or delete on public.polls
  for each row execute function private.publish_new_poll();

-- A text that its author takes back takes its poll along.
create function private.delete_poll() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.polls p where p.thread_id = new.id;
  return null;
end
$$;

create trigger delete_poll
  after update of is_deleted on public.threads
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.delete_poll();

-- Under the caller's policies.
create function public.vote_in_poll(thread uuid, choice integer default null) returns void
language sql volatile
begin atomic
  delete from public.poll_votes v
  where v.thread_id = vote_in_poll.thread and v.user_id = (select auth.uid()) and vote_in_poll.choice is null;
  insert into public.poll_votes as v (thread_id, choice)
  select vote_in_poll.thread, vote_in_poll.choice
  where vote_in_poll.choice is not null
  on conflict on constraint poll_votes_pkey do update set choice = excluded.choice;
end;

comment on function public.vote_in_poll(uuid, integer) is
  'Votes in the poll of a thread for the option at this place, from 1, in place of an earlier vote; null takes the vote back.';

-- As before, and the votes in polls.
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
  delete from public.poll_votes v
  where v.user_id = member
    and v.thread_id in (select x.thread_id from public.poll_votes x where x.user_id = member limit 500);
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
  'Deletes a piece of what a closed account leaves besides posts and upvotes; 0 when nothing is left.';

-- As before, and polls.
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
  when 'polls' then return query
    select to_jsonb(p) - 'announced_at' from public.polls p join public.threads t on t.id = p.thread_id
    where t.author_id = member order by p.created_at, p.thread_id offset skip limit page;
  when 'poll_votes' then return query
    select to_jsonb(v) || jsonb_build_object('question', p.question, 'option', p.options[v.choice])
    from public.poll_votes v join public.polls p on p.thread_id = v.thread_id
    where v.user_id = member order by v.created_at, v.thread_id offset skip limit page;
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

revoke all on function public.vote_in_poll(uuid, integer) from public, anon, authenticated, service_role;
revoke execute on all functions in schema private from public;
grant execute on function private.may_add_poll(uuid), private.is_poll_open(uuid) to authenticated, service_role;
grant execute on function public.vote_in_poll(uuid, integer) to authenticated;
