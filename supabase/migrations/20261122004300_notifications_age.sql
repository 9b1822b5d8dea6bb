-- Notifications of half a year ago tell nobody anything: they go by themselves.

create index notifications_created_at_idx on public.notifications (created_at);

create function private.prune_notifications() returns bigint
language sql volatile set search_path = ''
as $$
  with gone as (
    delete from public.notifications
    where id in (
      select n.id
      from public.notifications n
      where n.created_at < now() - interval '180 days'
      order by n.created_at
      -- Each tells its owner's channels that it is gone: a piece at a time.
      limit 1000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.prune_notifications() is
  'Deletes the oldest notifications, of more than 180 days ago; gives their number. Called by a job.';

revoke execute on all functions in schema private from public;
grant execute on function private.prune_notifications() to service_role;
