-- Three throw-away accounts hide nothing: a report counts by what its reporter has shown of themselves here. What an
-- administrator wrote, and what an administrator has judged, is not judged by reports.

-- Half of two accounts that wrote nothing in a month is one: six of them still hide a post, and are few to come by.
create function private.report_weight(reporter uuid) returns numeric
language sql stable security definer set search_path = ''
as $$
  select case
    when p.user_level = 'Banned' or p.created_at > now() - interval '3 days' then 0
    -- Whose reports were mostly dismissed in three months.
    when (
      select count(*) filter (where r.state = 'dismissed') >= 3
        and count(*) filter (where r.state = 'dismissed') > count(*) filter (where r.state = 'resolved')
      from public.reports r
      where r.reporter_id = p.id and r.resolved_at > now() - interval '90 days'
    ) then 0
    when p.reputation >= 5 then 1
    when p.created_at < now() - interval '30 days' then 0.5
    else 0
  end
  from public.profiles p
  where p.id = report_weight.reporter
$$;

comment on function private.report_weight(uuid) is
  'How much a member''s report counts towards hiding a post: 0, a half or 1. Every report reaches the administrators.';

-- Judged: a report was dismissed or resolved while the post stayed, or an administrator showed it again. An edit after
-- that is a new text.
create function private.was_judged(post uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from (
      select max(j.at) as at
      from (
        select r.resolved_at as at from public.reports r where r.target_id = was_judged.post and r.state <> 'open'
        union all
        select l.created_at from public.moderation_log l
        where l.target_id = was_judged.post and l.action = 'show' and l.actor_id is not null
      ) j
    ) judged
    where judged.at is not null and not exists (
      select from public.post_revisions v
      where (v.thread_id = was_judged.post or v.reply_id = was_judged.post) and v.created_at > judged.at
    )
  )
$$;

comment on function private.was_judged(uuid) is 'Whether an administrator has decided that a discussion or a reply stays as it reads now.';

-- As before, but by weight, and not over an administrator.
create or replace function private.hide_what_three_reported() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  target uuid := coalesce(new.thread_id, new.reply_id);
  asker text := current_setting('request.jwt.claims', true);
begin
  if target is null
    or not (select s.auto_moderation from public.site_settings s)
    or exists (select from private.usable_admins() a (id) where a.id = new.target_author_id)
    or private.was_judged(target) then
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
    insert into public.moderation_log (actor_id, action, target_table, target_id, reason)
    values (
      null, 'hide', case when new.thread_id is not null then 'threads' else 'replies' end, target,
      'Reported by three members'
    );
  end if;
  perform set_config('request.jwt.claims', coalesce(asker, ''), true);
  return null;
end
$$;

revoke execute on all functions in schema private from public;
