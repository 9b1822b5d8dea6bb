-- The public live chat: the last twelve hours. Guests write under a name they choose, members under their own or
-- anonymously. Who wrote an anonymous message is not in this table: it lies in a private one that only the
-- function for admins reads.

create table public.chat_messages (
  id uuid not null default gen_random_uuid(),
  message text not null,
  username text not null,
  user_id uuid,
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  constraint chat_messages_pkey primary key (id),
  constraint chat_messages_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint chat_messages_message_length check (char_length(btrim(message)) between 1 and 1000 and char_length(message) <= 1000),
  constraint chat_messages_username_length check (char_length(btrim(username)) between 1 and 30 and char_length(username) <= 30),
  constraint chat_messages_anonymous_has_no_user check (is_anonymous = (user_id is null))
);

comment on table public.chat_messages is 'The live chat of the last 12 hours.';
comment on column public.chat_messages.username is 'The member''s own, or the name that a guest or an anonymous member chose.';
comment on column public.chat_messages.user_id is 'Null for guests and for members who write anonymously.';

create index chat_messages_created_at_idx on public.chat_messages (created_at, id);
create index chat_messages_user_id_idx on public.chat_messages (user_id);

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

alter table public.chat_messages enable row level security;

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
  with check ((user_id is null or user_id = (select auth.uid())) and (select private.may_write()));

create policy delete_any_admin on public.chat_messages
  for delete to authenticated using ((select private.is_admin()));

revoke all on public.chat_messages from public, anon, authenticated, service_role;
grant select on public.chat_messages to anon, authenticated;
grant insert (message, username, user_id, is_anonymous) on public.chat_messages to anon, authenticated;
-- Everybody's client calls the clean-up when it opens the chat: granted to all, and for all but admins it finds nothing.
grant delete on public.chat_messages to anon, authenticated;
grant select, insert, update, delete on public.chat_messages to service_role;

-- Runs as its owner: a guest's name is compared with all members'.
create function private.prepare_chat_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
  own_name text;
begin
  new.message := btrim(new.message);
  new.username := btrim(new.username);
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
  if new.is_anonymous and exists (select from public.profiles p where lower(p.username) = lower(new.username)) then
    raise sqlstate 'PT422' using message = 'That name belongs to a member. Please choose another.';
  end if;
  return new;
end
$$;

create trigger prepare_chat_message
  before insert on public.chat_messages
  for each row execute function private.prepare_chat_message();

create function private.keep_chat_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.chat_authors (message_id, user_id) values (new.id, (select auth.uid()));
  return null;
end
$$;

create trigger keep_chat_author
  after insert on public.chat_messages
  for each row when (new.is_anonymous and auth.uid() is not null)
  execute function private.keep_chat_author();

create trigger zz_announce
  after insert or delete on public.chat_messages
  for each row execute function private.announce_row();

-- Runs as its owner, because nobody may read the table that it reads.
create function public.chat_message_author(message_id uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
  return coalesce(
    (select a.user_id from private.chat_authors a where a.message_id = chat_message_author.message_id),
    (select m.user_id from public.chat_messages m where m.id = chat_message_author.message_id)
  );
end
$$;

comment on function public.chat_message_author(uuid) is
  'For admins: the member who wrote a message, anonymous or not; null for a guest''s. Others get PT403.';

create function private.delete_expired_chat() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.chat_messages where created_at < now() - interval '12 hours' returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_expired_chat() is 'Deletes messages older than 12 hours; gives their number. Called by a job.';

revoke all on function public.chat_message_author(uuid) from public, anon, authenticated, service_role;
grant execute on function public.chat_message_author(uuid) to authenticated;
revoke execute on all functions in schema private from public;
grant execute on function private.delete_expired_chat() to service_role;
