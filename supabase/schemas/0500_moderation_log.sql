-- What admins did, and why: written by triggers as they do it, and changed by nobody afterwards. An act that needs a
-- reason is a function that takes it (0520_admin_actions). A trigger on a table of a later file is in that file.

create table public.moderation_log (
  id bigint generated always as identity,
  actor_id uuid,
  action text not null,
  target_table text not null,
  target_id uuid not null,
  target_label text,
  reason text,
  created_at timestamptz not null default now(),
  detail text,
  constraint moderation_log_pkey primary key (id),
  constraint moderation_log_actor_id_fkey foreign key (actor_id) references public.profiles (id) on delete set null
);

comment on table public.moderation_log is 'What admins did: append-only.';
comment on column public.moderation_log.actor_id is 'Null: the site itself (auto moderation), or an account that is gone.';
comment on column public.moderation_log.action is
  'insert, update, delete, edit, move, hide, show, lock, unlock, pin, unpin, stick, unstick, accept, unaccept, level, grant, revoke, resolve, dismiss, reopen, wiki, unwiki, sanction, lift, note, unnote, grant_appeal, refuse_appeal, publish, refuse, hold or open_sealed.';
comment on column public.moderation_log.target_id is 'Not a foreign key: the entry outlives what it tells of.';
comment on column public.moderation_log.target_label is 'What it was called then: a title, a username, a role.';
comment on column public.moderation_log.detail is 'What changed: ''Regular → Expert'', ''max_posts_per_day: 10 → 20''.';

create index moderation_log_created_at_idx on public.moderation_log (created_at desc);
create index moderation_log_actor_id_idx on public.moderation_log (actor_id);
create index moderation_log_target_idx on public.moderation_log (target_id);
-- The log is filtered by what was done, and by whom.
create index moderation_log_action_idx on public.moderation_log (action, created_at desc);

alter table public.moderation_log enable row level security;

revoke all on public.moderation_log from public, anon, authenticated, service_role;
revoke all on sequence public.moderation_log_id_seq from public, anon, authenticated, service_role;
grant select on public.moderation_log to authenticated;
-- Nothing else is granted to anybody, the service included: what is written stays written.
grant select on public.moderation_log to service_role;

create policy read_any_admin on public.moderation_log
  for select to authenticated using ((select private.is_admin()));

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

create function private.log_action(
  action text, target_table text, target_id uuid, label text, reason text default null, detail text default null
) returns void
language sql volatile set search_path = ''
as $$
  insert into public.moderation_log (actor_id, action, target_table, target_id, target_label, reason, detail)
  -- Only members have profiles; a token that an operator signed by hand may name nobody.
  select (select p.id from public.profiles p where p.id = (select auth.uid())), log_action.action, log_action.target_table,
    log_action.target_id, left(log_action.label, 200),
    coalesce(log_action.reason, nullif(current_setting('moderation.reason', true), '')), left(log_action.detail, 1000)
$$;

comment on function private.log_action(text, text, uuid, text, text, text) is
  'Writes an entry of the log in the caller''s name. Without a reason of its own it has the one of private.set_moderation_reason.';

create function private.set_moderation_reason(reason text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if char_length(btrim(coalesce(reason, ''))) not between 3 and 500 then
    raise sqlstate 'PT422' using message = 'Please say why in 3 to 500 characters.';
  end if;
  perform set_config('moderation.reason', btrim(reason), true);
end
$$;

comment on function private.set_moderation_reason(text) is 'The reason of every act of this transaction that the log tells of.';

-- Hiding, showing, publishing and refusing are logged by private.log_post_state.
create function private.log_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null or not private.is_admin() then
    return null; -- members edit their own; that is no act of moderation
  end if;
  if tg_op = 'DELETE' then
    perform private.log_action('delete', 'threads', old.id, old.title);
    return null;
  end if;
  if new.is_sticky <> old.is_sticky then
    perform private.log_action(case when new.is_sticky then 'stick' else 'unstick' end, 'threads', new.id, new.title);
  end if;
  if new.is_pinned <> old.is_pinned then
    perform private.log_action(case when new.is_pinned then 'pin' else 'unpin' end, 'threads', new.id, new.title);
  end if;
  if new.is_locked <> old.is_locked then
    perform private.log_action(case when new.is_locked then 'lock' else 'unlock' end, 'threads', new.id, new.title);
  end if;
  if new.category_id <> old.category_id then
    perform private.log_action('move', 'threads', new.id, new.title, null, (
      select string_agg(c.name, ' → ' order by c.id = new.category_id)
      from public.forum_categories c
      where c.id in (old.category_id, new.category_id)
    ));
  end if;
  if (new.title, new.content, new.tags) is distinct from (old.title, old.content, old.tags)
    and new.author_id <> (select auth.uid()) then
    perform private.log_action('edit', 'threads', new.id, old.title, null,
      case when new.title <> old.title then 'title: ' || old.title || ' → ' || new.title end);
  end if;
  return null;
end
$$;

-- pg_trigger_depth() = 0: what is deleted by cascade is covered by the one entry of the deletion.
create trigger log_thread_update
  after update of title, content, tags, category_id, is_sticky, is_pinned, is_locked on public.threads
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
    perform private.log_action('delete', 'replies', old.id, private.plain_excerpt(old.content));
  elsif new.author_id <> (select auth.uid()) then
    perform private.log_action('edit', 'replies', new.id, private.plain_excerpt(old.content));
  end if;
  return null;
end
$$;

create trigger log_reply_update
  after update of content on public.replies
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_reply();

create trigger log_reply_delete
  after delete on public.replies
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_reply();

-- A member who deletes an own message does no act of moderation.
create function private.log_chat_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Sweeping out what has expired is housekeeping.
  if private.is_admin() and old.user_id is distinct from (select auth.uid())
    and old.created_at > now() - interval '12 hours' then
    perform private.log_action('delete', 'chat_messages', old.id, old.username);
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
    perform private.log_action('level', 'profiles', new.id, new.username, null, old.user_level || ' → ' || new.user_level);
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
declare
  role public.user_roles := case when tg_op = 'DELETE' then old else new end;
begin
  if (select auth.uid()) is not null then
    perform private.log_action(
      case when tg_op = 'DELETE' then 'revoke' else 'grant' end, 'user_roles', role.user_id,
      (select p.username from public.profiles p where p.id = role.user_id), null, role.role
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
declare
  subject public.forum_categories := case when tg_op = 'DELETE' then old else new end;
  changed text;
begin
  if (select auth.uid()) is null then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select string_agg(format('%s: %s → %s', n.key, o.value #>> '{}', n.value #>> '{}'), '; ' order by n.key)
    into changed
    from jsonb_each(to_jsonb(new)) n
    join jsonb_each(to_jsonb(old)) o on o.key = n.key
    where n.key in ('name', 'slug', 'description', 'icon', 'color', 'translations') and n.value is distinct from o.value;
    if changed is null then
      return null;
    end if;
  end if;
  perform private.log_action(lower(tg_op), 'forum_categories', subject.id, subject.name, null, changed);
  return null;
end
$$;

create trigger log_category
  after insert or delete on public.forum_categories
  for each row execute function private.log_category();

create trigger log_category_update
  after update of name, slug, description, icon, color, translations on public.forum_categories
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_category();

create function private.log_category_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.log_action(
      'move', 'forum_categories', new.id, new.name, null,
      case when new.position is null then 'to its place by name' else 'to place ' || new.position end
    );
  end if;
  return null;
end
$$;

create trigger log_category_place
  after update of position on public.forum_categories
  for each row when (old.position is distinct from new.position)
  execute function private.log_category_place();

create function private.log_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.log_action(
      case new.state when 'resolved' then 'resolve' when 'dismissed' then 'dismiss' else 'reopen' end,
      'reports', new.id, new.target_label, nullif(btrim(new.resolution), '')
    );
  end if;
  return null;
end
$$;

create function private.log_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  expert public.expert_profiles := case when tg_op = 'DELETE' then old else new end;
begin
  if (select auth.uid()) is not null then
    perform private.log_action(
      lower(tg_op), 'expert_profiles', expert.user_id,
      (select p.username from public.profiles p where p.id = expert.user_id), null,
      concat_ws(', ', expert.speciality, expert.registration_number,
        case when expert.verified_at is null then 'not verified' else 'verified' end)
    );
  end if;
  return null;
end
$$;

create trigger log_expert
  after insert or delete on public.expert_profiles
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_expert();

create trigger log_expert_update
  after update of speciality, registration_number, verified_at on public.expert_profiles
  for each row when (
    (old.speciality, old.registration_number, old.verified_at)
    is distinct from (new.speciality, new.registration_number, new.verified_at)
  )
  execute function private.log_expert();

create function private.log_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed text;
begin
  select string_agg(format('%s: %s → %s', n.key, o.value #>> '{}', n.value #>> '{}'), '; ' order by n.key)
  into changed
  from jsonb_each(to_jsonb(new) - 'updated_at') n
  join jsonb_each(to_jsonb(old)) o on o.key = n.key
  where n.value is distinct from o.value;
  if (select auth.uid()) is not null and changed is not null then
    -- There is one row, and its key is no uuid.
    perform private.log_action(
      'update', 'site_settings', '00000000-0000-0000-0000-000000000000', new.site_name, null, changed);
  end if;
  return null;
end
$$;

create trigger log_settings
  after update on public.site_settings
  for each row execute function private.log_settings();
