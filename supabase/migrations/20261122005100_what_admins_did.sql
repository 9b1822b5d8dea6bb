-- The moderation log tells all that admins do, and more of each act: what was changed besides what it was done to,
-- and why. An act that needs a reason is a function, which takes it; triggers go on writing the entries.

alter table public.moderation_log add column detail text;
comment on column public.moderation_log.detail is 'What changed: ''Regular → Expert'', ''max_posts_per_day: 10 → 20''.';

drop function private.log_act(text, text, uuid, text, text);

create function private.log_act(
  action text, target_table text, target_id uuid, label text, reason text default null, detail text default null
) returns void
language sql volatile set search_path = ''
as $$
  insert into public.moderation_log (actor_id, action, target_table, target_id, target_label, reason, detail)
  -- Only members have profiles; a token that an operator signed by hand may name nobody.
  select (select p.id from public.profiles p where p.id = (select auth.uid())), log_act.action, log_act.target_table,
    log_act.target_id, left(log_act.label, 200),
    coalesce(log_act.reason, nullif(current_setting('moderation.reason', true), '')), left(log_act.detail, 1000)
$$;

comment on function private.log_act(text, text, uuid, text, text, text) is
  'Writes an entry of the log in the caller''s name. Without a reason of its own it has the one of private.because.';

create function private.because(reason text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if char_length(btrim(coalesce(reason, ''))) not between 3 and 500 then
    raise sqlstate 'PT422' using message = 'Please say why in 3 to 500 characters.';
  end if;
  perform set_config('moderation.reason', btrim(reason), true);
end
$$;

comment on function private.because(text) is 'The reason of every act of this transaction that the log tells of.';

create function private.must_be_admin() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
end
$$;

-- ---------------------------------------------------------------------------------------------------------
-- Members
-- ---------------------------------------------------------------------------------------------------------

create or replace function private.log_level() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.log_act('level', 'profiles', new.id, new.username, null, old.user_level || ' → ' || new.user_level);
  end if;
  return null;
end
$$;

create or replace function private.log_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  role public.user_roles := case when tg_op = 'DELETE' then old else new end;
begin
  if (select auth.uid()) is not null then
    perform private.log_act(
      case when tg_op = 'DELETE' then 'revoke' else 'grant' end, 'user_roles', role.user_id,
      (select p.username from public.profiles p where p.id = role.user_id), null, role.role
    );
  end if;
  return null;
end
$$;

-- Runs as its owner: the update is one that an admin may make anyway, but the reason goes through `private`.
create function public.ban_member(member uuid, reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.must_be_admin();
  perform private.because(ban_member.reason);
  update public.profiles p set user_level = 'Banned' where p.id = ban_member.member;
  if not found then
    raise sqlstate 'PT404' using message = 'This member does not exist any more.';
  end if;
end
$$;

comment on function public.ban_member(uuid, text) is 'Bans a member, with a reason for the moderation log. Admins only.';

-- Runs as its owner: what a member says of themselves is theirs to write, and no row of another may be written over
-- the wire. An admin takes out what cannot stay, says why, and the log keeps what stood there.
create function public.moderate_profile(
  member uuid, username text, full_name text, bio text, reason text, remove_avatar boolean default false
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asker text := current_setting('request.jwt.claims', true);
  before public.profiles;
  after public.profiles;
begin
  perform private.must_be_admin();
  perform private.because(moderate_profile.reason);
  select p.* into before from public.profiles p where p.id = moderate_profile.member for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This member does not exist any more.';
  end if;
  -- guard_profile asks who is there: for this step it is the service.
  perform set_config('request.jwt.claims', '', true);
  update public.profiles p set
    username = btrim(moderate_profile.username),
    full_name = nullif(btrim(moderate_profile.full_name), ''),
    bio = nullif(btrim(moderate_profile.bio), ''),
    avatar_url = case when moderate_profile.remove_avatar then null else p.avatar_url end
  where p.id = moderate_profile.member
  returning p.* into after;
  perform set_config('request.jwt.claims', coalesce(asker, ''), true);
  if (before.username, before.full_name, before.bio, before.avatar_url)
    is distinct from (after.username, after.full_name, after.bio, after.avatar_url) then
    perform private.log_act('edit', 'profiles', after.id, before.username, null, concat_ws('; ',
      case when before.username <> after.username then format('username: %s → %s', before.username, after.username) end,
      case when before.full_name is distinct from after.full_name then
        format('full_name: %s → %s', coalesce(before.full_name, '-'), coalesce(after.full_name, '-')) end,
      case when before.bio is distinct from after.bio then
        format('bio: %s → %s', coalesce(left(before.bio, 300), '-'), coalesce(left(after.bio, 300), '-')) end,
      case when before.avatar_url is distinct from after.avatar_url then 'picture removed' end
    ));
  end if;
end
$$;

comment on function public.moderate_profile(uuid, text, text, text, text, boolean) is
  'Replaces what a member says of themselves, with a reason for the moderation log. Admins only.';

-- ---------------------------------------------------------------------------------------------------------
-- Settings
-- ---------------------------------------------------------------------------------------------------------

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
    perform private.log_act(
      'update', 'site_settings', '00000000-0000-0000-0000-000000000000', new.site_name, null, changed);
  end if;
  return null;
end
$$;

create trigger log_settings
  after update on public.site_settings
  for each row execute function private.log_settings();

-- ---------------------------------------------------------------------------------------------------------
-- Lists that are taken along
-- ---------------------------------------------------------------------------------------------------------

-- Runs as its owner: nobody writes the log over the wire, and what an admin takes along belongs in it.
create function public.note_export(list text, size integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.must_be_admin();
  if note_export.list not in ('profiles', 'newsletter_subscribers') then
    raise sqlstate 'PT422' using message = 'There is no such list to export.';
  end if;
  perform private.log_act('export', note_export.list, '00000000-0000-0000-0000-000000000000', null, null,
    format('%s rows', note_export.size));
end
$$;

comment on function public.note_export(text, integer) is
  'Writes into the moderation log that the caller exported a list: profiles or newsletter_subscribers. Admins only.';

-- ---------------------------------------------------------------------------------------------------------
-- Contact
-- ---------------------------------------------------------------------------------------------------------

alter table public.contact_messages
  add column answer text,
  add column answered_by uuid,
  add column answer_mailed_at timestamptz,
  add constraint contact_messages_answered_by_fkey
    foreign key (answered_by) references public.profiles (id) on delete set null,
  add constraint contact_messages_answer_length check (char_length(btrim(answer)) between 1 and 5000);

comment on column public.contact_messages.answered_at is 'When it was answered, by a mail from here or elsewhere; null: it is open.';
comment on column public.contact_messages.answer is 'What was mailed to the sender; null: it was answered elsewhere, or not at all.';
comment on column public.contact_messages.answer_mailed_at is 'When the answer was handed to the mailer; null: it waits.';

create index contact_messages_answered_by_idx on public.contact_messages (answered_by);
create index contact_messages_answer_waiting_idx on public.contact_messages (answered_at)
  where answer is not null and answer_mailed_at is null;

-- `answer` and `answered_by` are granted to nobody but the service: what was mailed is not written over.

create function private.note_who_answered() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.answered_by := case when new.answered_at is not null then (select auth.uid()) end;
  return new;
end
$$;

create trigger note_who_answered
  before update of answered_at on public.contact_messages
  for each row execute function private.note_who_answered();

create function private.log_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.log_act(
      case when new.answered_at is null then 'reopen' else 'answer' end, 'contact_messages', new.id,
      new.name || ' · ' || new.subject, null,
      case when new.answered_at is null then null when new.answer is null then 'marked as answered' else 'by mail' end
    );
  end if;
  return null;
end
$$;

create trigger log_contact
  after update of answered_at on public.contact_messages
  for each row when ((old.answered_at is null) <> (new.answered_at is null))
  execute function private.log_contact();

-- Runs as its owner: an answer is written once, through here, and then mailed.
create function public.answer_contact_message(message_id uuid, answer text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.must_be_admin();
  update public.contact_messages m
  set answer = btrim(answer_contact_message.answer), answered_at = now()
  where m.id = answer_contact_message.message_id and m.answer is null;
  if not found then
    raise sqlstate 'PT409' using message = 'Somebody has answered this message already.';
  end if;
end
$$;

comment on function public.answer_contact_message(uuid, text) is
  'Mails an answer to who sent a contact message, once. Admins only.';

revoke all on function public.ban_member(uuid, text),
  public.moderate_profile(uuid, text, text, text, text, boolean), public.note_export(text, integer),
  public.answer_contact_message(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.ban_member(uuid, text),
  public.moderate_profile(uuid, text, text, text, text, boolean), public.note_export(text, integer),
  public.answer_contact_message(uuid, text) to authenticated;
revoke execute on all functions in schema private from public;
