-- What a post said before it was edited. Written by triggers; read where the post is read, so that members who answered
-- the words before an edit can show it. Authors can take a version back, and the log tells of it.

create table public.post_revisions (
  id uuid not null default gen_random_uuid(),
  thread_id uuid,
  reply_id uuid,
  editor_id uuid,
  title text,
  content text not null,
  tags text[],
  is_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  constraint post_revisions_pkey primary key (id),
  constraint post_revisions_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint post_revisions_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint post_revisions_editor_id_fkey foreign key (editor_id) references public.profiles (id) on delete set null,
  constraint post_revisions_one_post check (num_nonnulls(thread_id, reply_id) = 1)
);

comment on table public.post_revisions is 'Earlier versions of threads and replies, each as it was before an edit.';
comment on column public.post_revisions.thread_id is 'The thread that was edited; exactly one of this and reply_id is set.';
comment on column public.post_revisions.editor_id is 'Who made the edit that ended this version; null: the site, or an account that is gone.';
comment on column public.post_revisions.title is 'The thread''s title before; null for a reply.';
comment on column public.post_revisions.content is 'The HTML before, sanitised when it was written.';
comment on column public.post_revisions.is_hidden is 'Taken out of the history by an admin: what should never have been posted.';
comment on column public.post_revisions.created_at is 'When the edit was made that ended this version.';

create index post_revisions_thread_id_idx on public.post_revisions (thread_id, created_at) where thread_id is not null;
create index post_revisions_reply_id_idx on public.post_revisions (reply_id, created_at) where reply_id is not null;
create index post_revisions_editor_id_idx on public.post_revisions (editor_id);
create index post_revisions_with_pictures_idx on public.post_revisions (id) where content like '%/content/%';

alter table public.post_revisions enable row level security;

revoke all on public.post_revisions from public, anon, authenticated, service_role;
grant select on public.post_revisions to anon, authenticated;
-- `insert` and `delete` are granted to nobody: triggers write the history, and it goes with its post.
grant update (is_hidden) on public.post_revisions to authenticated;
grant select, insert, update, delete on public.post_revisions to service_role;

-- The post is looked up under the reader's own policies. A hidden post's history is for admins, its author's
-- eyes included: nothing of it may be copied out again.
create policy read_visible on public.post_revisions
  for select to anon
  using (
    not is_hidden
    and (thread_id is null or exists (select from public.threads t where t.id = post_revisions.thread_id))
    and (reply_id is null or exists (select from public.replies r where r.id = post_revisions.reply_id))
  );

create policy read_visible_or_admin on public.post_revisions
  for select to authenticated
  using (
    (select private.is_admin())
    or (
      not is_hidden
      and (thread_id is null or exists (
        select from public.threads t where t.id = post_revisions.thread_id and not t.is_hidden
      ))
      and (reply_id is null or exists (
        select from public.replies r
        where r.id = post_revisions.reply_id and not r.is_hidden and not r.is_thread_hidden
      ))
    )
  );

create policy update_any_admin on public.post_revisions
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

-- Runs as its owner: the editor may not write the history of what they edit. Edits of one person within five
-- minutes are one: a typo fixed at once makes no version, and no script fills the table with copies. Of a post that is
-- reported each version is kept.
create function private.keep_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := to_jsonb(old);
  editor uuid := (select p.id from public.profiles p where p.id = (select auth.uid()));
  thread uuid := case when tg_table_name = 'threads' then old.id end;
  reply uuid := case when tg_table_name = 'replies' then old.id end;
begin
  if exists (
    select
    from public.post_revisions v
    where (v.thread_id = thread or v.reply_id = reply)
      and v.editor_id is not distinct from editor
      and v.created_at > now() - interval '5 minutes'
      -- Somebody else's edit in between ended a version of its own.
      and not exists (
        select
        from public.post_revisions l
        where (l.thread_id = thread or l.reply_id = reply) and l.created_at > v.created_at
      )
  ) and not exists (select from public.reports r where r.target_id = old.id and r.state = 'open') then
    return null;
  end if;
  insert into public.post_revisions (thread_id, reply_id, editor_id, title, content, tags)
  values (
    thread, reply, editor, before ->> 'title', old.content,
    case when thread is not null then (select array_agg(t) from jsonb_array_elements_text(before -> 'tags') t) end
  );
  return null;
end
$$;

create trigger keep_revision
  after update of title, content, tags on public.threads
  for each row when ((old.title, old.content, old.tags) is distinct from (new.title, new.content, new.tags))
  execute function private.keep_revision();

create trigger keep_revision
  after update of content on public.replies
  for each row when (old.content is distinct from new.content)
  execute function private.keep_revision();

-- Runs as its owner: an author who edited private data out of a post takes it out of the public history as well, and
-- cannot then see the row that was changed. Administrators still can, and put it back. While the post is hidden its
-- history is theirs alone.
create function public.withdraw_revision(revision uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.may_write() then
    raise sqlstate 'PT403' using message = 'Your account may not change this.';
  end if;
  update public.post_revisions v set is_hidden = true
  where v.id = withdraw_revision.revision and (
    exists (
      select from public.threads t where t.id = v.thread_id and t.author_id = (select auth.uid()) and not t.is_hidden
    )
    or exists (
      select from public.replies r
      where r.id = v.reply_id and r.author_id = (select auth.uid()) and not r.is_hidden and not r.is_thread_hidden
    )
  );
  if not found then
    raise sqlstate 'PT404' using message = 'This version does not exist any more.';
  end if;
end
$$;

comment on function public.withdraw_revision(uuid) is
  'Takes an earlier version of the caller''s own post out of its public history; administrators still see it. PT404 unless it is theirs.';

create function private.log_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_admin() then
    perform private.log_action(
      case when new.is_hidden then 'hide' else 'show' end, 'post_revisions', new.id,
      coalesce(new.title, private.plain_excerpt(new.content))
    );
  end if;
  return null;
end
$$;

create trigger log_revision
  after update of is_hidden on public.post_revisions
  for each row when (old.is_hidden <> new.is_hidden)
  execute function private.log_revision();

create function private.export_member_earlier_versions(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(v) from public.post_revisions v
  where v.thread_id in (select t.id from public.threads t where t.author_id = member)
    or v.reply_id in (select r.id from public.replies r where r.author_id = member)
  order by v.created_at, v.id offset skip limit 500;
end;

create function private.export_member_wiki_edits(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  -- What a version became is what the next one began as, or what the post says now.
  select jsonb_build_object(
    'discussion', private.title_for(member, t), 'thread_id', v.thread_id, 'reply_id', v.reply_id, 'edited_at', v.created_at,
    'content', case when private.title_for(member, t) is null or r.is_hidden then null
      when following.id is null then coalesce(r.content, t.content)
      when not following.is_hidden then following.content end)
  from public.post_revisions v
  left join public.replies r on r.id = v.reply_id
  join public.threads t on t.id = coalesce(v.thread_id, r.thread_id)
  left join lateral (
    select n.id, n.content, n.is_hidden from public.post_revisions n
    where (n.thread_id = v.thread_id or n.reply_id = v.reply_id) and n.created_at > v.created_at
    order by n.created_at limit 1
  ) following on true
  where v.editor_id = member and coalesce(r.author_id, t.author_id) <> member
  order by v.created_at, v.id offset skip limit 500;
end;

revoke all on function public.withdraw_revision(uuid) from public, anon, authenticated, service_role;
grant execute on function public.withdraw_revision(uuid) to authenticated;
