-- A day is all that public.profiles tells of a member's activity (private.round_last_active), so that nobody can be
-- counted who was here within minutes: `online` was right in the first quarter of an hour of a day, and 0 afterwards.
create or replace function public.site_counters()
returns table (members bigint, discussions bigint, posts bigint, online bigint)
language sql stable security definer rows 1 set search_path = ''
as $$
  select
    (select m.members from private.member_count m),
    (select coalesce(sum(c.thread_count), 0) from public.forum_categories c)::bigint,
    (select coalesce(sum(c.post_count), 0) from public.forum_categories c)::bigint,
    (select count(*) from public.profiles p where p.last_active >= date_trunc('day', now(), 'UTC'))
$$;

comment on function public.site_counters() is
  'Members, visible discussions, visible posts (discussions and replies), and members who posted or signed in today (UTC).';

-- As before; it asked twice whether a member is deleted.
create or replace function private.find_members(words text, wanted integer)
returns table (member_id uuid, worth double precision, is_it boolean, is_name boolean)
language plpgsql
stable security definer ROWS 20
set search_path = ''
SET plan_cache_mode TO 'force_custom_plan'
SET enable_seqscan TO 'off'
as $$
#variable_conflict use_variable
declare
  name text := lower(ltrim(btrim(words), '@'));
  pattern text := '%' || replace(replace(replace(name, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  parts text[] := regexp_split_to_array(name, '\s+');
begin
  if char_length(name) < 2 then
    return;
  end if;
  return query
    with candidates as (
      select p.id from public.profiles p where lower(p.username) = name
      union
      (select p.id from public.profiles p where lower(p.username) ^@ name order by lower(p.username) limit 200)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.full_name ilike pattern limit 500)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.username ilike pattern limit 500)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.username operator(extensions.%) name limit 200)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.full_name operator(extensions.%) name limit 200)
    ), judged as (
      select p.id, p.reputation, p.username, p.full_name,
        lower(p.username) = name or coalesce(lower(p.full_name) = name, false) as is_it,
        -- Every word begins one of the name.
        char_length(name) > 2 and not exists (
          select from unnest(parts) as typed (part)
          where not exists (
            select
            from regexp_split_to_table(lower(p.username || ' ' || coalesce(p.full_name, '')), '[\s._-]+') as known (part)
            where known.part ^@ typed.part
          )
        ) as is_name
      from candidates c
      join public.profiles p on p.id = c.id
      where p.user_level <> 'Banned' and not p.is_deleted
    )
    select j.id,
      (lower(j.username) = name)::integer * 8 + j.is_it::integer * 4 + j.is_name::integer * 2
        + extensions.similarity(j.username, name) + coalesce(extensions.similarity(j.full_name, name), 0),
      j.is_it, j.is_it or j.is_name
    from judged j
    order by 2 desc, j.reputation desc, j.id
    limit wanted;
end
$$;
