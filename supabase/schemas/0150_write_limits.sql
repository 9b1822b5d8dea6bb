-- How many rows a member, or an address, may write: votes, bookmarks, follows, subscriptions, chat messages. One
-- request may write any number of rows, and there are other ways in than the API, so they are counted where they are
-- written. Posts have a limit of their own (enforce_posting_limits).

-- Unlogged: it is written at every vote, and after a crash nobody minds a limit that begins again.
create unlogged table private.write_counts (
  kind text not null,
  who text not null,
  since timestamptz not null default clock_timestamp(),
  amount integer not null,
  constraint write_counts_pkey primary key (kind, who)
) with (fillfactor = 70);

comment on table private.write_counts is 'Rows that somebody wrote lately, of one kind, in a window that begins with the first of them.';
comment on column private.write_counts.who is 'A member''s id; for guests the address, of IPv6 the first 64 bits.';

revoke all on private.write_counts from public, anon, authenticated, service_role;

-- The address of a guest as the server in front of the database names it.
create function private.guest_address() returns text
language plpgsql stable set search_path = ''
as $$
declare
  headers text := current_setting('request.headers', true);
  address text;
begin
  address := btrim(split_part(nullif(headers, '')::jsonb ->> 'x-forwarded-for', ',', 1));
  if address is null or not pg_input_is_valid(address, 'inet') then
    return '';
  end if;
  if family(address::inet) = 6 then
    return network(set_masklen(address::inet, 64))::text;
  end if;
  return host(address::inet);
end
$$;

-- After a statement, with all of its rows at once. Runs as its owner: nobody may write the table that it counts in.
-- Arguments: kind, rows and seconds of a member, rows and seconds of a guest.
create function private.limit_writes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
  points integer := tg_argv[case when member is null then 3 else 1 end];
  span interval := make_interval(secs => tg_argv[case when member is null then 4 else 2 end]::double precision);
  added integer;
  counted private.write_counts;
  wait integer;
begin
  -- The service itself, an operator who switched the limits off, and admins are not bound.
  if coalesce((select auth.role()), '') not in ('anon', 'authenticated')
    or not (select c.rate_limits from private.configuration c) or private.is_admin() then
    return null;
  end if;
  select count(*) into added from written;
  if added = 0 then
    return null;
  end if;
  insert into private.write_counts as c (kind, who, amount)
  values (tg_argv[0], coalesce(member::text, private.guest_address()), added)
  on conflict (kind, who) do update set
    amount = excluded.amount + case when c.since > clock_timestamp() - span then c.amount else 0 end,
    since = case when c.since > clock_timestamp() - span then c.since else clock_timestamp() end
  returning * into counted;
  if counted.amount > points then
    wait := greatest(1, ceil(extract(epoch from counted.since + span - clock_timestamp())));
    raise sqlstate 'PT429' using
      message = format('That was a lot at once. Please wait %s seconds.', wait),
      detail = format('Retry after %s seconds.', wait);
  end if;
  return null;
end
$$;

comment on function private.limit_writes() is 'Raises PT429 when somebody wrote more rows of a kind than they may within a time.';

create function private.delete_old_write_counts() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.write_counts where since < now() - interval '1 hour' returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_write_counts() is 'For the job: forgets counters whose window is over.';

-- Runs as its owner: a policy may hide rows that count. The lock makes concurrent inserts count each other.
create function private.limit_rows_of_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid;
  rows bigint;
begin
  for member in select distinct w.user_id from written w order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended(member::text, 12));
    execute format('select count(*) from %s x where x.user_id = $1', tg_relid::regclass) into rows using member;
    if rows > tg_argv[0]::bigint then
      raise sqlstate 'PT422' using message = tg_argv[1];
    end if;
  end loop;
  return null;
end
$$;

comment on function private.limit_rows_of_member() is
  'Raises PT422 with the message of the second argument when a member has more rows than the first says.';

grant execute on function private.delete_old_write_counts() to service_role, site_jobs;
