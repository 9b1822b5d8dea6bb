-- A thread is unread in every list, and has a number of unread replies, by one predicate; and a muted word that stands in
-- every reply costs at most twenty looks at a text for a thread.
--
-- A look makes the words of the text: 84 µs for 600 characters, 1 ms for 4,000. The words of the search's index are not
-- stored with the reply, so a tsquery makes them, too, in 164 µs; and the index itself would read the word's replies of
-- the whole site for each thread.

create or replace function private.has_unread_replies(thread uuid, since timestamptz, reader uuid, members uuid[], words text[])
returns boolean
-- Planned once for a list: otherwise each of its threads is planned for, which takes a millisecond.
language sql stable set plan_cache_mode = 'force_generic_plan'
begin atomic
  select exists (
    select
    from (
      select l.content
      from (
        select r.author_id, r.content, r.created_at
        from public.replies r
        where r.thread_id = has_unread_replies.thread and r.created_at > has_unread_replies.since
          and not r.is_hidden and not r.is_thread_hidden and r.author_id <> has_unread_replies.reader
        order by r.created_at desc
        limit 100
      ) l
      where l.author_id <> all (has_unread_replies.members)
      order by l.created_at desc
      limit 20
    ) u
    where has_unread_replies.words = '{}'
      or not private.has_word(private.spaced_words(u.content), has_unread_replies.words)
  );
end;

comment on function private.has_unread_replies(uuid, timestamptz, uuid, uuid[], text[]) is
  'Whether a thread is unread for who has read until then: of the latest 100 replies by others, and the latest 20 of these by authors that are not muted, one has no muted word.';

-- 0 where the lists have no unread thread. Of the others it counts at most 100, of the latest 500 replies; muted words are
-- looked for in the latest 20, and what is older counts. Where it cannot count all, the first is the first after the mark.
create or replace function public.unread_replies(thread_ids uuid[])
returns table (thread_id uuid, unread integer, first_unread uuid)
language sql stable rows 20
begin atomic
  select s.thread_id, coalesce(n.replies, 0),
    case when n.looked < 100 then n.first_reply else (
      select e.id
      from (
        select r.id, r.author_id, r.created_at
        from public.replies r
        where r.thread_id = s.thread_id and r.created_at > s.read_until
          and not r.is_hidden and not r.is_thread_hidden and r.author_id <> s.user_id
        order by r.created_at, r.id
        limit 500
      ) e
      where e.author_id <> all ((select private.muted_members((select auth.uid())))::uuid[])
      order by e.created_at, e.id
      limit 1
    ) end
  from public.thread_reads s
  join public.threads t on t.id = s.thread_id
  left join lateral (
    select count(*) filter (where not c.is_muted)::integer as replies, count(*)::integer as looked,
      (array_agg(c.id order by c.created_at, c.id) filter (where not c.is_muted))[1] as first_reply
    from (
      select w.id, w.created_at,
        w.place <= 20 and (select private.muted_words((select auth.uid()))) <> '{}'
          and private.has_word(private.spaced_words(w.content), (select private.muted_words((select auth.uid()))))
          as is_muted
      from (
        select l.id, l.created_at, l.content, row_number() over (order by l.created_at desc) as place
        from (
          select r.id, r.author_id, r.content, r.created_at
          from public.replies r
          where r.thread_id = s.thread_id and r.created_at > s.read_until
            and not r.is_hidden and not r.is_thread_hidden and r.author_id <> s.user_id
            and t.last_activity > s.read_until
            and private.has_unread_replies(
              s.thread_id, s.read_until, s.user_id,
              (select private.muted_members((select auth.uid()))), (select private.muted_words((select auth.uid())))
            )
          order by r.created_at desc
          limit 500
        ) l
        where l.author_id <> all ((select private.muted_members((select auth.uid())))::uuid[])
        order by l.created_at desc
        limit 100
      ) w
    ) c
  ) n on true
  where s.user_id = (select auth.uid()) and s.thread_id = any (unread_replies.thread_ids[1:100]);
end;
