-- What admins do by a function, because it needs a reason or touches more than one table.

-- Runs as its owner: the update is one that an admin may make anyway, but the reason goes through `private`.
create function public.ban_member(member uuid, reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.assert_admin();
  perform private.set_moderation_reason(ban_member.reason);
  update public.profiles p set user_level = 'Banned' where p.id = ban_member.member;
  if not found then
    raise sqlstate 'PT404' using message = 'This member does not exist any more.';
  end if;
end
$$;

comment on function public.ban_member(uuid, text) is 'Bans a member, with a reason for the moderation log and the member. Admins only.';

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
  perform private.assert_admin();
  perform private.set_moderation_reason(moderate_profile.reason);
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
    perform private.log_action('edit', 'profiles', after.id, before.username, null, concat_ws('; ',
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

-- Runs as its owner: nobody writes the log over the wire, and what an admin takes along belongs in it.
create function public.note_export(list text, size integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.assert_admin();
  if note_export.list not in ('profiles', 'newsletter_subscribers') then
    raise sqlstate 'PT422' using message = 'There is no such list to export.';
  end if;
  perform private.log_action('export', note_export.list, '00000000-0000-0000-0000-000000000000', null, null,
    format('%s rows', note_export.size));
end
$$;

comment on function public.note_export(text, integer) is
  'Writes into the moderation log that the caller exported a list: profiles or newsletter_subscribers. Admins only.';

-- The addresses leave the database and the entry is made in one transaction: no client can forget it.
create function public.export_subscribers(only_state text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.assert_admin();
  perform private.log_action('export', 'newsletter_subscribers', '00000000-0000-0000-0000-000000000000', null, null,
    format('%s rows', (select count(*) from public.newsletter_subscribers s where s.state = only_state)));
  -- One value: rows would be cut where an answer's are.
  return (
    select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at desc, s.id), '[]')
    from public.newsletter_subscribers s where s.state = only_state
  );
end
$$;

comment on function public.export_subscribers(text) is
  'All newsletter subscribers of a state as one JSON array, and an entry in the moderation log. Admins only.';

revoke all on function
  public.ban_member(uuid, text), public.moderate_profile(uuid, text, text, text, text, boolean),
  public.note_export(text, integer), public.export_subscribers(text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.ban_member(uuid, text), public.moderate_profile(uuid, text, text, text, text, boolean),
  public.note_export(text, integer), public.export_subscribers(text)
  to authenticated;
