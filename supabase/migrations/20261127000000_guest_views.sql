-- Views by guests are counted in groups of a statement each (server/count-views.ts).

-- Runs as its owner: no role may read the key.
create function private.visitor_hash(address text, browser text, member uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  visitor text := member::text;
begin
  if visitor is null then
    -- A household has one IPv6 network and any number of addresses in it.
    if address ~ '^[0-9a-fA-F:]+$' and address ~ ':' and pg_input_is_valid(address, 'inet') then
      address := host(network(set_masklen(address::inet, 64)));
    end if;
    -- Phones in India share addresses by the thousand, so the browser counts too; but it names itself as it likes, so
    -- that it tells four visitors of an address apart and no more.
    visitor := address || ' ' || (hashtext(browser) & 3);
  end if;
  return (
    select ('x' || encode(substr(sha256(k.secret || convert_to(visitor, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
    from private.visitor_key k
  );
end
$$;

comment on function private.visitor_hash(text, text, uuid) is
  'A visitor as a number that means nothing tomorrow: a member, or one of four browsers of an address.';

create or replace function private.visitor_hash() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  return private.visitor_hash(
    coalesce(headers ->> 'x-forwarded-for', ''), coalesce(headers ->> 'user-agent', ''), (select auth.uid())
  );
end
$$;

comment on function private.visitor_hash() is 'Who asks, as private.visitor_hash(text, text, uuid) numbers them.';

create function private.count_guest_views(views jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  with seen as (
    insert into private.thread_views as v (thread_id, visitor, seen_at)
    select distinct t.id, private.visitor_hash(g.address, g.browser, null), now()
    from jsonb_to_recordset(count_guest_views.views) as g (thread_id uuid, address text, browser text)
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

comment on function private.count_guest_views(jsonb) is
  'Counts views as public.increment_thread_views() does, for many guests at once: objects of thread_id, address and browser.';

revoke execute on function
  private.visitor_hash(text, text, uuid), private.count_guest_views(jsonb)
  from public;
grant execute on function private.count_guest_views(jsonb) to service_role, site_jobs;
