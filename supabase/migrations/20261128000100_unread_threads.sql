-- What has new replies among the threads that a member follows or has opened: a list, and one act that marks all as read.

-- Under the caller's policies, like the one after it.
create function public.unread_threads(max_rows integer default 20, skip integer default 0)
returns setof public.threads
language sql stable rows 20
begin atomic
  select t.*
  from public.thread_reads s
  join public.threads t on t.id = s.thread_id
  where s.user_id = (select auth.uid()) and t.last_activity > s.read_until
    and exists (
      select from public.replies r
      where r.thread_id = s.thread_id and r.created_at > s.read_until
        and not r.is_hidden and not r.is_thread_hidden and r.author_id <> s.user_id
    )
  order by t.last_activity desc, t.id
  limit least(greatest(unread_threads.max_rows, 0), 100)
  offset greatest(unread_threads.skip, 0);
end;

comment on function public.unread_threads(integer, integer) is
  'Threads that the caller has opened or follows and in which others have replied since, the latest activity first.';

create function public.mark_all_read(seconds_ago integer default 0) returns integer
language sql volatile
begin atomic
  with marked as (
    update public.thread_reads s
    set read_until = now() - make_interval(secs => least(greatest(mark_all_read.seconds_ago, 0), 60))
    where s.user_id = (select auth.uid())
      and s.thread_id in (
        select u.thread_id
        from public.thread_reads u
        join public.threads t on t.id = u.thread_id
        where u.user_id = (select auth.uid()) and t.last_activity > u.read_until
        order by t.last_activity desc
        -- Below the limit of writes a minute.
        limit 300
      )
    returning 1
  )
  select count(*)::integer from marked;
end;

comment on function public.mark_all_read(integer) is
  'Marks the caller''s unread threads as read, 300 at most, but for replies of the last `seconds_ago` seconds; returns their number.';

revoke all on function public.unread_threads(integer, integer), public.mark_all_read(integer)
  from public, anon, authenticated, service_role;
grant execute on function public.unread_threads(integer, integer), public.mark_all_read(integer) to authenticated;
