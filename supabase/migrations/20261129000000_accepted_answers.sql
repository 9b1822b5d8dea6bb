-- The accepted answer of a discussion: one of its replies, chosen by who asked, or by an admin.
--
-- threads.answer_id is what readers see. private.answers has the choice, which outlives that its reply is hidden: shown
-- again, the reply is the answer again, unless another was chosen meanwhile.

-- No foreign key: with a second one between the two tables, `threads?select=*,replies(*)` would be ambiguous. It is kept
-- by private.follow_answer.
alter table public.threads add column answer_id uuid;

-- Not granted to members, who call mark_answer.
comment on column public.threads.answer_id is 'The visible reply that was chosen as its answer, if any.';

-- The filter 'Unanswered' became 'Unsolved', which reads threads_category_newest_idx: most threads have no answer.
drop index public.threads_category_unanswered_idx;

create table private.answers (
  thread_id uuid not null,
  reply_id uuid not null,
  constraint answers_pkey primary key (thread_id),
  constraint answers_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint answers_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade
);

comment on table private.answers is 'Which reply was chosen as the answer of a thread, be it hidden now or not.';

create unique index answers_reply_id_idx on private.answers (reply_id);

revoke all on private.answers from public, anon, authenticated, service_role;

-- Each choice may tell somebody and makes cached pages stale.
create trigger zzz_limit_writes after insert on private.answers
  referencing new table as written
  for each statement execute function private.limit_writes('answer', '30', '60', '0', '60');

create trigger zzz_limit_updates after update on private.answers
  referencing new table as written
  for each statement execute function private.limit_writes('answer', '30', '60', '0', '60');

create trigger zz_announce_answer
  after update of answer_id on public.threads
  for each row when (old.answer_id is distinct from new.answer_id)
  execute function private.publish_thread_change();

-- Runs as its owner: whoever hides or deletes a reply may not change the thread of another member. The thread's row is
-- locked by private.recount_reply already.
create function private.follow_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.thread_id <> old.thread_id then
    delete from private.answers a where a.reply_id = old.id;
  end if;
  update public.threads t set answer_id = null where t.id = old.thread_id and t.answer_id = old.id;
  if tg_op = 'UPDATE' and not new.is_hidden then
    update public.threads t set answer_id = new.id
    from private.answers a
    where t.id = new.thread_id and a.thread_id = t.id and a.reply_id = new.id;
  end if;
  return null;
end
$$;

comment on function private.follow_answer() is
  'A reply that is deleted, hidden or moved is no answer any more; one that is shown again is what it was.';

create trigger follow_answer_update
  after update of is_hidden, thread_id on public.replies
  for each row when (old.is_hidden <> new.is_hidden or old.thread_id <> new.thread_id)
  execute function private.follow_answer();

create trigger follow_answer_delete
  after delete on public.replies
  for each row execute function private.follow_answer();

alter table public.notifications drop constraint notifications_kind_known;
alter table public.notifications add constraint notifications_kind_known check (kind in (
  'reply_to_thread', 'reply_to_reply', 'reply_to_followed', 'reply_accepted', 'mention', 'upvotes', 'post_hidden',
  'post_shown', 'post_locked', 'post_unlocked', 'post_removed', 'report_resolved', 'report_dismissed', 'level_changed',
  'export_ready'
)) not valid;
alter table public.notifications validate constraint notifications_kind_known;

create or replace function private.create_notification(
  member uuid, kind text, actor uuid, thread uuid, reply uuid, figure integer default null, detail text default null
) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  topic text := case create_notification.kind
    when 'reply_to_thread' then 'replies' when 'reply_to_reply' then 'replies' when 'reply_accepted' then 'replies'
    when 'reply_to_followed' then 'follows' when 'mention' then 'mentions' when 'upvotes' then 'upvotes'
  end;
begin
  if topic is not null and private.is_muted(create_notification.member, topic) then
    return false;
  end if;
  insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id, figure, detail)
  values (create_notification.member, create_notification.kind, create_notification.actor, create_notification.thread, create_notification.reply, create_notification.figure, create_notification.detail);
  return true;
end
$$;

comment on column public.moderation_log.action is
  'insert, update, delete, edit, move, hide, show, lock, unlock, pin, unpin, stick, unstick, accept, unaccept, level, grant, revoke, resolve, dismiss or reopen.';

-- Runs as its owner: no member is granted answer_id, and the reply is another's. It asks what the page asks: who may edit
-- a thread may choose its answer. A lock ends that for members, because it freezes what they wrote and decided; admins
-- go on.
create function public.mark_answer(reply uuid, is_answer boolean default true) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asker uuid := (select auth.uid());
  is_wanted boolean := coalesce(mark_answer.is_answer, true);
  answer public.replies;
  question public.threads;
begin
  -- Nobody hides the reply meanwhile. The order of locks is in 0310_threads.
  select r.* into answer from public.replies r where r.id = mark_answer.reply for share;
  select t.* into question from public.threads t where t.id = answer.thread_id for no key update;
  if question.id is null or question.is_hidden or answer.is_hidden then
    raise sqlstate 'PT404' using message = 'There is no such reply.';
  end if;
  if not public.can_edit(question) then
    raise sqlstate 'PT403' using message = 'Only the member who asked can choose the answer, until the discussion is locked.';
  end if;
  if is_wanted = (question.answer_id is not distinct from answer.id) then
    return;
  end if;
  delete from public.notifications n
  where n.thread_id = question.id and n.kind = 'reply_accepted' and n.read_at is null;
  if is_wanted then
    insert into private.answers as a (thread_id, reply_id) values (question.id, answer.id)
    on conflict on constraint answers_pkey do update set reply_id = excluded.reply_id;
    if answer.author_id <> asker and not exists (
      select from public.notifications n where n.reply_id = answer.id and n.kind = 'reply_accepted'
    ) then
      perform private.create_notification(answer.author_id, 'reply_accepted', asker, question.id, answer.id);
    end if;
  else
    delete from private.answers a where a.reply_id = answer.id;
  end if;
  update public.threads t
  set answer_id = case when is_wanted then answer.id end
  where t.id = question.id;
  if question.author_id <> asker then
    perform private.log_action(
      case when is_wanted then 'accept' else 'unaccept' end, 'replies', answer.id,
      private.plain_excerpt(answer.content)
    );
  end if;
end
$$;

comment on function public.mark_answer(uuid, boolean) is
  'Makes a visible reply the answer of its thread in place of any other, or takes that back. For who may edit the thread; PT404 for a hidden reply.';

-- Under the caller's policies.
create function public.answered_by(thread public.threads) returns text
language sql stable
return (
  select p.username
  from public.replies r
  join public.profiles p on p.id = r.author_id
  where r.id = thread.answer_id
);

comment on function public.answered_by(public.threads) is 'Who wrote its accepted answer.';

-- As before, with the new column: the columns of whole rows are fixed when a function is created.

create or replace function public.threads_by_title_slug(slug text) returns setof public.threads
language sql stable rows 1
begin atomic
  select t.*
  from private.thread_ids_by_title_slug(slug) i (id)
  join public.threads t on t.id = i.id;
end;

create or replace function public.threads_with_title(words text) returns setof public.threads
language sql stable rows 100
begin atomic
  select t.*
  from private.thread_ids_with_title(words) i (id)
  join public.threads t on t.id = i.id;
end;

create or replace function public.tagged_threads(tag text, max_rows integer default 20, skip integer default 0)
returns setof public.threads
language sql stable rows 20
begin atomic
  select t.*
  from private.find_tagged(tagged_threads.tag, max_rows, skip) f
  join public.threads t on t.id = f.thread_id
  order by t.last_activity desc, t.id;
end;

create or replace function public.trending_threads(time_frame text default 'today', max_rows integer default 8)
returns setof public.threads
language sql stable rows 8
begin atomic
  select t.*
  from private.rank_trending(time_frame, null, max_rows) r
  join public.threads t on t.id = r.thread_id
  order by r.score desc, r.last_activity desc, r.thread_id;
end;

create or replace function public.unread_threads(max_rows integer default 20, skip integer default 0)
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

-- As before, but those with an accepted answer first.
create or replace function public.similar_threads(title text, max_rows integer default 5)
returns setof public.threads
language sql stable rows 5
begin atomic
  select t.*
  from private.find_similar(similar_threads.title, least(greatest(max_rows, 0), 20)) f
  join public.threads t on t.id = f.thread_id
  order by t.answer_id is null, f.likeness desc, t.last_activity desc, t.id;
end;

comment on function public.similar_threads(text, integer) is
  'Threads whose titles share the telling words of this one: those with an accepted answer first, then the likest.';

-- As before, and whether there is an accepted answer. What a function returns cannot be replaced.
drop function public.search(text, text, text, text, timestamptz, boolean, integer, integer);

create function public.search(
  query text,
  only_kind text default 'all',
  in_category text default null,
  by_author text default null,
  since timestamptz default null,
  typing boolean default false,
  max_rows integer default 20,
  skip integer default 0
) returns table (
  kind text,
  id uuid,
  title text,
  excerpt text,
  slug text,
  section text,
  thread_id uuid,
  username text,
  avatar_url text,
  user_level text,
  at timestamptz,
  reply_count integer,
  thread_count integer,
  is_exact boolean,
  total bigint,
  is_answered boolean
)
language sql stable rows 20
begin atomic
  with given as materialized (
    select btrim(left(search.query, 200)) as words,
      in_category is null and by_author is null and search.since is null as is_free
    where char_length(btrim(search.query)) > 1
  ), named as materialized (
    select m.member_id, m.worth, m.is_it, m.is_name, count(*) over () as total
    from given g
    cross join lateral private.find_members(g.words, 200) m
    where only_kind in ('all', 'members') and g.is_free
  ), asked as materialized (
    select b.query, b.is_exact, g.words, g.is_free,
      (select c.id from public.forum_categories c where c.slug = in_category) as category_id,
      (select p.id from public.profiles p where lower(p.username) = lower(by_author)) as author_id,
      -- A name is the answer to words that no thread has in its title.
      exists (select from named n where n.is_name)
        and not exists (select from private.find_threads(b.query, true, '{}', null, 1)) as is_about_members
    from given g
    cross join lateral private.resolve_query(search.query, typing, exists (select from named n where n.is_name)) b
  ), thread_hits as (
    select f.thread_id, max(f.rank) as rank
    from asked a
    cross join lateral (
      select true as in_title, 100 as wanted
      union all
      select false, 200 where not typing
    ) way
    cross join lateral private.find_threads(
      a.query, way.in_title,
      case when in_category is null then '{}' else array['c' || coalesce(a.category_id::text, '')] end
        || case when by_author is null then '{}' else array['a' || coalesce(a.author_id::text, '')] end,
      search.since, way.wanted
    ) f
    where only_kind in ('all', 'threads')
    group by f.thread_id
  ), thread_page as materialized (
    select t.*, private.search_score(h.rank, t.last_activity, t.reply_count + t.upvote_count) as worth, count(*) over () as total
    from thread_hits h
    join public.threads t on t.id = h.thread_id
    order by worth desc, t.id
    limit case when only_kind = 'all' then 5 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), reply_page as materialized (
    select r.*, private.search_score(f.rank, r.created_at, r.upvote_count) as worth, count(*) over () as total
    from asked a
    cross join lateral private.find_replies(
      a.query,
      case when by_author is null then '{}' else array['a' || coalesce(a.author_id::text, '')] end,
      case when in_category is null then null else coalesce(a.category_id, '00000000-0000-0000-0000-000000000000') end,
      search.since, 200
    ) f
    join public.replies r on r.id = f.reply_id
    where only_kind in ('all', 'replies') and not typing
    order by worth desc, r.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), article_page as materialized (
    select b.*, private.search_score(f.rank, coalesce(b.published_at, b.created_at), 0) as worth, count(*) over () as total
    from asked a
    cross join lateral private.find_articles(a.query, typing) f
    join public.blog_posts b on b.id = f.article_id
    where only_kind in ('all', 'articles') and in_category is null and b.published
      and (by_author is null or b.author_id = a.author_id)
      and (search.since is null or coalesce(b.published_at, b.created_at) >= search.since)
    order by worth desc, b.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), member_page as materialized (
    select p.*, n.worth, n.is_it or n.is_name and a.is_about_members as is_first, n.total
    from asked a
    cross join named n
    join public.profiles p on p.id = n.member_id
    order by n.worth desc, p.reputation desc, p.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), tag_page as materialized (
    select t.tag, t.thread_count, f.is_it, count(*) over () as total
    from asked a
    cross join lateral private.find_tags(a.words, 200) f
    join public.tags t on t.tag = f.tag
    where only_kind in ('all', 'tags') and a.is_free
    order by is_it desc, t.thread_count desc, t.tag
    limit case when only_kind = 'all' then 8 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), answers as (
    select 1 as kind_place, t.worth, 'thread' as kind, t.id,
      private.mark_words(t.title, a.query, true) as title,
      case when not typing then private.mark_words(private.strip_html(t.content), a.query, false) end as excerpt,
      c.slug, c.name as section, t.id as thread_id, p.username, p.avatar_url, p.user_level,
      t.last_activity as at, t.reply_count, null::integer as thread_count, a.is_exact, t.total,
      t.answer_id is not null as is_answered
    from asked a
    cross join thread_page t
    join public.profiles p on p.id = t.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 2, r.worth, 'reply', r.id, t.title,
      private.mark_words(private.strip_html(r.content), a.query, false),
      c.slug, c.name, t.id, p.username, p.avatar_url, p.user_level,
      r.created_at, null, null, a.is_exact, r.total, t.answer_id is not distinct from r.id
    from asked a
    cross join reply_page r
    join public.threads t on t.id = r.thread_id
    join public.profiles p on p.id = r.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 3, b.worth, 'article', b.id,
      private.mark_words(b.title, a.query, true),
      case when not typing then private.mark_words(private.strip_html(b.excerpt || ' ' || b.content), a.query, false) end,
      b.slug, b.category, null, coalesce(p.full_name, p.username), p.avatar_url, p.user_level,
      coalesce(b.published_at, b.created_at), null, null, a.is_exact, b.total, false
    from asked a
    cross join article_page b
    left join public.profiles p on p.id = b.author_id
    union all
    select case when m.is_first then 0 else 4 end, m.worth, 'member', m.id, coalesce(m.full_name, m.username), left(m.bio, 200),
      null, null, null, m.username, m.avatar_url, m.user_level,
      m.joined_at, m.total_replies, m.total_posts, true, m.total, false
    from member_page m
    union all
    select 5, g.is_it::integer * 1e9 + g.thread_count, 'tag', null, g.tag, null,
      null, null, null, null, null, null, null, null, g.thread_count, true, g.total, false
    from tag_page g
  )
  select n.kind, n.id, n.title, n.excerpt, n.slug, n.section, n.thread_id, n.username, n.avatar_url,
    n.user_level, n.at, n.reply_count, n.thread_count, n.is_exact, n.total, n.is_answered
  from answers n
  order by n.kind_place, n.worth desc, n.id;
end;

comment on function public.search(text, text, text, text, timestamptz, boolean, integer, integer) is
  'Finds by words what guests may see. only_kind: all, threads, replies, articles, members or tags; typing: titles only, the last word unfinished. Found words stand between \1 and \2; total counts at most the 200 best; is_answered: a thread with an accepted answer, or a reply that is one.';

revoke all on function
  public.mark_answer(uuid, boolean), public.answered_by(public.threads),
  public.search(text, text, text, text, timestamptz, boolean, integer, integer)
  from public, anon, authenticated, service_role;
revoke execute on all functions in schema private from public;
grant execute on function
  public.answered_by(public.threads), public.search(text, text, text, text, timestamptz, boolean, integer, integer)
  to anon, authenticated, service_role;
grant execute on function public.mark_answer(uuid, boolean) to authenticated;
