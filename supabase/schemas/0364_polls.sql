-- Polls: a discussion may have one, which its author asks with it. A member has one vote, and may change it or take it back
-- until the poll closes. How many chose what is public, who chose what is nobody else's business.
--
-- A lock ends the votes, because it freezes what members decided. The author may correct question, options and end while
-- nobody has voted; then they never change: what was voted for stays what it was. The counts in the poll's own row
-- decide, because an update that waited for a vote reads them again, and then finds no row. A vote that waited for a
-- correction counts for the option that has the place now; the voter sees it and may change it.

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
      and not t.is_locked and t.state in ('shown', 'held') and not t.is_deleted
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
  new.question := private.with_few_marks(btrim(new.question));
  new.options := array(select private.with_few_marks(btrim(o)) from unnest(new.options) with ordinality as x (o, place) order by place);
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
  -- The same for a poll that is new, and one that is corrected.
  new.closes_at := new.created_at + make_interval(days => new.open_days::integer);
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

create trigger "10_count_poll_vote"
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

create function public.can_edit(poll public.polls) returns boolean
language sql stable
return 0 = all (poll.votes) and (select private.may_write()) and exists (
  select from public.threads t
  where t.id = poll.thread_id and t.author_id = (select auth.uid())
    and not t.is_locked and not t.is_hidden and not t.is_deleted
);

comment on function public.can_edit(public.polls) is
  'Whether the caller may correct it: who wrote its thread, while nobody has voted.';

-- The counts follow from the votes, and the end from open_days.
grant update (question, options, open_days) on public.polls to authenticated;

-- The new row is the same thread's, and its counts are 0.
create policy update_editable on public.polls
  for update to authenticated
  using (public.can_edit(polls))
  with check (public.can_edit(polls));

create trigger prepare_poll_update
  before update of question, options, open_days on public.polls
  for each row execute function private.prepare_poll();

-- Runs as its owner: the log of changes is written by functions alone.
create function private.publish_corrected_poll() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.publish_poll(new.thread_id);
  return null;
end
$$;

create trigger zz_announce_update
  after update of question, options, open_days on public.polls
  for each row execute function private.publish_corrected_poll();

create function private.export_member_polls(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(p) - 'announced_at' from public.polls p join public.threads t on t.id = p.thread_id
  where t.author_id = member order by p.created_at, p.thread_id offset skip limit 500;
end;

create function private.export_member_poll_votes(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(v) || case when private.title_for(member, t) is null then '{}'
    else jsonb_build_object('question', p.question, 'option', p.options[v.choice]) end
  from public.poll_votes v
  join public.polls p on p.thread_id = v.thread_id
  join public.threads t on t.id = v.thread_id
  where v.user_id = member order by v.created_at, v.thread_id offset skip limit 500;
end;

create function private.erase_member_poll_votes(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.poll_votes v
  where v.user_id = member
    and v.thread_id in (select x.thread_id from public.poll_votes x where x.user_id = member limit 500)
  returning 1;
end;

revoke all on function
  public.vote_in_poll(uuid, integer), public.can_edit(public.polls)
  from public, anon, authenticated, service_role;
grant execute on function private.may_add_poll(uuid), private.is_poll_open(uuid) to authenticated, service_role;
grant execute on function public.vote_in_poll(uuid, integer) to authenticated;
grant execute on function public.can_edit(public.polls) to anon, authenticated, service_role;
