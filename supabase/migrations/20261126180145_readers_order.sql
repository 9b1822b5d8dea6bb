set local check_function_bodies = off;

DROP TRIGGER "log_category_update" ON "public"."forum_categories";

DROP TRIGGER "prepare_category" ON "public"."forum_categories";

DROP TRIGGER "zz_announce_update" ON "public"."forum_categories";

DROP INDEX "public"."forum_categories_name_idx";

ALTER TABLE "public"."forum_categories" DROP CONSTRAINT "forum_categories_name_length";

DROP FUNCTION "private"."export_member_mutes"(uuid, integer);

DROP FUNCTION "private"."export_member_watches"(uuid, integer);

DROP FUNCTION "public"."new_in_read_categories"(timestamp with time zone);

DROP FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer);

DROP FUNCTION "public"."trending_categories"(text);

ALTER TABLE "public"."blog_posts" ADD COLUMN "reviewed_against" text;

-- By hand: pg-delta would drop the column with the names in it.
ALTER TABLE "public"."forum_categories" ALTER COLUMN "name" TYPE text COLLATE pg_catalog."und-x-icu";

create or replace function private.export_member_mutes(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(m) || jsonb_build_object('category', c.name, 'username', p.username)
  from public.mutes m
  left join public.forum_categories c on c.id = m.category_id
  left join public.profiles p on p.id = m.member_id
  where m.user_id = member order by m.created_at, m.id offset skip limit 500;
end;

create or replace function private.export_member_watches(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(w) || jsonb_build_object('category', c.name)
  from public.watches w left join public.forum_categories c on c.id = w.category_id
  where w.user_id = member order by w.created_at, w.id offset skip limit 500;
end;

create or replace function private.hide_reported_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  target uuid := coalesce(new.thread_id, new.reply_id);
  asker text := current_setting('request.jwt.claims', true);
begin
  if target is null
    or not (select s.auto_moderation from public.site_settings s)
    or exists (select from private.usable_admins() a (id) where a.id = new.target_author_id)
    or private.was_reviewed(target) then
    return null;
  end if;
  -- The third and the fourth report may come at once: they take turns, so that one of them sees all.
  perform pg_advisory_xact_lock(hashtextextended(target::text, 16));
  if (
    select coalesce(sum(private.report_weight(r.reporter_id)), 0) < 3
    from public.reports r
    where r.state = 'open' and r.target_id = target and r.reporter_id is distinct from new.target_author_id
  ) then
    return null;
  end if;
  -- guard_thread and guard_reply ask who is there: for this step it is the service, not the third reporter.
  perform set_config('request.jwt.claims', '', true);
  if new.thread_id is not null then
    update public.threads set is_hidden = true where id = target and not is_hidden;
  else
    update public.replies set is_hidden = true where id = target and not is_hidden;
  end if;
  if found then
    perform private.log_action(
      'hide', case when new.thread_id is not null then 'threads' else 'replies' end, target,
      case when new.thread_id is not null then new.target_label else new.target_excerpt end, 'Reported by three members'
    );
  end if;
  perform set_config('request.jwt.claims', coalesce(asker, ''), true);
  return null;
end
$$;

create or replace function public.new_in_read_categories(since timestamptz)
returns table (name text, slug text, threads integer)
language sql stable rows 3
begin atomic
  select g.name, g.slug, n.threads
  from private.read_categories() c (id)
  join public.forum_categories g on g.id = c.id
  cross join lateral (
    select count(*)::integer as threads
    from (
      select
      from public.threads x
      where x.category_id = c.id
        and x.created_at > greatest(new_in_read_categories.since, now() - interval '30 days')
        and not x.is_hidden and not x.is_deleted and x.author_id <> (select auth.uid())
        and not private.is_muted_thread((select auth.uid()), x)
        and not exists (
          select from public.thread_reads r where r.user_id = (select auth.uid()) and r.thread_id = x.id
        )
      limit 100
    ) l
  ) n
  where n.threads > 0
  order by n.threads desc, g.name;
end;

REVOKE ALL ON FUNCTION "public"."new_in_read_categories"(timestamp with time zone) FROM "anon";

REVOKE ALL ON FUNCTION "public"."new_in_read_categories"(timestamp with time zone) FROM "service_role";

create or replace function public.search(
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
    select t.id, t.title, t.content, t.author_id, t.category_id, t.reply_count, t.last_activity, t.answer_id,
      private.search_score(h.rank, t.last_activity, t.reply_count + t.upvote_count) as worth, count(*) over () as total
    from thread_hits h
    join public.threads t on t.id = h.thread_id
    order by worth desc, t.id
    limit case when only_kind = 'all' then 5 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), reply_page as materialized (
    select r.id, r.thread_id, r.author_id, r.content, r.created_at,
      private.search_score(f.rank, r.created_at, r.upvote_count) as worth, count(*) over () as total
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
    select b.id, b.title, b.slug, b.excerpt, b.content, b.category, b.author_id, b.published_at, b.created_at,
      private.search_score(f.rank, coalesce(b.published_at, b.created_at), 0) as worth, count(*) over () as total
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
    select p.id, p.username, p.full_name, p.avatar_url, p.bio, p.user_level, p.joined_at, p.total_posts, p.total_replies,
      n.worth, n.is_it or n.is_name and a.is_about_members as is_first, n.total
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

create or replace function public.trending_categories(time_frame text default 'today')
returns table (id uuid, name text, slug text, discussions bigint)
language sql stable rows 10
begin atomic
  with active as (
    select t.category_id
    from public.threads t
    where t.last_activity > now() - private.frame_length(time_frame) and not t.is_hidden
    order by t.last_activity desc
    limit 100000
  )
  select c.id, c.name, c.slug, count(a.category_id)
  from public.forum_categories c
  left join active a on a.category_id = c.id
  group by c.id
  order by count(a.category_id) desc, c.name;
end;

ALTER TABLE "public"."blog_posts" ADD CONSTRAINT "blog_posts_reviewed_against_length" CHECK (((char_length(btrim(reviewed_against)) >= 3) AND (char_length(btrim(reviewed_against)) <= 200)));

ALTER TABLE "public"."forum_categories" ADD CONSTRAINT "forum_categories_name_length" CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 60)));

CREATE TRIGGER log_category_update AFTER UPDATE OF name, slug, description, icon, color ON public.forum_categories FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.log_category();

CREATE TRIGGER prepare_category BEFORE INSERT OR UPDATE OF name, slug, description, icon, color ON public.forum_categories FOR EACH ROW EXECUTE FUNCTION private.prepare_category();

create trigger zz_announce_update
  after update on public.forum_categories
  for each row when (
    (old.name, old.slug, old.description, old.icon, old.color, old.position)
    is distinct from (new.name, new.slug, new.description, new.icon, new.color, new.position)
  )
  execute function private.publish_row_change();

COMMENT ON COLUMN "public"."blog_posts"."reviewed_against" IS 'The sources that the facts were held against, as readers see them; null: not said.';

COMMENT ON FUNCTION "public"."new_in_read_categories"(timestamp with time zone) IS 'Of the three categories that the caller reads most: how many threads were started since and not opened, counted to 100. Of the last 30 days at most.';

COMMENT ON FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer) IS 'Finds by words what guests may see. only_kind: all, threads, replies, articles, members or tags; typing: titles only, the last word unfinished. Found words stand between \1 and \2; total counts at most the 200 best; is_answered: a thread with an accepted answer, or a reply that is one.';

COMMENT ON FUNCTION "public"."trending_categories"(text) IS 'All categories with the number of threads that were written in within the time frame, the liveliest first.';

REVOKE ALL ON FUNCTION "private"."export_member_mutes"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_watches"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."new_in_read_categories"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."new_in_read_categories"(timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."new_in_read_categories"(timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."new_in_read_categories"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."trending_categories"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."trending_categories"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."trending_categories"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."trending_categories"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."trending_categories"(text) TO "service_role";

REVOKE ALL ("reviewed_against") ON TABLE "public"."blog_posts" FROM "authenticated";

GRANT INSERT ("reviewed_against"), UPDATE ("reviewed_against") ON TABLE "public"."blog_posts" TO "authenticated";

REVOKE ALL ("name") ON TABLE "public"."forum_categories" FROM "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."forum_categories" TO "authenticated";
