-- How fast a member may post. A deleted post still counts: deleting gives nobody more posts.
--
-- A post that its author takes back within seconds ('Undo') is not counted by the pause before the next post, so that the
-- corrected text can be sent. It stays one of the day's posts, and once in two minutes is as often as the pause is
-- spared, or posting and taking back would be a way around it.

create table private.deleted_posts (
  id bigint generated always as identity,
  author_id uuid not null,
  is_thread boolean not null,
  created_at timestamptz not null,
  is_taken_back boolean not null default false,
  constraint deleted_posts_pkey primary key (id),
  constraint deleted_posts_author_id_fkey foreign key (author_id) references public.profiles (id) on delete cascade
);

comment on table private.deleted_posts is
  'When posts of the last day were written that their authors deleted: deleting gives no further post.';
comment on column private.deleted_posts.is_taken_back is
  'Deleted within seconds: it counts as one of the day''s posts, but not for the pause between two.';

create index deleted_posts_author_id_idx on private.deleted_posts (author_id, created_at);

revoke all on private.deleted_posts from public, anon, authenticated, service_role;

create function private.count_deleted_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.deleted_posts d
  where d.author_id = old.author_id and d.created_at < now() - interval '1 day';
  -- 8 s to decide, and the way of two requests.
  insert into private.deleted_posts (author_id, is_thread, created_at, is_taken_back)
  values (
    old.author_id, tg_table_name = 'threads', old.created_at,
    old.created_at > clock_timestamp() - interval '15 s' and not exists (
      select from private.deleted_posts d
      where d.author_id = old.author_id and d.is_taken_back and d.created_at > now() - interval '2 minutes'
    )
  );
  return null;
end
$$;

create trigger count_deleted_post
  after delete on public.threads
  for each row when (old.author_id = auth.uid() and old.created_at > now() - interval '1 day')
  execute function private.count_deleted_post();

create trigger count_deleted_post
  after delete on public.replies
  for each row when (old.author_id = auth.uid() and old.created_at > now() - interval '1 day')
  execute function private.count_deleted_post();

-- Runs as its owner: replies in hidden places count too. Called by the insert triggers of threads and replies.
create function private.enforce_posting_limits(is_thread boolean, text_of_post text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
  gap interval;
  latest timestamptz;
  posts integer;
  maximum integer;
begin
  -- The service itself, an operator who switched the limits off, and admins are not bound.
  if member is null or not (select c.rate_limits from private.configuration c) or private.is_admin() then
    return;
  end if;
  -- One member's posts take turns, or fifty sent at once would all find the time of the last one long ago.
  perform pg_advisory_xact_lock(hashtextextended(member::text, 7));
  gap := case
    when (select p.created_at from public.profiles p where p.id = member) > now() - interval '1 day'
    then case when is_thread then interval '120 s' else interval '30 s' end
    else case when is_thread then interval '15 s' else interval '5 s' end
  end;
  if is_thread then
    select max(t.created_at) into latest from public.threads t where t.author_id = member;
  else
    select max(r.created_at) into latest from public.replies r where r.author_id = member;
  end if;
  latest := greatest(latest, (
    select max(d.created_at) from private.deleted_posts d
    where d.author_id = member and d.is_thread = enforce_posting_limits.is_thread and not d.is_taken_back
  ));
  if latest > clock_timestamp() - gap then
    raise sqlstate 'PT429' using
      message = format('Please wait %s seconds before you post again.',
        ceil(extract(epoch from latest + gap - clock_timestamp()))),
      detail = format('Retry after %s seconds.', ceil(extract(epoch from latest + gap - clock_timestamp())));
  end if;
  if exists (
    select from public.threads t
    where t.author_id = member and t.created_at > now() - interval '5 minutes' and t.content = text_of_post
  ) or exists (
    select from public.replies r
    where r.author_id = member and r.created_at > now() - interval '5 minutes' and r.content = text_of_post
  ) then
    raise sqlstate 'PT429' using
      message = 'You posted the same text a moment ago.', detail = 'Retry after 300 seconds.';
  end if;
  maximum := (select s.max_posts_per_day from public.site_settings s);
  posts := (select count(*) from public.threads t where t.author_id = member and t.created_at > now() - interval '1 day')
    + (select count(*) from public.replies r where r.author_id = member and r.created_at > now() - interval '1 day')
    + (
      select count(*) from private.deleted_posts d
      where d.author_id = member and d.created_at > now() - interval '1 day'
    );
  if posts >= maximum then
    raise sqlstate 'PT429' using
      message = format('You have reached the limit of %s posts a day. Please come back tomorrow.', maximum),
      detail = 'Retry after 3600 seconds.';
  end if;
end
$$;

comment on function private.enforce_posting_limits(boolean, text) is
  'Raises PT429 when the member posted too shortly ago, the same text within 5 minutes, or the day''s maximum.';
