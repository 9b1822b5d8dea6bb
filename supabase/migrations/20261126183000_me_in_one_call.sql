set local check_function_bodies = off;

create or replace function public.subject(notification public.notifications) returns text
language sql stable
return case
  when (notification).kind = 'upvotes'
    then 'upvotes of ' || coalesce((notification).reply_id, (notification).thread_id, (notification).id)
  when (notification).kind in ('reply_to_thread', 'reply_to_reply', 'reply_to_followed')
    and (notification).thread_id is not null
    then (notification).kind || ' in ' || (notification).thread_id
      || ' on ' || ((notification).created_at at time zone 'Asia/Kolkata')::date
  else (notification).id::text
end;

REVOKE ALL ON FUNCTION "public"."subject"(public.notifications) FROM "anon";

create or replace function public.unread_notifications() returns integer
language sql stable
begin atomic
  select case when count(*) > 99 then 100 else count(distinct u.subject) end
  from (
    select public.subject(n) as subject
    from public.notifications n
    where n.user_id = (select auth.uid()) and n.read_at is null
    limit 100
  ) u;
end;

create or replace function public.me()
returns table (profile jsonb, is_admin boolean, unread integer, mutes jsonb, first_run jsonb)
language sql stable rows 1
begin atomic
  select
    (
      select jsonb_build_object(
        'id', p.id, 'username', p.username, 'full_name', p.full_name, 'avatar_url', p.avatar_url,
        'user_level', p.user_level
      )
      from public.profiles p
      where p.id = (select auth.uid())
    ),
    public.is_admin(),
    public.unread_notifications(),
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', m.id, 'member_id', m.member_id, 'category_id', m.category_id, 'tag', m.tag, 'word', m.word,
            'member', case when p.id is not null then jsonb_build_object('username', p.username) end,
            'category', case when c.id is not null then jsonb_build_object('name', c.name, 'slug', c.slug) end
          )
          order by m.created_at
        ),
        '[]'
      )
      from public.mutes m
      left join public.profiles p on p.id = m.member_id
      left join public.forum_categories c on c.id = m.category_id
      where m.user_id = (select auth.uid())
    ),
    (select to_jsonb(f) from public.my_first_run() f);
end;

REVOKE ALL ON FUNCTION "public"."me"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."me"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."unread_notifications"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."unread_notifications"() FROM "service_role";

COMMENT ON FUNCTION "public"."me"() IS 'The caller''s profile (null if there is none yet), whether they are an admin, how many rows of their notifications are unread, what they mute, and their first run.';

COMMENT ON FUNCTION "public"."subject"(public.notifications) IS 'What it shares a row of the list with: the milestones of one post, and a day''s replies in one thread.';

COMMENT ON FUNCTION "public"."unread_notifications"() IS 'How many rows of the caller''s list are unread; 100 for more than 99 notifications.';

REVOKE ALL ON FUNCTION "public"."me"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."me"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."me"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."me"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."subject"(public.notifications) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."subject"(public.notifications) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."subject"(public.notifications) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."subject"(public.notifications) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."subject"(public.notifications) TO "service_role";

REVOKE ALL ON FUNCTION "public"."unread_notifications"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unread_notifications"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."unread_notifications"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."unread_notifications"() TO "postgres";
