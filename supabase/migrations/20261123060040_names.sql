-- Names on a forum about money: nobody poses as another member, as the people who run the site, or as an authority, and
-- nobody's address becomes a public name.

-- ---------------------------------------------------------------------------------------------------------
-- What a name looks like
-- ---------------------------------------------------------------------------------------------------------

-- Letters of other scripts that look like Latin ones are Unicode's (UTS 39, confusables.txt): those of one code point
-- that stand for one ASCII letter or digit and that NFKC leaves alone. Signs such as a check mark and separators do not
-- count, accents neither, nor what ASCII itself confuses: I, l, i and 1, O and 0, rn and m, vv and w.
create function private.name_skeleton(name text) returns text
language sql immutable strict parallel safe set search_path = ''
return replace(
  replace(
    translate(
      lower(
        case
          when octet_length(name) = char_length(name) then name
          else translate(
            regexp_replace(
              regexp_replace(normalize(private.visible_part(name), nfd), '[\u0300-\u036f]', '', 'g'),
              private.word_signs(), '', 'g'
            ),
            U&'\01a7\01bb\03e8\14bf\a644\a6ef\a75a\01b7\021c\0417\0498\04e0\2ccc\a76a\a7ab\+0118ca'
            '\+016f3b\+01d206\13ce\+0118af\01bc\+0118bb\0431\13ee\2cd2\+0118d5\+0104d2\+0118c6\+01d212\0222\0223\09ea'
            '\0a6a\+01031a\+01e8cb\09ed\0a67\0b68\0d6d\2cca\a76e\+0118ac\+0118cc\+0118d6\01cd\01ce\0226\0227'
            '\0251\0391\03b1\0410\0430\13aa\15c5\2376\237a\a4ee\+0102a0\+016f40\0180\0182\0183\0184'
            '\0253\0392\0411\0412\042c\0462\0463\048c\048d\13cf\13f4\15af\15f7\a4d0\a7b4\+010282'
            '\+0102a1\+010301\00a2\00c7\00e7\023c\0421\0441\04aa\04ab\13df\1d04\20a1\2ca4\2ca5\a4da'
            '\abaf\+0102a2\+010302\+010415\+01043d\+01051c\+0118e9\+0118f2\+01f74c\00d0\0110\0111\0189\018c\0256\0257'
            '\0501\13a0\13e7\146f\15de\15ea\20ab\a4d2\a4d3\011a\011b\0246\0247\0395\0415\0435'
            '\04bd\04bf\13ac\212e\22ff\2d39\a4f0\ab32\+010286\+0118a6\+0118ae\0191\0192\03dc\0584\15b4'
            '\1d6e\1e9d\a4dd\a798\a799\ab35\+010287\+0102a5\+010525\+0118a2\+0118c2\+01d213\018d\01e4\01e5\01e6'
            '\01e7\01f5\0260\0261\050c\0581\13c0\13f3\1d83\a4d6\0126\0127\0266\0397\041d\045b'
            '\04a2\04bb\04c7\04c9\0570\13bb\13c2\13f2\157c\2c67\2c8e\a4e7\a695\+0102cf\0131\01cf'
            '\01d0\0268\0269\026a\03b9\0456\04cf\13a5\1d7b\1d7c\2373\2378\a647\ab75\+0118c3\0248'
            '\0249\037f\03f3\0408\0458\13ab\148d\a4d9\a7b2\0199\039a\041a\049a\049e\13e6\16d5'
            '\20ad\2c69\2c94\a4d7\a740\+010518\0141\0142\0196\0197\019a\01c0\026b\026d\0399\0406'
            '\04c0\05c0\05d5\05df\0625\0627\0661\0673\06f1\07ca\13de\14aa\16c1\2223\23fd\2c92'
            '\2cd0\2d4f\a4e1\a4f2\+01028a\+010309\+010320\+01041b\+010526\+0118a3\+0118b2\+016f16\+016f28\+01d22a\+01e8c7\039c'
            '\03fa\041c\04cd\13b7\15f0\16d6\2c98\a4df\+0102b0\+010311\019d\019e\0273\039d\03b7\0578'
            '\057c\1d70\2c9a\a4e0\+01018e\+010513\00d8\00f8\019f\01d1\01d2\01fe\0275\0398\039f\03b8'
            '\03bf\03c3\041e\043e\0472\0473\04e8\04e9\0555\0585\05e1\0647\0665\06be\06c1\06d5'
            '\06f5\06ff\07c0\0966\09e6\0a66\0ae6\0b20\0b66\0be6\0c66\0ce6\0d20\0d66\0e50\0ed0'
            '\1010\101d\1040\10ff\12d0\13be\13eb\1d0f\1d11\2296\229d\236c\2c9e\2c9f\2d31\2d41'
            '\2d54\3007\a4f3\a74a\a74b\ab3d\ab3e\ab74\ab8e\abbb\+010292\+0102ab\+010404\+01042c\+0104c2\+0104ea'
            '\+010516\+0114d0\+0118b5\+0118c8\+0118d7\+0118e0\+01d21a\+01f714\01a5\03a1\03c1\0420\0440\13e2\146d\1d7d'
            '\2374\2ca2\2ca3\a4d1\+010295\02a0\051b\0563\0566\2d55\01a6\024d\027c\027d\0433\0493'
            '\13a1\13d2\1587\1d26\1d72\2c85\a4e3\ab47\ab48\ab81\+0104b4\+016f35\+01d216\01bd\0282\0405'
            '\0455\054f\13d5\13da\1d74\a4e2\a731\abaa\+010296\+010420\+010448\+0118c1\+016f3a\0166\0167\01ad'
            '\01ae\021a\023e\03a4\0422\04ac\13a2\1d75\20ae\22a4\2361\27d9\2ca6\a4d4\+010297\+0102b1'
            '\+010315\+0118bc\+016f0a\+01f768\01d3\01d4\0244\028b\03c5\054d\057d\1200\13cc\144c\1d1c\1d7e'
            '\222a\22c3\a4f4\a79f\ab4e\ab52\ab9c\+0104ce\+0104f6\+0118b8\+0118d8\+016f42\03bd\0474\0475\05d8'
            '\0667\06f7\13d9\142f\1d20\2228\22c1\2d38\a4e6\a6df\aba9\+010197\+01051d\+011706\+0118a0\+0118c0'
            '\+016f08\+01d20d\+01f708\026f\0461\047d\051c\051d\0561\13b3\13d4\1d21\20a9\a4ea\a761\ab83'
            '\+0114c5\+01170a\+01170e\+01170f\+0118e6\+0118ef\00d7\03a7\0425\0445\04b2\1541\157d\166d\166e\16b7'
            '\2573\292b\292c\2a2f\2a30\2cac\2d5d\a4eb\a7b3\+010196\+010290\+0102b4\+010317\+010322\+010527\+0118ec'
            '\00a5\01b4\024e\024f\0263\028f\03a5\03b3\0423\0443\04ae\04af\04b0\04b1\10e7\13a9'
            '\13bd\1d8c\1eff\2ca8\a4ec\ab5a\+0102b2\+0118a4\+0118dc\+016f43\01b5\01b6\0224\0225\0290\0396'
            '\13c3\1d22\1d76\a4dc\ab93\+0102f5\+0118a9\+0118c4\+0118e5',
            '22222223333333333344556666777888888999999999aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbcccccccccccccc'
            'cccccccccddddddddddddddddeeeeeeeeeeeeeeeeeefffffffffffffffffgggggggggggggghhhhhhhhhhhhhhhhhhhhii'
            'iiiiiiiiiiiiiiijjjjjjjjjjkkkkkkkkkkkkklllllllllllllllllllllllllllllllllllllllllmmmmmmmmmmmnnnnnn'
            'nnnnnnoooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooopppppppp'
            'pppppqqqqqrrrrrrrrrrrrrrrrrrrsssssssssssssssstttttttttttttttttttttttuuuuuuuuuuuuuuuuuuuuuuuuvvvv'
            'vvvvvvvvvvvvvvvvvvvwwwwwwwwwwwwwwwwwwwxxxxxxxxxxxxxxxxxxxxxxxxxxyyyyyyyyyyyyyyyyyyyyyyyyyyzzzzzz'
            'zzzzzzzzz'
          )
        end
      ),
      'l1|!0@$ ._-''"()[]{}<>*~^#&+=/\,;:?`', 'iiiioas'
    ),
    'rn', 'm'
  ),
  'vv', 'w'
);

comment on function private.name_skeleton(text) is 'Two names with one skeleton look alike. Not for showing.';

create index profiles_username_skeleton_idx on public.profiles (private.name_skeleton(username));

-- ---------------------------------------------------------------------------------------------------------
-- Names that nobody takes
-- ---------------------------------------------------------------------------------------------------------

create table private.reserved_names (
  name text not null,
  skeleton text generated always as (private.name_skeleton(name)) stored,
  is_part boolean not null default false,
  constraint reserved_names_pkey primary key (name)
);

comment on table private.reserved_names is 'Names of authorities and of the people who run a site. An operator may add to them in SQL.';
comment on column private.reserved_names.is_part is
  'Reserved as one word among others too (Official.SEBI); otherwise only as the whole name, digits and common additions aside.';

revoke all on private.reserved_names from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.reserved_names to service_role;

insert into private.reserved_names (name, is_part) values
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
  whole text := private.name_skeleton(regexp_replace(is_reserved_name.name, '[0-9]+\s*$', ''));
  own text := (select private.name_skeleton(s.site_name) from public.site_settings s);
  rest text;
begin
  if exists (
    select
    from private.reserved_names r
    where r.is_part
      and r.skeleton in (select private.name_skeleton(part) from regexp_split_to_table(is_reserved_name.name, '[\s._-]+') as part)
  ) or char_length(own) > 3 and starts_with(whole, own) then
    return true;
  end if;
  -- Longest first, so that `irdai` is not taken for `irda`.
  rest := regexp_replace(
    whole, (select string_agg(r.skeleton, '|' order by char_length(r.skeleton) desc, r.name) from private.reserved_names r), '', 'g'
  );
  return rest <> whole and regexp_replace(rest, (
    select string_agg(private.name_skeleton(f), '|' order by char_length(f) desc)
    from unnest('{the,of,in,india,team,care,customer,desk,line,service,services,page,channel,group,chat,live,news,updates,real,dept,office}'::text[]) f
  ), '', 'g') = '';
end
$$;

comment on function private.is_reserved_name(text) is 'Whether a name would pass for an authority or for the people who run the site.';

-- ---------------------------------------------------------------------------------------------------------
-- Names of members
-- ---------------------------------------------------------------------------------------------------------

-- Characters that turn the line around them, control it, or are drawn as nothing. Joiners belong to Indian scripts.
create function private.hidden_signs() returns text
language sql immutable parallel safe
return '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e'
  '\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]';

comment on function private.hidden_signs() is 'A regular expression: one character that has no place in a name.';

-- Runs as its owner: it compares with all members, and asks what is reserved. Bounds that a check would ask at every
-- update of a counter are asked here, when a name changes. The service and administrators give names that are reserved.
create function private.guard_names() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_new boolean := tg_op = 'INSERT';
  is_chosen boolean := (select auth.uid()) is not null;
begin
  if is_new or new.full_name is distinct from old.full_name then
    new.full_name := nullif(btrim(new.full_name, E' \t\n\r\f\u000b\u00a0\u3000'), '');
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
    -- What lies in our own storage is kept by its path, whatever the site is called.
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

-- The very same username is the unique index's business.
create function private.has_lookalike(username text, except_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.profiles p
    where private.name_skeleton(p.username) = private.name_skeleton(has_lookalike.username)
      and p.id is distinct from has_lookalike.except_id
      and lower(p.username) <> lower(has_lookalike.username)
  )
$$;

create trigger guard_names
  before insert or update of username, full_name, avatar_url on public.profiles
  for each row execute function private.guard_names();

update public.profiles p
set full_name = nullif(btrim(regexp_replace(p.full_name, private.hidden_signs(), '', 'g')), '')
where p.full_name ~ private.hidden_signs() or private.visible_part(p.full_name) = '';
update public.profiles p set avatar_url = p.avatar_url where p.avatar_url !~ '^/[^/\\]';

-- As before, but by look; `wish` was judged when it was made.
create or replace function private.free_username(wish text) returns text
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

-- As before, but no part of the address becomes a name, and a reserved name or a look-alike is refused while the form is
-- still open.
create or replace function private.create_profile() returns trigger
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
      raise sqlstate 'PT422' using message = 'A username has 3 to 30 letters, digits, or the signs _ . -';
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
  return null;
end
$$;

-- ---------------------------------------------------------------------------------------------------------
-- Names in the chat
-- ---------------------------------------------------------------------------------------------------------

-- As before, but names are compared by what they look like.
create or replace function private.prepare_chat_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
  own_name text;
begin
  new.message := btrim(new.message, E' \t\n\r\f\u000b\u00a0\u3000');
  new.username := btrim(new.username, E' \t\n\r\f\u000b\u00a0\u3000');
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
  -- A name of signs alone has no skeleton and looks like nobody's.
  if new.is_anonymous and private.name_skeleton(new.username) <> '' then
    if exists (
      select from public.profiles p where private.name_skeleton(p.username) = private.name_skeleton(new.username)
    ) then
      raise sqlstate 'PT422' using message = 'That name belongs to a member. Please choose another.';
    end if;
    if private.is_reserved_name(new.username) and (select auth.role()) in ('anon', 'authenticated') then
      raise sqlstate 'PT422' using message = 'That name is reserved. Please choose another.';
    end if;
  end if;
  return new;
end
$$;

revoke execute on all functions in schema private from public;
-- Whoever changes a username also writes its index.
grant execute on function private.name_skeleton(text) to authenticated, service_role;
