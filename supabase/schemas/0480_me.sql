-- Who the caller is, and what each of their pages shows: one request at the start of a session.

create function public.me()
returns table (
  profile jsonb, is_admin boolean, unread integer, mutes jsonb, first_run jsonb, language text, sanction jsonb
)
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
            'id', m.id, 'member_id', m.member_id, 'category_id', m.category_id, 'tag', m.tag, 'word', m.word, 'thread_id', m.thread_id,
            'member', case when p.id is not null then jsonb_build_object('username', p.username) end,
            'category', case when c.id is not null then jsonb_build_object('name', c.name, 'slug', c.slug) end,
            'thread', case when t.id is not null then jsonb_build_object('title', t.title) end
          )
          order by m.created_at
        ),
        '[]'
      )
      from public.mutes m
      left join public.profiles p on p.id = m.member_id
      left join public.forum_categories c on c.id = m.category_id
      left join public.threads t on t.id = m.thread_id
      where m.user_id = (select auth.uid())
    ),
    (select to_jsonb(f) from public.my_first_run() f),
    (select s.language from public.notification_settings s where s.user_id = (select auth.uid())),
    (
      select jsonb_build_object(
        'id', s.id, 'kind', s.kind, 'ends_at', s.ends_at, 'message', s.message,
        'reason', jsonb_build_object('en', r.sentence, 'hi', r.sentence_hi)
      )
      from public.my_sanction() s
      join public.sanction_reasons r on r.code = s.reason_code
    );
end;

comment on function public.me() is
  'The caller''s profile (null if there is none yet), whether they are an admin, how many rows of their notifications are unread, what they mute, their first run, the language that they chose (null: none), and the gravest sanction that binds them.';

revoke all on function public.me() from public, anon, authenticated, service_role;
grant execute on function public.me() to authenticated;
