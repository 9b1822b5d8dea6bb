-- The public live chat: the last twelve hours. Guests write under a name they choose, members under their own or
-- anonymously. Who wrote an anonymous message is not in this table: it is in a private one that only the function for
-- admins reads. A message that is sent twice is one, and nothing invisible passes for words.

create table public.chat_messages (
  id uuid not null default gen_random_uuid(),
  message text not null,
  username text not null,
  user_id uuid,
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  reply_to uuid,
  category_id uuid,
  edited_at timestamptz,
  constraint chat_messages_pkey primary key (id),
  constraint chat_messages_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint chat_messages_message_length check (char_length(btrim(message)) between 1 and 1000 and char_length(message) <= 1000),
  constraint chat_messages_username_length check (char_length(btrim(username)) between 1 and 30 and char_length(username) <= 30),
  constraint chat_messages_anonymous_has_no_user check (is_anonymous = (user_id is null)),
  constraint chat_messages_message_visible check (private.visible_part(message) <> ''),
  -- Direction marks and control characters in a name would turn the line around it.
  constraint chat_messages_username_visible check (
    private.visible_part(username) <> ''
    and username !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]'
  ),
  -- A deleted or expired message leaves the replies to it.
  constraint chat_messages_reply_to_fkey
    foreign key (reply_to) references public.chat_messages (id) on delete set null,
  constraint chat_messages_category_id_fkey
    foreign key (category_id) references public.forum_categories (id) on delete cascade
);

comment on table public.chat_messages is 'The live chat of the last 12 hours.';
comment on column public.chat_messages.username is 'The member''s own, or the name that a guest or an anonymous member chose.';
comment on column public.chat_messages.user_id is 'Null for guests and for members who write anonymously.';
comment on column public.chat_messages.reply_to is 'The message that this one replies to; null when there is none, or it is gone.';
comment on column public.chat_messages.category_id is 'The category''s room; null for the common one.';
comment on column public.chat_messages.edited_at is 'When its writer changed it last; null: never.';

create index chat_messages_reply_to_idx on public.chat_messages (reply_to) where reply_to is not null;
create index chat_messages_category_id_idx on public.chat_messages (category_id, created_at) where category_id is not null;
create index chat_messages_created_at_idx on public.chat_messages (created_at, id);
create index chat_messages_user_id_idx on public.chat_messages (user_id);

alter table public.chat_messages enable row level security;

revoke all on public.chat_messages from public, anon, authenticated, service_role;
grant select on public.chat_messages to anon, authenticated;
-- The one id that a client may choose. Sending again after a lost answer meets the primary key instead of making a
-- second message; ids are random, and one that is taken tells nothing.
grant insert (message, username, user_id, is_anonymous, id, reply_to, category_id) on public.chat_messages to anon, authenticated;
-- The text alone, and for two minutes (can_edit); when it was edited is written by the trigger.
grant update (message) on public.chat_messages to authenticated;
-- Everybody's client calls the clean-up when it opens the chat: granted to all, and for all but admins it finds
-- nothing.
grant delete on public.chat_messages to anon, authenticated;
grant select, insert, update, delete on public.chat_messages to service_role;

create policy read_recent on public.chat_messages
  for select to anon, authenticated
  using (created_at > now() - interval '12 hours');

-- Admins also see what waits to be deleted, else their clean-up call would find nothing.
create policy read_any_admin on public.chat_messages
  for select to authenticated using ((select private.is_admin()));

create policy insert_guest on public.chat_messages
  for insert to anon
  with check (user_id is null and is_anonymous and (select private.site_is_open()));

create policy insert_own on public.chat_messages
  for insert to authenticated
  with check ((user_id is null or user_id = (select auth.uid())) and (select private.may_chat()));

create table private.chat_authors (
  message_id uuid not null,
  user_id uuid not null,
  constraint chat_authors_pkey primary key (message_id),
  constraint chat_authors_message_id_fkey foreign key (message_id) references public.chat_messages (id) on delete cascade,
  constraint chat_authors_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade
);

comment on table private.chat_authors is 'Which member wrote an anonymous message; goes with the message.';

create index chat_authors_user_id_idx on private.chat_authors (user_id);

revoke all on private.chat_authors from public, anon, authenticated, service_role;

-- Runs as its owner: who wrote an anonymous message is in a table that no member reads.
create function private.wrote_message(message uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.chat_authors a
    where a.message_id = wrote_message.message and a.user_id = (select auth.uid())
  )
$$;

comment on function private.wrote_message(uuid) is 'Whether the caller wrote an anonymous chat message.';

create function public.can_delete(message public.chat_messages) returns boolean
language sql stable
return ((message.user_id = (select auth.uid()) or message.is_anonymous and private.wrote_message(message.id))
  and (select private.may_write()))
  or (select private.is_admin());

comment on function public.can_delete(public.chat_messages) is
  'Whether the caller may delete it: who wrote it, anonymously too, and admins.';

create policy delete_deletable on public.chat_messages
  for delete to authenticated using (public.can_delete(chat_messages));

-- Longer, and what others have answered to would be another text.
create function public.can_edit(message public.chat_messages) returns boolean
language sql stable
return message.created_at > now() - interval '2 minutes'
  and (message.user_id = (select auth.uid()) or message.is_anonymous and private.wrote_message(message.id))
  and (select private.may_chat());

comment on function public.can_edit(public.chat_messages) is
  'Whether the caller may change it: the member who wrote it, anonymously too, within two minutes.';

create policy update_own on public.chat_messages
  for update to authenticated
  using (public.can_edit(chat_messages)) with check (public.can_edit(chat_messages));

-- Runs as its owner: members have no usage on the functions of `private`.
create function private.prepare_chat_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.message := private.with_few_marks(btrim(new.message, E' \t\n\r\f\u000b\u00a0\u3000'));
  if new.message <> old.message then
    new.edited_at := now();
  end if;
  return new;
end
$$;

create trigger prepare_chat_edit
  before update of message on public.chat_messages
  for each row execute function private.prepare_chat_edit();

-- Runs as its owner: a guest's name is compared with all members', by its look. White space of every kind is trimmed.
create function private.prepare_chat_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
  own_name text;
begin
  new.message := private.with_few_marks(btrim(new.message, E' \t\n\r\f\u000b\u00a0\u3000'));
  new.username := private.with_few_marks(btrim(new.username, E' \t\n\r\f\u000b\u00a0\u3000'));
  if member is null then
    if (select auth.role()) = 'anon' then
      new.is_anonymous := new.user_id is null;
    end if;
  elsif new.is_anonymous then
    new.user_id := null;
  else
    select p.username into own_name from public.profiles p where p.id = member;
    new.user_id := coalesce(new.user_id, member);
    new.username := coalesce(own_name, new.username);
    return new;
  end if;
  -- The table's checks refuse what is too long, after this trigger: comparing 20,000 characters would take seconds.
  if char_length(new.username) > 30 then
    return new;
  end if;
  -- A name of signs alone has no skeleton and resembles no other.
  if new.is_anonymous and private.name_skeleton(new.username) <> '' then
    if exists (
      select from public.profiles p where private.name_skeleton(p.username) = any (private.name_looks(new.username))
    ) then
      raise sqlstate 'PT422' using message = 'That name belongs to a member. Please choose another.';
    end if;
    if private.is_reserved_name(new.username) and (select auth.role()) in ('anon', 'authenticated') then
      raise sqlstate 'PT422' using message = 'That name is reserved. Please choose another.';
    end if;
  end if;
  if new.username ~ private.hidden_signs() then
    perform private.raise_check_violation('chat_messages', 'chat_messages_username_visible');
  end if;
  return new;
end
$$;

create trigger prepare_chat_message
  before insert on public.chat_messages
  for each row execute function private.prepare_chat_message();

create function private.record_chat_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.chat_authors (message_id, user_id) values (new.id, (select auth.uid()));
  return null;
end
$$;

create trigger record_chat_author
  after insert on public.chat_messages
  for each row when (new.is_anonymous and auth.uid() is not null)
  execute function private.record_chat_author();

-- Members who write anonymously trust that nobody looks without a trace. The function writes to the log, so it is
-- volatile.
create function public.chat_message_author(message_id uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  author uuid;
begin
  perform private.assert_admin();
  select a.user_id into author from private.chat_authors a where a.message_id = chat_message_author.message_id;
  if author is not null then
    perform private.log_action('reveal', 'chat_messages', chat_message_author.message_id,
      (select m.username from public.chat_messages m where m.id = chat_message_author.message_id));
    return author;
  end if;
  return (select m.user_id from public.chat_messages m where m.id = chat_message_author.message_id);
end
$$;

comment on function public.chat_message_author(uuid) is
  'For admins: the member who wrote a message, anonymous or not; null for a guest''s. Others get PT403. Looking behind an anonymous one is in the moderation log.';

create function private.delete_expired_chat() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.chat_messages
    where id in (
      select m.id from public.chat_messages m
      where m.created_at < now() - interval '12 hours'
      order by m.created_at
      limit 1000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_expired_chat() is 'Deletes messages older than 12 hours; returns their number. Called by a job.';

create trigger zz_announce
  after insert or update of message or delete on public.chat_messages
  for each row execute function private.publish_row_change();

create trigger zzz_limit_writes after insert on public.chat_messages
  referencing new table as written
  for each statement execute function private.limit_writes('chat', '5', '5', '5', '10');

create trigger zzz_limit_edits after update on public.chat_messages
  referencing new table as written
  for each statement execute function private.limit_writes('chat edit', '10', '60', '0', '60');

create function private.export_member_chat_messages(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(m) from public.chat_messages m
  where m.user_id = member or m.id in (select a.message_id from private.chat_authors a where a.user_id = member)
  order by m.created_at, m.id offset skip limit 500;
end;

create function private.erase_member_chat_messages(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.chat_messages m
  where m.id in (
    select c.id from public.chat_messages c where c.user_id = member
    union all select a.message_id from private.chat_authors a where a.user_id = member
    limit 100
  )
  returning 1;
end;

revoke all on function
  public.can_delete(public.chat_messages), public.can_edit(public.chat_messages), public.chat_message_author(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  private.wrote_message(uuid), public.can_delete(public.chat_messages), public.can_edit(public.chat_messages)
  to anon, authenticated, service_role;
grant execute on function public.chat_message_author(uuid) to authenticated;
grant execute on function private.delete_expired_chat() to service_role, site_jobs;
