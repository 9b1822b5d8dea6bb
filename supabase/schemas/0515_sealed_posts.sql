-- Evidence. Whatever was deleted, by its author, by an administrator or with an account, is gone for everybody at once; a
-- sealed copy stays for 180 days, so that a report, an appeal or an authority's order finds what it is about. It is no
-- undo: nobody reads it but an administrator with a case, by a function that logs the look.
--
-- What is held or hidden is no copy: the post itself stays as it was judged, because its author can neither edit nor, once
-- it is hidden, delete it (can_edit, can_delete). Of a reported post each version is kept (private.keep_revision).
--
-- Rule 3(1)(g) of the IT Rules, 2021 asks for 180 days.

create table private.sealed_posts (
  id uuid not null default gen_random_uuid(),
  post_id uuid not null,
  kind text not null,
  thread_id uuid not null,
  -- No foreign keys: the copy outlives the thread, and the account of its author.
  author_id uuid not null,
  username text,
  title text,
  content text not null,
  tags text[],
  pictures text[] not null,
  poll jsonb,
  versions jsonb not null,
  state text not null,
  why text not null,
  written_at timestamptz not null,
  sealed_at timestamptz not null default now(),
  constraint sealed_posts_pkey primary key (id),
  constraint sealed_posts_kind_known check (kind in ('thread', 'reply')),
  constraint sealed_posts_why_known check (why in ('deleted', 'withdrawn'))
);

comment on table private.sealed_posts is
  'What deleted posts said, for 180 days. Read by public.open_sealed_post alone, which logs each look.';
comment on column private.sealed_posts.username is 'The author''s name when it was sealed.';
comment on column private.sealed_posts.title is 'Of the thread, also for a reply.';
comment on column private.sealed_posts.pictures is 'Bucket and name of each picture in it; the files go when nothing shows them.';
comment on column private.sealed_posts.versions is 'What it said before each edit, the oldest first.';
comment on column private.sealed_posts.state is 'The state that it was in.';
comment on column private.sealed_posts.why is 'deleted; withdrawn: the text of a thread that others had answered.';

create index sealed_posts_post_id_idx on private.sealed_posts (post_id, sealed_at desc);
create index sealed_posts_author_id_idx on private.sealed_posts (author_id);
create index sealed_posts_sealed_at_idx on private.sealed_posts (sealed_at);

-- No policy and no grant: only functions that run as their owner reach it.
alter table private.sealed_posts enable row level security;

revoke all on private.sealed_posts from public, anon, authenticated, service_role;

create function private.versions_of(thread uuid, reply uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_strip_nulls(jsonb_build_object(
      'title', v.title, 'content', v.content, 'tags', v.tags, 'until', v.created_at, 'editor', v.editor_id
    )) order by v.created_at
  ), '[]')
  from public.post_revisions v
  where v.thread_id = versions_of.thread or v.reply_id = versions_of.reply
$$;

create function private.seal_thread(thread public.threads, why text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.sealed_posts
    (post_id, kind, thread_id, author_id, username, title, content, tags, pictures, poll, versions, state, why, written_at)
  values (
    (thread).id, 'thread', (thread).id, (thread).author_id,
    (select p.username from public.profiles p where p.id = (thread).author_id),
    (thread).title, (thread).content, (thread).tags, array(select private.pictures_in((thread).content)),
    (select to_jsonb(p) - 'announced_at' from public.polls p where p.thread_id = (thread).id),
    private.versions_of((thread).id, null), (thread).state, seal_thread.why, (thread).created_at
  );
end
$$;

comment on function private.seal_thread(public.threads, text) is 'Keeps a copy of a thread that is deleted, or of a text that is withdrawn.';

-- Runs as its owner: who deletes may not write here.
create function private.seal_deleted_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'threads' then
    perform private.seal_thread(old, 'deleted');
    return old;
  end if;
  insert into private.sealed_posts
    (post_id, kind, thread_id, author_id, username, title, content, pictures, versions, state, why, written_at)
  values (
    old.id, 'reply', old.thread_id, old.author_id,
    (select p.username from public.profiles p where p.id = old.author_id),
    -- Replies that are deleted with their thread come after it.
    coalesce(
      (select nullif(t.title, '') from public.threads t where t.id = old.thread_id),
      (select s.title from private.sealed_posts s where s.post_id = old.thread_id order by s.sealed_at desc limit 1)
    ),
    old.content, array(select private.pictures_in(old.content)), private.versions_of(null, old.id), old.state, 'deleted',
    old.created_at
  );
  return old;
end
$$;

create trigger seal_deleted
  before delete on public.threads
  for each row when (old.state <> 'deleted')
  execute function private.seal_deleted_post();

create trigger seal_deleted
  before delete on public.replies
  for each row execute function private.seal_deleted_post();

-- Runs as its owner: no role may read the copies. The log is written before anything is returned.
create function public.open_sealed_post(post uuid, report uuid default null, reference text default null)
returns table (
  kind text, thread_id uuid, title text, content text, tags text[], pictures text[], poll jsonb, versions jsonb,
  username text, state text, why text, written_at timestamptz, sealed_at timestamptz, kept_until timestamptz
)
language plpgsql volatile security definer rows 2 set search_path = ''
as $$
declare
  said text := nullif(btrim(open_sealed_post.reference), '');
  table_of_post text;
begin
  perform private.assert_admin();
  if open_sealed_post.report is not null then
    if not exists (
      select from public.reports r where r.id = open_sealed_post.report and r.target_id = open_sealed_post.post
    ) then
      raise sqlstate 'PT403' using message = 'This report is about another post.';
    end if;
  elsif said is null or char_length(said) not between 3 and 200 then
    raise sqlstate 'PT403' using message = 'A sealed copy is opened for a case: a report of the post, or the reference of a complaint or an order.';
  end if;
  select case s.kind when 'thread' then 'threads' else 'replies' end into table_of_post
  from private.sealed_posts s where s.post_id = open_sealed_post.post limit 1;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no sealed copy of this post.';
  end if;
  perform private.log_action(
    'open_sealed', table_of_post, open_sealed_post.post, null, null,
    case when open_sealed_post.report is not null then 'report ' || open_sealed_post.report else said end
  );
  return query
    select s.kind, s.thread_id, s.title, s.content, s.tags, s.pictures, s.poll, s.versions,
      -- Of a closed account the name that it was registered with, while that is kept.
      coalesce((select c.username from private.closed_accounts c where c.user_id = s.author_id), s.username),
      s.state, s.why, s.written_at, s.sealed_at, s.sealed_at + interval '180 days'
    from private.sealed_posts s
    where s.post_id = open_sealed_post.post
    order by s.sealed_at desc;
end
$$;

comment on function public.open_sealed_post(uuid, uuid, text) is
  'The sealed copies of a deleted post, for a case: a report of it, or the reference of a complaint or an order. Each look is logged with it. Admins only.';

-- Runs as its owner, like open_sealed_post. It tells nobody but administrators.
create function public.has_sealed_copy(report public.reports) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (select private.is_admin()) and exists (
    select from private.sealed_posts s where s.post_id = (report).target_id
  )
$$;

comment on function public.has_sealed_copy(public.reports) is
  'Whether what was reported is deleted and a sealed copy is kept; false for everybody but administrators.';

-- A copy that an open report is about stays until that is decided.
create function private.delete_old_sealed_posts() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.sealed_posts
    where id in (
      select s.id
      from private.sealed_posts s
      where s.sealed_at < now() - interval '180 days'
        and not exists (select from public.reports r where r.target_id = s.post_id and r.state = 'open')
      order by s.sealed_at
      limit 1000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_sealed_posts() is
  'Deletes sealed copies of posts after 180 days, unless an open report is about one; returns their number. Called by a job.';

-- That a copy exists and until when; the text was the member's own to delete.
create function private.export_member_sealed_copies(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'post_id', s.post_id, 'kind', s.kind, 'why', s.why, 'written_at', s.written_at, 'sealed_at', s.sealed_at,
    'kept_until', s.sealed_at + interval '180 days'
  )
  from private.sealed_posts s
  where s.author_id = member order by s.sealed_at, s.id offset skip limit 500;
end;

revoke all on function
  public.open_sealed_post(uuid, uuid, text), public.has_sealed_copy(public.reports)
  from public, anon, authenticated, service_role;
grant execute on function
  public.open_sealed_post(uuid, uuid, text), public.has_sealed_copy(public.reports)
  to authenticated;
grant execute on function private.delete_old_sealed_posts() to service_role, site_jobs;
