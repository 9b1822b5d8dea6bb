-- How much is new and unread to a member (private.news_of), and at the bell.

-- One request: the line of news, the numbers at the tabs, and those of /forums.
create function public.news(category uuid default null)
returns table (new integer, unread integer, replies integer, since timestamptz, categories jsonb, is_visit_due boolean)
language sql stable rows 1
begin atomic
  select
    (select least(count(*), 100)::integer from private.new_of(news.category)),
    (select least(count(*), 100)::integer from private.unread_of(news.category)),
    r.replies,
    least((select private.new_since((select auth.uid()))), r.since),
    coalesce((
      select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'slug', g.slug, 'threads', c.threads)
        order by c.threads desc, g.name)
      from (
        select n.category_id, least(count(*), 100) as threads from private.new_of(news.category) n group by n.category_id
      ) c
      join public.forum_categories g on g.id = c.category_id
    ), '[]'),
    not exists (
      select from public.visits v
      where v.user_id = (select auth.uid()) and v.seen_at > now() - interval '10 minutes'
    )
  from (
    select least(count(*), 100)::integer as replies, min(x.created_at) as since
    from (
      -- As the bell: what its reader mutes is left out by the policy.
      select n.created_at
      from public.notifications n
      where n.user_id = (select auth.uid()) and n.read_at is null and n.kind in ('reply_to_thread', 'reply_to_reply')
      limit 100
    ) x
  ) r;
end;

comment on function public.news(uuid) is
  'How many threads, of a category or of all, are new and unread to the caller, how many unread notifications are of replies to them (each counted to 100), since when that is, the categories of the new ones, and whether the caller''s visit is to be noted (public.note_visit).';

revoke all on function public.news(uuid) from public, anon, authenticated, service_role;
grant execute on function public.news(uuid) to authenticated;
