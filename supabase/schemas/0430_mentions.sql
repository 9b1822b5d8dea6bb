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

-- As linksIn in shared/links.ts, as far as an address has an @ that no letter stands before: those with a scheme, of www,
-- of mailboxes that end with a sign, and those of a few endings that have a path.
create function private.without_addresses(written text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- Signs outside ASCII are of the sentence around an address, but for those of currencies.
  sign constant text := format('(?!%s)[^\u0001-\u00a0\u1680\u2000-\u206f\u3000\ufeff\ufffc]', private.word_signs());
  letter constant text := format('(?:[A-Za-z0-9]|%s)', sign);
  character constant text := format('(?:[!#-;=?-Z\\_a-z{}~\[\]\u20a0-\u20cf]|%s)', sign);
  apart constant text := format('(?<![@./_%%+~#=&?-])(?<!%s)', letter);
  host constant text := '[A-Za-z0-9][a-z0-9]*(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)*';
  -- A capital within a name, or a figure before a full stop, is of a sentence: 'sir.In', '5.in'.
  label constant text := '(?:[a-z0-9]+-+)*[a-z0-9]*[a-z]';
begin
  if strpos(written, '@') = 0 or written !~ '[.:]' then
    return written;
  end if;
  return regexp_replace(
    regexp_replace(
      written,
      format('(?<![a-z0-9])(?:https?|ftps?)://%s+', character)
        || format('|%swww(?:\.(?:%s|-)+){2,}[:/?#]%s*', apart, letter, character),
      ' ', 'gi'
    ),
    format('%s(?:[A-Z]?%s|[A-Z])(?:\.%s)*', apart, label, label)
      || '(?:\.(?:com|org|(?:ac|bank|co|edu|fin|firm|gen|gov|ind|net|nic|org|res)\.in|(?:ac|co|gov|org)\.uk|com\.(?:au|sg))'
      || '(?::\d{2,5})?[/?#]|\.(?:app|co|dev|edu|gov|in|info|io|me|net)/)' || character || '+'
      || format('|%s(?:mailto:)?[A-Za-z0-9_%%+-]*(?:\.[A-Za-z0-9_%%+-]+)*[%%+-]@%s', apart, host)
      || '\.(?:com|org|net|edu|gov|in|co|io|me|info|biz|app|dev|ae|au|ca|ch|de|eu|fr|jp|nz|sg|uk|us|za)(?!-*[A-Za-z0-9]|\.[A-Za-z0-9])',
    ' ', 'g'
  );
end
$$;

comment on function private.without_addresses(text) is 'A text without the addresses that would seem to name somebody.';

-- A name counts whether it was chosen from the list or typed; in code, in what is quoted and in links it does not. Of what
-- follows an @ the name is the longest that somebody has, up to a full stop or a hyphen: '@asha-ji', '@asha.Thanks'.
-- shared/mentions.ts finds the same.
create function private.extract_mentions(html text) returns table (member uuid, place bigint)
language plpgsql stable set search_path = ''
as $$
declare
  said text;
begin
  if strpos(extract_mentions.html, '@') = 0 then
    return;
  end if;
  said := private.without_addresses(private.read_entities(regexp_replace(
    private.outside(
      regexp_replace(
        extract_mentions.html, '<a\s[^<>]*href="/experts/([A-Za-z0-9_.-]{3,30})"[^<>]*>@\1</a>', ' @\1 ', 'g'
      ),
      'blockquote|pre|code|a'
    ),
    '<[^<>]*>', ' ', 'g'
  )));
  return query
    select n.member, min(n.place) as place
    from (
      select distinct on (m.place) p.id as member, m.place, p.user_level
      from (
        select lower(f.match[1]) as run, f.place
        from regexp_matches(said, '(?<![A-Za-z0-9_@])@([A-Za-z0-9_.-]{3,100})', 'g') with ordinality as f (match, place)
        limit 100
      ) m
      cross join lateral (
        select left(m.run, length) as name
        from generate_series(3, least(30, char_length(m.run))) as length
        where length = char_length(m.run) or substr(m.run, length + 1, 1) in ('.', '-')
      ) c
      join public.profiles p on lower(p.username) = c.name
      order by m.place, char_length(c.name) desc
    ) n
    where n.user_level <> 'Banned'
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

create function private.tell_whom_it_names(html text, writer uuid, thread uuid, reply uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  member uuid;
begin
  for member in
    select n from private.record_new_mentions(
      tell_whom_it_names.html, tell_whom_it_names.writer,
      case when tell_whom_it_names.reply is null then tell_whom_it_names.thread end, tell_whom_it_names.reply
    ) n
  loop
    perform private.create_notification(
      member, 'mention', tell_whom_it_names.writer, tell_whom_it_names.thread, tell_whom_it_names.reply);
  end loop;
end
$$;

comment on function private.tell_whom_it_names(text, uuid, uuid, uuid) is 'Notifies whom a post names and did not name before.';

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
begin
  if new.is_hidden or strpos(new.content, '@') = 0 then
    return null;
  end if;
  -- The job that notifies of a new reply reads it as it is then; waits for one that has read it.
  perform from private.new_replies q where q.reply_id = reply for update;
  if found then
    return null;
  end if;
  perform private.tell_whom_it_names(new.content, writer, thread, reply);
  return null;
end
$$;

-- A new thread names people in private.publish_post.
create trigger tell_of_mentions_update
  after update of content on public.threads
  for each row when (old.content is distinct from new.content)
  execute function private.tell_of_mentions();

-- A new reply names people in private.tell_of_reply, which tells nobody of the same reply twice.
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
