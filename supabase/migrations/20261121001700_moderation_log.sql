-- What admins did, written by triggers as they do it and changed by nobody afterwards.

create table public.moderation_log (
  id bigint generated always as identity,
  actor_id uuid,
  action text not null,
  target_table text not null,
  target_id uuid not null,
  target_label text,
  reason text,
  created_at timestamptz not null default now(),
  constraint moderation_log_pkey primary key (id),
  constraint moderation_log_actor_id_fkey foreign key (actor_id) references public.profiles (id) on delete set null
);

comment on table public.moderation_log is 'What admins did: append-only.';
comment on column public.moderation_log.actor_id is 'Null: the site itself (auto moderation), or an account that is gone.';
comment on column public.moderation_log.action is
  'insert, update, delete, edit, move, hide, show, lock, unlock, pin, unpin, stick, unstick, level, grant or revoke.';
comment on column public.moderation_log.target_id is 'Not a foreign key: the entry outlives what it tells of.';
comment on column public.moderation_log.target_label is 'What it was called then: a title, a username, a role.';

create index moderation_log_created_at_idx on public.moderation_log (created_at desc);
create index moderation_log_actor_id_idx on public.moderation_log (actor_id);
create index moderation_log_target_idx on public.moderation_log (target_id);

alter table public.moderation_log enable row level security;

create policy read_any_admin on public.moderation_log
  for select to authenticated using ((select private.is_admin()));

revoke all on public.moderation_log from public, anon, authenticated, service_role;
revoke all on sequence public.moderation_log_id_seq from public, anon, authenticated, service_role;
grant select on public.moderation_log to authenticated;
-- Nothing else is granted to anybody, the service included: what is written stays written.
grant select on public.moderation_log to service_role;

create function private.refuse_rewriting() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The one change that comes by itself: the actor's account was deleted.
  if tg_op = 'UPDATE' and new.actor_id is null and (to_jsonb(new) - 'actor_id') = (to_jsonb(old) - 'actor_id') then
    return new;
  end if;
  raise sqlstate 'PT403' using message = 'The moderation log is append-only.';
end
$$;

create trigger refuse_rewriting
  before update or delete on public.moderation_log
  for each row execute function private.refuse_rewriting();

-- ---------------------------------------------------------------------------------------------------------
-- Who writes it
-- ---------------------------------------------------------------------------------------------------------

create function private.log_act(action text, target_table text, target_id uuid, label text, reason text default null)
returns void
language sql volatile set search_path = ''
as $$
  insert into public.moderation_log (actor_id, action, target_table, target_id, target_label, reason)
  -- Only members have profiles; a token that an operator signed by hand may name nobody.
  select (select p.id from public.profiles p where p.id = (select auth.uid())), log_act.action, log_act.target_table,
    log_act.target_id, left(log_act.label, 200), log_act.reason
$$;

create function private.log_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null or not private.is_admin() then
    return null; -- members edit their own; that is no act of moderation
  end if;
  if tg_op = 'DELETE' then
    perform private.log_act('delete', 'threads', old.id, old.title);
    return null;
  end if;
  if new.is_sticky <> old.is_sticky then
    perform private.log_act(case when new.is_sticky then 'stick' else 'unstick' end, 'threads', new.id, new.title);
  end if;
  if new.is_pinned <> old.is_pinned then
    perform private.log_act(case when new.is_pinned then 'pin' else 'unpin' end, 'threads', new.id, new.title);
  end if;
  if new.is_locked <> old.is_locked then
    perform private.log_act(case when new.is_locked then 'lock' else 'unlock' end, 'threads', new.id, new.title);
  end if;
  if new.is_hidden <> old.is_hidden then
    perform private.log_act(case when new.is_hidden then 'hide' else 'show' end, 'threads', new.id, new.title);
  end if;
  if new.category_id <> old.category_id then
    perform private.log_act('move', 'threads', new.id, new.title);
  end if;
  if (new.title, new.content, new.tags) is distinct from (old.title, old.content, old.tags)
    and new.author_id <> (select auth.uid()) then
    perform private.log_act('edit', 'threads', new.id, old.title);
  end if;
  return null;
end
$$;

-- pg_trigger_depth() = 0: what falls with something else is told of by that one entry.
create trigger log_thread_update
  after update of title, content, tags, category_id, is_sticky, is_pinned, is_locked, is_hidden on public.threads
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_thread();

create trigger log_thread_delete
  after delete on public.threads
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_thread();

create function private.log_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null or not private.is_admin() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform private.log_act('delete', 'replies', old.id, regexp_replace(left(old.content, 400), '<[^<>]*>', ' ', 'g'));
  elsif new.is_hidden <> old.is_hidden then
    perform private.log_act(case when new.is_hidden then 'hide' else 'show' end, 'replies', new.id, null);
  elsif new.author_id <> (select auth.uid()) then
    perform private.log_act('edit', 'replies', new.id, null);
  end if;
  return null;
end
$$;

create trigger log_reply_update
  after update of content, is_hidden on public.replies
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_reply();

create trigger log_reply_delete
  after delete on public.replies
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_reply();

create function private.log_chat_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Sweeping out what has expired is housekeeping.
  if (select auth.uid()) is not null and old.created_at > now() - interval '12 hours' then
    perform private.log_act('delete', 'chat_messages', old.id, old.username);
  end if;
  return null;
end
$$;

create trigger log_chat_message_delete
  after delete on public.chat_messages
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_chat_message();

create function private.log_level() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.log_act('level', 'profiles', new.id, new.username, old.user_level || ' → ' || new.user_level);
  end if;
  return null;
end
$$;

create trigger log_level
  after update of user_level on public.profiles
  for each row when (old.user_level <> new.user_level)
  execute function private.log_level();

create function private.log_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.log_act(
      case when tg_op = 'DELETE' then 'revoke' else 'grant' end, 'user_roles',
      case when tg_op = 'DELETE' then old.user_id else new.user_id end,
      case when tg_op = 'DELETE' then old.role else new.role end
    );
  end if;
  return null;
end
$$;

create trigger log_role
  after insert or delete on public.user_roles
  for each row execute function private.log_role();

create function private.log_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.log_act(
      lower(tg_op), 'forum_categories',
      case when tg_op = 'DELETE' then old.id else new.id end,
      case when tg_op = 'DELETE' then old.name else new.name end
    );
  end if;
  return null;
end
$$;

create trigger log_category
  after insert or delete on public.forum_categories
  for each row execute function private.log_category();

create trigger log_category_update
  after update of name, slug, description, icon, color on public.forum_categories
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_category();

revoke execute on all functions in schema private from public;
