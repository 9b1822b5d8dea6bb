-- What happened to each thread on each day, so that trending over a month adds up days instead of replies, and over a
-- year weeks: with 300 threads of 10,000 replies the rows themselves are three million.
--
-- A day is folded into its week (Monday, UTC) when the week ended 62 days ago: the frame of a month and the one before
-- it are counted by days. The part of a week that a year begins in is counted from the posts themselves.

create table private.thread_days (
  thread_id uuid not null,
  day date not null,
  replies integer not null default 0,
  upvotes integer not null default 0,
  constraint thread_days_pkey primary key (thread_id, day),
  constraint thread_days_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
) with (fillfactor = 80); -- counted in place

comment on table private.thread_days is
  'Visible replies and upvotes of a thread by the day (UTC) that they were written or given, and before private.weeks_until() by the week; kept by triggers for two years.';

create index thread_days_day_idx on private.thread_days (day);
create index thread_days_unfolded_idx on private.thread_days (day) where extract(isodow from day) <> 1;

revoke all on private.thread_days from public, anon, authenticated, service_role;

create function private.utc_day(at timestamptz) returns date
language sql immutable strict parallel safe
return (at at time zone 'UTC')::date;

create function private.utc_midnight(day date) returns timestamptz
language sql immutable strict parallel safe
return day::timestamp at time zone 'UTC';

create function private.week_of(day date) returns date
language sql immutable strict parallel safe
return date_trunc('week', day::timestamp)::date;

create function private.weeks_until() returns date
language sql stable parallel safe
return private.week_of(private.utc_day(now()) - 62);

comment on function private.weeks_until() is
  'A Monday: private.thread_days and private.thread_view_counts keep weeks of the time before it.';

-- The row that counts a day, whether or not the day is folded yet.
create function private.counted_day(day date) returns date
language sql stable strict parallel safe
return case when counted_day.day < private.weeks_until() then private.week_of(counted_day.day) else counted_day.day end;

create function private.counted_from(since timestamptz) returns date
language sql stable strict parallel safe
return case
  when private.utc_day(counted_from.since) < private.weeks_until() then private.week_of(private.utc_day(counted_from.since)) + 7
  else private.utc_day(counted_from.since) + 1
end;

comment on function private.counted_from(timestamptz) is
  'The first day after then whose row in private.thread_days holds nothing of before: the next day, or the next Monday.';

-- The caller has locked the thread, so that two don't meet at one row in another order. What happens to a post of a
-- week that is folded is counted in the week.
-- plpgsql plans the statement once for a session: a third of the time.
create function private.count_thread_day(thread uuid, at timestamptz, replies integer, upvotes integer)
returns void
language plpgsql volatile set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.thread_days as d (thread_id, day, replies, upvotes)
  values (
    count_thread_day.thread, private.counted_day(private.utc_day(count_thread_day.at)),
    count_thread_day.replies, count_thread_day.upvotes
  )
  on conflict on constraint thread_days_pkey do update
  set replies = d.replies + excluded.replies, upvotes = d.upvotes + excluded.upvotes;
end
$$;

-- Triggers of their own, after those that count in the rows themselves.
create function private.count_reply_day() returns trigger
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

create trigger count_reply_insert_day
  after insert on public.replies
  for each row when (not new.is_hidden and current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.count_reply_day();

create trigger recount_reply_shown_day
  after update of is_hidden, state on public.replies
  for each row when (old.is_hidden <> new.is_hidden)
  execute function private.count_reply_day();

create trigger uncount_reply_day
  before delete on public.replies
  for each row when (not old.is_hidden)
  execute function private.count_reply_day();

create function private.count_reaction_day() returns trigger
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

create trigger count_reaction_day_insert
  after insert on public.reactions
  for each row when (
    new.thread_id is not null and current_setting('arthachowk.importing', true) is distinct from 'on'
  )
  execute function private.count_reaction_day();

create trigger count_reaction_day_delete
  after delete on public.reactions
  for each row when (old.thread_id is not null)
  execute function private.count_reaction_day();

-- In whichever state of folding the rows are: what is wrong is the difference.
create function private.recount_thread_days() returns bigint
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

comment on function private.recount_thread_days() is
  'Computes the last two years of private.thread_days again and returns how many rows were wrong. Part of private.recount().';

create function private.fold_thread_days() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  until constant date := private.weeks_until();
  threads uuid[];
  days date[];
  folded bigint;
begin
  select array_agg(o.thread_id), array_agg(o.day) into threads, days
  from (
    select d.thread_id, d.day
    from private.thread_days d
    where d.day < until and extract(isodow from d.day) <> 1
    order by d.day
    limit 5000
  ) o;
  -- The lock that counting holds (private.count_thread_day). A thread that is locked waits for the next run.
  with free as materialized (
    select t.id from public.threads t where t.id = any (threads) order by t.id for no key update skip locked
  ), gone as (
    delete from private.thread_days d
    using unnest(threads, days) as o (thread_id, day)
    where d.thread_id = o.thread_id and d.day = o.day and o.thread_id in (select f.id from free f)
    returning d.thread_id, d.day, d.replies, d.upvotes
  ), weeks as (
    insert into private.thread_days as kept (thread_id, day, replies, upvotes)
    select g.thread_id, private.week_of(g.day), sum(g.replies), sum(g.upvotes) from gone g group by 1, 2
    on conflict on constraint thread_days_pkey do update
    set replies = kept.replies + excluded.replies, upvotes = kept.upvotes + excluded.upvotes
  )
  select count(*) into folded from gone;
  return folded;
end
$$;

comment on function private.fold_thread_days() is
  'Folds up to 5,000 days of private.thread_days into weeks; returns their number. Called by a job until it gives 0.';

create function private.delete_old_thread_days() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.thread_days
    where (thread_id, day) in (
      select d.thread_id, d.day from private.thread_days d
      where d.day < private.utc_day(now() - interval '733 days')
      order by d.day
      limit 20000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_thread_days() is
  'Forgets a batch of days of more than two years ago; returns their number. Called by a job until it gives 0.';

-- What happened to threads from `since` until now, to the instant: whole days and weeks from thread_days, from the
-- first row on that holds nothing of before `since`; the piece before that from the posts. Run by functions that run as
-- their owner.
create function private.activity_since(threads uuid[], since timestamptz)
returns table (thread_id uuid, replies bigint, upvotes bigint, views bigint)
language sql stable rows 300 set search_path = ''
as $$
  with edge as materialized (
    select c.day, private.utc_midnight(c.day) as until
    from (select private.counted_from(activity_since.since) as day) c
  )
  select i.id,
    coalesce(d.replies, 0) + (
      select count(*) from public.replies r
      where r.thread_id = i.id and not r.is_hidden and r.created_at >= activity_since.since and r.created_at < e.until
    ),
    coalesce(d.upvotes, 0) + (
      select count(*) from public.reactions x
      where x.thread_id = i.id and x.created_at >= activity_since.since and x.created_at < e.until
    ),
    coalesce(v.views, 0)
  from unnest(activity_since.threads) i (id)
  cross join edge e
  left join (
    select k.thread_id, sum(k.replies) as replies, sum(k.upvotes) as upvotes
    from private.thread_days k
    where k.thread_id = any (activity_since.threads) and k.day >= (select e.day from edge e)
    group by k.thread_id
  ) d on d.thread_id = i.id
  left join (
    select k.thread_id, sum(k.views) as views
    from private.thread_view_counts k
    where k.thread_id = any (activity_since.threads) and k.since >= activity_since.since
    group by k.thread_id
  ) v on v.thread_id = i.id
$$;

grant execute on function private.utc_day(timestamptz), private.recount_thread_days() to service_role;
grant execute on function private.fold_thread_days(), private.delete_old_thread_days() to service_role, site_jobs;
