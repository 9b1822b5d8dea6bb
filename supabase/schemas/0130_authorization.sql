-- What policies ask: is this an admin, and may this member write?
--
-- These functions run as their owner because the caller can read neither the identity tables nor others' roles. plpgsql
-- binds late: the tables belong to later files.

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
begin
  return member is not null and private.is_admin(member);
end
$$;

comment on function private.is_admin() is 'Whether the asker is an admin.';

create function private.site_is_open() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not (select s.maintenance_mode from public.site_settings s) or private.is_admin();
end
$$;

comment on function private.site_is_open() is 'False during maintenance, except to admins.';

-- The one predicate of sanctions. It compares with the clock, so that nothing has to run when one ends.
create function private.is_under(member uuid, kinds text[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.sanctions s
    where s.member_id = is_under.member and s.kind = any (is_under.kinds)
      and s.lifted_at is null and s.starts_at <= now() and (s.ends_at is null or s.ends_at > now())
  );
end
$$;

comment on function private.is_under(uuid, text[]) is 'Whether a sanction of one of these kinds is in force for a member.';

create function private.is_member() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.profiles p where p.id = (select auth.uid())) and private.site_is_open();
end
$$;

comment on function private.is_member() is
  'Whether the asker is a member with a profile, sanctioned or not: for asking for one''s data, and for appeals.';

create function private.may_keep() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_member() and not private.is_under((select auth.uid()), '{suspended,banned}');
end
$$;

comment on function private.may_keep() is
  'Whether the asker may write what no other member sees: bookmarks, what was read, settings. Who may only read still may.';

create function private.may_write() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_member() and not private.is_under((select auth.uid()), '{read_only,suspended,banned}');
end
$$;

comment on function private.may_write() is
  'Whether the asker is a member with a profile whom no sanction forbids to write. Every policy that lets a member write something that others see asks this.';

create function private.may_chat() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_member() and not private.is_under((select auth.uid()), '{no_chat,read_only,suspended,banned}');
end
$$;

comment on function private.may_chat() is 'Whether the asker may write in the live chat, and react there.';

create function private.assert_admin() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
end
$$;

create function public.is_admin() returns boolean
language sql stable
return private.is_admin();

comment on function public.is_admin() is 'Whether the caller is an admin.';

-- These run as their owner, because a policy of the posts calls them, and a policy of wiki_posts reads the posts.
create function private.is_open_wiki(thread_id uuid, reply_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.wiki_posts w
    left join public.replies r on r.id = w.reply_id
    join public.threads t on t.id = coalesce(w.thread_id, r.thread_id)
    where (w.thread_id = is_open_wiki.thread_id or w.reply_id = is_open_wiki.reply_id)
      and not t.is_locked and not t.is_hidden and not t.is_deleted and r.is_hidden is not true
  )
$$;

comment on function private.is_open_wiki(uuid, uuid) is
  'Whether a post is a wiki, and neither hidden nor in a locked, hidden or deleted thread.';

create function private.may_edit_wiki(thread_id uuid, reply_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_open_wiki(may_edit_wiki.thread_id, may_edit_wiki.reply_id)
    and private.may_write() and private.is_established((select auth.uid()))
$$;

comment on function private.may_edit_wiki(uuid, uuid) is
  'Whether the caller may edit the text of a post because it is a wiki.';

revoke all on function public.is_admin() from public, anon, authenticated, service_role;
grant execute on function
  private.is_admin(), private.site_is_open(), private.is_member(), private.may_keep(), private.may_write(),
  private.may_chat(), public.is_admin(),
  private.may_edit_wiki(uuid, uuid)
  to anon, authenticated, service_role;
