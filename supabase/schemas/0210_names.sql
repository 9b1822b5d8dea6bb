-- Names on a forum about money: nobody poses as another member, as the people who run the site, or as an authority, and
-- no email address becomes a public name.

create table public.reserved_names (
  name text not null,
  is_part boolean not null default false,
  id uuid not null default gen_random_uuid(),
  -- Computed before the length is checked: of a long text it reads no more than a name may have.
  skeleton text generated always as (private.name_skeleton(left(name, 40))) stored,
  constraint reserved_names_pkey primary key (id),
  constraint reserved_names_skeleton_key unique (skeleton),
  constraint reserved_names_name_length check (char_length(name) between 2 and 40 and char_length(skeleton) >= 2)
);

comment on table public.reserved_names is
  'Names of authorities and of the people who run a site, which no member takes. Administrators add and delete them.';
comment on column public.reserved_names.is_part is
  'Reserved as one word among others too (Official.SEBI); otherwise only as the whole name, digits and common additions aside.';
comment on column public.reserved_names.skeleton is 'What the name looks like: names with one skeleton are one name.';

alter table public.reserved_names enable row level security;

revoke all on public.reserved_names from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.reserved_names to service_role;
-- No update: a name is deleted and another one added, and the log tells of both.
grant select, delete on public.reserved_names to authenticated;
grant insert (name, is_part) on public.reserved_names to authenticated;

create policy read_any_admin on public.reserved_names
  for select to authenticated using ((select private.is_admin()));

create policy insert_any_admin on public.reserved_names
  for insert to authenticated with check ((select private.is_admin()));

create policy delete_any_admin on public.reserved_names
  for delete to authenticated using ((select private.is_admin()));

insert into public.reserved_names (name, is_part) values
  ('admin', true), ('administrator', true), ('moderator', true), ('official', true), ('support', true),
  ('helpdesk', true), ('arthachowk', true), ('sebi', true), ('rbi', true), ('irdai', true), ('npci', true),
  ('grievance', true), ('ombudsman', true), ('सेबी', true), ('आरबीआई', true), ('एडमिन', true), ('मॉडरेटर', true),
  ('mod', false), ('mods', false), ('staff', false), ('root', false), ('system', false), ('security', false),
  ('help', false), ('contact', false), ('webmaster', false), ('postmaster', false), ('abuse', false),
  ('nse', false), ('bse', false), ('mcx', false), ('nsdl', false), ('cdsl', false), ('amfi', false), ('pfrda', false),
  ('irda', false), ('cbdt', false), ('cbic', false), ('uidai', false), ('epfo', false), ('mca', false),
  ('incometax', false), ('finmin', false), ('financeministry', false), ('nifty', false), ('sensex', false),
  ('everyone', false), ('all', false), ('here', false), ('deleted', false),
  ('deletedmember', false), ('null', false), ('undefined', false);

-- Runs as its owner: nobody is granted the list. `SebiOfficial`, `nse_india`, `ArthaChowk_Support` and `admin1` are
-- reserved; `Modi` and `sense` are not.
create function private.is_reserved_name(name text) returns boolean
language plpgsql stable strict security definer set search_path = ''
as $$
declare
  -- What may stand around a name, and between its words.
  separators constant text := '[\s._@＠﹫．﹒。｡-]';
  own text := (select private.name_skeleton(s.site_name) from public.site_settings s);
  whole text;
  rest text;
begin
  if exists (
    select
    from public.reserved_names r
    where r.is_part and r.skeleton in (
      select private.name_skeleton(part) from regexp_split_to_table(is_reserved_name.name, separators || '+') as part
      union all
      select look
      from regexp_split_to_table(is_reserved_name.name, '[\s._-]+') as part
      cross join lateral unnest(private.name_looks(part)) as look
    )
  ) then
    return true;
  end if;
  foreach whole in array private.name_looks(regexp_replace(is_reserved_name.name, '[0-9]+' || separators || '*$', '')) loop
    if char_length(own) > 3 and starts_with(whole, own) then
      return true;
    end if;
    -- Longest first, so that `irdai` is not taken for `irda`.
    rest := regexp_replace(
      whole, (select string_agg(r.skeleton, '|' order by char_length(r.skeleton) desc, r.name) from public.reserved_names r), '', 'g'
    );
    if rest <> whole and regexp_replace(rest, (
      select string_agg(private.name_skeleton(f), '|' order by char_length(f) desc)
      from unnest('{the,of,in,india,team,care,customer,desk,line,service,services,page,channel,group,chat,live,news,updates,real,dept,office}'::text[]) f
    ), '', 'g') = '' then
      return true;
    end if;
  end loop;
  return false;
end
$$;

comment on function private.is_reserved_name(text) is 'Whether a name would pass for an authority or for the people who run the site.';

-- The very same username is left to the unique index.
create function private.has_lookalike(username text, except_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.profiles p
    where private.name_skeleton(p.username) = any (private.name_looks(has_lookalike.username))
      and p.id is distinct from has_lookalike.except_id
      and lower(p.username) <> lower(has_lookalike.username)
  )
$$;

-- Runs as its owner: it compares with all members, and asks what is reserved. Bounds that a check would ask at every
-- update of a counter are asked here, when a name changes. The service and administrators give names that are reserved.
create function private.guard_names() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_new boolean := tg_op = 'INSERT';
  is_chosen boolean := (select auth.uid()) is not null;
begin
  -- The table's checks refuse what is too long, after this trigger: comparing 20,000 characters would take seconds.
  if char_length(new.username) > 30 or char_length(new.full_name) > 200 then
    return new;
  end if;
  new.bio := private.with_few_marks(new.bio);
  if is_new or new.full_name is distinct from old.full_name then
    new.full_name := private.with_few_marks(nullif(btrim(new.full_name, E' \t\n\r\f\u000b\u00a0\u3000'), ''));
    if new.full_name ~ private.hidden_signs() or private.visible_part(new.full_name) = '' then
      raise sqlstate 'PT422' using message = 'The full name has signs that cannot be seen. Please type it again.';
    end if;
    if is_chosen and private.is_reserved_name(new.full_name) and not private.is_admin() then
      raise sqlstate 'PT422' using message = 'That name is reserved. Please choose another.';
    end if;
  end if;
  if is_chosen and (is_new or new.username is distinct from old.username) then
    if private.is_reserved_name(new.username) and not private.is_admin() then
      raise sqlstate 'PT422' using message = 'That username is reserved. Please choose another.';
    end if;
    if private.has_lookalike(new.username, new.id) then
      raise sqlstate 'PT422' using message = 'That username looks like one that is taken already. Please choose another.';
    end if;
  end if;
  if is_new or new.avatar_url is distinct from old.avatar_url then
    -- A file of the site's own storage is kept by its path, whatever the site is called.
    new.avatar_url := regexp_replace(new.avatar_url, '^https?://[^/]+(/storage/v1/object/public/avatars/)', '\1');
    if new.avatar_url !~ '^/[^/\\]' or new.avatar_url ~ '[\u0001-\u0020"''<>\\]' then
      -- Clients make a profile from what a provider said, picture included: it has no place here, the profile does.
      if is_new or not is_chosen then
        new.avatar_url := null;
      else
        raise sqlstate 'PT422' using message = 'A picture is uploaded here first, then shown.';
      end if;
    end if;
  end if;
  return new;
end
$$;

create trigger guard_names
  before insert or update of username, full_name, avatar_url, bio on public.profiles
  for each row execute function private.guard_names();

-- Writes to the log, which nobody is granted.
create function private.log_reserved_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.reserved_names := case when tg_op = 'DELETE' then old else new end;
begin
  -- What an operator does in SQL is no act of a member.
  if (select auth.uid()) is not null then
    perform private.log_action(lower(tg_op), 'reserved_names', subject.id, subject.name);
  end if;
  return null;
end
$$;

create trigger log_reserved_name
  after insert or delete on public.reserved_names
  for each row execute function private.log_reserved_name();

-- Names are compared by their look; `wish` was judged when it was made. A username may have 30 characters, and the form
-- says so: a name that nobody has yet is not shortened to make room for a number.
create function private.free_username(wish text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted text := left(regexp_replace(coalesce(wish, ''), '[^A-Za-z0-9_.-]', '', 'g'), 30);
  candidate text := wanted;
  tries integer := 0;
begin
  while char_length(candidate) < 3
    or exists (select from public.profiles p where private.name_skeleton(p.username) = private.name_skeleton(candidate))
  loop
    tries := tries + 1;
    candidate := case
      -- Nothing about a person is made public that they did not type here.
      when char_length(wanted) < 3 or tries > 20 then
        'member-' || left(replace(gen_random_uuid()::text, '-', ''), 8)
      else left(wanted, 24) || (tries + 1)
    end;
  end loop;
  return candidate;
end
$$;

comment on function private.free_username(text) is
  'A username that nobody has, and that looks like nobody''s, made from a wish; without one member- and random letters.';

-- No part of the address becomes a name: it would be public. A reserved name or a look-alike is refused while the form
-- is still open.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  wish text := nullif(btrim(new.raw_user_meta_data ->> 'username'), '');
  full_name text := nullif(btrim(left(
    regexp_replace(new.raw_user_meta_data ->> 'full_name', private.hidden_signs(), '', 'g'), 80
  )), '');
begin
  if tg_op = 'INSERT' and wish is not null then
    -- Said while the form is still open. At the confirmation nobody is there to choose another name.
    if wish !~ '^[A-Za-z0-9_.-]{3,30}$' then
      raise sqlstate 'PT422' using message = 'A username has 3 to 30 letters, numbers, _ . -';
    end if;
    if exists (select from public.profiles p where lower(p.username) = lower(wish)) then
      raise sqlstate 'PT422' using message = 'That username is already taken.';
    end if;
    -- An operator who makes an account in SQL names it as they like.
    if session_user <> current_user and private.is_reserved_name(wish) then
      raise sqlstate 'PT422' using message = 'That username is reserved. Please choose another.';
    end if;
    if private.has_lookalike(wish, new.id) then
      raise sqlstate 'PT422' using message = 'That username looks like one that is taken already. Please choose another.';
    end if;
  end if;
  if new.email_confirmed_at is null then
    return null;
  end if;
  insert into public.profiles (id, username, full_name, avatar_url)
  values (
    new.id,
    private.free_username(wish),
    case when not private.is_reserved_name(full_name) and private.visible_part(full_name) <> '' then full_name end,
    left(nullif(btrim(new.raw_user_meta_data ->> 'avatar_url'), ''), 1000)
  )
  on conflict (id) do nothing;
  if not found then
    return null;
  end if;
  -- Ticked at sign-up; the first confirmation may come a day later, in another browser.
  if new.raw_user_meta_data ->> 'digest' = 'weekly' then
    insert into public.notification_settings (user_id, digest, digested, digest_threads)
    values (new.id, 'weekly', '{follows,members,watched}', true);
  end if;
  -- The language of the page with the form.
  if new.raw_user_meta_data ->> 'language' in ('en', 'hi') then
    insert into public.notification_settings as s (user_id, language)
    values (new.id, new.raw_user_meta_data ->> 'language')
    on conflict (user_id) do update set language = excluded.language;
  end if;
  return null;
end
$$;

create trigger create_profile_on_insert
  after insert on auth.users
  for each row execute function private.create_profile();

create trigger create_profile_on_confirmation
  after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.create_profile();
