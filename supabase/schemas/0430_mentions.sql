-- Members who are named in a post (@username) are told once, when the post first names them.

create table private.mentions (
  id bigint generated always as identity,
  user_id uuid not null,
  thread_id uuid,
  reply_id uuid,
  constraint mentions_pkey primary key (id),
  constraint mentions_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint mentions_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint mentions_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint mentions_one_post check (num_nonnulls(thread_id, reply_id) = 1),
  constraint mentions_once unique nulls not distinct (thread_id, reply_id, user_id)
);

comment on table private.mentions is
  'Whom a post has named so far, ten at most: an edit tells the new ones only, and no series of edits tells a crowd.';

create index mentions_user_id_idx on private.mentions (user_id);
create index mentions_reply_id_idx on private.mentions (reply_id) where reply_id is not null;

revoke all on private.mentions from public, anon, authenticated, service_role;
revoke all on sequence private.mentions_id_seq from public, anon, authenticated, service_role;

-- A name counts whether it was chosen from the list or typed; in code and in what is quoted it does not. The text
-- is cut at the tags that open and close these, and what is inside one of them is left out.
create function private.extract_mentions(html text) returns table (member uuid, place bigint)
language plpgsql stable set search_path = ''
as $$
declare
  said text;
begin
  if strpos(extract_mentions.html, '@') = 0 then
    return;
  end if;
  select string_agg(case when p.depth <= 0 then p.piece end, ' ' order by p.place) into said
  from (
    select case when s.place = 1 then s.piece else substr(s.piece, 2) end as piece, s.place,
      sum(case when s.place = 1 then 0 when left(s.piece, 1) = '+' then 1 else -1 end) over (order by s.place) as depth
    from string_to_table(
      regexp_replace(
        regexp_replace(translate(extract_mentions.html, E'\x01', ' '), '<(?:blockquote|pre|code)>', E'\x01+', 'g'),
        '</(?:blockquote|pre|code)>', E'\x01-', 'g'
      ), E'\x01'
    ) with ordinality as s (piece, place)
  ) p;
  return query
    select n.member, min(n.place) as place
    from (
      select distinct on (m.place) p.id as member, m.place
      from (
        select f.match[1] as name, f.place
        from regexp_matches(
          regexp_replace(coalesce(said, ''), '<[^<>]*>', ' ', 'g'),
          '(?<![A-Za-z0-9_.@/-])@([A-Za-z0-9_.-]{3,30})(?![A-Za-z0-9_.-])', 'g'
        ) with ordinality as f (match, place)
        limit 100
      ) m
      -- 'as @asha.' ends a sentence, unless somebody is called so.
      join public.profiles p on lower(p.username) in (lower(m.name), lower(rtrim(m.name, '.-')))
      where p.user_level <> 'Banned'
      order by m.place, lower(p.username) = lower(m.name) desc
    ) n
    group by n.member;
end
$$;

comment on function private.extract_mentions(text) is 'The members that a text names with @, in its order, each once.';

-- Records whom the post names, and returns those who were not named in it before.
create function private.record_new_mentions(html text, author uuid, thread uuid, reply uuid) returns setof uuid
language sql volatile set search_path = ''
as $$
  insert into private.mentions (user_id, thread_id, reply_id)
  select n.member, record_new_mentions.thread, record_new_mentions.reply
  from private.extract_mentions(record_new_mentions.html) n
  where n.member <> record_new_mentions.author and not exists (
    select
    from private.mentions m
    where m.user_id = n.member
      and (m.thread_id = record_new_mentions.thread or m.reply_id = record_new_mentions.reply)
  )
  order by n.place
  limit greatest(0, 10 - (
    select count(*)
    from private.mentions m
    where m.thread_id = record_new_mentions.thread or m.reply_id = record_new_mentions.reply
  ))
  on conflict on constraint mentions_once do nothing
  returning user_id
$$;

-- An edit of a reply of which nobody was notified yet notifies nobody: the job does.
create function private.tell_of_mentions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- The two tables share no column list: what only one of them has is asked for by name.
  post jsonb := to_jsonb(new);
  thread uuid := case when tg_table_name = 'threads' then new.id else (post ->> 'thread_id')::uuid end;
  reply uuid := case when tg_table_name = 'replies' then new.id end;
  -- Whose words they are: an edit is the editor's. An import has no editor.
  writer uuid := coalesce((select p.id from public.profiles p where p.id = (select auth.uid())), new.author_id);
  member uuid;
begin
  if new.is_hidden or strpos(new.content, '@') = 0 then
    return null;
  end if;
  -- The job that notifies of a new reply reads it as it is then; waits for one that has read it.
  perform from private.new_replies q where q.reply_id = reply for update;
  if found then
    return null;
  end if;
  for member in
    select n from private.record_new_mentions(new.content, writer, case when reply is null then thread end, reply) n
  loop
    perform private.create_notification(member, 'mention', writer, thread, reply);
  end loop;
  return null;
end
$$;

create trigger tell_of_mentions
  after insert on public.threads
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.tell_of_mentions();

create trigger tell_of_mentions_update
  after update of content on public.threads
  for each row when (old.content is distinct from new.content)
  execute function private.tell_of_mentions();

-- A new reply names people in private.notify_of_reply, which tells nobody of the same reply twice.
create trigger tell_of_mentions_update
  after update of content on public.replies
  for each row when (old.content is distinct from new.content)
  execute function private.tell_of_mentions();

create function private.erase_member_mentions(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from private.mentions m
  where m.ctid = any (array(select x.ctid from private.mentions x where x.user_id = member limit 500))
  returning 1;
end;
