set local check_function_bodies = off;

create or replace function public.my_first_run()
returns table (subjects integer, has_face boolean, has_said_hello boolean, is_dismissed boolean)
language sql stable rows 1
begin atomic
  select
    (select count(*) from public.watches w where w.user_id = f.user_id)::integer,
    f.keeps_figure or p.avatar_url is not null,
    f.said_hello_at is not null or p.total_posts + p.total_replies > 0,
    f.is_dismissed
  from public.first_runs f
  join public.profiles p on p.id = f.user_id
  where f.user_id = (select auth.uid())
    -- Nothing of it can be done under a suspension.
    and private.may_keep()
    -- Who has written for weeks needs no introduction.
    and (p.joined_at > now() - interval '14 days' or p.total_posts + p.total_replies = 0);
end;

COMMENT ON FUNCTION "public"."my_first_run"() IS 'How far the caller came with what new members are offered first; no row for who joined before, has written for weeks, or is suspended.';
