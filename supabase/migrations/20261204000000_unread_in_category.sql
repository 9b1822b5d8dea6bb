-- The filter 'Unread' of a category's list.

-- Under the caller's policies. It returns ids, so that it does not depend on the columns of threads.
create function public.unread_in_category(category uuid, max_rows integer default 20, skip integer default 0)
returns table (thread_id uuid)
language sql stable rows 20
begin atomic
  select t.id
  from public.thread_reads s
  join public.threads t on t.id = s.thread_id
  where s.user_id = (select auth.uid())
    and t.category_id = unread_in_category.category
    and t.last_activity > s.read_until
    and exists (
      select from public.replies r
      where r.thread_id = s.thread_id and r.created_at > s.read_until
        and not r.is_hidden and not r.is_thread_hidden and r.author_id <> s.user_id
    )
  order by t.last_activity desc, t.id
  offset greatest(unread_in_category.skip, 0)
  limit least(greatest(unread_in_category.max_rows, 0), 100);
end;

comment on function public.unread_in_category(uuid, integer, integer) is
  'Threads of a category that the caller has opened and in which others have replied since, the latest activity first.';

revoke all on function public.unread_in_category(uuid, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.unread_in_category(uuid, integer, integer) to authenticated;
