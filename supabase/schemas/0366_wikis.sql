-- Wikis: the author of a post, or an administrator, lets established members edit its text. Every edit is in the post's
-- history under its editor's name, and the title, the tags, the poll and the answer stay the author's.

create table public.wiki_posts (
  id uuid not null default gen_random_uuid(),
  thread_id uuid,
  reply_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  edited_by uuid,
  told_at timestamptz not null default '-infinity',
  constraint wiki_posts_pkey primary key (id),
  constraint wiki_posts_thread_id_key unique (thread_id),
  constraint wiki_posts_reply_id_key unique (reply_id),
  constraint wiki_posts_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint wiki_posts_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint wiki_posts_edited_by_fkey foreign key (edited_by) references public.profiles (id) on delete set null,
  constraint wiki_posts_one_post check (num_nonnulls(thread_id, reply_id) = 1)
);

comment on table public.wiki_posts is 'The threads and replies whose text established members may edit.';
comment on column public.wiki_posts.thread_id is 'Whose text is a wiki; exactly one of this and reply_id is set.';
comment on column public.wiki_posts.edited_at is 'When the text was last edited since it became a wiki; null: not yet.';
comment on column public.wiki_posts.edited_by is 'Who did that.';
comment on column public.wiki_posts.told_at is 'When the author was last told of an edit.';

create index wiki_posts_edited_by_idx on public.wiki_posts (edited_by);

create function public.can_make_wiki(thread public.threads) returns boolean
language sql stable
return not thread.is_hidden and not thread.is_deleted and (
  thread.author_id = (select auth.uid()) and not thread.is_locked and (select private.may_write())
  or (select private.is_admin())
);

comment on function public.can_make_wiki(public.threads) is
  'Whether the caller may make its text a wiki, and end that: its author until it is locked, and admins.';

create function public.can_make_wiki(reply public.replies) returns boolean
language sql stable
return not reply.is_hidden and not reply.is_thread_hidden and (
  reply.author_id = (select auth.uid()) and (select private.may_write())
    and private.is_open_for_replies(reply.thread_id)
  or (select private.is_admin())
);

comment on function public.can_make_wiki(public.replies) is
  'Whether the caller may make it a wiki, and end that: its author until the thread is locked, and admins.';

alter table public.wiki_posts enable row level security;

revoke all on public.wiki_posts from public, anon, authenticated, service_role;
grant select on public.wiki_posts to anon, authenticated;
-- `update` is not granted: triggers write who edited.
grant insert (thread_id, reply_id), delete on public.wiki_posts to authenticated;
grant select, insert, update, delete on public.wiki_posts to service_role;

create policy read_visible on public.wiki_posts
  for select to anon, authenticated
  using (
    (thread_id is null or exists (select from public.threads t where t.id = wiki_posts.thread_id))
    and (reply_id is null or exists (select from public.replies r where r.id = wiki_posts.reply_id))
  );

create policy insert_own_or_admin on public.wiki_posts
  for insert to authenticated
  with check (
    exists (select from public.threads t where t.id = wiki_posts.thread_id and public.can_make_wiki(t))
    or exists (select from public.replies r where r.id = wiki_posts.reply_id and public.can_make_wiki(r))
  );

create policy delete_own_or_admin on public.wiki_posts
  for delete to authenticated
  using (
    exists (select from public.threads t where t.id = wiki_posts.thread_id and public.can_make_wiki(t))
    or exists (select from public.replies r where r.id = wiki_posts.reply_id and public.can_make_wiki(r))
  );

create trigger zzz_limit_writes after insert on public.wiki_posts
  referencing new table as written
  for each statement execute function private.limit_writes('wiki', '30', '60', '0', '60');

create trigger zzz_limit_updates after update on public.wiki_posts
  referencing new table as written
  for each statement execute function private.limit_writes('wiki edit', '30', '600', '0', '600');

-- Runs as its owner: a log entry and a page's eviction are not the caller's to write. A row that goes with its post is
-- announced by the post.
create function private.follow_wiki() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  wiki public.wiki_posts := case when tg_op = 'DELETE' then old else new end;
  post record;
begin
  select t.id as thread_id, t.category_id, coalesce(r.author_id, t.author_id) as author_id,
    coalesce(private.plain_excerpt(r.content), t.title) as label
  into post
  from public.threads t
  left join public.replies r on r.id = wiki.reply_id
  where t.id = coalesce(wiki.thread_id, r.thread_id);
  if not found then
    return null;
  end if;
  perform private.publish_change(jsonb_build_object(
    'table', 'wiki_posts', 'op', 'UPDATE', 'id', wiki.id, 'thread_id', post.thread_id, 'category_id', post.category_id
  ));
  if private.is_admin() and post.author_id <> (select auth.uid()) then
    perform private.log_action(
      case tg_op when 'INSERT' then 'wiki' else 'unwiki' end,
      case when wiki.reply_id is null then 'threads' else 'replies' end, coalesce(wiki.thread_id, wiki.reply_id), post.label
    );
  end if;
  return null;
end
$$;

create trigger zz_follow_wiki
  after insert or delete on public.wiki_posts
  for each row execute function private.follow_wiki();

create function private.delete_wiki() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.wiki_posts w where w.thread_id = new.id;
  return null;
end
$$;

create trigger delete_wiki
  after update of is_deleted on public.threads
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.delete_wiki();

-- Runs as its owner: an editor writes neither who edited nor another's notifications.
create function private.note_wiki_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  editor uuid := (select p.id from public.profiles p where p.id = (select auth.uid()));
  reply uuid := case when tg_table_name = 'replies' then new.id end;
  thread uuid := case when reply is null then new.id else (to_jsonb(new) ->> 'thread_id')::uuid end;
  now_at constant timestamptz := clock_timestamp();
  is_told boolean;
begin
  if editor is null then
    return null;
  end if;
  update public.wiki_posts w
  set edited_at = now_at, edited_by = editor,
    told_at = case when editor <> new.author_id and w.told_at < now_at - interval '1 hour' then now_at else w.told_at end
  where case when reply is null then w.thread_id = thread else w.reply_id = reply end
  returning w.told_at = now_at into is_told;
  if is_told and exists (select from public.profiles p where p.id = new.author_id and not p.is_deleted) then
    perform private.create_notification(new.author_id, 'wiki_edited', editor, thread, reply);
  end if;
  return null;
end
$$;

create trigger note_wiki_edit
  after update of content on public.threads
  for each row when (old.content is distinct from new.content)
  execute function private.note_wiki_edit();

create trigger note_wiki_edit
  after update of content on public.replies
  for each row when (old.content is distinct from new.content)
  execute function private.note_wiki_edit();

create function private.export_member_wikis(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(w) - 'told_at' from public.wiki_posts w
  where w.thread_id in (select t.id from public.threads t where t.author_id = member)
    or w.reply_id in (select r.id from public.replies r where r.author_id = member)
  order by w.created_at, w.id offset skip limit 500;
end;

revoke all on function
  public.can_make_wiki(public.threads), public.can_make_wiki(public.replies)
  from public, anon, authenticated, service_role;
grant execute on function
  public.can_make_wiki(public.threads), public.can_make_wiki(public.replies)
  to anon, authenticated, service_role;
