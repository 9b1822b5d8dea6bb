-- The bounds of posts' texts are judged when a text is written, and not with every counter.
--
-- A check constraint runs on each update of its row. With the length of a long text in one, each view and each reply
-- read the whole text again: 7 ms for '+1 view' on a post of 50,000 characters, 0.2 ms without it. A trigger on the
-- columns of the text raises what the constraint raised: 23514, with the constraint's name.

-- ---------------------------------------------------------------------------------------------------------
-- How long a text is
-- ---------------------------------------------------------------------------------------------------------

-- Kept in step with shared/text-length.ts. Joiners and variation selectors belong to Hindi words and to emoji, so they
-- may stand in a text; they only don't count.
create function private.shown_length(written text) returns integer
language sql immutable strict parallel safe
return char_length(btrim(regexp_replace(
  regexp_replace(
    written,
    '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e007f]',
    '', 'g'
  ),
  '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
)));

comment on function private.shown_length(text) is
  'Characters that a reader sees: outer blanks and what is drawn as nothing are left out, a run of blanks is one.';

create or replace function private.text_length(html text) returns integer
language sql immutable strict parallel safe
return private.shown_length(regexp_replace(html, '<[^<>]*>', '', 'g'));

comment on function private.text_length(text) is
  'Characters of an HTML text that a reader sees: as private.shown_length, with the markup left out.';

-- ---------------------------------------------------------------------------------------------------------
-- Constraints become triggers; pictures are noted apart
-- ---------------------------------------------------------------------------------------------------------

alter table public.threads
  drop constraint threads_title_length,
  drop constraint threads_content_length,
  drop constraint threads_tags_bounds;
alter table public.replies
  drop constraint replies_content_length;

-- Their predicate was the text: each new version of a row read it. A column would be one more in the contract.
drop index public.threads_with_pictures_idx, public.replies_with_pictures_idx;

create table private.posts_with_pictures (
  id bigint generated always as identity,
  thread_id uuid,
  reply_id uuid,
  constraint posts_with_pictures_pkey primary key (id),
  constraint posts_with_pictures_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint posts_with_pictures_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint posts_with_pictures_one_post check (num_nonnulls(thread_id, reply_id) = 1)
);

comment on table private.posts_with_pictures is 'The posts whose text shows an uploaded picture; kept by triggers.';

create unique index posts_with_pictures_thread_id_key on private.posts_with_pictures (thread_id) where thread_id is not null;
create unique index posts_with_pictures_reply_id_key on private.posts_with_pictures (reply_id) where reply_id is not null;

revoke all on private.posts_with_pictures from public, anon, authenticated, service_role;

insert into private.posts_with_pictures (thread_id) select t.id from public.threads t where t.content like '%/content/%';
insert into private.posts_with_pictures (reply_id) select r.id from public.replies r where r.content like '%/content/%';

-- Runs as its owner: the table is nobody's to write.
create function private.note_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread uuid := case when tg_table_name = 'threads' then new.id end;
  reply uuid := case when tg_table_name = 'replies' then new.id end;
begin
  if new.content like '%/content/%' then
    insert into private.posts_with_pictures (thread_id, reply_id) values (thread, reply) on conflict do nothing;
  else
    delete from private.posts_with_pictures p where p.thread_id = thread or p.reply_id = reply;
  end if;
  return null;
end
$$;

create trigger note_pictures
  after insert on public.threads
  for each row when (new.content like '%/content/%')
  execute function private.note_pictures();
create trigger note_pictures_update
  after update of content on public.threads
  for each row when ((old.content like '%/content/%') <> (new.content like '%/content/%'))
  execute function private.note_pictures();
create trigger note_pictures
  after insert on public.replies
  for each row when (new.content like '%/content/%')
  execute function private.note_pictures();
create trigger note_pictures_update
  after update of content on public.replies
  for each row when ((old.content like '%/content/%') <> (new.content like '%/content/%'))
  execute function private.note_pictures();

-- ---------------------------------------------------------------------------------------------------------
-- Triggers
-- ---------------------------------------------------------------------------------------------------------

-- In the words of PostgreSQL's own check: clients read the constraint's name in the message.
create function private.refuse_value(relation text, broken text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  raise check_violation using
    message = format('new row for relation "%s" violates check constraint "%s"', relation, broken),
    schema = 'public', table = relation, constraint = broken;
end
$$;

comment on function private.refuse_value(text, text) is 'Raises 23514 as the check constraint of this name would.';

-- Runs as its owner: a member's statement may not name what is in `private`. A null is left to `not null`.
create function private.validate_thread_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.title is distinct from old.title then
    if char_length(new.title) > 200 or private.shown_length(new.title) not between 8 and 200 then
      perform private.refuse_value('threads', 'threads_title_length');
    end if;
    -- Direction overrides would turn the line around the title, in lists and in mails.
    if new.title ~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]' then
      perform private.refuse_value('threads', 'threads_title_visible');
    end if;
  end if;
  if tg_op = 'INSERT' or new.content is distinct from old.content then
    if char_length(new.content) > 200000 or private.text_length(new.content) not between 10 and 50000 then
      perform private.refuse_value('threads', 'threads_content_length');
    end if;
  end if;
  if tg_op = 'INSERT' or new.tags is distinct from old.tags then
    if not private.tags_are_short(new.tags) then
      perform private.refuse_value('threads', 'threads_tags_bounds');
    end if;
    if exists (
      select
      from unnest(new.tags) as tag
      where private.visible_part(tag) = '' or tag ~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'
    ) then
      perform private.refuse_value('threads', 'threads_tags_visible');
    end if;
  end if;
  return new;
end
$$;

-- After prepare_thread and guard_thread, by its name: they trim the title.
create trigger validate_text
  before insert or update of title, content, tags on public.threads
  for each row execute function private.validate_thread_text();

create function private.validate_reply_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.content is distinct from old.content then
    if char_length(new.content) > 80000 or private.text_length(new.content) not between 2 and 20000 then
      perform private.refuse_value('replies', 'replies_content_length');
    end if;
  end if;
  return new;
end
$$;

create trigger validate_text
  before insert or update of content on public.replies
  for each row execute function private.validate_reply_text();

-- ---------------------------------------------------------------------------------------------------------
-- Pictures that no row shows
-- ---------------------------------------------------------------------------------------------------------

-- As before, but with the posts that are noted, and a piece at a time.
create or replace function private.forget_pictures() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  -- Supabase refuses deletions past its own server unless the statement says that it means it.
  perform set_config('storage.allow_delete_query', 'true', true);
  with texts (text) as (
    select p.avatar_url from public.profiles p where p.avatar_url is not null
    union all select b.image from public.blog_posts b where b.image is not null
    union all select b.content from public.blog_posts b
    union all select t.content from private.posts_with_pictures p join public.threads t on t.id = p.thread_id
    union all select r.content from private.posts_with_pictures p join public.replies r on r.id = p.reply_id
    union all select v.content from public.post_revisions v where v.content like '%/content/%'
  ), shown (bucket, name) as (
    select distinct found.parts[1], found.parts[2]
    from texts, regexp_matches(texts.text, '/(avatars|covers|content)/([A-Za-z0-9/._-]+)', 'g') as found (parts)
  )
  delete from storage.objects o
  where o.id in (
    select c.id
    from storage.objects c
    where c.bucket_id in ('avatars', 'covers', 'content')
      -- A name that an address would write otherwise was not given by our pages, and cannot be looked for.
      and c.name ~ '^[A-Za-z0-9/._-]+$'
      and greatest(c.created_at, c.updated_at) < now()
        -- What somebody is still writing lies in their browser for 30 days, pictures included.
        - case c.bucket_id when 'content' then interval '31 days' else interval '1 day' end
      and not exists (select from shown s where s.bucket = c.bucket_id and s.name = c.name)
    -- Each takes its file along.
    limit 1000
  );
  get diagnostics gone = row_count;
  return gone;
end
$$;

comment on function private.forget_pictures() is
  'Deletes up to 1,000 avatars and covers of more than a day, and posts'' pictures of more than 31 days, that no row shows; gives their number. Called by a job.';

revoke execute on all functions in schema private from public;
grant execute on function private.forget_pictures() to service_role;
