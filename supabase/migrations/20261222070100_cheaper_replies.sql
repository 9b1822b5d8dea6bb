-- A reply writes less (docs/decisions/0015-what-a-reply-writes.md).

-- The row of a thread is written again with each reply, and with it each index of the table. The uniqueness of an
-- address's digits is kept by a table that a reply does not touch.
create unique index thread_titles_address_key on private.thread_titles (left(thread_id::text, 8));
drop index public.threads_id_prefix_key;
comment on table private.thread_titles is
  'The title of every thread, for the indexes on it; and the first 8 digits of its id, which no other thread has. Kept by triggers.';

-- By a range of the key: under row security, no index on an expression is used. The order makes the planner take the key.
create or replace function public.merge_thread_reads(marks text[]) returns void
language sql volatile
begin atomic
  insert into public.thread_reads as s (thread_id, read_until)
  select t.id,
    case
      when m.replies >= t.reply_count then t.last_activity
      else coalesce((
        select r.created_at
        from public.replies r
        where r.thread_id = t.id and not r.is_hidden and m.replies > 0
        order by r.created_at desc, r.id desc
        offset t.reply_count - m.replies limit 1
      ), t.created_at)
    end
  from (
    select left(x.mark, 8) as prefix, max(split_part(x.mark, '.', 2)::integer) as replies
    from unnest(merge_thread_reads.marks[1:300]) as x (mark)
    where x.mark ~ '^[0-9a-f]{8}\.[0-9]{1,8}$'
    group by 1
  ) m
  cross join lateral (
    select x.id, x.reply_count, x.last_activity, x.created_at
    from public.threads x
    where x.id >= (m.prefix || '-0000-0000-0000-000000000000')::uuid
      and x.id <= (m.prefix || '-ffff-ffff-ffff-ffffffffffff')::uuid
    order by x.id
    limit 1
  ) t
  -- Far from the end, the reply would be looked up at length for one who has much to read anyway.
  where private.may_write() and t.reply_count - m.replies <= 500
  order by t.id
  on conflict on constraint thread_reads_pkey do update
    set read_until = excluded.read_until where excluded.read_until > s.read_until;
end;

-- The job skips replies that are gone, and removes their rows with the others.
alter table private.reply_outbox drop constraint reply_outbox_reply_id_fkey;
drop index private.reply_outbox_reply_id_idx;

-- plpgsql plans the statement once for a session: a third of the time.
create or replace function private.count_thread_day(thread uuid, at timestamptz, replies integer, upvotes integer)
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
