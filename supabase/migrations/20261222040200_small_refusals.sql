-- Small answers that were wrong: what a caller of the API could learn or break with odd input.

-- Guests could list the ids and times of all deletions. An address is asked about by its 8 digits, one at a time.
drop policy read_all on public.deleted_threads;
revoke select on public.deleted_threads from anon;

create policy read_any_admin on public.deleted_threads
  for select to authenticated
  using ((select private.is_admin()));

-- security definer: the table is closed.
create function public.was_thread_deleted(prefix text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when prefix ~ '^[0-9a-f]{8}$' then exists (
    select from public.deleted_threads d
    where d.id >= (prefix || '-0000-0000-0000-000000000000')::uuid
      and d.id <= (prefix || '-ffff-ffff-ffff-ffffffffffff')::uuid
  ) else false end
$$;

comment on function public.was_thread_deleted(text) is 'Whether a thread whose id began with these 8 digits was deleted for good: its address answers 410.';

revoke all on function public.was_thread_deleted(text) from public, anon, authenticated, service_role;
grant execute on function public.was_thread_deleted(text) to anon, authenticated, service_role;

-- A caller may pass any row to can_delete(threads): of a thread that is not its author's it says nothing.
create or replace function private.is_answered(thread uuid, author uuid) returns boolean
language sql security definer set search_path = ''
as $$
  select not exists (
    select from public.threads t where t.id = is_answered.thread and t.author_id = is_answered.author
  ) or exists (
    select from public.replies r
    where r.thread_id = is_answered.thread and r.author_id <> is_answered.author
  )
$$;

comment on function private.is_answered(uuid, uuid) is 'Whether anybody but its author wrote in a thread; also true when it is no thread of that author.';

CREATE OR REPLACE FUNCTION private.prepare_reply()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread_of_parent uuid;
  parent_is_hidden boolean;
  thread_is_locked boolean;
begin
  perform private.enforce_posting_limits(false, new.content);
  if new.parent_id is not null then
    select r.thread_id, r.is_hidden into thread_of_parent, parent_is_hidden from public.replies r where r.id = new.parent_id for key share;
    if thread_of_parent <> new.thread_id then
      raise sqlstate 'PT422' using message = 'The reply that you answer is in another discussion.';
    end if;
    -- An import restores answers to hidden replies, and administrators may answer them.
    if parent_is_hidden and (select auth.uid()) is not null and not private.is_admin() then
      raise sqlstate 'PT422' using message = 'The reply that you answer is no longer shown.';
    end if;
  end if;
  -- Read without a lock; private.count_reply looks again once it holds the row.
  select t.is_hidden, t.is_locked into new.is_thread_hidden, thread_is_locked
  from public.threads t where t.id = new.thread_id;
  new.is_thread_hidden := coalesce(new.is_thread_hidden, false); -- no such thread: the foreign key says so
  if thread_is_locked and not new.is_thread_hidden
    and (select auth.uid()) is not null and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'This discussion is locked.';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_in_thread(thread uuid, query text, max_rows integer DEFAULT 20, skip integer DEFAULT 0)
 RETURNS TABLE(id uuid, excerpt text, username text, avatar_url text, user_level text, at timestamp with time zone, is_answer boolean, is_exact boolean, total bigint)
 LANGUAGE sql
 STABLE ROWS 20
BEGIN ATOMIC
 WITH asked AS MATERIALIZED (
          SELECT q.query,
             q.is_exact
            FROM (( SELECT btrim("left"(search_in_thread.query, 200)) AS words) given
              CROSS JOIN LATERAL private.resolve_in_thread(search_in_thread.thread, given.words) q(query, is_exact))
           WHERE (char_length(given.words) > 1)
         ), page AS MATERIALIZED (
          SELECT r_1.id,
             r_1.content,
             r_1.author_id,
             r_1.thread_id,
             r_1.created_at,
             count(*) OVER () AS total
            FROM ((asked a_1
              CROSS JOIN LATERAL private.find_in_thread(search_in_thread.thread, a_1.query, 200) f(id))
              JOIN public.replies r_1 ON ((r_1.id = f.id)))
           ORDER BY r_1.created_at, r_1.id
          OFFSET LEAST(GREATEST(search_in_thread.skip, 0), 200)
          LIMIT LEAST(GREATEST(search_in_thread.max_rows, 0), 50)
         )
  SELECT r.id,
     private.mark_words(private.strip_html(r.content), a.query, false) AS mark_words,
     p.username,
     p.avatar_url,
     p.user_level,
     r.created_at,
     (NOT (t.answer_id IS DISTINCT FROM r.id)),
     a.is_exact,
     r.total
    FROM (((asked a
      CROSS JOIN page r)
      JOIN public.threads t ON ((t.id = r.thread_id)))
      JOIN public.profiles p ON ((p.id = r.author_id)))
   ORDER BY r.created_at, r.id;
END;

-- Days are India's, as everywhere else on the site.
CREATE OR REPLACE FUNCTION public.site_counters()
 RETURNS TABLE(members bigint, discussions bigint, posts bigint, online bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select
    (select m.members from private.member_count m),
    (select coalesce(sum(c.thread_count), 0) from public.forum_categories c)::bigint,
    (select coalesce(sum(c.post_count), 0) from public.forum_categories c)::bigint,
    (select count(*) from public.profiles p where p.last_active >= date_trunc('day', now(), 'Asia/Kolkata'))
$function$;

comment on function public.site_counters() is 'Members, visible threads, visible posts (threads and replies), and members who posted or signed in today (in India).';

CREATE OR REPLACE FUNCTION private.round_last_active()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.last_active := date_trunc('day', new.last_active, 'Asia/Kolkata');
  return new;
end
$function$;

comment on column public.profiles.last_active is 'Last day (in India) of a post or a sign-in. Not the hour: everybody reads it.';
