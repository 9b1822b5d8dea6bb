-- Queues of the jobs: a row that fails is tried again after a pause that doubles, and meanwhile the others go on. What fails
-- is in one table, which the metrics and `npm run doctor` read.

create table private.queue_failures (
  queue text not null,
  item text not null,
  attempts smallint not null default 1,
  next_at timestamptz not null default now() + interval '10 seconds',
  error text not null,
  constraint queue_failures_pkey primary key (queue, item)
);

comment on table private.queue_failures is
  'Rows of queues whose latest attempts failed. Written and emptied by private.attempt; a row that is gone from its queue is forgotten after two days.';
comment on column private.queue_failures.item is 'The key of the row in its queue.';
comment on column private.queue_failures.next_at is 'It is not taken before.';

revoke all on private.queue_failures from public, anon, authenticated, service_role;

create function private.is_due(queue text, item text) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (
    select from private.queue_failures f where f.queue = is_due.queue and f.item = is_due.item and f.next_at > now()
  )
$$;

comment on function private.is_due(text, text) is 'Whether a row of a queue may be taken: it did not fail, or its pause is over.';

-- A statement that ends by statement_timeout (query_canceled) is a failure like others: it is what a row that is too much
-- for a job ends with.
create function private.attempt(queue text, item text, statement text) returns bigint
language plpgsql set search_path = ''
as $$
declare
  done bigint;
begin
  execute attempt.statement into done;
  delete from private.queue_failures f where f.queue = attempt.queue and f.item = attempt.item;
  return done;
exception when query_canceled or others then
  insert into private.queue_failures as f (queue, item, error)
  values (attempt.queue, attempt.item, left(sqlstate || ' ' || sqlerrm, 300))
  on conflict on constraint queue_failures_pkey do update
  set attempts = least(f.attempts + 1, 1000), error = excluded.error,
    next_at = now() + least(interval '10 seconds' * 2 ^ least(f.attempts, 12), interval '1 hour');
  return 1;
end
$$;

comment on function private.attempt(text, text, text) is
  'Does the work of a row of a queue, which the caller has locked, and returns how much that was. If the work fails, it is undone, and the row is not due for a while (private.is_due).';

create function private.failing_queues() returns table (queue text, failing bigint, attempts integer, error text)
language sql stable security definer set search_path = ''
as $$
  select f.queue, count(*), max(f.attempts)::integer, (array_agg(f.error order by f.attempts desc))[1]
  from private.queue_failures f
  group by f.queue
  -- Those that count attempts in their rows: the first is the one that is being made.
  union all
  select 'notification_pushes', count(*), max(p.tries)::integer, 'The push service did not take it.'
  from private.notification_pushes p
  where p.sent_at is null and p.tries > 1
  having count(*) > 0
  union all
  select 'data_exports', count(*), max(e.tries)::integer, 'See job.failed in the log.'
  from public.data_exports e
  where e.state = 'failed' or e.state = 'waiting' and e.tries > 1
  having count(*) > 0
$$;

comment on function private.failing_queues() is
  'Per queue, how many rows failed when they were last tried, how often the worst of them, and with what. For metrics and the doctor.';

create function private.forget_queue_failures() returns bigint
language sql security definer set search_path = ''
as $$
  with gone as (
    delete from private.queue_failures f where f.next_at < now() - interval '2 days' returning 1
  )
  select count(*) from gone
$$;

comment on function private.forget_queue_failures() is
  'Deletes failures of rows that nothing has tried since: they are gone from their queue. Called by a job.';

grant execute on function private.failing_queues() to service_role;
grant execute on function private.forget_queue_failures() to service_role, site_jobs;
