-- A member mutes members, words, tags, categories and threads: what they mute is left out of their own lists,
-- notifications and mails, and folded or left out in their browser elsewhere (app/domain/mutes). Nobody else can read what
-- a member mutes, and nothing changes for whoever is muted.
--
-- Mutes cost one look at a text, whoever reads it.

create table public.mutes (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  member_id uuid,
  category_id uuid,
  tag text,
  word text,
  created_at timestamptz not null default now(),
  thread_id uuid,
  constraint mutes_pkey primary key (id),
  constraint mutes_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint mutes_member_id_fkey foreign key (member_id) references public.profiles (id) on delete cascade,
  constraint mutes_category_id_fkey foreign key (category_id) references public.forum_categories (id) on delete cascade,
  constraint mutes_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint mutes_once unique nulls not distinct (user_id, member_id, category_id, tag, word, thread_id),
  constraint mutes_one_subject check (num_nonnulls(member_id, category_id, tag, word, thread_id) = 1),
  constraint mutes_not_oneself check (user_id <> member_id),
  constraint mutes_tag_spelling check (char_length(tag) between 1 and 30 and tag = private.tag_key(tag)),
  constraint mutes_word_spelling check (char_length(word) between 2 and 40 and word = private.plain_words(word))
);

comment on table public.mutes is
  'Members, categories, tags, words and threads that a member does not want to read. Only the member can see it.';
comment on column public.mutes.word is 'One word or several, as private.plain_words spells them.';

create index mutes_member_id_idx on public.mutes (member_id) where member_id is not null;
create index mutes_category_id_idx on public.mutes (category_id) where category_id is not null;
create index mutes_thread_id_idx on public.mutes (thread_id) where thread_id is not null;

alter table public.mutes enable row level security;

revoke all on public.mutes from public, anon, authenticated, service_role;
-- No `update`: a mute is one row or none.
grant select, insert (user_id, member_id, category_id, tag, word, thread_id), delete on public.mutes to authenticated;
grant select, insert, update, delete on public.mutes to service_role;

create policy read_own on public.mutes for select to authenticated
  using (user_id = (select auth.uid()));

create policy insert_own on public.mutes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_keep()));

create policy delete_own on public.mutes for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_keep()));

create trigger limit_rows
  after insert on public.mutes
  referencing new table as written
  for each statement execute function private.limit_rows_of_member('200', 'You can mute 200 members, words, tags, categories and discussions. Unmute one first.');

create trigger zzz_limit_writes
  after insert on public.mutes
  referencing new table as written
  for each statement execute function private.limit_writes('mute', '60', '60', '0', '60');

-- Under the caller's policies, as private.is_muted_thread.
create function private.muted_words(reader uuid) returns text[]
language sql stable
return coalesce(
  (select array_agg(' ' || m.word || ' ') from public.mutes m where m.user_id = muted_words.reader and m.word is not null),
  '{}'
);

comment on function private.muted_words(uuid) is 'The words that a member mutes, each with a space before and after.';

create function private.muted_members(reader uuid) returns uuid[]
language sql stable
return coalesce(
  (select array_agg(m.member_id) from public.mutes m where m.user_id = muted_members.reader and m.member_id is not null),
  '{}'
);

comment on function private.muted_members(uuid) is 'The members whom a member mutes.';

-- plpgsql: a loop over an array costs a tenth of a query for each text.
create function private.has_word(spaced text, words text[]) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  word text;
begin
  foreach word in array words loop
    if strpos(spaced, word) > 0 then
      return true;
    end if;
  end loop;
  return false;
end
$$;

comment on function private.has_word(text, text[]) is
  'Whether a text as private.spaced_words gives it has one of the words of private.muted_words.';

create function private.is_muted_by(members uuid[], words text[], author uuid, content text) returns boolean
language sql immutable parallel safe
return author = any (members)
  or (words <> '{}' and private.has_word(private.spaced_words(content), words));

comment on function private.is_muted_by(uuid[], text[], uuid, text) is
  'Whether a text is muted by who mutes these members and words (private.muted_members, private.muted_words).';

-- Under the caller's policies: about somebody else, a member is told that nothing is muted.
create function private.is_muted_thread(reader uuid, thread public.threads) returns boolean
language sql stable set plan_cache_mode = 'force_generic_plan'
begin atomic
  select exists (
    select
    from public.mutes m
    where m.user_id = is_muted_thread.reader
      and (
        m.thread_id = thread.id
        or thread.author_id <> is_muted_thread.reader
        and (
          m.member_id = thread.author_id
          or m.category_id = thread.category_id
          or m.tag in (select private.tag_key(t.tag) from unnest(thread.tags) as t (tag))
          -- In a select of its own, the words of the title are made once and not for each mute.
          or (m.word is not null and strpos((select private.spaced_words(thread.title)), ' ' || m.word || ' ') > 0)
        )
      )
  );
end;

comment on function private.is_muted_thread(uuid, public.threads) is
  'Whether a member mutes a thread, or its author, category, a tag or a word of its title; one of their own only itself.';

create function private.is_muted_post(reader uuid, author uuid, content text) returns boolean
language sql stable
return private.is_muted_by(
  private.muted_members(is_muted_post.reader), private.muted_words(is_muted_post.reader),
  is_muted_post.author, is_muted_post.content
);

comment on function private.is_muted_post(uuid, uuid, text) is
  'Whether a member mutes the author of a text, or a word in it. A list fetches the mutes once: private.is_muted_by.';

create function private.export_member_mutes(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(m) || jsonb_build_object(
    'category', c.name, 'username', p.username, 'discussion', private.title_for(member, t)
  )
  from public.mutes m
  left join public.forum_categories c on c.id = m.category_id
  left join public.profiles p on p.id = m.member_id
  left join public.threads t on t.id = m.thread_id
  where m.user_id = member order by m.created_at, m.id offset skip limit 500;
end;

create function private.erase_member_mutes(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.mutes m where m.user_id = member or m.member_id = member returning 1;
end;

grant execute on function
  private.muted_words(uuid), private.muted_members(uuid), private.has_word(text, text[]),
  private.is_muted_by(uuid[], text[], uuid, text), private.is_muted_thread(uuid, public.threads),
  private.is_muted_post(uuid, uuid, text)
  to authenticated, service_role;
