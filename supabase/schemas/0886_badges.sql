-- Badges of a member, derived from what they say, so that none outlives its reason.

create function public.member_badges(member uuid) returns table (kind text, since timestamptz)
language sql stable rows 2
begin atomic
  select b.kind, b.since
  from public.profiles p
  cross join lateral (
    select 'first_answer' as kind, min(r.created_at) as since
    from public.replies r
    join public.threads t on t.id = r.thread_id and t.answer_id = r.id
    -- An answer to one's own question was accepted by nobody else.
    where r.author_id = p.id and t.author_id <> p.id and not t.is_hidden and not r.is_hidden
    union all
    select 'year_here', p.joined_at + interval '1 year'
  ) b
  where p.id = member_badges.member and p.user_level <> 'Banned' and not p.is_deleted and b.since <= now()
  order by b.since;
end;

comment on function public.member_badges(uuid) is
  'What is true of a member: when the first accepted answer was written, and when a year here was complete.';

revoke all on function public.member_badges(uuid) from public, anon, authenticated, service_role;
grant execute on function public.member_badges(uuid) to anon, authenticated, service_role;
