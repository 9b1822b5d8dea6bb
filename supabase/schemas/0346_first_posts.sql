-- Which posts of newcomers wait for a moderator (site_settings.hold_first_posts): those that lead elsewhere, by a link, a
-- phone number or a UPI id. Fraud on a forum about money is a message that takes its reader to another place; a question
-- without one waits for nobody.

-- Own posts count for nothing: what is left of the reputation is others' upvotes, 10 of a thread and 5 of a reply.
create function private.is_newcomer(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles p
    where p.id = is_newcomer.member and (
      p.created_at > now() - interval '3 days'
      or p.created_at > now() - interval '30 days' and p.reputation - 2 * p.total_posts - p.total_replies < 5
    )
  )
$$;

comment on function private.is_newcomer(uuid) is
  'Whether a member joined less than three days ago, or less than thirty and nobody upvoted anything of theirs.';

-- Cheap, for every post: whether it is worth looking closer.
create function private.may_name_contact(written text) returns boolean
language sql immutable parallel safe
return written ~* '(https?://|www\.|\mt\.me/|wa\.me/|upi://|[a-z0-9]@[a-z]|[6-9६-९][- 0-9०-९]{9})';

comment on function private.may_name_contact(text) is
  'Whether a text may have a link, a phone number or a UPI id; private.contacts_in says which.';

-- A bank's reference has 12 digits and an amount commas: neither is a number to call. Pictures of the site have addresses of
-- their own, and digits of a tag are no number.
create function private.contacts_in(html text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  marked constant text := regexp_replace(contacts_in.html, '<img\s[^<>]*>', ' ', 'gi');
  said constant text := translate(
    private.read_entities(regexp_replace(marked, '<[^<>]*>', ' ', 'g')), '०१२३४५६७८९', '0123456789'
  );
begin
  return array(
    select distinct c.contact
    from (
      select lower(m.match[1])
      from regexp_matches(marked, '((?:https?://|upi://|www\.|\mt\.me/|\mwa\.me/)[^\s"''<>]+)', 'gi') m (match)
      union all
      select right(regexp_replace(m.match[1], '\D', '', 'g'), 10)
      from regexp_matches(said, '(?<![\d+])((?:\+91[- ]?|91[- ]|0)?[6-9]\d(?:[- ]?\d){8})(?![- ]?\d)', 'g') m (match)
      union all
      select lower(m.match[1])
      from regexp_matches(
        said,
        '([a-z0-9][a-z0-9._-]+@(?:ok[a-z]+|pt[a-z]+|wa[a-z]+|[a-z]*(?:upi|axis|icici|hdfc|hdfcbank|sbi)|ybl|ibl|axl|apl|yapl|rapl|fbl|paytm|airtel|freecharge))(?![a-z0-9-]|\.[a-z])',
        'gi'
      ) m (match)
    ) c (contact)
    limit 50
  );
end
$$;

comment on function private.contacts_in(text) is 'The links, Indian mobile numbers and UPI ids of a text, each once, at most 50.';

-- Runs as its owner: the profile's own figures decide. The service and administrators wait for nobody.
create function private.must_wait(setting text, author uuid, written text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select auth.uid()) is not null and private.is_newcomer(must_wait.author) and not private.is_admin()
    and (must_wait.setting = 'all' or private.contacts_in(must_wait.written) <> '{}');
end
$$;

create function private.is_held_at_first(setting text, author uuid, written text) returns boolean
language sql stable
return (setting = 'all' or (setting = 'contacts' and private.may_name_contact(written)))
  and private.must_wait(setting, author, written);

comment on function private.is_held_at_first(text, uuid, text) is
  'Whether a new post waits for a moderator, by the setting hold_first_posts.';

-- An edit would be the way around it.
create function private.refuse_new_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
begin
  if (select s.hold_first_posts <> 'off' from public.site_settings s)
    and private.must_wait('contacts', (select auth.uid()), concat_ws(' ', after ->> 'title', new.content))
    and not private.contacts_in(concat_ws(' ', after ->> 'title', new.content))
      <@ private.contacts_in(concat_ws(' ', before ->> 'title', old.content)) then
    raise sqlstate 'PT403' using message = 'Your account may not post links at present.';
  end if;
  return new;
end
$$;

create trigger refuse_new_contacts
  before update of title, content on public.threads
  for each row when (private.may_name_contact(new.title) or private.may_name_contact(new.content))
  execute function private.refuse_new_contacts();

create trigger refuse_new_contacts
  before update of content on public.replies
  for each row when (private.may_name_contact(new.content))
  execute function private.refuse_new_contacts();

grant execute on function private.may_name_contact(text) to authenticated, service_role;
