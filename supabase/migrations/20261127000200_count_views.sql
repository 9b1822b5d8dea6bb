-- One place says when a view counts, for a member's view and for those of many guests.

create function private.count_views(threads uuid[], visitors bigint[]) returns void
language sql volatile security definer set search_path = ''
as $$
  with seen as (
    insert into private.thread_views as v (thread_id, visitor, seen_at)
    select distinct t.id, g.visitor, now()
    from unnest(count_views.threads, count_views.visitors) as g (thread_id, visitor)
    join public.threads t on t.id = g.thread_id and not t.is_hidden
    -- In one order, so that two groups never wait for each other.
    order by 1, 2
    on conflict on constraint thread_views_pkey do update
      set seen_at = excluded.seen_at
      where v.seen_at <= excluded.seen_at - interval '30 minutes'
    returning v.thread_id
  )
  insert into private.uncounted_views (thread_id) select s.thread_id from seen s
$$;

comment on function private.count_views(uuid[], bigint[]) is
  'Counts a view of each thread by the visitor at the same place, once per visitor in 30 minutes.';

-- Runs as its owner: a visitor may count a view, and touch nothing else of the row.
create or replace function public.increment_thread_views(thread_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.count_views(array[increment_thread_views.thread_id], array[private.visitor_hash()])
$$;

create or replace function private.count_guest_views(views jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.count_views(array_agg(g.thread_id), array_agg(private.visitor_hash(g.address, g.browser, null)))
  from jsonb_to_recordset(count_guest_views.views) as g (thread_id uuid, address text, browser text)
$$;

revoke execute on function private.count_views(uuid[], bigint[]) from public;
