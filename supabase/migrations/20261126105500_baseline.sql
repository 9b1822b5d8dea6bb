-- The schema of 26 November 2026, generated from supabase/schemas, which has the reasons: 104 migrations were merged into it.

set local check_function_bodies = off;

create extension if not exists pg_trgm with schema extensions;

create schema private;

revoke all on schema private from public;

grant usage on schema private to service_role;

do $role$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'site_jobs') then
    create role site_jobs nologin noinherit;
  end if;
end
$role$;

grant usage on schema private to site_jobs;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create table private.configuration (
  id boolean not null default true,
  admin_email text,
  rate_limits boolean not null default true,
  constraint configuration_pkey primary key (id),
  constraint configuration_one_row check (id)
);

comment on table private.configuration is
  'One row, written by the server when it starts (private.configure): what the environment says and SQL must know.';

comment on column private.configuration.admin_email is
  'The account that verified this address is an admin; compared without case; null: no account is one by its address.';

comment on column private.configuration.rate_limits is 'Posting gaps, repeated texts and the day''s maximum are enforced.';

revoke all on private.configuration from public, anon, authenticated, service_role;

grant select, update on private.configuration to service_role;

insert into private.configuration default values;

create function private.configure(admin_email text, rate_limits boolean) returns void
language sql volatile set search_path = ''
as $$
  update private.configuration c
  set admin_email = nullif(lower(btrim(configure.admin_email)), ''), rate_limits = configure.rate_limits
$$;

comment on function private.configure(text, boolean) is 'Called by the server at each start with ADMIN_EMAIL and RATE_LIMITS.';

grant execute on function private.configure(text, boolean) to service_role;

create table private.changes (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  payload jsonb not null,
  xid xid8 not null default pg_current_xact_id(),
  constraint changes_pkey primary key (id)
);

comment on table private.changes is
  'Every change event of the last hour. Each node reads from its own position on (private.changes_after).';

comment on column private.changes.at is 'Start of the transaction that made the change, which may commit later.';

comment on column private.changes.payload is 'Table, op (INSERT, UPDATE, DELETE), id, and the ids of its parents. Never content.';

comment on column private.changes.xid is 'The transaction that made the change: ids and times do not tell which of two committed first.';

revoke all on private.changes from public, anon, authenticated, service_role;

grant select, delete on private.changes to service_role;

create function private.publish_change(payload jsonb) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.changes (payload) values (publish_change.payload);
  -- Read before the commit by whoever runs the transaction (api/database/scope.ts).
  perform set_config('arthachowk.announced', '1', true);
end
$$;

comment on function private.publish_change(jsonb) is
  'Adds one change to the log, which nodes read once this transaction has committed. Called by triggers that run as the owner.';

create function private.publish_row_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform private.publish_change(jsonb_strip_nulls(jsonb_build_object(
    'table', tg_table_name, 'op', tg_op, 'id', coalesce(subject -> 'id', subject -> 'user_id'), 'slug', subject -> 'slug'
  )));
  return null;
end
$$;

create function private.prune_changes() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.changes
    where id in (select c.id from private.changes c order by c.id limit 20000) and at < now() - interval '1 hour'
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.prune_changes() is
  'Forgets a batch of changes older than an hour; returns their number. Called by a job until it gives 0.';

create index changes_xid_idx on private.changes (xid);

create function private.changes_after(
  seen pg_snapshot, most integer, out seen_now pg_snapshot, out changes jsonb
)
language plpgsql stable set search_path = ''
set enable_seqscan = off
as $$
begin
  seen_now := pg_current_snapshot();
  if seen is null then
    changes := '[]';
    return;
  end if;
  -- A copy of the database that was put in its place has not got that far.
  if pg_snapshot_xmax(seen_now) < pg_snapshot_xmax(seen) then
    return;
  end if;
  select coalesce(jsonb_agg(c.payload order by c.id), '[]') into changes
  from (
    select c.id, c.payload from private.changes c
    where c.xid >= pg_snapshot_xmax(seen) or c.xid = any (array(select pg_snapshot_xip(seen)))
    limit most + 1
  ) c;
  if jsonb_array_length(changes) > most then
    changes := null;
  end if;
end
$$;

comment on function private.changes_after(pg_snapshot, integer) is
  'The changes that were committed after `seen` (null: none, to begin with), in order, and the position to ask with next time. Changes are null when they are more than `most`, or can''t be told.';

grant execute on function private.prune_changes() to service_role, site_jobs;

grant execute on function private.changes_after(pg_snapshot, integer) to service_role;

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

create function private.may_write() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.profiles p where p.id = (select auth.uid()) and p.user_level <> 'Banned'
  ) and private.site_is_open();
end
$$;

comment on function private.may_write() is
  'Whether the asker is a member with a profile who is not banned. Every policy that lets a member write asks this.';

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
  private.is_admin(), private.site_is_open(), private.may_write(), public.is_admin(),
  private.may_edit_wiki(uuid, uuid)
  to anon, authenticated, service_role;

create function private.hidden_signs() returns text
language sql immutable parallel safe
return '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e'
  '\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]';

comment on function private.hidden_signs() is 'A regular expression: one character that has no place in a name.';

create function private.visible_part(written text) returns text
language sql immutable set search_path = ''
return regexp_replace(
  normalize(written, nfkc),
  '[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e007f]',
  '', 'g'
);

comment on function private.visible_part(text) is
  'A text without white space and without what is drawn as nothing, in one spelling for letters that look alike.';

create function private.shown_length(written text) returns integer
language sql immutable strict parallel safe
return char_length(btrim(regexp_replace(
  regexp_replace(
    written,
    '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e007f]',
    '', 'g'
  ),
  '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
)));

comment on function private.shown_length(text) is
  'Characters that a reader sees: outer blanks and what is drawn as nothing are left out, a run of blanks is one.';

create function private.text_length(html text) returns integer
language sql immutable strict parallel safe
return private.shown_length(regexp_replace(html, '<[^<>]*>', '', 'g'));

comment on function private.text_length(text) is
  'Characters of an HTML text that a reader sees: as private.shown_length, with the markup left out.';

create function private.separate_cells(html text) returns text
language sql immutable strict parallel safe
return replace(
  replace(replace(html, '</td><td>', '</td> · <td>'), '</th><t', '</th> · <t'), '</tr><tr>', '</tr> · <tr>'
);

comment on function private.separate_cells(text) is 'HTML with a sign between the cells and rows of its tables.';

create function private.strip_html(html text) returns text
language sql immutable strict parallel safe
return btrim(
  regexp_replace(
    translate(regexp_replace(private.separate_cells(html), '<[^<>]*>', ' ', 'g'), U&'\0001\0002', ''), '\s+', ' ', 'g'
  )
);

create function private.plain_excerpt(html text) returns text
language sql immutable parallel safe strict
return left(
  btrim(
    replace(
      replace(
        replace(
          replace(
            regexp_replace(
              regexp_replace(
                regexp_replace(
                  private.separate_cells(left(html, 4000)),
                  '</?(?:a|b|code|del|em|i|mark|s|span|strong|sub|sup|u)(?:\s[^<>]*)?>', '', 'gi'
                ),
                '<[^<>]*(>|$)', ' ', 'g'
              ),
              '\s+', ' ', 'g'
            ),
            '&lt;', '<'
          ),
          '&gt;', '>'
        ),
        '&quot;', '"'
      ),
      '&amp;', '&'
    )
  ),
  300
);

comment on function private.plain_excerpt(text) is 'The first 300 characters of an HTML text as a reader sees them.';

create function private.raise_check_violation(relation text, broken text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  raise check_violation using
    message = format('new row for relation "%s" violates check constraint "%s"', relation, broken),
    schema = 'public', table = relation, constraint = broken;
end
$$;

comment on function private.raise_check_violation(text, text) is 'Raises 23514 as the check constraint of this name would.';

create function private.word_signs() returns text
language sql immutable parallel safe
return '[\u00a1-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u0964\u0965\u0970\u200e-\u206f\u20a0-\u20cf'
  '\u2100-\u2bff\u2e00-\u2e7f\u3000-\u303f\ufe00-\ufe6f\ufeff\U0001f000-\U0001faff]';

comment on function private.word_signs() is 'A regular expression: one sign outside ASCII that is no part of a word.';

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

create function private.plain_words(written text) returns text
language sql immutable parallel safe strict
return btrim(lower(regexp_replace(
  regexp_replace(written, '<[^<>]*>', ' ', 'g'), '[\s!-/:-@\[-`{-~।‘’“”…–—]+', ' ', 'g'
)));

comment on function private.plain_words(text) is 'The words of a text or of HTML in small letters, with one space between them.';

create function private.spaced_words(content text) returns text
language sql immutable parallel safe strict
return ' ' || private.plain_words(content) || ' ';

comment on function private.spaced_words(text) is 'The words of a text as private.plain_words gives them, with a space before and after each.';

create function private.tag_key(tag text) returns text
language sql immutable strict parallel safe
return lower(btrim(regexp_replace(tag, '\s+', ' ', 'g')));

comment on function private.tag_key(text) is 'The spelling under which a tag is found: IPO and ipo are one.';

grant execute on function
  private.visible_part(text), private.text_length(text), private.separate_cells(text), private.strip_html(text),
  private.word_signs(), private.tag_key(text)
  to anon, authenticated, service_role;

grant execute on function private.plain_excerpt(text) to service_role;

grant execute on function
  private.name_skeleton(text), private.plain_words(text), private.spaced_words(text)
  to authenticated, service_role;

create unlogged table private.write_counts (
  kind text not null,
  who text not null,
  since timestamptz not null default clock_timestamp(),
  amount integer not null,
  constraint write_counts_pkey primary key (kind, who)
) with (fillfactor = 70);

comment on table private.write_counts is 'Rows that somebody wrote lately, of one kind, in a window that begins with the first of them.';

comment on column private.write_counts.who is 'A member''s id; for guests the address, of IPv6 the first 64 bits.';

revoke all on private.write_counts from public, anon, authenticated, service_role;

create function private.guest_address() returns text
language plpgsql stable set search_path = ''
as $$
declare
  headers text := current_setting('request.headers', true);
  address text;
begin
  address := btrim(split_part(nullif(headers, '')::jsonb ->> 'x-forwarded-for', ',', 1));
  if address is null or not pg_input_is_valid(address, 'inet') then
    return '';
  end if;
  if family(address::inet) = 6 then
    return network(set_masklen(address::inet, 64))::text;
  end if;
  return host(address::inet);
end
$$;

create function private.limit_writes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
  points integer := tg_argv[case when member is null then 3 else 1 end];
  span interval := make_interval(secs => tg_argv[case when member is null then 4 else 2 end]::double precision);
  added integer;
  counted private.write_counts;
  wait integer;
begin
  -- The service itself, an operator who switched the limits off, and admins are not bound.
  if coalesce((select auth.role()), '') not in ('anon', 'authenticated')
    or not (select c.rate_limits from private.configuration c) or private.is_admin() then
    return null;
  end if;
  select count(*) into added from written;
  if added = 0 then
    return null;
  end if;
  insert into private.write_counts as c (kind, who, amount)
  values (tg_argv[0], coalesce(member::text, private.guest_address()), added)
  on conflict (kind, who) do update set
    amount = excluded.amount + case when c.since > clock_timestamp() - span then c.amount else 0 end,
    since = case when c.since > clock_timestamp() - span then c.since else clock_timestamp() end
  returning * into counted;
  if counted.amount > points then
    wait := greatest(1, ceil(extract(epoch from counted.since + span - clock_timestamp())));
    raise sqlstate 'PT429' using
      message = format('That was a lot at once. Please wait %s seconds.', wait),
      detail = format('Retry after %s seconds.', wait);
  end if;
  return null;
end
$$;

comment on function private.limit_writes() is 'Raises PT429 when somebody wrote more rows of a kind than they may within a time.';

create function private.delete_old_write_counts() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.write_counts where since < now() - interval '5 minutes' returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_write_counts() is 'For the job: forgets counters whose window is over.';

create function private.limit_rows_of_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid;
  rows bigint;
begin
  for member in select distinct w.user_id from written w order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended(member::text, 12));
    execute format('select count(*) from %s x where x.user_id = $1', tg_relid::regclass) into rows using member;
    if rows > tg_argv[0]::bigint then
      raise sqlstate 'PT422' using message = tg_argv[1];
    end if;
  end loop;
  return null;
end
$$;

comment on function private.limit_rows_of_member() is
  'Raises PT422 with the message of the second argument when a member has more rows than the first says.';

grant execute on function private.delete_old_write_counts() to service_role, site_jobs;

create table private.queue_failures (
  queue text not null,
  item text not null,
  attempts smallint not null default 1,
  next_at timestamptz not null default now() + interval '10 seconds',
  error text not null,
  constraint queue_failures_pkey primary key (queue, item)
);

comment on table private.queue_failures is
  'Rows of queues whose latest attempts failed. Written and emptied by private.attempt; a row that is gone from its queue is forgotten after two days.';

comment on column private.queue_failures.item is 'The key of the row in its queue.';

comment on column private.queue_failures.next_at is 'It is not taken before.';

revoke all on private.queue_failures from public, anon, authenticated, service_role;

create function private.is_due(queue text, item text) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (
    select from private.queue_failures f where f.queue = is_due.queue and f.item = is_due.item and f.next_at > now()
  )
$$;

comment on function private.is_due(text, text) is 'Whether a row of a queue may be taken: it did not fail, or its pause is over.';

create function private.attempt(queue text, item text, statement text) returns bigint
language plpgsql set search_path = ''
as $$
declare
  done bigint;
begin
  execute attempt.statement into done;
  delete from private.queue_failures f where f.queue = attempt.queue and f.item = attempt.item;
  return done;
exception when query_canceled or others then
  insert into private.queue_failures as f (queue, item, error)
  values (attempt.queue, attempt.item, left(sqlstate || ' ' || sqlerrm, 300))
  on conflict on constraint queue_failures_pkey do update
  set attempts = least(f.attempts + 1, 1000), error = excluded.error,
    next_at = now() + least(interval '10 seconds' * 2 ^ least(f.attempts, 12), interval '1 hour');
  return 1;
end
$$;

comment on function private.attempt(text, text, text) is
  'Does the work of a row of a queue, which the caller has locked, and returns how much that was. If the work fails, it is undone, and the row is not due for a while (private.is_due).';

create function private.failing_queues() returns table (queue text, failing bigint, attempts integer, error text)
language sql stable security definer set search_path = ''
as $$
  select f.queue, count(*), max(f.attempts)::integer, (array_agg(f.error order by f.attempts desc))[1]
  from private.queue_failures f
  group by f.queue
  -- Those that count attempts in their rows: the first is the one that is being made.
  union all
  select 'notification_pushes', count(*), max(p.tries)::integer, 'The push service did not take it.'
  from private.notification_pushes p
  where p.sent_at is null and p.tries > 1
  having count(*) > 0
  union all
  select 'data_exports', count(*), max(e.tries)::integer, 'See job.failed in the log.'
  from public.data_exports e
  where e.state = 'failed' or e.state = 'waiting' and e.tries > 1
  having count(*) > 0
$$;

comment on function private.failing_queues() is
  'Per queue, how many rows failed when they were last tried, how often the worst of them, and with what. For metrics and the doctor.';

create function private.forget_queue_failures() returns bigint
language sql security definer set search_path = ''
as $$
  with gone as (
    delete from private.queue_failures f where f.next_at < now() - interval '2 days' returning 1
  )
  select count(*) from gone
$$;

comment on function private.forget_queue_failures() is
  'Deletes failures of rows that nothing has tried since: they are gone from their queue. Called by a job.';

grant execute on function private.failing_queues() to service_role;

grant execute on function private.forget_queue_failures() to service_role, site_jobs;

create table public.profiles (
  id uuid not null,
  username text not null,
  full_name text,
  avatar_url text,
  bio text,
  user_level text not null default 'Regular',
  reputation integer not null default 0,
  total_posts integer not null default 0,
  total_replies integer not null default 0,
  joined_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_active timestamptz not null default now(),
  is_deleted boolean not null default false,
  constraint profiles_pkey primary key (id),
  constraint profiles_username_format check (username ~ '^[A-Za-z0-9_.-]{3,30}$'),
  constraint profiles_full_name_length check (char_length(full_name) <= 80),
  constraint profiles_avatar_url_format check (char_length(avatar_url) <= 1000 and avatar_url ~ '^(https?://|/)'),
  constraint profiles_bio_length check (char_length(bio) <= 500),
  constraint profiles_user_level_known check (user_level in ('Regular', 'Advanced', 'Expert', 'Moderator', 'Banned')),
  constraint profiles_deleted_username
  check (is_deleted = (username ~* '^deleted-[0-9a-f]{12}$'))
) with (fillfactor = 80);

comment on table public.profiles is 'Members, as everybody may see them.';

comment on column public.profiles.id is
  'Equal to the account''s id in auth.users; no foreign key, because a deleted member''s profile outlives the account.';

comment on column public.profiles.username is 'Unique without regard to case.';

comment on column public.profiles.user_level is 'Regular, Advanced, Expert, Moderator or Banned; set by admins. No level gives any permission; Banned takes them away.';

comment on column public.profiles.reputation is
  '2 per visible thread + 1 per reply that guests can read + 10 per upvote on a thread + 5 per upvote on a reply; own upvotes give nothing.';

comment on column public.profiles.total_posts is 'Visible threads started.';

comment on column public.profiles.total_replies is 'Replies that guests can read.';

comment on column public.profiles.last_active is 'Last day (in India) of a post or a sign-in. Not the hour: everybody reads it.';

comment on column public.profiles.is_deleted is
  'The account is closed: the row only holds together what is left under it. Shown as ''Deleted member''.';

create unique index profiles_username_key on public.profiles (lower(username));

create index profiles_created_at_idx on public.profiles (created_at desc);

create index profiles_last_active_idx on public.profiles (last_active desc);

create index profiles_username_trgm_idx on public.profiles using gin (username extensions.gin_trgm_ops);

create index profiles_full_name_trgm_idx on public.profiles using gin (full_name extensions.gin_trgm_ops);

create index profiles_username_skeleton_idx on public.profiles (private.name_skeleton(username));

alter table public.profiles enable row level security;

revoke all on public.profiles from public, anon, authenticated, service_role;

grant select on public.profiles to anon, authenticated;

grant insert (id, username, full_name, avatar_url) on public.profiles to authenticated;

grant update (username, full_name, avatar_url, bio, user_level, updated_at) on public.profiles to authenticated;

grant select, insert, update, delete on public.profiles to service_role;

create policy read_all on public.profiles
  for select to anon, authenticated using (true);

create policy insert_own on public.profiles
  for insert to authenticated
  with check (
    id = (select auth.uid())
    and (select private.site_is_open())
    and (select auth.jwt()) ->> 'is_anonymous' is distinct from 'true'
  );

create policy update_own on public.profiles
  for update to authenticated
  using (id = (select auth.uid()) and (select private.may_write()))
  with check (id = (select auth.uid()) and (select private.may_write()));

create policy update_any_admin on public.profiles
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create function private.guard_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  asker uuid := (select auth.uid());
begin
  if asker is not null then -- the service itself has no such bounds
    if new.user_level is distinct from old.user_level then
      if not private.is_admin() then
        raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
      end if;
      if new.id = asker and new.user_level = 'Banned' then
        raise sqlstate 'PT422' using message = 'You cannot ban yourself.';
      end if;
    end if;
    if new.id <> asker and (new.username, new.full_name, new.avatar_url, new.bio)
      is distinct from (old.username, old.full_name, old.avatar_url, old.bio) then
      raise sqlstate 'PT403' using message = 'Only the member may change this.';
    end if;
  end if;
  new.updated_at := now();
  return new;
end
$$;

create trigger guard_profile
  before update of username, full_name, avatar_url, bio, user_level, updated_at on public.profiles
  for each row execute function private.guard_profile();

create function private.carry_ban_to_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users u
  set banned_until = case when new.user_level = 'Banned' then now() + interval '100 years' end
  where u.id = new.id;
  if new.user_level = 'Banned' then
    delete from auth.sessions s where s.user_id = new.id;
  end if;
  return null;
end
$$;

create trigger carry_ban_to_account
  after update of user_level on public.profiles
  for each row when ((new.user_level = 'Banned') <> (old.user_level = 'Banned'))
  execute function private.carry_ban_to_account();

create function private.touch_last_active() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set last_active = new.last_sign_in_at
  where id = (
    select p.id
    from public.profiles p
    where p.id = new.id and p.last_active < new.last_sign_in_at - interval '1 minute'
    for no key update skip locked
  );
  return null;
end
$$;

create trigger touch_last_active
  after update of last_sign_in_at on auth.users
  for each row when (new.last_sign_in_at is not null)
  execute function private.touch_last_active();

create function private.round_last_active() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.last_active := date_trunc('day', new.last_active, 'Asia/Kolkata');
  return new;
end
$$;

create trigger round_last_active
  before insert or update of last_active on public.profiles
  for each row execute function private.round_last_active();

create table private.member_count (
  id boolean not null default true,
  members bigint not null default 0,
  constraint member_count_pkey primary key (id),
  constraint member_count_one_row check (id)
);

comment on table private.member_count is 'One row: how many members there are, deleted ones apart.';

revoke all on private.member_count from public, anon, authenticated, service_role;

insert into private.member_count default values;

create function private.count_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  delta integer := case tg_op
    when 'INSERT' then (not new.is_deleted)::integer
    when 'DELETE' then -(not old.is_deleted)::integer
    else old.is_deleted::integer - new.is_deleted::integer
  end;
begin
  update private.member_count set members = members + delta where delta <> 0;
  return null;
end
$$;

create trigger count_members
  after insert or delete on public.profiles
  for each row execute function private.count_members();

create trigger count_members_update
  after update of is_deleted on public.profiles
  for each row when (old.is_deleted <> new.is_deleted)
  execute function private.count_members();

create function public.post_count(member public.profiles) returns integer
language sql stable
return member.total_posts + member.total_replies;

comment on function public.post_count(public.profiles) is 'Visible threads and replies together.';

create function public.find_member(username text) returns setof public.profiles
language sql stable rows 1
begin atomic
  select p.* from public.profiles p where lower(p.username) = lower(find_member.username);
end;

comment on function public.find_member(text) is 'The member of this username, written in whichever case; no row when there is none.';

create trigger zz_announce_update
  after update on public.profiles
  for each row when (
    (old.username, old.full_name, old.avatar_url, old.bio, old.user_level)
    is distinct from (new.username, new.full_name, new.avatar_url, new.bio, new.user_level)
  )
  execute function private.publish_row_change();

create trigger zz_announce
  after insert or delete on public.profiles
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.publish_row_change();

create function private.is_established(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles p
    where p.id = is_established.member and p.user_level <> 'Banned' and p.created_at <= now() - interval '3 days'
      and (p.reputation >= 5 or p.created_at < now() - interval '30 days')
  )
$$;

comment on function private.is_established(uuid) is
  'Whether a member joined three days ago and has five upvotes, or joined thirty days ago.';

revoke all on function
  public.post_count(public.profiles), public.find_member(text)
  from public, anon, authenticated, service_role;

grant execute on function
  public.post_count(public.profiles), public.find_member(text)
  to anon, authenticated, service_role;

create table public.reserved_names (
  name text not null,
  is_part boolean not null default false,
  id uuid not null default gen_random_uuid(),
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
    from public.reserved_names r
    where r.is_part
      and r.skeleton in (select private.name_skeleton(part) from regexp_split_to_table(is_reserved_name.name, '[\s._-]+') as part)
  ) or char_length(own) > 3 and starts_with(whole, own) then
    return true;
  end if;
  -- Longest first, so that `irdai` is not taken for `irda`.
  rest := regexp_replace(
    whole, (select string_agg(r.skeleton, '|' order by char_length(r.skeleton) desc, r.name) from public.reserved_names r), '', 'g'
  );
  return rest <> whole and regexp_replace(rest, (
    select string_agg(private.name_skeleton(f), '|' order by char_length(f) desc)
    from unnest('{the,of,in,india,team,care,customer,desk,line,service,services,page,channel,group,chat,live,news,updates,real,dept,office}'::text[]) f
  ), '', 'g') = '';
end
$$;

comment on function private.is_reserved_name(text) is 'Whether a name would pass for an authority or for the people who run the site.';

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
  before insert or update of username, full_name, avatar_url on public.profiles
  for each row execute function private.guard_names();

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

create trigger create_profile_on_insert
  after insert on auth.users
  for each row execute function private.create_profile();

create trigger create_profile_on_confirmation
  after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.create_profile();

create table public.user_roles (
  user_id uuid not null,
  role text not null,
  created_at timestamptz not null default now(),
  constraint user_roles_pkey primary key (user_id, role),
  constraint user_roles_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint user_roles_role_known check (role in ('admin'))
);

comment on table public.user_roles is 'Roles beyond being a member. The only one is admin.';

alter table public.user_roles enable row level security;

revoke all on public.user_roles from public, anon, authenticated, service_role;

grant select, delete on public.user_roles to authenticated;

grant insert (user_id, role) on public.user_roles to authenticated;

grant select, insert, update, delete on public.user_roles to service_role;

create policy read_own on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy insert_any_admin on public.user_roles
  for insert to authenticated
  with check ((select private.is_admin()));

create policy delete_any_admin on public.user_roles
  for delete to authenticated
  using ((select private.is_admin()));

create function private.usable_admins() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select u.id
  from auth.users u
  join public.profiles p on p.id = u.id
  where (
      exists (select from public.user_roles r where r.user_id = u.id and r.role = 'admin')
      or lower(u.email) = (select c.admin_email from private.configuration c)
        and u.raw_app_meta_data ->> 'email_verified' = 'true'
    )
    and p.user_level <> 'Banned'
    and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now())
    and coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null
$$;

comment on function private.usable_admins() is 'Administrators who can sign in and act.';

create function private.has_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.usable_admins())
$$;

comment on function private.has_admin() is
  'Whether anybody who can sign in is an admin; while not, the server prints a claim link.';

create function private.assert_another_admin(without uuid, refusal text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  lock table public.user_roles in share row exclusive mode;
  if not exists (select from private.usable_admins() a (id) where a.id <> assert_another_admin.without) then
    raise sqlstate 'PT409' using message = refusal;
  end if;
end
$$;

create function private.prevent_removing_last_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.assert_another_admin(old.user_id, case
      when old.user_id = (select auth.uid()) then 'You are the last admin. Make somebody else admin first.'
      else 'This is the last admin. Make somebody else admin first.'
    end);
  end if;
  return old;
end
$$;

create trigger prevent_removing_last_admin
  before delete on public.user_roles
  for each row execute function private.prevent_removing_last_admin();

create function private.prevent_banning_last_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null and exists (select from private.usable_admins() a (id) where a.id = new.id) then
    perform private.assert_another_admin(new.id, 'This is the last admin. Make somebody else admin first.');
  end if;
  return new;
end
$$;

create trigger prevent_banning_last_admin
  before update of user_level on public.profiles
  for each row when (new.user_level = 'Banned' and old.user_level <> 'Banned')
  execute function private.prevent_banning_last_admin();

create table private.admin_claims (
  token_hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  used_by uuid,
  constraint admin_claims_pkey primary key (token_hash)
);

comment on table private.admin_claims is 'One-time links: the member who opens one becomes the first admin.';

comment on column private.admin_claims.token_hash is 'SHA-256 of the token; the token itself was printed and forgotten.';

revoke all on private.admin_claims from public, anon, authenticated, service_role;

create function private.issue_admin_claim(token text, valid_for interval default interval '24 hours') returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.has_admin() then
    return false;
  end if;
  -- Every start prints a new link; the older ones end with it.
  delete from private.admin_claims where used_at is null;
  insert into private.admin_claims (token_hash, expires_at)
  values (sha256(convert_to(token, 'UTF8')), now() + valid_for);
  return true;
end
$$;

comment on function private.issue_admin_claim(text, interval) is
  'Makes a claim for this token and ends earlier ones; false, and nothing made, when there is an admin already.';

create function public.claim_admin(token text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.may_write() then
    raise sqlstate 'PT403' using message = 'Sign in with a confirmed account to claim the admin role.';
  end if;
  -- Two links, or one and a role given meanwhile, take turns.
  lock table public.user_roles in share row exclusive mode;
  update private.admin_claims c
  set used_at = now(), used_by = (select auth.uid())
  where c.token_hash = sha256(convert_to(claim_admin.token, 'UTF8'))
    and c.used_at is null
    and c.expires_at > now()
    and not private.has_admin();
  if not found then
    raise sqlstate 'PT403' using message = 'This admin link is not valid any more. A new one is printed when the server starts.';
  end if;
  insert into public.user_roles (user_id, role) values ((select auth.uid()), 'admin') on conflict do nothing;
  return true;
end
$$;

comment on function public.claim_admin(text) is
  'Makes the caller an admin, given the token of a claim link that was not used; true, or PT403.';

create function private.is_admin(member uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    exists (select from public.user_roles r where r.user_id = member and r.role = 'admin')
    or exists (
      select
      from auth.users u
      join private.configuration c on lower(u.email) = c.admin_email
      -- An account that was confirmed without a mail proves nothing about its address.
      where u.id = member and u.raw_app_meta_data ->> 'email_verified' = 'true'
    )
  ) and not exists (select from public.profiles p where p.id = member and p.user_level = 'Banned');
end
$$;

comment on function private.is_admin(uuid) is
  'Whether a member holds the role admin, or has verified the address that the operator named; a banned one is none.';

create function public.is_staff(member public.profiles) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_admin(member.id);
end
$$;

comment on function public.is_staff(public.profiles) is 'Whether the member is an admin, which posts show.';

create function private.publish_role_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.publish_change(jsonb_build_object(
    'table', 'profiles', 'op', 'UPDATE', 'caches_only', true,
    'id', case when tg_op = 'DELETE' then old.user_id else new.user_id end
  ));
  return null;
end
$$;

create trigger zz_announce
  after insert or delete on public.user_roles
  for each row execute function private.publish_role_change();

revoke all on function
  public.claim_admin(text), public.is_staff(public.profiles)
  from public, anon, authenticated, service_role;

grant execute on function private.has_admin(), private.issue_admin_claim(text, interval) to service_role;

grant execute on function public.claim_admin(text) to authenticated;

grant execute on function public.is_staff(public.profiles) to anon, authenticated, service_role;

create table public.site_settings (
  id boolean not null default true,
  site_name text not null default 'ArthaChowk',
  site_description text not null
    default 'India''s premier financial forum: investors, traders and finance enthusiasts learn from each other.',
  tagline text not null default 'Where India talks money, plainly.',
  legal_entity text not null default 'ArthaChowk',
  maintenance_mode boolean not null default false,
  require_email_verification boolean not null default true,
  auto_moderation boolean not null default true,
  max_posts_per_day integer not null default 10,
  headline_figures text not null default 'fixed',
  updated_at timestamptz not null default now(),
  guest_chat boolean not null default true,
  chat_gap_seconds integer not null default 0,
  grievance_officer text not null default '',
  grievance_address text not null default '',
  grievance_acknowledge_hours integer not null default 24,
  grievance_resolve_days integer not null default 7,
  grievance_removal_hours integer not null default 36,
  grievance_urgent_hours integer not null default 2,
  grievance_source text not null default
    'Rule 3(2) of the Information Technology (Intermediary Guidelines and Digital Media Ethics Code) Rules, 2021, '
    'as amended with effect from 20 February 2026',
  notification_mail boolean not null default true,
  chat_rooms boolean not null default false,
  web_push boolean not null default false,
  constraint site_settings_pkey primary key (id),
  constraint site_settings_one_row check (id),
  constraint site_settings_site_name_length check (char_length(btrim(site_name)) between 1 and 60),
  constraint site_settings_site_description_length check (char_length(site_description) <= 300),
  constraint site_settings_tagline_length check (char_length(tagline) <= 120),
  constraint site_settings_legal_entity_length check (char_length(btrim(legal_entity)) between 1 and 120),
  constraint site_settings_max_posts_per_day_bounds check (max_posts_per_day between 1 and 1000),
  constraint site_settings_headline_figures_known check (headline_figures in ('fixed', 'live')),
  constraint site_settings_chat_gap_seconds_bounds check (chat_gap_seconds between 0 and 600),
  constraint site_settings_grievance_officer_length check (char_length(grievance_officer) <= 120),
  constraint site_settings_grievance_address_length check (char_length(grievance_address) <= 500),
  constraint site_settings_grievance_source_length check (char_length(btrim(grievance_source)) between 1 and 300),
  constraint site_settings_grievance_acknowledge_hours_bounds check (grievance_acknowledge_hours between 1 and 720),
  constraint site_settings_grievance_resolve_days_bounds check (grievance_resolve_days between 1 and 90),
  constraint site_settings_grievance_removal_hours_bounds check (grievance_removal_hours between 1 and 720),
  constraint site_settings_grievance_urgent_hours_bounds check (grievance_urgent_hours between 1 and 720)
);

comment on table public.site_settings is 'One row: how the site behaves.';

comment on column public.site_settings.legal_entity is 'Who answers for the site; named on the legal pages.';

comment on column public.site_settings.maintenance_mode is 'Only admins may write, and only they see the pages.';

comment on column public.site_settings.require_email_verification is 'Where mail can be sent, an account starts with a confirmed address.';

comment on column public.site_settings.auto_moderation is 'A post that three members reported is hidden until an admin has looked.';

comment on column public.site_settings.max_posts_per_day is 'Threads and replies of one member in 24 hours.';

comment on column public.site_settings.headline_figures is 'The home page''s four figures: the fixed text, or counted live.';

comment on column public.site_settings.guest_chat is 'Guests may write in the live chat. Everybody reads it.';

comment on column public.site_settings.chat_gap_seconds is 'Slow mode: seconds between two messages of one writer in the chat; 0: none.';

comment on column public.site_settings.grievance_officer is 'The Grievance Officer''s name; empty until somebody is named.';

comment on column public.site_settings.grievance_address is 'How to reach the officer: e-mail and postal address.';

comment on column public.site_settings.grievance_acknowledge_hours is 'Within how many hours a complaint is acknowledged.';

comment on column public.site_settings.grievance_resolve_days is 'Within how many days a complaint is resolved.';

comment on column public.site_settings.grievance_removal_hours is 'Within how many hours a request to remove unlawful content is acted on.';

comment on column public.site_settings.grievance_urgent_hours is 'Within how many hours intimate or impersonating content is removed.';

comment on column public.site_settings.grievance_source is 'The rule that these periods come from, and since when.';

comment on column public.site_settings.notification_mail is 'Members get replies and mentions by mail.';

comment on column public.site_settings.chat_rooms is 'The live chat has a room for each forum category beside the common one.';

comment on column public.site_settings.web_push is
  'Members may get notifications on their devices, by the push services of the browsers'' makers.';

alter table public.site_settings enable row level security;

revoke all on public.site_settings from public, anon, authenticated, service_role;

grant select on public.site_settings to anon, authenticated;

grant update (
  site_name, site_description, tagline, legal_entity, maintenance_mode, require_email_verification, auto_moderation,
  max_posts_per_day, headline_figures, guest_chat, chat_gap_seconds, grievance_officer, grievance_address,
  grievance_acknowledge_hours, grievance_resolve_days, grievance_removal_hours, grievance_urgent_hours,
  grievance_source, notification_mail, chat_rooms, web_push
) on public.site_settings to authenticated;

grant select, insert, update, delete on public.site_settings to service_role;

create policy read_all on public.site_settings
  for select to anon, authenticated using (true);

create policy update_any_admin on public.site_settings
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

insert into public.site_settings default values;

create trigger touch_updated_at
  before update on public.site_settings
  for each row execute function private.touch_updated_at();

create trigger zz_announce
  after update on public.site_settings
  for each row execute function private.publish_row_change();

create table public.follows (
  follower_id uuid not null default auth.uid(),
  followed_id uuid not null,
  created_at timestamptz not null default now(),
  constraint follows_pkey primary key (follower_id, followed_id),
  constraint follows_follower_id_fkey foreign key (follower_id) references public.profiles (id) on delete cascade,
  constraint follows_followed_id_fkey foreign key (followed_id) references public.profiles (id) on delete cascade,
  constraint follows_not_oneself check (follower_id <> followed_id)
);

comment on table public.follows is 'Members who follow members. Both of the two see the row; everybody sees the count of an expert.';

create index follows_followed_id_idx on public.follows (followed_id, follower_id);

alter table public.follows enable row level security;

revoke all on public.follows from public, anon, authenticated, service_role;

grant select, delete on public.follows to authenticated;

grant insert (follower_id, followed_id) on public.follows to authenticated;

grant select, insert, update, delete on public.follows to service_role;

create policy read_own on public.follows
  for select to authenticated
  using (follower_id = (select auth.uid()) or followed_id = (select auth.uid()));

create policy insert_own on public.follows
  for insert to authenticated
  with check (follower_id = (select auth.uid()) and (select private.may_write()));

create policy delete_own on public.follows
  for delete to authenticated using (follower_id = (select auth.uid()) and (select private.may_write()));

create table public.expert_profiles (
  user_id uuid not null,
  speciality text not null,
  registration_number text,
  verified_at timestamptz,
  followers integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_sample boolean not null default false,
  constraint expert_profiles_pkey primary key (user_id),
  constraint expert_profiles_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint expert_profiles_speciality_length check (char_length(btrim(speciality)) between 2 and 80),
  constraint expert_profiles_registration_number_length check (char_length(registration_number) <= 80)
);

comment on table public.expert_profiles is 'Members whose profession was verified.';

comment on column public.expert_profiles.registration_number is 'As the regulator gave it, to be looked up there.';

comment on column public.expert_profiles.verified_at is 'Null: applied and not verified, shown to the member and to admins only.';

comment on column public.expert_profiles.followers is 'How many members follow this one.';

comment on column public.expert_profiles.is_sample is
  'An invented member of the sample community, whose profession nobody verified.';

create index expert_profiles_followers_idx on public.expert_profiles (followers desc) where verified_at is not null;

alter table public.expert_profiles enable row level security;

revoke all on public.expert_profiles from public, anon, authenticated, service_role;

grant select on public.expert_profiles to anon, authenticated;

grant insert (user_id, speciality, registration_number, verified_at) on public.expert_profiles to authenticated;

grant update (speciality, registration_number, verified_at, updated_at) on public.expert_profiles to authenticated;

grant delete on public.expert_profiles to authenticated;

grant select, insert, update, delete on public.expert_profiles to service_role;

create policy read_verified on public.expert_profiles
  for select to anon using (verified_at is not null);

create policy read_verified_or_own on public.expert_profiles
  for select to authenticated
  using (verified_at is not null or user_id = (select auth.uid()) or (select private.is_admin()));

create policy insert_any_admin on public.expert_profiles
  for insert to authenticated with check ((select private.is_admin()));

create policy update_any_admin on public.expert_profiles
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy delete_any_admin on public.expert_profiles
  for delete to authenticated using ((select private.is_admin()));

create function private.init_follower_count() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.followers := (select count(*) from public.follows f where f.followed_id = new.user_id);
  return new;
end
$$;

create trigger init_follower_count
  before insert on public.expert_profiles
  for each row execute function private.init_follower_count();

create function private.count_follow() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  followed uuid := case when tg_op = 'DELETE' then old.followed_id else new.followed_id end;
begin
  update public.expert_profiles
  set followers = followers + case when tg_op = 'DELETE' then -1 else 1 end
  where user_id = followed;
  -- An expert's row has announced itself; the page of any other member is told here.
  if not found then
    perform private.publish_change(jsonb_build_object(
      'table', 'profiles', 'op', 'UPDATE', 'id', followed, 'caches_only', true
    ));
  end if;
  return null;
end
$$;

create trigger count_follow
  after insert or delete on public.follows
  for each row execute function private.count_follow();

create function public.expert_specialities() returns table (speciality text, experts bigint)
language sql stable rows 20
begin atomic
  select e.speciality, count(*)
  from public.expert_profiles e
  join public.profiles p on p.id = e.user_id
  where e.verified_at is not null and p.user_level <> 'Banned'
  group by e.speciality
  order by count(*) desc, e.speciality;
end;

comment on function public.expert_specialities() is 'The specialities of the verified experts, and how many have each.';

create function public.follower_count(member public.profiles) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select e.followers from public.expert_profiles e where e.user_id = member.id),
    (select count(*) from public.follows f where f.followed_id = member.id)::integer
  )
$$;

comment on function public.follower_count(public.profiles) is 'How many members follow this one.';

create trigger touch_updated_at
  before update of speciality, registration_number, verified_at, updated_at on public.expert_profiles
  for each row execute function private.touch_updated_at();

create trigger zz_announce
  after insert or update or delete on public.expert_profiles
  for each row execute function private.publish_row_change();

create trigger zzz_limit_writes after insert on public.follows
  referencing new table as written
  for each statement execute function private.limit_writes('follow', '60', '60', '0', '60');

revoke all on function
  public.expert_specialities(), public.follower_count(public.profiles)
  from public, anon, authenticated, service_role;

grant execute on function
  public.expert_specialities(), public.follower_count(public.profiles)
  to anon, authenticated, service_role;

create table private.closed_accounts (
  user_id uuid not null,
  email text,
  registered_at timestamptz not null,
  closed_at timestamptz not null,
  username text,
  full_name text,
  constraint closed_accounts_pkey primary key (user_id),
  constraint closed_accounts_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

comment on table private.closed_accounts is
  'What a closed account was registered with, for 180 days. No address of the contract leads here.';

create index closed_accounts_closed_at_idx on private.closed_accounts (closed_at);

revoke all on private.closed_accounts from public, anon, authenticated, service_role;

create function private.retain_registration_data() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.deleted_at is null then
    delete from private.closed_accounts where user_id = new.id;
  else
    insert into private.closed_accounts (user_id, email, username, full_name, registered_at, closed_at)
    select new.id, old.email, p.username, p.full_name, old.created_at, new.deleted_at
    from (select) as always
    left join public.profiles p on p.id = new.id
    on conflict (user_id) do nothing;
    -- A subscription by that address was the same person's.
    delete from public.newsletter_subscribers s where lower(s.email) = lower(old.email);
    perform private.make_tombstone(new.id);
  end if;
  return null;
end
$$;

create trigger retain_registration_data after update of deleted_at on auth.users
  for each row when (old.deleted_at is distinct from new.deleted_at)
  execute function private.retain_registration_data();

create function private.make_tombstone(member uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('account.closed_by', true) = 'member'
    and exists (select from public.user_roles r where r.user_id = make_tombstone.member and r.role = 'admin') then
    perform private.assert_another_admin(
      make_tombstone.member, 'You are the last admin. Make somebody else admin first.');
  end if;
  update public.profiles p
  set username = 'deleted-' || left(replace(gen_random_uuid()::text, '-', ''), 12), full_name = null, bio = null,
    avatar_url = null, is_deleted = true, last_active = p.joined_at,
    -- A ban outlasts the account; a level was the person's.
    user_level = case when p.user_level = 'Banned' then 'Banned' else 'Regular' end
  where p.id = make_tombstone.member and not p.is_deleted;
  if not found then
    return;
  end if;
  delete from public.user_roles r where r.user_id = make_tombstone.member;
  delete from public.expert_profiles e where e.user_id = make_tombstone.member;
  -- Chat messages carry the name; the latest are what is on the screens. The rest follows in the background.
  delete from public.chat_messages m
  where m.id in (
    select c.id from public.chat_messages c
    where c.user_id = make_tombstone.member order by c.created_at desc limit 100
  );
  insert into private.account_erasures (user_id, with_posts)
  values (make_tombstone.member, coalesce(current_setting('account.erase_posts', true) = 'true', false));
end
$$;

create table private.account_erasures (
  user_id uuid not null,
  with_posts boolean not null default false,
  requested_at timestamptz not null default now(),
  constraint account_erasures_pkey primary key (user_id),
  constraint account_erasures_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade
);

comment on table private.account_erasures is
  'Closed accounts of which something is still to be erased. Taken by private.erase_accounts(), a piece at a time.';

comment on column private.account_erasures.with_posts is 'They asked that what they wrote be deleted, too.';

revoke all on private.account_erasures from public, anon, authenticated, service_role;

create function private.erase_belongings(member uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  -- Supabase refuses deletions past its own server unless the statement says that it means it.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.id in (
    select x.id from storage.objects x
    where x.bucket_id = 'avatars'
      -- In byte order `0` comes right after `/`: everything in the folder.
      and x.name collate "C" >= member::text || '/' and x.name collate "C" < member::text || '0'
    limit 100
  );
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.chat_messages m
  where m.id in (
    select c.id from public.chat_messages c where c.user_id = member
    union all select a.message_id from private.chat_authors a where a.user_id = member
    limit 100
  );
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.bookmarks b
  where b.user_id = member
    and b.thread_id in (select x.thread_id from public.bookmarks x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.reply_bookmarks b
  where b.user_id = member
    and b.reply_id in (select x.reply_id from public.reply_bookmarks x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.thread_subscriptions s
  where s.user_id = member
    and s.thread_id in (select x.thread_id from public.thread_subscriptions x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.thread_reads s
  where s.user_id = member
    and s.thread_id in (select x.thread_id from public.thread_reads x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.poll_votes v
  where v.user_id = member
    and v.thread_id in (select x.thread_id from public.poll_votes x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.follows f
  where (f.follower_id, f.followed_id) in (
    select x.follower_id, x.followed_id from public.follows x where x.follower_id = member
    union all select x.follower_id, x.followed_id from public.follows x where x.followed_id = member
    limit 100
  );
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.mutes m where m.user_id = member or m.member_id = member;
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.watches w where w.user_id = member;
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.notifications n
  where n.id in (select x.id from public.notifications x where x.user_id = member limit 200);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from private.mentions m
  where m.ctid = any (array(select x.ctid from private.mentions x where x.user_id = member limit 500));
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.first_runs f where f.user_id = member;
  delete from public.notification_settings s where s.user_id = member;
  get diagnostics gone = row_count;
  return gone;
end
$$;

comment on function private.erase_belongings(uuid) is
  'Deletes a piece of what a closed account leaves besides posts and upvotes; 0 when nothing is left.';

create function private.erase_posts(member uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
  chosen uuid[] := array(select r.id from public.replies r where r.author_id = member order by r.created_at limit 100);
  thread uuid;
begin
  if chosen <> '{}' then
    perform private.lock_deleted_replies(chosen);
    delete from public.replies r where r.id = any (chosen);
    return cardinality(chosen);
  end if;
  -- One at a time: after its replies' authors, no other thread may be locked.
  select t.id into thread
  from public.threads t
  where t.author_id = member and not t.is_deleted
  order by t.created_at limit 1;
  if found then
    perform private.delete_or_empty_thread(thread);
    return 1;
  end if;
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.id in (
    select x.id from storage.objects x
    where x.bucket_id = 'content'
      and x.name collate "C" >= member::text || '/' and x.name collate "C" < member::text || '0'
    limit 100
  );
  get diagnostics gone = row_count;
  return gone;
end
$$;

comment on function private.erase_posts(uuid) is
  'Deletes a piece of what a member wrote: a hundred replies, or a thread; 0 when nothing is left.';

create function private.delete_member_content() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.make_tombstone(old.id);
  return old;
end
$$;

create trigger delete_member_content
  before delete on auth.users
  for each row execute function private.delete_member_content();

create function private.erase_accounts() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  next private.account_erasures;
begin
  -- At random: an account that cannot be erased, for whatever reason, holds up nobody behind it.
  select e.* into next
  from private.account_erasures e
  where private.is_due('account_erasures', e.user_id::text)
  order by random()
  limit 1
  for update skip locked;
  if not found then
    return 0;
  end if;
  return private.attempt(
    'account_erasures', next.user_id::text, format('select private.erase_account(%L, %L)', next.user_id, next.with_posts)
  );
end
$$;

comment on function private.erase_accounts() is 'Erases a piece of one closed account and gives how much; 0 when no account waits. Called by a job.';

create function private.erase_closed_accounts() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  closed record;
  done bigint := 0;
begin
  for closed in
    select c.user_id
    from private.closed_accounts c
    join auth.users u on u.id = c.user_id
    where c.closed_at < now() - interval '180 days' and u.deleted_at is not null
      and private.is_due('closed_accounts', c.user_id::text)
    order by c.closed_at
    limit 100
    for update of c skip locked
  loop
    done := done + private.attempt(
      'closed_accounts', closed.user_id::text,
      format('with gone as (delete from auth.users where id = %L returning 1) select count(*) from gone', closed.user_id)
    );
  end loop;
  return done;
end
$$;

comment on function private.erase_closed_accounts() is
  'Erases what accounts were registered with that were closed more than 180 days ago; returns their number. Called by a job.';

create function private.erase_account(member uuid, with_posts boolean) returns bigint
language plpgsql set search_path = ''
as $$
declare
  gone integer;
begin
  gone := private.erase_belongings(erase_account.member);
  if gone = 0 and erase_account.with_posts then
    gone := private.erase_posts(erase_account.member);
  end if;
  if gone > 0 then
    return gone;
  end if;
  delete from private.account_erasures e where e.user_id = erase_account.member;
  -- Nothing of theirs is left that anybody could see: neither is there anything to hold together.
  delete from public.profiles p
  where p.id = erase_account.member and p.is_deleted
    and not exists (select from public.threads t where t.author_id = p.id)
    and not exists (select from public.replies r where r.author_id = p.id)
    and not exists (select from public.reactions x where x.user_id = p.id)
    and not exists (select from public.blog_posts b where b.author_id = p.id)
    and not exists (select from public.post_revisions v where v.editor_id = p.id)
    and not exists (select from public.reports r where p.id in (r.reporter_id, r.target_author_id, r.profile_id))
    and not exists (select from private.report_decisions d where d.admin_id = p.id)
    and not exists (select from public.moderation_log l where l.actor_id = p.id);
  return 1;
end
$$;

comment on function private.erase_account(uuid, boolean) is
  'Erases a piece of a closed account, whose row in account_erasures the caller has locked.';

grant execute on function private.erase_accounts(), private.erase_closed_accounts() to service_role, site_jobs;

create table public.forum_categories (
  id uuid not null default gen_random_uuid(),
  name text not null,
  slug text not null,
  description text,
  icon text not null default '💬',
  color text not null default '#10b981',
  thread_count integer not null default 0,
  post_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  position integer,
  constraint forum_categories_pkey primary key (id),
  constraint forum_categories_slug_key unique (slug),
  constraint forum_categories_name_length check (char_length(btrim(name)) between 1 and 60),
  constraint forum_categories_slug_format check (char_length(slug) <= 60 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint forum_categories_description_length check (char_length(description) <= 500),
  constraint forum_categories_icon_length check (char_length(icon) between 1 and 40),
  constraint forum_categories_color_length check (char_length(color) between 1 and 80),
  constraint forum_categories_position_bounds check (position between 1 and 1000)
) with (fillfactor = 20);

comment on table public.forum_categories is 'The subjects of the forum.';

comment on column public.forum_categories.icon is 'An emoji, or the name of an icon.';

comment on column public.forum_categories.color is 'A CSS colour, or a gradient''s class.';

comment on column public.forum_categories.thread_count is 'Visible threads.';

comment on column public.forum_categories.post_count is 'Visible threads and their visible replies.';

comment on column public.forum_categories.position is
  'Where it stands in the lists of the site. Null: after all that have one, by name.';

create index forum_categories_name_idx on public.forum_categories (name);

create index forum_categories_created_at_idx on public.forum_categories (created_at desc);

alter table public.forum_categories enable row level security;

revoke all on public.forum_categories from public, anon, authenticated, service_role;

grant select on public.forum_categories to anon, authenticated;

grant insert (name, slug, description, icon, color) on public.forum_categories to authenticated;

grant update (name, slug, description, icon, color, position) on public.forum_categories to authenticated;

grant delete on public.forum_categories to authenticated;

grant select, insert, update, delete on public.forum_categories to service_role;

create policy read_all on public.forum_categories
  for select to anon, authenticated using (true);

create policy insert_any_admin on public.forum_categories
  for insert to authenticated
  with check ((select private.is_admin()));

create policy update_any_admin on public.forum_categories
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy delete_any_admin on public.forum_categories
  for delete to authenticated
  using ((select private.is_admin()));

create function private.prepare_category() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := btrim(new.name);
  if coalesce(btrim(new.description), '') = '' then
    new.description := 'Discuss ' || new.name || ' related topics';
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end
$$;

create trigger prepare_category
  before insert or update of name, slug, description, icon, color on public.forum_categories
  for each row execute function private.prepare_category();

create function private.refuse_full_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.threads t where t.category_id = old.id) then
    raise sqlstate 'PT409' using
      message = 'This category still has discussions. Move or delete them first.';
  end if;
  return old;
end
$$;

create trigger refuse_full_category
  before delete on public.forum_categories
  for each row execute function private.refuse_full_category();

create function public.order_categories(ids uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
  update public.forum_categories c
  set position = o.place
  from (
    select c.id, (array_position(order_categories.ids, c.id))::integer as place from public.forum_categories c
  ) o
  where c.id = o.id and c.position is distinct from o.place;
end
$$;

comment on function public.order_categories(uuid[]) is
  'For admins: puts the categories in this order; one that is not named stands after them, by name. Others get PT403.';

create trigger zz_announce
  after insert or delete on public.forum_categories
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.publish_row_change();

create trigger zz_announce_update
  after update on public.forum_categories
  for each row when (
    (old.name, old.slug, old.description, old.icon, old.color, old.position)
    is distinct from (new.name, new.slug, new.description, new.icon, new.color, new.position)
  )
  execute function private.publish_row_change();

revoke all on function public.order_categories(uuid[]) from public, anon, authenticated, service_role;

grant execute on function public.order_categories(uuid[]) to authenticated;

create table public.category_guides (
  category_id uuid not null,
  note text not null default '',
  template text not null default '',
  updated_at timestamptz not null default now(),
  constraint category_guides_pkey primary key (category_id),
  constraint category_guides_category_id_fkey foreign key (category_id)
    references public.forum_categories (id) on delete cascade
);

comment on table public.category_guides is 'What a category tells those who start a discussion in it.';

comment on column public.category_guides.note is 'HTML above the form of a new discussion; empty: none.';

comment on column public.category_guides.template is 'HTML that the text of a new discussion begins with; empty: none.';

alter table public.category_guides enable row level security;

revoke all on public.category_guides from public, anon, authenticated, service_role;

grant select on public.category_guides to anon, authenticated;

grant update (note, template) on public.category_guides to authenticated;

grant select, insert, update, delete on public.category_guides to service_role;

create policy read_all on public.category_guides
  for select to anon, authenticated using (true);

create policy update_any_admin on public.category_guides
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create function private.add_category_guide() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.category_guides (category_id) values (new.id);
  return null;
end
$$;

create trigger add_category_guide
  after insert on public.forum_categories
  for each row execute function private.add_category_guide();

create function private.prepare_category_guide() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if char_length(new.note) > 10000 or private.text_length(new.note) > 1000 then
    perform private.raise_check_violation('category_guides', 'category_guides_note_length');
  end if;
  if char_length(new.template) > 50000 or private.text_length(new.template) > 5000 then
    perform private.raise_check_violation('category_guides', 'category_guides_template_length');
  end if;
  new.updated_at := now();
  return new;
end
$$;

create trigger prepare_category_guide
  before update on public.category_guides
  for each row execute function private.prepare_category_guide();

create function private.record_category_guide() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.publish_change(jsonb_build_object(
    'table', 'category_guides', 'op', 'UPDATE', 'id', new.category_id, 'category_id', new.category_id
  ));
  if (select auth.uid()) is not null then
    perform private.log_action(
      'update', 'forum_categories', new.category_id,
      (select c.name from public.forum_categories c where c.id = new.category_id), null,
      concat_ws(', ',
        case when new.note <> old.note then 'note' end, case when new.template <> old.template then 'template' end
      )
    );
  end if;
  return null;
end
$$;

create trigger record_category_guide
  after update on public.category_guides
  for each row when ((old.note, old.template) is distinct from (new.note, new.template))
  execute function private.record_category_guide();

create function private.new_thread_id() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  candidate uuid;
  first uuid;
  last uuid;
begin
  loop
    candidate := gen_random_uuid();
    first := (left(candidate::text, 8) || '-0000-0000-0000-000000000000')::uuid;
    last := (left(candidate::text, 8) || '-ffff-ffff-ffff-ffffffffffff')::uuid;
    -- The address of a thread shows the first 8 digits of its id: no two may share them, and a link to a deleted
    -- one must not lead to another.
    exit when not exists (select from public.threads t where t.id between first and last)
      and not exists (select from public.deleted_threads d where d.id between first and last);
  end loop;
  return candidate;
end
$$;

comment on function private.new_thread_id() is
  'A random id whose first 8 digits no other thread has or had.';

create table public.threads (
  id uuid not null default private.new_thread_id(),
  title text not null,
  content text not null,
  author_id uuid not null,
  category_id uuid not null,
  tags text[] not null default '{}',
  is_sticky boolean not null default false,
  is_pinned boolean not null default false,
  is_locked boolean not null default false,
  is_hidden boolean not null default false,
  reply_count integer not null default 0,
  view_count integer not null default 0,
  upvote_count integer not null default 0,
  last_activity timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_deleted boolean not null default false,
  answer_id uuid,
  constraint threads_pkey primary key (id),
  constraint threads_category_id_fkey foreign key (category_id) references public.forum_categories (id),
  constraint threads_author_id_fkey foreign key (author_id) references public.profiles (id)
) with (fillfactor = 75);

comment on table public.threads is 'Threads.';

comment on column public.threads.id is 'Random; its first 8 digits are unique and end the thread''s address.';

comment on column public.threads.content is 'HTML, sanitised by the server before it comes here.';

comment on column public.threads.is_sticky is 'Listed before all others of its category.';

comment on column public.threads.is_pinned is 'Listed after the sticky ones and before the rest.';

comment on column public.threads.is_locked is 'No replies and no edits by members.';

comment on column public.threads.is_hidden is 'Taken from view by moderation: only its author and admins see it.';

comment on column public.threads.reply_count is 'Visible replies.';

comment on column public.threads.view_count is 'Views, one per visitor in 30 minutes.';

comment on column public.threads.last_activity is 'When it was started or its latest visible reply was written.';

comment on column public.threads.is_deleted is
  'Its author took the text back after others had answered; title and answers stay.';

comment on column public.threads.answer_id is 'The visible reply that was chosen as its answer, if any.';

create index threads_category_list_idx on public.threads
  (category_id, is_sticky desc, is_pinned desc, last_activity desc, id);

create index threads_category_newest_idx on public.threads (category_id, created_at desc, id);

create index threads_category_top_idx on public.threads (category_id, upvote_count desc, id);

create index threads_last_activity_idx on public.threads (last_activity desc, id);

create index threads_created_at_idx on public.threads (created_at desc, id);

create index threads_author_id_idx on public.threads (author_id, created_at desc);

create index threads_top_idx on public.threads (upvote_count desc, id);

create index threads_hidden_idx on public.threads (created_at desc) where is_hidden;

alter table public.threads enable row level security;

revoke all on public.threads from public, anon, authenticated, service_role;

grant select on public.threads to anon, authenticated;

grant insert (title, content, author_id, category_id, tags, id) on public.threads to authenticated;

grant update (
  title, content, category_id, tags, is_sticky, is_pinned, is_locked, is_hidden, updated_at
) on public.threads to authenticated;

grant delete on public.threads to authenticated;

grant select, insert, update, delete on public.threads to service_role;

create policy read_visible on public.threads
  for select to anon using (not is_hidden);

create policy read_visible_or_own on public.threads
  for select to authenticated
  using (not is_hidden or (title <> '' and (author_id = (select auth.uid()) or (select private.is_admin()))));

create policy insert_own on public.threads
  for insert to authenticated
  with check (author_id = (select auth.uid()) and (select private.may_write()));

create function public.can_edit(thread public.threads) returns boolean
language sql stable
return (thread.author_id = (select auth.uid()) and not thread.is_locked and not thread.is_deleted
  and (select private.may_write()))
  or (select private.is_admin());

comment on function public.can_edit(public.threads) is 'Whether the caller may change title, content and tags.';

create function public.can_edit_text(thread public.threads) returns boolean
language sql stable
return public.can_edit(thread) or private.may_edit_wiki(thread.id, null);

comment on function public.can_edit_text(public.threads) is
  'Whether the caller may change its content: who may edit it, and established members while it is a wiki.';

create policy update_editable on public.threads
  for update to authenticated
  using (public.can_edit_text(threads))
  with check (author_id = (select auth.uid()) or (select private.is_admin()) or private.may_edit_wiki(id, null));

create function private.tags_are_short(tags text[]) returns boolean
language sql immutable strict parallel safe
return cardinality(tags) <= 5
  and coalesce(array_ndims(tags), 1) = 1
  and array_position(tags, null) is null
  and not exists (select from unnest(tags) as tag where char_length(tag) not between 1 and 30);

create function public.can_moderate(thread public.threads) returns boolean
language sql stable
return (select private.is_admin());

comment on function public.can_moderate(public.threads) is 'Whether the caller may make it sticky, pinned, locked or hidden, or move it.';

create function public.can_reply(thread public.threads) returns boolean
language sql stable
return not thread.is_locked and (select private.may_write());

comment on function public.can_reply(public.threads) is 'Whether the caller may reply.';

create function private.prepare_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := btrim(new.title);
  perform private.enforce_posting_limits(true, new.content);
  return new;
end
$$;

create trigger prepare_thread
  before insert on public.threads
  for each row when (new.title is distinct from '' or not new.is_hidden)
  execute function private.prepare_thread();

create function private.guard_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null
    and (new.is_sticky, new.is_pinned, new.is_locked, new.is_hidden, new.category_id)
      is distinct from (old.is_sticky, old.is_pinned, old.is_locked, old.is_hidden, old.category_id)
    and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
  new.title := btrim(new.title);
  if (select auth.uid()) <> old.author_id and (new.title, new.tags) is distinct from (old.title, old.tags)
    and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Only the text of a wiki can be changed by other members.';
  end if;
  -- A flag is not an edit, and neither is what a client believes the time to be.
  new.updated_at := case
    when (new.title, new.content, new.tags) is distinct from (old.title, old.content, old.tags) then now()
    else old.updated_at
  end;
  return new;
end
$$;

create trigger guard_thread
  before update of title, content, tags, category_id, is_sticky, is_pinned, is_locked, is_hidden, updated_at
  on public.threads
  for each row execute function private.guard_thread();

create function private.validate_thread_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.title is distinct from old.title then
    if char_length(new.title) > 200 or private.shown_length(new.title) not between 8 and 200 then
      perform private.raise_check_violation('threads', 'threads_title_length');
    end if;
    -- Direction overrides would turn the line around the title, in lists and in mails.
    if new.title ~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]' then
      perform private.raise_check_violation('threads', 'threads_title_visible');
    end if;
  end if;
  if tg_op = 'INSERT' or new.content is distinct from old.content then
    if char_length(new.content) > 200000 or private.text_length(new.content) not between 10 and 50000 then
      perform private.raise_check_violation('threads', 'threads_content_length');
    end if;
  end if;
  if tg_op = 'INSERT' or new.tags is distinct from old.tags then
    if not private.tags_are_short(new.tags) then
      perform private.raise_check_violation('threads', 'threads_tags_bounds');
    end if;
    if exists (
      select
      from unnest(new.tags) as tag
      where private.visible_part(tag) = '' or tag ~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'
    ) then
      perform private.raise_check_violation('threads', 'threads_tags_visible');
    end if;
  end if;
  return new;
end
$$;

create trigger validate_text_insert
  before insert on public.threads
  for each row when (new.title is distinct from '' or not new.is_hidden)
  execute function private.validate_thread_text();

create trigger validate_text_update
  before update of title, content, tags on public.threads
  for each row execute function private.validate_thread_text();

create function private.publish_thread_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.threads := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.publish_change(jsonb_build_object(
    'table', 'threads', 'op', tg_op, 'id', subject.id,
    'category_id', subject.category_id, 'author_id', subject.author_id
  ));
  if tg_op = 'UPDATE' and old.category_id <> new.category_id then
    perform private.publish_change(jsonb_build_object(
      'table', 'threads', 'op', tg_op, 'id', old.id, 'category_id', old.category_id, 'caches_only', true
    ));
  end if;
  return null;
end
$$;

create trigger zz_announce_update
  after update of title, content, tags, category_id, is_sticky, is_pinned, is_locked, is_hidden on public.threads
  for each row execute function private.publish_thread_change();

create trigger zz_announce
  after insert on public.threads
  for each row when (new.title <> '' and current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.publish_thread_change();

create trigger zz_announce_delete
  after delete on public.threads
  for each row when (old.title <> '')
  execute function private.publish_thread_change();

create function public.excerpt(thread public.threads) returns text
language sql immutable
return left(
  btrim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          private.separate_cells(left((thread).content, 20000)),
          '</?(?:a|b|code|del|em|i|mark|s|span|strong|sub|sup|u)(?:\s[^<>]*)?>', '', 'gi'
        ),
        '<[^<>]*>|<[^<>]*$', ' ', 'g'
      ),
      '\s+', ' ', 'g'
    )
  ),
  400
);

comment on function public.excerpt(public.threads) is 'The beginning of its text without markup, entities as they are.';

create function private.title_for(member uuid, thread public.threads) returns text
language sql stable set search_path = ''
as $$
  select case when not (thread).is_hidden
    or ((thread).title <> '' and ((thread).author_id = member or private.is_admin(member)))
    then (thread).title end
$$;

comment on function private.title_for(uuid, public.threads) is 'The title of a thread that the member may see; null of any other. The rule of the policy read_visible_or_own, for functions that run as their owner.';

revoke all on function
  public.can_edit(public.threads), public.can_edit_text(public.threads), public.can_moderate(public.threads),
  public.can_reply(public.threads), public.excerpt(public.threads)
  from public, anon, authenticated, service_role;

grant execute on function private.new_thread_id(), private.tags_are_short(text[]) to authenticated, service_role;

grant execute on function
  public.can_edit(public.threads), public.can_edit_text(public.threads), public.can_moderate(public.threads),
  public.can_reply(public.threads), public.excerpt(public.threads)
  to anon, authenticated, service_role;

create table private.pending_threads (
  thread_id uuid not null,
  goal text not null,
  requested_at timestamptz not null default now(),
  constraint pending_threads_pkey primary key (thread_id),
  constraint pending_threads_goal_known check (goal in ('hide', 'show', 'delete'))
);

comment on table private.pending_threads is
  'Threads whose replies are still to be hidden, shown or deleted. Worked off by private.process_pending_threads().';

comment on column private.pending_threads.thread_id is
  'No foreign key: the row of a thread that is deleted goes, and comes back empty until its replies are gone.';

revoke all on private.pending_threads from public, anon, authenticated, service_role;

create function private.unseen_threads() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(p.thread_id), '{}') from private.pending_threads p where p.goal in ('hide', 'delete')
$$;

comment on function private.unseen_threads() is
  'Threads on their way out whose replies do not all say so yet; a handful at most. For the policies.';

create function private.threads_being_deleted() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(p.thread_id), '{}') from private.pending_threads p where p.goal = 'delete'
$$;

comment on function private.threads_being_deleted() is
  'Threads that are deleted and whose replies are not all gone yet. For the policies.';

create function private.hide_replies(thread uuid, hidden boolean, batch integer) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  chosen uuid[];
begin
  chosen := array(
    select x.id
    from public.replies x
    where x.thread_id = hide_replies.thread and x.is_thread_hidden <> hide_replies.hidden
    order by x.created_at, x.id
    limit hide_replies.batch
  );
  perform from public.replies r where r.id = any (chosen) order by r.id for no key update;
  perform private.lock_profiles(array(
    select r.author_id from public.replies r where r.id = any (chosen)
    union
    select t.author_id from public.threads t where t.id = hide_replies.thread
  ));
  with followed as (
    update public.replies r set is_thread_hidden = hide_replies.hidden
    where r.id = any (chosen)
    returning r.author_id, not r.is_hidden as counts
  ), totals as (
    select f.author_id, count(*) * case when hide_replies.hidden then -1 else 1 end as replies
    from followed f
    where f.counts
    group by f.author_id
  )
  update public.profiles p
  set total_replies = p.total_replies + t.replies, reputation = p.reputation + t.replies
  from totals t
  where p.id = t.author_id;
  if cardinality(chosen) < hide_replies.batch then
    delete from private.pending_threads p where p.thread_id = hide_replies.thread;
  end if;
  return cardinality(chosen);
end
$$;

create function private.delete_replies_of_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.title <> '' and exists (
    select from private.pending_threads p where p.thread_id = old.id and p.goal = 'delete'
  ) then
    -- Reports of replies are settled by who deletes the thread, not by the job.
    if private.is_admin() then
      update public.reports r
      set state = 'resolved', resolution = coalesce(r.resolution, 'It was deleted.')
      where r.state = 'open'
        and exists (select from public.replies x where x.id = r.target_id and x.thread_id = old.id);
    end if;
    insert into public.threads
      (id, title, content, author_id, category_id, is_hidden, is_locked, reply_count, last_activity, created_at, updated_at)
    values (
      old.id, '', '', old.author_id, old.category_id, true, true, old.reply_count, old.last_activity, old.created_at,
      old.updated_at
    );
  else
    delete from public.replies r where r.thread_id = old.id;
    delete from private.pending_threads p where p.thread_id = old.id;
  end if;
  return null;
end
$$;

create trigger "10_delete_replies_of_thread"
  after delete on public.threads
  for each row execute function private.delete_replies_of_thread();

create function private.process_pending_threads(batch integer default 100) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  task private.pending_threads;
begin
  -- At random: one that fails, for whatever reason, holds up none of the others.
  select p.* into task
  from private.pending_threads p
  where private.is_due('pending_threads', p.thread_id::text)
  order by random()
  limit 1
  for update skip locked;
  if not found then
    return 0;
  end if;
  return private.attempt(
    'pending_threads', task.thread_id::text,
    format('select private.follow_thread(%L, %L, %s)', task.thread_id, task.goal, process_pending_threads.batch)
  );
end
$$;

comment on function private.process_pending_threads(integer) is
  'Hides, shows or deletes a batch of the replies of a thread that waits; gives 0 when none waits. Called by a job until then.';

create function private.follow_thread(thread uuid, goal text, batch integer) returns bigint
language plpgsql set search_path = ''
as $$
declare
  chosen uuid[];
begin
  if follow_thread.goal <> 'delete' then
    return 1 + private.hide_replies(follow_thread.thread, follow_thread.goal = 'hide', follow_thread.batch);
  end if;
  -- The newest first: an answer to another reply goes before it, and is not changed first.
  chosen := array(
    select x.id from public.replies x
    where x.thread_id = follow_thread.thread
    order by x.created_at desc, x.id desc
    limit follow_thread.batch
  );
  perform private.lock_deleted_replies(chosen);
  delete from public.replies r where r.id = any (chosen);
  if cardinality(chosen) < follow_thread.batch then
    delete from public.threads t where t.id = follow_thread.thread and t.title = '';
    delete from private.pending_threads p where p.thread_id = follow_thread.thread;
  end if;
  return 1 + cardinality(chosen);
end
$$;

comment on function private.follow_thread(uuid, text, integer) is
  'Hides, shows or deletes a batch of the replies of a thread, whose row in pending_threads the caller has locked.';

grant execute on function
  private.unseen_threads(), private.threads_being_deleted()
  to anon, authenticated, service_role;

grant execute on function private.process_pending_threads(integer) to service_role, site_jobs;

create table public.replies (
  id uuid not null default gen_random_uuid(),
  thread_id uuid not null,
  parent_id uuid,
  author_id uuid not null,
  content text not null,
  is_hidden boolean not null default false,
  is_thread_hidden boolean not null default false,
  upvote_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint replies_pkey primary key (id),
  constraint replies_parent_id_fkey foreign key (parent_id) references public.replies (id) on delete set null,
  constraint replies_thread_id_fkey foreign key (thread_id) references public.threads (id),
  constraint replies_author_id_fkey foreign key (author_id) references public.profiles (id)
) with (fillfactor = 90);

comment on table public.replies is 'Answers in a thread.';

comment on column public.replies.parent_id is 'The reply of the same thread that this one answers, if any.';

comment on column public.replies.content is 'HTML, sanitised by the server before it comes here.';

comment on column public.replies.is_hidden is 'Taken from view by moderation: only its author and admins see it.';

comment on column public.replies.is_thread_hidden is
  'Its thread is hidden; kept by private.hide_replies, so that neither a policy nor a counter need look up the thread for every reply.';

create index replies_thread_list_idx on public.replies (thread_id, created_at, id);

create index replies_author_id_idx on public.replies (author_id, created_at desc);

create index replies_created_at_idx on public.replies (created_at desc, id);

create index replies_parent_id_idx on public.replies (parent_id) where parent_id is not null;

create index replies_hidden_idx on public.replies (created_at desc) where is_hidden or is_thread_hidden;

alter table public.replies enable row level security;

revoke all on public.replies from public, anon, authenticated, service_role;

grant select on public.replies to anon, authenticated;

grant insert (content, thread_id, author_id, parent_id, id) on public.replies to authenticated;

grant update (content, is_hidden, updated_at) on public.replies to authenticated;

grant delete on public.replies to authenticated;

grant select, insert, update, delete on public.replies to service_role;

create policy read_visible on public.replies
  for select to anon
  using (
    not is_hidden and not is_thread_hidden
    and thread_id <> all ((select private.unseen_threads())::uuid[])
  );

create policy read_visible_or_own on public.replies
  for select to authenticated
  using (
    (
      not is_hidden and not is_thread_hidden
      and thread_id <> all ((select private.unseen_threads())::uuid[])
    )
    or (
      (author_id = (select auth.uid()) or (select private.is_admin()))
      and thread_id <> all ((select private.threads_being_deleted())::uuid[])
    )
  );

create function private.is_open_for_replies(thread_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.threads t where t.id = is_open_for_replies.thread_id and not t.is_locked and not t.is_hidden
  )
$$;

create policy insert_own on public.replies
  for insert to authenticated
  with check (
    author_id = (select auth.uid())
    and (select private.may_write())
    and (private.is_open_for_replies(thread_id) or (select private.is_admin()))
  );

create function public.can_edit(reply public.replies) returns boolean
language sql stable
return (
  reply.author_id = (select auth.uid()) and (select private.may_write()) and private.is_open_for_replies(reply.thread_id)
) or (select private.is_admin()) or private.may_edit_wiki(null, reply.id);

comment on function public.can_edit(public.replies) is
  'Whether the caller may change its text: its author, admins, and established members while it is a wiki.';

create policy update_editable on public.replies
  for update to authenticated
  using (public.can_edit(replies))
  with check (author_id = (select auth.uid()) or (select private.is_admin()) or private.may_edit_wiki(null, id));

create function public.can_delete(reply public.replies) returns boolean
language sql stable
return (reply.author_id = (select auth.uid()) and (select private.may_write())) or (select private.is_admin());

comment on function public.can_delete(public.replies) is 'Whether the caller may delete it.';

create policy delete_deletable on public.replies
  for delete to authenticated
  using (public.can_delete(replies));

create function private.prepare_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread_of_parent uuid;
  parent_is_hidden boolean;
  thread_is_locked boolean;
begin
  perform private.enforce_posting_limits(false, new.content);
  if new.parent_id is not null then
    select r.thread_id, r.is_hidden into thread_of_parent, parent_is_hidden from public.replies r where r.id = new.parent_id for key share;
    if thread_of_parent <> new.thread_id then
      raise sqlstate 'PT422' using message = 'The reply that you answer is in another discussion.';
    end if;
    -- An import restores answers to hidden replies, and administrators may answer them.
    if parent_is_hidden and (select auth.uid()) is not null and not private.is_admin() then
      raise sqlstate 'PT422' using message = 'The reply that you answer is no longer shown.';
    end if;
  end if;
  -- Read without a lock; private.count_reply looks again once it holds the row.
  select t.is_hidden, t.is_locked into new.is_thread_hidden, thread_is_locked
  from public.threads t where t.id = new.thread_id;
  new.is_thread_hidden := coalesce(new.is_thread_hidden, false); -- no such thread: the foreign key says so
  if thread_is_locked and not new.is_thread_hidden
    and (select auth.uid()) is not null and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'This discussion is locked.';
  end if;
  return new;
end
$$;

create trigger prepare_reply
  before insert on public.replies
  for each row execute function private.prepare_reply();

create function private.guard_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_hidden <> old.is_hidden and (select auth.uid()) is not null and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
  new.updated_at := case when new.content is distinct from old.content then now() else old.updated_at end;
  return new;
end
$$;

create trigger guard_reply
  before update of content, is_hidden, updated_at on public.replies
  for each row execute function private.guard_reply();

create function private.validate_reply_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.content is distinct from old.content then
    if char_length(new.content) > 80000 or private.text_length(new.content) not between 2 and 20000 then
      perform private.raise_check_violation('replies', 'replies_content_length');
    end if;
  end if;
  return new;
end
$$;

create trigger validate_text
  before insert or update of content on public.replies
  for each row execute function private.validate_reply_text();

create function private.publish_reply_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.publish_change(jsonb_build_object(
    'table', 'replies', 'op', tg_op, 'id', new.id, 'thread_id', new.thread_id,
    'category_id', (select t.category_id from public.threads t where t.id = new.thread_id), 'author_id', new.author_id
  ));
  return null;
end
$$;

create trigger zz_announce_update
  after update of content on public.replies
  for each row when (old.content is distinct from new.content)
  execute function private.publish_reply_change();

revoke all on function
  public.can_edit(public.replies), public.can_delete(public.replies)
  from public, anon, authenticated, service_role;

grant execute on function
  private.is_open_for_replies(uuid), public.can_edit(public.replies), public.can_delete(public.replies)
  to anon, authenticated, service_role;

create function private.is_answered(thread uuid, author uuid) returns boolean
language sql security definer set search_path = ''
as $$
  select not exists (
    select from public.threads t where t.id = is_answered.thread and t.author_id = is_answered.author
  ) or exists (
    select from public.replies r
    where r.thread_id = is_answered.thread and r.author_id <> is_answered.author
  )
$$;

comment on function private.is_answered(uuid, uuid) is 'Whether anybody but its author wrote in a thread; also true when it is no thread of that author.';

create function public.can_delete(thread public.threads) returns boolean
language sql stable
return (thread.author_id = (select auth.uid()) and not thread.is_deleted and (select private.may_write())
  and not private.is_answered(thread.id, thread.author_id))
  or (select private.is_admin());

comment on function public.can_delete(public.threads) is
  'Whether the caller may delete it with all its replies: its author while nobody else answered, and admins.';

create function public.can_withdraw(thread public.threads) returns boolean
language sql stable
return thread.author_id = (select auth.uid()) and not thread.is_deleted and (select private.may_write());

comment on function public.can_withdraw(public.threads) is
  'Whether the caller may take it back: as a whole, or its text where others have answered (withdraw_thread).';

create function private.delete_or_empty_thread(thread uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid;
begin
  select t.author_id into author from public.threads t where t.id = delete_or_empty_thread.thread for update;
  if not private.is_answered(thread, author) then
    delete from public.threads t where t.id = delete_or_empty_thread.thread;
    return 'deleted';
  end if;
  update public.threads t set content = '<p>Deleted by its author.</p>', is_deleted = true
  where t.id = delete_or_empty_thread.thread;
  -- What it said before: earlier versions, the one of a moment ago included, and what told of it.
  delete from public.post_revisions v where v.thread_id = delete_or_empty_thread.thread;
  delete from public.notifications n
  where n.thread_id = delete_or_empty_thread.thread and n.reply_id is null and n.kind in ('mention', 'upvotes');
  delete from private.mentions m where m.thread_id = delete_or_empty_thread.thread;
  return 'emptied';
end
$$;

comment on function private.delete_or_empty_thread(uuid) is
  'Deletes a thread that nobody but its author wrote in, and takes the text out of any other: deleted or emptied.';

create function public.withdraw_thread(thread uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.threads;
begin
  select t.* into subject from public.threads t
  where t.id = withdraw_thread.thread and t.author_id = (select auth.uid())
  for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Discussion not found';
  end if;
  if not public.can_withdraw(subject) then
    raise sqlstate 'PT403' using message = 'This discussion cannot be deleted.';
  end if;
  return private.delete_or_empty_thread(subject.id);
end
$$;

comment on function public.withdraw_thread(uuid) is
  'The caller''s thread: ''deleted'' while nobody else wrote in it, otherwise ''emptied'': title and answers stay. PT404 unless it is theirs.';

create table public.deleted_threads (
  id uuid not null,
  deleted_at timestamptz not null default now(),
  constraint deleted_threads_pkey primary key (id)
);

comment on table public.deleted_threads is 'Ids of threads that are deleted for good.';

alter table public.deleted_threads enable row level security;

revoke all on public.deleted_threads from public, anon, authenticated, service_role;

grant select on public.deleted_threads to authenticated, service_role;

create policy read_any_admin on public.deleted_threads
  for select to authenticated
  using ((select private.is_admin()));

create function private.record_deleted_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.deleted_threads (id) values (old.id) on conflict do nothing;
  return null;
end
$$;

create trigger record_deleted_thread
  after delete on public.threads
  for each row execute function private.record_deleted_thread();

create policy delete_deletable on public.threads
  for delete to authenticated
  using (public.can_delete(threads));

revoke all on function
  public.can_delete(public.threads), public.can_withdraw(public.threads), public.withdraw_thread(uuid)
  from public, anon, authenticated, service_role;

grant execute on function
  private.is_answered(uuid, uuid), public.can_delete(public.threads), public.can_withdraw(public.threads)
  to anon, authenticated, service_role;

grant execute on function public.withdraw_thread(uuid) to authenticated;

create function private.keep_thread_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  first uuid := (left(new.id::text, 8) || '-0000-0000-0000-000000000000')::uuid;
  last uuid := (left(new.id::text, 8) || '-ffff-ffff-ffff-ffffffffffff')::uuid;
begin
  -- The very same id is the key's to refuse.
  if exists (select from public.threads t where t.id between first and last and t.id <> new.id)
    or exists (select from public.deleted_threads d where d.id between first and last) then
    new.id := private.new_thread_id();
  end if;
  return new;
end
$$;

create trigger keep_thread_address
  before insert on public.threads
  for each row execute function private.keep_thread_address();

create function private.keep_reply_address() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  first uuid;
  last uuid;
begin
  loop
    first := (left(new.id::text, 8) || '-0000-0000-0000-000000000000')::uuid;
    last := (left(new.id::text, 8) || '-ffff-ffff-ffff-ffffffffffff')::uuid;
    -- A reply is looked up within its thread.
    exit when not exists (
      select
      -- The order makes the planner take the key.
      from (
        select r.id, r.thread_id from public.replies r where r.id between first and last order by r.id limit 10000
      ) r
      where r.id <> new.id and r.thread_id = new.thread_id
    );
    new.id := gen_random_uuid();
  end loop;
  return new;
end
$$;

create trigger keep_reply_address
  before insert on public.replies
  for each row execute function private.keep_reply_address();

create table private.thread_titles (
  thread_id uuid not null,
  title text not null,
  constraint thread_titles_pkey primary key (thread_id),
  constraint thread_titles_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table private.thread_titles is
  'The title of every thread, for the indexes on it; and the first 8 digits of its id, which no other thread has. Kept by triggers.';

create unique index thread_titles_address_key on private.thread_titles (left(thread_id::text, 8));

create index thread_titles_trgm_idx on private.thread_titles using gin (title extensions.gin_trgm_ops);

create index thread_titles_slug_idx on private.thread_titles
  (btrim(regexp_replace(lower(title), '[^a-z0-9]+', '-', 'g'), '-'));

revoke all on private.thread_titles from public, anon, authenticated, service_role;

create function private.store_thread_title() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.thread_titles as kept (thread_id, title) values (new.id, new.title)
  on conflict on constraint thread_titles_pkey do update set title = excluded.title;
  return null;
end
$$;

create trigger keep_title_insert
  after insert on public.threads
  for each row execute function private.store_thread_title();

create trigger keep_title_update
  after update of title on public.threads
  for each row when (old.title is distinct from new.title)
  execute function private.store_thread_title();

create function private.thread_ids_by_title_slug(slug text) returns setof uuid
language sql stable security definer rows 1 set search_path = ''
as $$
  select t.id
  from private.thread_titles n
  join public.threads t on t.id = n.thread_id
  where btrim(regexp_replace(lower(n.title), '[^a-z0-9]+', '-', 'g'), '-') = thread_ids_by_title_slug.slug
    and thread_ids_by_title_slug.slug <> '' and not t.is_hidden
  limit 2
$$;

create function public.threads_by_title_slug(slug text) returns setof public.threads
language sql stable rows 1
begin atomic
  select t.*
  from private.thread_ids_by_title_slug(slug) i (id)
  join public.threads t on t.id = i.id;
end;

comment on function public.threads_by_title_slug(text) is
  'Threads whose lower-cased title, with runs of anything but a-z and 0-9 as one hyphen, is the slug; at most two.';

create function private.thread_ids_with_title(words text) returns setof uuid
language sql stable security definer rows 100 set search_path = ''
as $$
  select n.thread_id
  from private.thread_titles n
  where n.title ilike '%' || regexp_replace(thread_ids_with_title.words, '([\\%_])', '\\\1', 'g') || '%'
    and private.is_admin()
$$;

create function public.threads_with_title(words text) returns setof public.threads
language sql stable rows 100
begin atomic
  select t.*
  from private.thread_ids_with_title(words) i (id)
  join public.threads t on t.id = i.id;
end;

comment on function public.threads_with_title(text) is
  'For admins: the threads whose title contains this, in whichever case, hidden ones too. Nothing for others.';

create function public.was_thread_deleted(prefix text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when prefix ~ '^[0-9a-f]{8}$' then exists (
    select from public.deleted_threads d
    where d.id >= (prefix || '-0000-0000-0000-000000000000')::uuid
      and d.id <= (prefix || '-ffff-ffff-ffff-ffffffffffff')::uuid
  ) else false end
$$;

comment on function public.was_thread_deleted(text) is 'Whether a thread whose id began with these 8 digits was deleted for good: its address answers 410.';

revoke all on function
  public.threads_by_title_slug(text), public.threads_with_title(text), public.was_thread_deleted(text)
  from public, anon, authenticated, service_role;

grant execute on function
  private.thread_ids_by_title_slug(text), public.threads_by_title_slug(text), public.was_thread_deleted(text)
  to anon, authenticated, service_role;

grant execute on function private.thread_ids_with_title(text), public.threads_with_title(text) to authenticated;

create table public.reactions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  thread_id uuid,
  reply_id uuid,
  reaction_type text not null default 'upvote',
  created_at timestamptz not null default now(),
  constraint reactions_pkey primary key (id),
  constraint reactions_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint reactions_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint reactions_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint reactions_one_target check (num_nonnulls(thread_id, reply_id) = 1),
  constraint reactions_reaction_type_known check (reaction_type in ('upvote')),
  constraint reactions_thread_once unique (thread_id, user_id, reaction_type),
  constraint reactions_reply_once unique (reply_id, user_id, reaction_type)
);

comment on table public.reactions is 'Upvotes, one per member and target.';

comment on column public.reactions.thread_id is 'The thread that was voted for; exactly one of this and reply_id is set.';

create index reactions_user_id_idx on public.reactions (user_id, created_at desc);

alter table public.reactions enable row level security;

revoke all on public.reactions from public, anon, authenticated, service_role;

grant select, delete on public.reactions to authenticated;

grant insert (user_id, thread_id, reply_id, reaction_type) on public.reactions to authenticated;

grant select, insert, update, delete on public.reactions to service_role;

create policy read_own on public.reactions
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy insert_own on public.reactions
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_write())
    and (thread_id is null or exists (select from public.threads t where t.id = thread_id))
    and (reply_id is null or exists (select from public.replies r where r.id = reply_id))
  );

create policy delete_own on public.reactions
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create trigger zzz_limit_writes after insert on public.reactions
  referencing new table as written
  for each statement execute function private.limit_writes('vote', '60', '60', '0', '60');

create table private.answers (
  thread_id uuid not null,
  reply_id uuid not null,
  constraint answers_pkey primary key (thread_id),
  constraint answers_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint answers_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade
);

comment on table private.answers is 'Which reply was chosen as the answer of a thread, be it hidden now or not.';

create unique index answers_reply_id_idx on private.answers (reply_id);

revoke all on private.answers from public, anon, authenticated, service_role;

create trigger zzz_limit_writes after insert on private.answers
  referencing new table as written
  for each statement execute function private.limit_writes('answer', '30', '60', '0', '60');

create trigger zzz_limit_updates after update on private.answers
  referencing new table as written
  for each statement execute function private.limit_writes('answer', '30', '60', '0', '60');

create trigger zz_announce_answer
  after update of answer_id on public.threads
  for each row when (old.answer_id is distinct from new.answer_id)
  execute function private.publish_thread_change();

create function private.follow_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.thread_id <> old.thread_id then
    delete from private.answers a where a.reply_id = old.id;
  end if;
  update public.threads t set answer_id = null where t.id = old.thread_id and t.answer_id = old.id;
  if tg_op = 'UPDATE' and not new.is_hidden then
    update public.threads t set answer_id = new.id
    from private.answers a
    where t.id = new.thread_id and a.thread_id = t.id and a.reply_id = new.id;
  end if;
  return null;
end
$$;

comment on function private.follow_answer() is
  'A reply that is deleted, hidden or moved is no answer any more; one that is shown again is what it was.';

create trigger follow_answer_update
  after update of is_hidden, thread_id on public.replies
  for each row when (old.is_hidden <> new.is_hidden or old.thread_id <> new.thread_id)
  execute function private.follow_answer();

create trigger follow_answer_delete
  after delete on public.replies
  for each row execute function private.follow_answer();

create function public.mark_answer(reply uuid, is_answer boolean default true) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asker uuid := (select auth.uid());
  is_wanted boolean := coalesce(mark_answer.is_answer, true);
  answer public.replies;
  question public.threads;
begin
  -- Nobody hides the reply meanwhile. The order of locks is in 0310_threads.
  select r.* into answer from public.replies r where r.id = mark_answer.reply for share;
  select t.* into question from public.threads t where t.id = answer.thread_id for no key update;
  if question.id is null or question.is_hidden or answer.is_hidden then
    raise sqlstate 'PT404' using message = 'There is no such reply.';
  end if;
  if not public.can_edit(question) then
    raise sqlstate 'PT403' using message = 'Only the member who asked can choose the answer, until the discussion is locked.';
  end if;
  if is_wanted = (question.answer_id is not distinct from answer.id) then
    return;
  end if;
  delete from public.notifications n
  where n.thread_id = question.id and n.kind = 'reply_accepted' and n.read_at is null;
  if is_wanted then
    insert into private.answers as a (thread_id, reply_id) values (question.id, answer.id)
    on conflict on constraint answers_pkey do update set reply_id = excluded.reply_id;
    if answer.author_id <> asker and not exists (
      select from public.notifications n where n.reply_id = answer.id and n.kind = 'reply_accepted'
    ) then
      perform private.create_notification(answer.author_id, 'reply_accepted', asker, question.id, answer.id);
    end if;
  else
    delete from private.answers a where a.reply_id = answer.id;
  end if;
  update public.threads t
  set answer_id = case when is_wanted then answer.id end
  where t.id = question.id;
  if question.author_id <> asker then
    perform private.log_action(
      case when is_wanted then 'accept' else 'unaccept' end, 'replies', answer.id,
      private.plain_excerpt(answer.content)
    );
  end if;
end
$$;

comment on function public.mark_answer(uuid, boolean) is
  'Makes a visible reply the answer of its thread in place of any other, or takes that back. For who may edit the thread; PT404 for a hidden reply.';

create function public.answered_by(thread public.threads) returns text
language sql stable
return (
  select p.username
  from public.replies r
  join public.profiles p on p.id = r.author_id
  where r.id = thread.answer_id
);

comment on function public.answered_by(public.threads) is 'Who wrote its accepted answer.';

revoke all on function
  public.mark_answer(uuid, boolean), public.answered_by(public.threads)
  from public, anon, authenticated, service_role;

grant execute on function public.mark_answer(uuid, boolean) to authenticated;

grant execute on function public.answered_by(public.threads) to anon, authenticated, service_role;

create table public.polls (
  thread_id uuid not null,
  question text not null,
  options text[] not null,
  open_days smallint,
  closes_at timestamptz,
  votes integer[] not null default '{}',
  created_at timestamptz not null default now(),
  announced_at timestamptz not null default '-infinity',
  constraint polls_pkey primary key (thread_id),
  constraint polls_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint polls_open_days_bounds check (open_days between 1 and 30)
) with (fillfactor = 70);

comment on table public.polls is 'Polls, one for a thread at most.';

comment on column public.polls.question is 'Plain text, as the options.';

comment on column public.polls.open_days is 'How long it takes votes; null: without an end.';

comment on column public.polls.closes_at is 'Follows from open_days.';

comment on column public.polls.votes is 'The number of votes for each option, in their order.';

comment on column public.polls.announced_at is 'When the log of changes last told of votes.';

alter table public.polls enable row level security;

revoke all on public.polls from public, anon, authenticated, service_role;

grant select on public.polls to anon, authenticated;

grant insert (thread_id, question, options, open_days) on public.polls to authenticated;

grant select, insert, update, delete on public.polls to service_role;

create policy read_visible on public.polls
  for select to anon, authenticated
  using (exists (select from public.threads t where t.id = polls.thread_id));

create function private.may_add_poll(thread_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.threads t
    where t.id = may_add_poll.thread_id and t.author_id = (select auth.uid())
      and not t.is_locked and not t.is_hidden and not t.is_deleted
      and not exists (select from public.replies r where r.thread_id = t.id)
  )
$$;

comment on function private.may_add_poll(uuid) is 'Whether the caller wrote a thread that nobody replied to.';

create policy insert_own on public.polls
  for insert to authenticated
  with check ((select private.may_write()) and private.may_add_poll(thread_id));

create function private.prepare_poll() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hidden_signs constant text := '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]';
begin
  new.question := btrim(new.question);
  new.options := array(select btrim(o) from unnest(new.options) with ordinality as x (o, place) order by place);
  if char_length(new.question) > 200 or private.shown_length(new.question) < 3 or new.question ~ hidden_signs then
    perform private.raise_check_violation('polls', 'polls_question_length');
  end if;
  if cardinality(new.options) not between 2 and 10
    or exists (
      select from unnest(new.options) as o
      where o is null or char_length(o) > 100 or private.visible_part(o) = '' or o ~ hidden_signs
    )
    or (select count(distinct lower(o)) from unnest(new.options) as o) < cardinality(new.options) then
    perform private.raise_check_violation('polls', 'polls_options_bounds');
  end if;
  new.votes := array_fill(0, array[cardinality(new.options)]);
  -- The same for a poll that is new, and one that is corrected.
  new.closes_at := new.created_at + make_interval(days => new.open_days::integer);
  return new;
end
$$;

create trigger prepare_poll
  before insert on public.polls
  for each row execute function private.prepare_poll();

create table public.poll_votes (
  thread_id uuid not null,
  user_id uuid not null default auth.uid(),
  choice smallint not null,
  created_at timestamptz not null default now(),
  constraint poll_votes_pkey primary key (thread_id, user_id),
  constraint poll_votes_thread_id_fkey foreign key (thread_id) references public.polls (thread_id) on delete cascade,
  constraint poll_votes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

comment on table public.poll_votes is 'Votes in polls. Only the voter can see one, not even an admin.';

comment on column public.poll_votes.choice is 'The place of the option, from 1.';

create index poll_votes_user_id_idx on public.poll_votes (user_id);

alter table public.poll_votes enable row level security;

revoke all on public.poll_votes from public, anon, authenticated, service_role;

grant select, delete on public.poll_votes to authenticated;

grant insert (thread_id, user_id, choice), update (choice) on public.poll_votes to authenticated;

grant select, insert, update, delete on public.poll_votes to service_role;

create function private.is_poll_open(thread_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.polls p
    join public.threads t on t.id = p.thread_id
    where p.thread_id = is_poll_open.thread_id
      and (p.closes_at is null or p.closes_at > now())
      and not t.is_locked and not t.is_hidden
  )
$$;

comment on function private.is_poll_open(uuid) is 'Whether the poll of a thread takes votes.';

create policy read_own on public.poll_votes
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.poll_votes
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()) and private.is_poll_open(thread_id));

create policy update_own on public.poll_votes
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()) and private.is_poll_open(thread_id))
  with check (user_id = (select auth.uid()) and (select private.may_write()) and private.is_poll_open(thread_id));

create policy delete_own on public.poll_votes
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()) and private.is_poll_open(thread_id));

create trigger zzz_limit_writes after insert on public.poll_votes
  referencing new table as written
  for each statement execute function private.limit_writes('poll vote', '60', '60', '0', '60');

create trigger zzz_limit_updates after update on public.poll_votes
  referencing new table as written
  for each statement execute function private.limit_writes('poll vote', '60', '60', '0', '60');

create function private.publish_poll(thread uuid) returns void
language sql volatile set search_path = ''
as $$
  select private.publish_change(jsonb_build_object(
    'table', 'polls', 'op', 'UPDATE', 'id', t.id, 'thread_id', t.id, 'category_id', t.category_id
  ))
  from public.threads t
  where t.id = publish_poll.thread
$$;

comment on function private.publish_poll(uuid) is 'Tells the log of changes that what a thread''s page shows of its poll changed.';

create function private.count_poll_vote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread uuid := case when tg_op = 'DELETE' then old.thread_id else new.thread_id end;
  before integer := case when tg_op <> 'INSERT' then old.choice end;
  after integer := case when tg_op <> 'DELETE' then new.choice end;
  counted public.polls;
begin
  update public.polls p
  set votes = array(
      select v - (place is not distinct from before)::integer + (place is not distinct from after)::integer
      from unnest(p.votes) with ordinality as x (v, place)
      order by place
    ),
    announced_at = case when p.announced_at < now() - interval '5 seconds' then now() else p.announced_at end
  where p.thread_id = thread
  returning p.* into counted;
  if not found then
    return null; -- deleted with its poll
  end if;
  if after not between 1 and cardinality(counted.votes) then
    raise sqlstate 'PT422' using message = 'The poll has no such option.';
  end if;
  if counted.announced_at = now() then
    perform private.publish_poll(thread);
  end if;
  return null;
end
$$;

create trigger "10_count_poll_vote"
  after insert or delete on public.poll_votes
  for each row execute function private.count_poll_vote();

create trigger count_poll_vote_update
  after update of choice on public.poll_votes
  for each row when (old.choice <> new.choice)
  execute function private.count_poll_vote();

create function private.publish_new_poll() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.publish_poll(case when tg_op = 'DELETE' then old.thread_id else new.thread_id end);
  return null;
end
$$;

create trigger zz_announce
  after insert or delete on public.polls
  for each row execute function private.publish_new_poll();

create function private.delete_poll() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.polls p where p.thread_id = new.id;
  return null;
end
$$;

create trigger delete_poll
  after update of is_deleted on public.threads
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.delete_poll();

create function public.vote_in_poll(thread uuid, choice integer default null) returns void
language sql volatile
begin atomic
  delete from public.poll_votes v
  where v.thread_id = vote_in_poll.thread and v.user_id = (select auth.uid()) and vote_in_poll.choice is null;
  insert into public.poll_votes as v (thread_id, choice)
  select vote_in_poll.thread, vote_in_poll.choice
  where vote_in_poll.choice is not null
  on conflict on constraint poll_votes_pkey do update set choice = excluded.choice;
end;

comment on function public.vote_in_poll(uuid, integer) is
  'Votes in the poll of a thread for the option at this place, from 1, in place of an earlier vote; null takes the vote back.';

create function public.can_edit(poll public.polls) returns boolean
language sql stable
return 0 = all (poll.votes) and (select private.may_write()) and exists (
  select from public.threads t
  where t.id = poll.thread_id and t.author_id = (select auth.uid())
    and not t.is_locked and not t.is_hidden and not t.is_deleted
);

comment on function public.can_edit(public.polls) is
  'Whether the caller may correct it: who wrote its thread, while nobody has voted.';

grant update (question, options, open_days) on public.polls to authenticated;

create policy update_editable on public.polls
  for update to authenticated
  using (public.can_edit(polls))
  with check (public.can_edit(polls));

create trigger prepare_poll_update
  before update of question, options, open_days on public.polls
  for each row execute function private.prepare_poll();

create function private.publish_corrected_poll() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.publish_poll(new.thread_id);
  return null;
end
$$;

create trigger zz_announce_update
  after update of question, options, open_days on public.polls
  for each row execute function private.publish_corrected_poll();

revoke all on function
  public.vote_in_poll(uuid, integer), public.can_edit(public.polls)
  from public, anon, authenticated, service_role;

grant execute on function private.may_add_poll(uuid), private.is_poll_open(uuid) to authenticated, service_role;

grant execute on function public.vote_in_poll(uuid, integer) to authenticated;

grant execute on function public.can_edit(public.polls) to anon, authenticated, service_role;

create table public.wiki_posts (
  id uuid not null default gen_random_uuid(),
  thread_id uuid,
  reply_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  edited_by uuid,
  told_at timestamptz not null default '-infinity',
  constraint wiki_posts_pkey primary key (id),
  constraint wiki_posts_thread_id_key unique (thread_id),
  constraint wiki_posts_reply_id_key unique (reply_id),
  constraint wiki_posts_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint wiki_posts_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint wiki_posts_edited_by_fkey foreign key (edited_by) references public.profiles (id) on delete set null,
  constraint wiki_posts_one_post check (num_nonnulls(thread_id, reply_id) = 1)
);

comment on table public.wiki_posts is 'The threads and replies whose text established members may edit.';

comment on column public.wiki_posts.thread_id is 'Whose text is a wiki; exactly one of this and reply_id is set.';

comment on column public.wiki_posts.edited_at is 'When the text was last edited since it became a wiki; null: not yet.';

comment on column public.wiki_posts.edited_by is 'Who did that.';

comment on column public.wiki_posts.told_at is 'When the author was last told of an edit.';

create index wiki_posts_edited_by_idx on public.wiki_posts (edited_by);

create function public.can_make_wiki(thread public.threads) returns boolean
language sql stable
return not thread.is_hidden and not thread.is_deleted and (
  thread.author_id = (select auth.uid()) and not thread.is_locked and (select private.may_write())
  or (select private.is_admin())
);

comment on function public.can_make_wiki(public.threads) is
  'Whether the caller may make its text a wiki, and end that: its author until it is locked, and admins.';

create function public.can_make_wiki(reply public.replies) returns boolean
language sql stable
return not reply.is_hidden and not reply.is_thread_hidden and (
  reply.author_id = (select auth.uid()) and (select private.may_write())
    and private.is_open_for_replies(reply.thread_id)
  or (select private.is_admin())
);

comment on function public.can_make_wiki(public.replies) is
  'Whether the caller may make it a wiki, and end that: its author until the thread is locked, and admins.';

alter table public.wiki_posts enable row level security;

revoke all on public.wiki_posts from public, anon, authenticated, service_role;

grant select on public.wiki_posts to anon, authenticated;

grant insert (thread_id, reply_id), delete on public.wiki_posts to authenticated;

grant select, insert, update, delete on public.wiki_posts to service_role;

create policy read_visible on public.wiki_posts
  for select to anon, authenticated
  using (
    (thread_id is null or exists (select from public.threads t where t.id = wiki_posts.thread_id))
    and (reply_id is null or exists (select from public.replies r where r.id = wiki_posts.reply_id))
  );

create policy insert_own_or_admin on public.wiki_posts
  for insert to authenticated
  with check (
    exists (select from public.threads t where t.id = wiki_posts.thread_id and public.can_make_wiki(t))
    or exists (select from public.replies r where r.id = wiki_posts.reply_id and public.can_make_wiki(r))
  );

create policy delete_own_or_admin on public.wiki_posts
  for delete to authenticated
  using (
    exists (select from public.threads t where t.id = wiki_posts.thread_id and public.can_make_wiki(t))
    or exists (select from public.replies r where r.id = wiki_posts.reply_id and public.can_make_wiki(r))
  );

create trigger zzz_limit_writes after insert on public.wiki_posts
  referencing new table as written
  for each statement execute function private.limit_writes('wiki', '30', '60', '0', '60');

create trigger zzz_limit_updates after update on public.wiki_posts
  referencing new table as written
  for each statement execute function private.limit_writes('wiki edit', '30', '600', '0', '600');

create function private.follow_wiki() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  wiki public.wiki_posts := case when tg_op = 'DELETE' then old else new end;
  post record;
begin
  select t.id as thread_id, t.category_id, coalesce(r.author_id, t.author_id) as author_id,
    coalesce(private.plain_excerpt(r.content), t.title) as label
  into post
  from public.threads t
  left join public.replies r on r.id = wiki.reply_id
  where t.id = coalesce(wiki.thread_id, r.thread_id);
  if not found then
    return null;
  end if;
  perform private.publish_change(jsonb_build_object(
    'table', 'wiki_posts', 'op', 'UPDATE', 'id', wiki.id, 'thread_id', post.thread_id, 'category_id', post.category_id
  ));
  if private.is_admin() and post.author_id <> (select auth.uid()) then
    perform private.log_action(
      case tg_op when 'INSERT' then 'wiki' else 'unwiki' end,
      case when wiki.reply_id is null then 'threads' else 'replies' end, coalesce(wiki.thread_id, wiki.reply_id), post.label
    );
  end if;
  return null;
end
$$;

create trigger zz_follow_wiki
  after insert or delete on public.wiki_posts
  for each row execute function private.follow_wiki();

create function private.delete_wiki() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.wiki_posts w where w.thread_id = new.id;
  return null;
end
$$;

create trigger delete_wiki
  after update of is_deleted on public.threads
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.delete_wiki();

create function private.note_wiki_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  editor uuid := (select p.id from public.profiles p where p.id = (select auth.uid()));
  reply uuid := case when tg_table_name = 'replies' then new.id end;
  thread uuid := case when reply is null then new.id else (to_jsonb(new) ->> 'thread_id')::uuid end;
  now_at constant timestamptz := clock_timestamp();
  is_told boolean;
begin
  if editor is null then
    return null;
  end if;
  update public.wiki_posts w
  set edited_at = now_at, edited_by = editor,
    told_at = case when editor <> new.author_id and w.told_at < now_at - interval '1 hour' then now_at else w.told_at end
  where case when reply is null then w.thread_id = thread else w.reply_id = reply end
  returning w.told_at = now_at into is_told;
  if is_told and exists (select from public.profiles p where p.id = new.author_id and not p.is_deleted) then
    perform private.create_notification(new.author_id, 'wiki_edited', editor, thread, reply);
  end if;
  return null;
end
$$;

create trigger note_wiki_edit
  after update of content on public.threads
  for each row when (old.content is distinct from new.content)
  execute function private.note_wiki_edit();

create trigger note_wiki_edit
  after update of content on public.replies
  for each row when (old.content is distinct from new.content)
  execute function private.note_wiki_edit();

revoke all on function
  public.can_make_wiki(public.threads), public.can_make_wiki(public.replies)
  from public, anon, authenticated, service_role;

grant execute on function
  public.can_make_wiki(public.threads), public.can_make_wiki(public.replies)
  to anon, authenticated, service_role;

create function private.count_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  shown_before integer := 0;
  shown_after integer := case when new.is_hidden then 0 else 1 end;
  posts_before integer := 0;
  posts_after integer := shown_after * (1 + new.reply_count);
begin
  if tg_op = 'INSERT' then
    update public.profiles
    set total_posts = total_posts + shown_after,
      reputation = reputation + 2 * shown_after,
      last_active = case when last_active < now() - interval '1 minute' then now() else last_active end
    where id = new.author_id;
    insert into public.thread_subscriptions (user_id, thread_id) values (new.author_id, new.id);
  else
    shown_before := case when old.is_hidden then 0 else 1 end;
    posts_before := shown_before * (1 + old.reply_count);
    if shown_before <> shown_after then
      insert into private.pending_threads as p (thread_id, goal)
      values (new.id, case when new.is_hidden then 'hide' else 'show' end)
      on conflict on constraint pending_threads_pkey do update set goal = excluded.goal, requested_at = excluded.requested_at;
      perform private.hide_replies(new.id, new.is_hidden, 200);
      update public.profiles
      set total_posts = total_posts + shown_after - shown_before,
        reputation = reputation + 2 * (shown_after - shown_before)
      where id = new.author_id;
    end if;
    if new.category_id <> old.category_id then
      perform from public.forum_categories c
      where c.id in (old.category_id, new.category_id) order by c.id for no key update;
      update public.forum_categories
      set thread_count = thread_count - shown_before, post_count = post_count - posts_before
      where id = old.category_id;
      shown_before := 0;
      posts_before := 0;
    end if;
  end if;
  if posts_before <> posts_after then
    update public.forum_categories
    set thread_count = thread_count + shown_after - shown_before,
      post_count = post_count + posts_after - posts_before
    where id = new.category_id;
  end if;
  return null;
end
$$;

create trigger count_thread_update
  after update on public.threads
  for each row when (
    old.reply_count <> new.reply_count
    or old.is_hidden <> new.is_hidden
    or old.category_id <> new.category_id
  )
  execute function private.count_thread();

create trigger count_thread_insert
  after insert on public.threads
  for each row when (new.title <> '' and current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.count_thread();

create function private.uncount_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  at_once constant integer := 100;
begin
  if old.title = '' then
    return old; -- the empty row of one that was deleted before
  end if;
  if (select count(*) > at_once from (
    select from public.replies r where r.thread_id = old.id limit at_once + 1
  ) r) then
    insert into private.pending_threads (thread_id, goal) values (old.id, 'delete')
    on conflict on constraint pending_threads_pkey do update set goal = 'delete', requested_at = excluded.requested_at;
    update public.profiles p
    set total_posts = p.total_posts - (not old.is_hidden)::integer,
      reputation = p.reputation - 2 * (not old.is_hidden)::integer - 10 * (
        select count(*) from public.reactions x where x.thread_id = old.id and x.user_id <> old.author_id
      )
    where p.id = old.author_id;
  else
    perform from public.replies r where r.thread_id = old.id order by r.id for update;
    perform private.lock_profiles(array(
      select old.author_id union select r.author_id from public.replies r where r.thread_id = old.id
    ));

    with gone as (
      select old.author_id as member, (not old.is_hidden)::integer as posts, 0 as replies,
        2 * (not old.is_hidden)::integer + 10 * (
          select count(*) from public.reactions x where x.thread_id = old.id and x.user_id <> old.author_id
        ) as reputation
      union all
      select r.author_id, 0, private.is_shown(r)::integer,
        private.is_shown(r)::integer + 5 * (
          select count(*) from public.reactions x where x.reply_id = r.id and x.user_id <> r.author_id
        )
      from public.replies r
      where r.thread_id = old.id
    ), totals as (
      select g.member, sum(g.posts) as posts, sum(g.replies) as replies, sum(g.reputation) as reputation
      from gone g
      group by g.member
    )
    update public.profiles p
    set total_posts = p.total_posts - t.posts,
      total_replies = p.total_replies - t.replies,
      reputation = p.reputation - t.reputation
    from totals t
    where p.id = t.member;
  end if;
  if not old.is_hidden then
    update public.forum_categories
    set thread_count = thread_count - 1, post_count = post_count - 1 - old.reply_count
    where id = old.category_id;
  end if;
  return old;
end
$$;

create trigger uncount_thread
  before delete on public.threads
  for each row execute function private.uncount_thread();

create function private.count_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread_category uuid;
  thread_is_hidden boolean;
  thread_is_locked boolean;
begin
  if private.is_shown(new) then
    -- A reply that is taken back and sent again at once has its row already.
    insert into private.new_replies (reply_id) values (new.id)
    on conflict on constraint new_replies_pkey do update set created_at = excluded.created_at;
  end if;

  -- Before anything is stored that refers to the thread: each such row shares a lock of the thread until the commit.
  select t.category_id, t.is_hidden, t.is_locked
  into thread_category, thread_is_hidden, thread_is_locked
  from public.threads t where t.id = new.thread_id for no key update;
  if not found then
    return null; -- the foreign key of the reply itself says so, and no row that refers to it
  end if;
  -- An admin may have hidden or locked the thread since private.prepare_reply read it. The second try, which the API
  -- makes by itself, is judged by what is true then.
  if thread_is_hidden <> new.is_thread_hidden
    or (thread_is_locked and not thread_is_hidden and (select auth.uid()) is not null and not private.is_admin()) then
    raise serialization_failure using message = 'The discussion was changed while you replied. Please try again.';
  end if;

  perform private.publish_change(jsonb_build_object(
    'table', 'replies', 'op', 'INSERT', 'id', new.id,
    'thread_id', new.thread_id, 'category_id', thread_category, 'author_id', new.author_id
  ));

  update public.profiles
  set total_replies = total_replies + 1,
    reputation = reputation + 1,
    last_active = case when last_active < now() - interval '1 minute' then now() else last_active end
  where id = new.author_id and private.is_shown(new);

  update public.threads
  set reply_count = reply_count + (not new.is_hidden)::integer,
    last_activity = case when new.is_hidden then last_activity else greatest(last_activity, new.created_at) end
  where id = new.thread_id;
  return null;
end
$$;

create trigger "10_count_reply_insert"
  after insert on public.replies
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.count_reply();

create function private.recount_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_deleted constant boolean := tg_op = 'DELETE';
  subject public.replies := case when is_deleted then old else new end;
  -- What its author and its thread get: neither anything for a reply that did not count before. Of what is deleted, what
  -- its upvotes gave goes, too.
  author_delta integer := (not is_deleted and private.is_shown(subject))::integer - private.is_shown(old)::integer;
  thread_delta integer := (not is_deleted and not subject.is_hidden)::integer - (not old.is_hidden)::integer;
  upvotes bigint := 0;
  thread public.threads;
  latest timestamptz;
begin
  select t.* into thread from public.threads t where t.id = subject.thread_id for no key update;
  if not found then
    return old; -- deleted with its thread, where private.uncount_thread has counted it
  end if;
  if is_deleted then
    upvotes := (select count(*) from public.reactions x where x.reply_id = old.id and x.user_id <> old.author_id);
  end if;
  perform private.publish_change(jsonb_build_object(
    'table', 'replies', 'op', tg_op, 'id', subject.id,
    'thread_id', subject.thread_id, 'category_id', thread.category_id, 'author_id', subject.author_id
  ));
  update public.profiles
  set total_replies = total_replies + author_delta, reputation = reputation + author_delta - 5 * upvotes
  where id = subject.author_id and (author_delta <> 0 or upvotes > 0);
  if thread_delta <> 0 then
    latest := greatest(thread.last_activity, subject.created_at);
    if thread_delta < 0 and subject.created_at >= thread.last_activity then
      latest := greatest(thread.created_at, (
        select r.created_at
        from public.replies r
        where r.thread_id = subject.thread_id and not r.is_hidden and r.id <> subject.id
        order by r.created_at desc
        limit 1
      ));
    end if;
    update public.threads t
    set reply_count = t.reply_count + thread_delta, last_activity = latest
    where t.id = subject.thread_id;
  end if;
  return old;
end
$$;

create trigger uncount_reply
  before delete on public.replies
  for each row execute function private.recount_reply();

create trigger recount_reply_shown
  after update of is_hidden on public.replies
  for each row when (old.is_hidden <> new.is_hidden)
  execute function private.recount_reply();

create function private.count_reaction() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  vote public.reactions := case when tg_op = 'DELETE' then old else new end;
  delta integer := case when tg_op = 'DELETE' then -1 else 1 end;
  author uuid;
  thread uuid;
begin
  if vote.thread_id is not null then
    update public.threads set upvote_count = upvote_count + delta
    where id = vote.thread_id and title <> ''
    returning author_id, id into author, thread;
  else
    update public.replies set upvote_count = upvote_count + delta
    where id = vote.reply_id
    returning author_id, thread_id into author, thread;
  end if;
  if not found then
    return null; -- deleted by cascade with its target, where it has been counted
  end if;
  if author <> vote.user_id then
    update public.profiles
    set reputation = reputation + delta * case when vote.thread_id is not null then 10 else 5 end
    where id = author;
  end if;
  -- Nothing of the voter: subscribers learn that a count changed.
  perform private.publish_change(jsonb_strip_nulls(jsonb_build_object(
    'table', 'reactions', 'op', tg_op, 'id', vote.id, 'thread_id', thread, 'reply_id', vote.reply_id,
    'category_id', (select t.category_id from public.threads t where t.id = thread)
  )));
  return null;
end
$$;

create trigger "10_count_reaction"
  after insert or delete on public.reactions
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.count_reaction();

create function private.is_shown(reply public.replies) returns boolean
language sql immutable parallel safe
return not reply.is_hidden and not reply.is_thread_hidden;

comment on function private.is_shown(public.replies) is
  'Whether guests can read a reply, and whether it counts in its author''s profile. The thread''s own counter leaves out only the replies that are hidden themselves.';

create function private.lock_profiles(members uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.profiles p where p.id = any (lock_profiles.members) order by p.id for no key update;
end
$$;

comment on function private.lock_profiles(uuid[]) is
  'Locks the profiles whose counters one statement changes, by id; after threads and replies.';

create function private.lock_deleted_replies(replies uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  threads uuid[];
  locked bigint;
begin
  for look in 1..3 loop
    threads := array(
      select distinct r.thread_id from public.replies r where r.id = any (lock_deleted_replies.replies)
    );
    perform from public.threads t where t.id = any (threads) order by t.id for no key update;
    get diagnostics locked = row_count;
    -- The row of a thread that was deleted meanwhile is replaced by an empty one, which only the next look sees.
    exit when locked = cardinality(threads);
  end loop;
  perform from public.replies r where r.id = any (lock_deleted_replies.replies) order by r.id for update;
  perform private.lock_profiles(array(
    select r.author_id from public.replies r where r.id = any (lock_deleted_replies.replies)
  ));
end
$$;

comment on function private.lock_deleted_replies(uuid[]) is
  'Locks the threads of several replies that a job deletes, the replies, and their authors.';

create table private.deleted_posts (
  id bigint generated always as identity,
  author_id uuid not null,
  is_thread boolean not null,
  created_at timestamptz not null,
  is_taken_back boolean not null default false,
  constraint deleted_posts_pkey primary key (id),
  constraint deleted_posts_author_id_fkey foreign key (author_id) references public.profiles (id) on delete cascade
);

comment on table private.deleted_posts is
  'When posts of the last day were written that their authors deleted: deleting gives no further post.';

comment on column private.deleted_posts.is_taken_back is
  'Deleted within seconds: it counts as one of the day''s posts, but not for the pause between two.';

create index deleted_posts_author_id_idx on private.deleted_posts (author_id, created_at);

revoke all on private.deleted_posts from public, anon, authenticated, service_role;

create function private.count_deleted_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.deleted_posts d
  where d.author_id = old.author_id and d.created_at < now() - interval '1 day';
  -- 8 s to decide, and the way of two requests.
  insert into private.deleted_posts (author_id, is_thread, created_at, is_taken_back)
  values (
    old.author_id, tg_table_name = 'threads', old.created_at,
    old.created_at > clock_timestamp() - interval '15 s' and not exists (
      select from private.deleted_posts d
      where d.author_id = old.author_id and d.is_taken_back and d.created_at > now() - interval '2 minutes'
    )
  );
  return null;
end
$$;

create trigger count_deleted_post
  after delete on public.threads
  for each row when (old.author_id = auth.uid() and old.created_at > now() - interval '1 day')
  execute function private.count_deleted_post();

create trigger count_deleted_post
  after delete on public.replies
  for each row when (old.author_id = auth.uid() and old.created_at > now() - interval '1 day')
  execute function private.count_deleted_post();

create function private.enforce_posting_limits(is_thread boolean, text_of_post text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
  gap interval;
  latest timestamptz;
  posts integer;
  maximum integer;
begin
  -- The service itself, an operator who switched the limits off, and admins are not bound.
  if member is null or not (select c.rate_limits from private.configuration c) or private.is_admin() then
    return;
  end if;
  -- One member's posts take turns, or fifty sent at once would all find the time of the last one long ago.
  perform pg_advisory_xact_lock(hashtextextended(member::text, 7));
  gap := case
    when (select p.created_at from public.profiles p where p.id = member) > now() - interval '1 day'
    then case when is_thread then interval '120 s' else interval '30 s' end
    else case when is_thread then interval '15 s' else interval '5 s' end
  end;
  if is_thread then
    select max(t.created_at) into latest from public.threads t where t.author_id = member;
  else
    select max(r.created_at) into latest from public.replies r where r.author_id = member;
  end if;
  latest := greatest(latest, (
    select max(d.created_at) from private.deleted_posts d
    where d.author_id = member and d.is_thread = enforce_posting_limits.is_thread and not d.is_taken_back
  ));
  if latest > clock_timestamp() - gap then
    raise sqlstate 'PT429' using
      message = format('Please wait %s seconds before you post again.',
        ceil(extract(epoch from latest + gap - clock_timestamp()))),
      detail = format('Retry after %s seconds.', ceil(extract(epoch from latest + gap - clock_timestamp())));
  end if;
  if exists (
    select from public.threads t
    where t.author_id = member and t.created_at > now() - interval '5 minutes' and t.content = text_of_post
  ) or exists (
    select from public.replies r
    where r.author_id = member and r.created_at > now() - interval '5 minutes' and r.content = text_of_post
  ) then
    raise sqlstate 'PT429' using
      message = 'You posted the same text a moment ago.', detail = 'Retry after 300 seconds.';
  end if;
  maximum := (select s.max_posts_per_day from public.site_settings s);
  posts := (select count(*) from public.threads t where t.author_id = member and t.created_at > now() - interval '1 day')
    + (select count(*) from public.replies r where r.author_id = member and r.created_at > now() - interval '1 day')
    + (
      select count(*) from private.deleted_posts d
      where d.author_id = member and d.created_at > now() - interval '1 day'
    );
  if posts >= maximum then
    raise sqlstate 'PT429' using
      message = format('You have reached the limit of %s posts a day. Please come back tomorrow.', maximum),
      detail = 'Retry after 3600 seconds.';
  end if;
end
$$;

comment on function private.enforce_posting_limits(boolean, text) is
  'Raises PT429 when the member posted too shortly ago, the same text within 5 minutes, or the day''s maximum.';

create table public.post_revisions (
  id uuid not null default gen_random_uuid(),
  thread_id uuid,
  reply_id uuid,
  editor_id uuid,
  title text,
  content text not null,
  tags text[],
  is_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  constraint post_revisions_pkey primary key (id),
  constraint post_revisions_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint post_revisions_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint post_revisions_editor_id_fkey foreign key (editor_id) references public.profiles (id) on delete set null,
  constraint post_revisions_one_post check (num_nonnulls(thread_id, reply_id) = 1)
);

comment on table public.post_revisions is 'Earlier versions of threads and replies, each as it was before an edit.';

comment on column public.post_revisions.thread_id is 'The thread that was edited; exactly one of this and reply_id is set.';

comment on column public.post_revisions.editor_id is 'Who made the edit that ended this version; null: the site, or an account that is gone.';

comment on column public.post_revisions.title is 'The thread''s title before; null for a reply.';

comment on column public.post_revisions.content is 'The HTML before, sanitised when it was written.';

comment on column public.post_revisions.is_hidden is 'Taken out of the history by an admin: what should never have been posted.';

comment on column public.post_revisions.created_at is 'When the edit was made that ended this version.';

create index post_revisions_thread_id_idx on public.post_revisions (thread_id, created_at) where thread_id is not null;

create index post_revisions_reply_id_idx on public.post_revisions (reply_id, created_at) where reply_id is not null;

create index post_revisions_editor_id_idx on public.post_revisions (editor_id);

create index post_revisions_with_pictures_idx on public.post_revisions (id) where content like '%/content/%';

alter table public.post_revisions enable row level security;

revoke all on public.post_revisions from public, anon, authenticated, service_role;

grant select on public.post_revisions to anon, authenticated;

grant update (is_hidden) on public.post_revisions to authenticated;

grant select, insert, update, delete on public.post_revisions to service_role;

create policy read_visible on public.post_revisions
  for select to anon
  using (
    not is_hidden
    and (thread_id is null or exists (select from public.threads t where t.id = post_revisions.thread_id))
    and (reply_id is null or exists (select from public.replies r where r.id = post_revisions.reply_id))
  );

create policy read_visible_or_admin on public.post_revisions
  for select to authenticated
  using (
    (select private.is_admin())
    or (
      not is_hidden
      and (thread_id is null or exists (
        select from public.threads t where t.id = post_revisions.thread_id and not t.is_hidden
      ))
      and (reply_id is null or exists (
        select from public.replies r
        where r.id = post_revisions.reply_id and not r.is_hidden and not r.is_thread_hidden
      ))
    )
  );

create policy update_any_admin on public.post_revisions
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create function private.keep_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := to_jsonb(old);
  editor uuid := (select p.id from public.profiles p where p.id = (select auth.uid()));
  thread uuid := case when tg_table_name = 'threads' then old.id end;
  reply uuid := case when tg_table_name = 'replies' then old.id end;
begin
  if exists (
    select
    from public.post_revisions v
    where (v.thread_id = thread or v.reply_id = reply)
      and v.editor_id is not distinct from editor
      and v.created_at > now() - interval '5 minutes'
      -- Somebody else's edit in between ended a version of its own.
      and not exists (
        select
        from public.post_revisions l
        where (l.thread_id = thread or l.reply_id = reply) and l.created_at > v.created_at
      )
  ) then
    return null;
  end if;
  insert into public.post_revisions (thread_id, reply_id, editor_id, title, content, tags)
  values (
    thread, reply, editor, before ->> 'title', old.content,
    case when thread is not null then (select array_agg(t) from jsonb_array_elements_text(before -> 'tags') t) end
  );
  return null;
end
$$;

create trigger keep_revision
  after update of title, content, tags on public.threads
  for each row when ((old.title, old.content, old.tags) is distinct from (new.title, new.content, new.tags))
  execute function private.keep_revision();

create trigger keep_revision
  after update of content on public.replies
  for each row when (old.content is distinct from new.content)
  execute function private.keep_revision();

create function public.withdraw_revision(revision uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.may_write() then
    raise sqlstate 'PT403' using message = 'Your account may not change this.';
  end if;
  update public.post_revisions v set is_hidden = true
  where v.id = withdraw_revision.revision and (
    exists (
      select from public.threads t where t.id = v.thread_id and t.author_id = (select auth.uid()) and not t.is_hidden
    )
    or exists (
      select from public.replies r
      where r.id = v.reply_id and r.author_id = (select auth.uid()) and not r.is_hidden and not r.is_thread_hidden
    )
  );
  if not found then
    raise sqlstate 'PT404' using message = 'This version does not exist any more.';
  end if;
end
$$;

comment on function public.withdraw_revision(uuid) is
  'Takes an earlier version of the caller''s own post out of its public history; administrators still see it. PT404 unless it is theirs.';

create function private.log_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_admin() then
    perform private.log_action(
      case when new.is_hidden then 'hide' else 'show' end, 'post_revisions', new.id,
      coalesce(new.title, private.plain_excerpt(new.content))
    );
  end if;
  return null;
end
$$;

create trigger log_revision
  after update of is_hidden on public.post_revisions
  for each row when (old.is_hidden <> new.is_hidden)
  execute function private.log_revision();

revoke all on function public.withdraw_revision(uuid) from public, anon, authenticated, service_role;

grant execute on function public.withdraw_revision(uuid) to authenticated;

create table private.visitor_key (
  id boolean not null default true,
  secret bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  made_at timestamptz not null default now(),
  constraint visitor_key_pkey primary key (id),
  constraint visitor_key_one_row check (id)
);

comment on table private.visitor_key is
  'What visitors'' hashes are made with, for a day: afterwards nobody can try out which address one was made of.';

revoke all on private.visitor_key from public, anon, authenticated, service_role;

insert into private.visitor_key default values;

create unlogged table private.thread_views (
  thread_id uuid not null,
  visitor bigint not null,
  seen_at timestamptz not null,
  constraint thread_views_pkey primary key (thread_id, visitor)
);

comment on table private.thread_views is 'Who (as a hash) saw which thread in the last 30 minutes.';

comment on column private.thread_views.visitor is 'private.visitor_hash().';

create index thread_views_seen_at_idx on private.thread_views (seen_at);

revoke all on private.thread_views from public, anon, authenticated, service_role;

create unlogged table private.uncounted_views (
  id bigint generated always as identity,
  thread_id uuid not null,
  constraint uncounted_views_pkey primary key (id)
);

comment on table private.uncounted_views is 'Views that came in and are still to be added to their thread.';

create index uncounted_views_thread_id_idx on private.uncounted_views (thread_id);

revoke all on private.uncounted_views from public, anon, authenticated, service_role;

revoke all on sequence private.uncounted_views_id_seq from public, anon, authenticated, service_role;

create function private.visitor_hash() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  return private.visitor_hash(
    coalesce(headers ->> 'x-forwarded-for', ''), coalesce(headers ->> 'user-agent', ''), (select auth.uid())
  );
end
$$;

comment on function private.visitor_hash() is 'Who asks, as private.visitor_hash(text, text, uuid) numbers them.';

create function public.increment_thread_views(thread_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.count_views(array[increment_thread_views.thread_id], array[private.visitor_hash()])
$$;

comment on function public.increment_thread_views(uuid) is
  'Counts a view of a thread, once per visitor in 30 minutes. The number shows within about a second.';

create function private.flush_thread_views() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  locked uuid[];
  total bigint;
begin
  select array_agg(l.id) into locked
  from (
    select t.id
    from public.threads t
    where t.id in (select distinct v.thread_id from private.uncounted_views v limit 1000)
    order by t.id
    limit 500
    for no key update skip locked
  ) l;
  with taken as (
    delete from private.uncounted_views v where v.thread_id = any (locked) returning v.thread_id
  ), totals as (
    select x.thread_id, count(*) as views from taken x group by x.thread_id
  ), added as (
    update public.threads t set view_count = t.view_count + n.views
    from totals n
    where t.id = n.thread_id
    returning t.id, n.views
  ), by_thread as (
    insert into private.thread_view_counts as kept (thread_id, since, views)
    select a.id, date_trunc('hour', now(), 'UTC'), a.views from added a
    on conflict on constraint thread_view_counts_pkey do update set views = kept.views + excluded.views
  ), by_site as (
    insert into private.site_view_counts as kept (since, views)
    select date_trunc('hour', now(), 'UTC'), sum(a.views) from added a having count(*) > 0
    on conflict on constraint site_view_counts_pkey do update set views = kept.views + excluded.views
  )
  select coalesce(sum(a.views), 0) into total from added a;
  -- Of threads that were deleted meanwhile.
  delete from private.uncounted_views v
  where v.id in (
    select o.id
    from private.uncounted_views o
    where not exists (select from public.threads t where t.id = o.thread_id)
    order by o.id
    limit 1000
  );
  delete from private.thread_views v
  where v.ctid = any (array(
    select o.ctid from private.thread_views o where o.seen_at < now() - interval '30 minutes' limit 5000
  ));
  return total;
end
$$;

comment on function private.flush_thread_views() is
  'Adds the views that came in to view_count; returns their number. Called by a job each second until it gives 0.';

create table private.thread_view_counts (
  thread_id uuid not null,
  since timestamptz not null,
  views integer not null,
  constraint thread_view_counts_pkey primary key (thread_id, since),
  constraint thread_view_counts_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
) with (fillfactor = 80);

comment on table private.thread_view_counts is
  'Views of a thread in the hour that begins at `since`; after three days in the day, before private.weeks_until() in the week (UTC). Two years of them are kept.';

create index thread_view_counts_since_idx on private.thread_view_counts (since);

create index thread_view_counts_hours_idx on private.thread_view_counts (since)
  where (since at time zone 'UTC')::time <> '00:00';

create index thread_view_counts_days_idx on private.thread_view_counts (since)
  where (since at time zone 'UTC')::time = '00:00' and extract(isodow from since at time zone 'UTC') <> 1;

revoke all on private.thread_view_counts from public, anon, authenticated, service_role;

create table private.site_view_counts (
  since timestamptz not null,
  views bigint not null,
  constraint site_view_counts_pkey primary key (since)
);

comment on table private.site_view_counts is 'Views of all threads together, kept like those of one.';

revoke all on private.site_view_counts from public, anon, authenticated, service_role;

create function private.fold_view_counts() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  batch constant integer := 5000;
  hours_until constant timestamptz := date_trunc('day', now(), 'UTC') - interval '3 days';
  days_until constant timestamptz := private.utc_midnight(private.weeks_until());
  hours bigint;
  days bigint;
  gone bigint;
begin
  update private.visitor_key
  set secret = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), made_at = now()
  where made_at < now() - interval '1 day';
  with taken as (
    delete from private.thread_view_counts v
    where (v.thread_id, v.since) in (
      select o.thread_id, o.since
      from private.thread_view_counts o
      where o.since < hours_until and (o.since at time zone 'UTC')::time <> '00:00'
      order by o.since
      limit batch
      for update skip locked
    )
    returning v.thread_id, v.since, v.views
  ), folded as (
    insert into private.thread_view_counts as kept (thread_id, since, views)
    select t.thread_id, date_trunc('day', t.since, 'UTC'), sum(t.views) from taken t group by 1, 2
    on conflict on constraint thread_view_counts_pkey do update set views = kept.views + excluded.views
  )
  select count(*) into hours from taken;
  with taken as (
    delete from private.thread_view_counts v
    where (v.thread_id, v.since) in (
      select o.thread_id, o.since
      from private.thread_view_counts o
      where o.since < days_until
        and (o.since at time zone 'UTC')::time = '00:00' and extract(isodow from o.since at time zone 'UTC') <> 1
      order by o.since
      limit batch
      for update skip locked
    )
    returning v.thread_id, v.since, v.views
  ), folded as (
    insert into private.thread_view_counts as kept (thread_id, since, views)
    select t.thread_id, date_trunc('week', t.since, 'UTC'), sum(t.views) from taken t group by 1, 2
    on conflict on constraint thread_view_counts_pkey do update set views = kept.views + excluded.views
  )
  select count(*) into days from taken;
  -- One row an hour.
  with taken as (
    delete from private.site_view_counts v
    where v.since < hours_until and v.since <> date_trunc('day', v.since, 'UTC')
    returning v.since, v.views
  )
  insert into private.site_view_counts as kept (since, views)
  select date_trunc('day', t.since, 'UTC'), sum(t.views) from taken t group by 1
  on conflict on constraint site_view_counts_pkey do update set views = kept.views + excluded.views;
  -- Two years: the frame of a year, and the one before it.
  delete from private.thread_view_counts v
  where (v.thread_id, v.since) in (
    select o.thread_id, o.since
    from private.thread_view_counts o
    where o.since < now() - interval '732 days'
    order by o.since
    limit batch
  );
  get diagnostics gone = row_count;
  delete from private.site_view_counts v where v.since < now() - interval '732 days';
  return hours + days + gone;
end
$$;

comment on function private.fold_view_counts() is
  'Folds up to 5,000 hours into days and as many days into weeks, forgets as many of more than two years ago, and changes the visitors'' key once a day; gives how many rows it took. Called by a job until it gives 0.';

create function private.site_views(since timestamptz) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(v.views), 0)::bigint from private.site_view_counts v where v.since >= site_views.since
$$;

comment on function private.site_views(timestamptz) is 'Views of all threads since then, to the hour.';

create function private.visitor_hash(address text, browser text, member uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  visitor text := member::text;
begin
  if visitor is null then
    -- A household has one IPv6 network and any number of addresses in it.
    if address ~ '^[0-9a-fA-F:]+$' and address ~ ':' and pg_input_is_valid(address, 'inet') then
      address := host(network(set_masklen(address::inet, 64)));
    end if;
    -- Phones in India share addresses by the thousand, so the browser counts too; but it names itself as it likes, so
    -- that it tells four visitors of an address apart and no more.
    visitor := address || ' ' || (hashtext(browser) & 3);
  end if;
  return (
    select ('x' || encode(substr(sha256(k.secret || convert_to(visitor, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
    from private.visitor_key k
  );
end
$$;

comment on function private.visitor_hash(text, text, uuid) is
  'A visitor as a number that means nothing tomorrow: a member, or one of four browsers of an address.';

create function private.count_guest_views(views jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.count_views(array_agg(g.thread_id), array_agg(private.visitor_hash(g.address, g.browser, null)))
  from jsonb_to_recordset(count_guest_views.views) as g (thread_id uuid, address text, browser text)
$$;

comment on function private.count_guest_views(jsonb) is
  'Counts views as public.increment_thread_views() does, for many guests at once: objects of thread_id, address and browser.';

create function private.count_views(threads uuid[], visitors bigint[]) returns void
language sql volatile security definer set search_path = ''
as $$
  with seen as (
    insert into private.thread_views as v (thread_id, visitor, seen_at)
    select distinct t.id, g.visitor, now()
    from unnest(count_views.threads, count_views.visitors) as g (thread_id, visitor)
    join public.threads t on t.id = g.thread_id and not t.is_hidden
    -- In one order, so that two groups never wait for each other.
    order by 1, 2
    on conflict on constraint thread_views_pkey do update
      set seen_at = excluded.seen_at
      where v.seen_at <= excluded.seen_at - interval '30 minutes'
    returning v.thread_id
  )
  insert into private.uncounted_views (thread_id) select s.thread_id from seen s
$$;

comment on function private.count_views(uuid[], bigint[]) is
  'Counts a view of each thread by the visitor at the same place, once per visitor in 30 minutes.';

revoke all on function public.increment_thread_views(uuid) from public, anon, authenticated, service_role;

grant execute on function
  public.increment_thread_views(uuid), private.site_views(timestamptz)
  to anon, authenticated, service_role;

grant execute on function
  private.flush_thread_views(), private.fold_view_counts(), private.count_guest_views(jsonb)
  to service_role, site_jobs;

create table public.bookmarks (
  user_id uuid not null default auth.uid(),
  thread_id uuid not null,
  created_at timestamptz not null default now(),
  note text,
  remind_at timestamptz,
  constraint bookmarks_pkey primary key (user_id, thread_id),
  constraint bookmarks_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint bookmarks_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint bookmarks_note_length check (char_length(note) between 1 and 280)
);

comment on table public.bookmarks is 'Threads that a member wants to find again.';

comment on column public.bookmarks.note is 'The member''s own words about it.';

comment on column public.bookmarks.remind_at is 'When the member wants to be reminded; null once that was done.';

create index bookmarks_remind_at_idx on public.bookmarks (remind_at) where remind_at is not null;

create index bookmarks_thread_id_idx on public.bookmarks (thread_id);

create index bookmarks_user_id_created_at_idx on public.bookmarks (user_id, created_at desc);

alter table public.bookmarks enable row level security;

revoke all on public.bookmarks from public, anon, authenticated, service_role;

grant select, delete on public.bookmarks to authenticated;

grant insert (user_id, thread_id, note, remind_at), update (note, remind_at) on public.bookmarks to authenticated;

grant select, insert, update, delete on public.bookmarks to service_role;

create policy read_own on public.bookmarks
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.bookmarks
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_write())
    and exists (select from public.threads t where t.id = thread_id)
  );

create policy update_own on public.bookmarks
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create policy delete_own on public.bookmarks
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_write()));

create table public.thread_subscriptions (
  user_id uuid not null default auth.uid(),
  thread_id uuid not null,
  created_at timestamptz not null default now(),
  last_read_at timestamptz not null default now(),
  constraint thread_subscriptions_pkey primary key (user_id, thread_id),
  constraint thread_subscriptions_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint thread_subscriptions_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table public.thread_subscriptions is
  'Threads that a member follows; the author of a thread follows it. A follower is notified of a new reply within seconds, and of no other before that one is read.';

create index thread_subscriptions_followers_idx on public.thread_subscriptions (thread_id, user_id);

alter table public.thread_subscriptions enable row level security;

revoke all on public.thread_subscriptions from public, anon, authenticated, service_role;

grant select, delete on public.thread_subscriptions to authenticated;

grant insert (user_id, thread_id, last_read_at) on public.thread_subscriptions to authenticated;

grant update (last_read_at) on public.thread_subscriptions to authenticated;

grant select, insert, update, delete on public.thread_subscriptions to service_role;

create policy read_own on public.thread_subscriptions
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.thread_subscriptions
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_write())
    and exists (select from public.threads t where t.id = thread_id)
  );

create policy update_own on public.thread_subscriptions
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create policy delete_own on public.thread_subscriptions
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_write()));

create trigger zzz_limit_writes after insert on public.bookmarks
  referencing new table as written
  for each statement execute function private.limit_writes('bookmark', '60', '60', '0', '60');

create trigger zzz_limit_writes after insert on public.thread_subscriptions
  referencing new table as written
  for each statement execute function private.limit_writes('subscription', '60', '60', '0', '60');

create table public.reply_bookmarks (
  user_id uuid not null default auth.uid(),
  reply_id uuid not null,
  note text,
  remind_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reply_bookmarks_pkey primary key (user_id, reply_id),
  constraint reply_bookmarks_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint reply_bookmarks_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint reply_bookmarks_note_length check (char_length(note) between 1 and 280)
);

comment on table public.reply_bookmarks is 'Replies that a member wants to find again.';

comment on column public.reply_bookmarks.note is 'The member''s own words about it.';

comment on column public.reply_bookmarks.remind_at is
  'When the member wants to be reminded; null once that was done.';

create index reply_bookmarks_reply_id_idx on public.reply_bookmarks (reply_id);

create index reply_bookmarks_user_id_created_at_idx on public.reply_bookmarks (user_id, created_at desc);

create index reply_bookmarks_remind_at_idx on public.reply_bookmarks (remind_at) where remind_at is not null;

alter table public.reply_bookmarks enable row level security;

revoke all on public.reply_bookmarks from public, anon, authenticated, service_role;

grant select, delete on public.reply_bookmarks to authenticated;

grant insert (user_id, reply_id, note, remind_at), update (note, remind_at) on public.reply_bookmarks to authenticated;

grant select, insert, update, delete on public.reply_bookmarks to service_role;

create policy read_own on public.reply_bookmarks
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.reply_bookmarks
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_write())
    and exists (select from public.replies r where r.id = reply_id)
  );

create policy update_own on public.reply_bookmarks
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create policy delete_own on public.reply_bookmarks
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_write()));

create trigger zzz_limit_writes after insert on public.reply_bookmarks
  referencing new table as written
  for each statement execute function private.limit_writes('bookmark', '60', '60', '0', '60');

create function private.check_reminder() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.remind_at not between now() - interval '1 minute' and now() + interval '366 days' then
    raise sqlstate 'PT422' using message = 'A reminder must be within the next 366 days.';
  end if;
  return new;
end
$$;

comment on function private.check_reminder() is 'Refuses a reminder in the past, or in more than a year.';

create trigger check_reminder before insert or update of remind_at on public.bookmarks
  for each row when (new.remind_at is not null) execute function private.check_reminder();

create trigger check_reminder before insert or update of remind_at on public.reply_bookmarks
  for each row when (new.remind_at is not null) execute function private.check_reminder();

create function public.my_bookmarks(max_rows integer default 20, skip integer default 0)
returns table (thread_id uuid, reply_id uuid, note text, remind_at timestamptz, created_at timestamptz)
language sql stable rows 20
begin atomic
  select k.thread_id, k.reply_id, k.note, k.remind_at, k.created_at
  from (
    select b.thread_id, null::uuid as reply_id, b.note, b.remind_at, b.created_at
    from public.bookmarks b
    join public.threads t on t.id = b.thread_id
    where b.user_id = (select auth.uid())
    union all
    select r.thread_id, b.reply_id, b.note, b.remind_at, b.created_at
    from public.reply_bookmarks b
    join public.replies r on r.id = b.reply_id
    join public.threads t on t.id = r.thread_id
    where b.user_id = (select auth.uid())
  ) k
  order by k.created_at desc, k.thread_id, k.reply_id
  limit least(greatest(max_rows, 0), 100) offset greatest(skip, 0);
end;

comment on function public.my_bookmarks(integer, integer) is
  'The caller''s bookmarks of threads and replies that the caller may read, newest first.';

create function private.send_reminders(batch integer default 100) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
  sent bigint := 0;
begin
  for due in
    with threads as materialized (
      select x.user_id, x.thread_id, null::uuid as reply_id
      from public.bookmarks x
      where x.remind_at <= now() and private.is_due('reminders', x.user_id || ' ' || x.thread_id)
      order by x.remind_at limit send_reminders.batch for update skip locked
    ), replies as materialized (
      select x.user_id, null::uuid as thread_id, x.reply_id
      from public.reply_bookmarks x
      where x.remind_at <= now() and private.is_due('reminders', x.user_id || ' ' || x.reply_id)
      order by x.remind_at limit send_reminders.batch for update skip locked
    )
    select * from threads
    union all
    select * from replies
  loop
    sent := sent + private.attempt(
      'reminders', due.user_id || ' ' || coalesce(due.reply_id, due.thread_id),
      format('select private.remind(%L, %L, %L)', due.user_id, due.thread_id, due.reply_id)
    );
  end loop;
  return sent;
end
$$;

comment on function private.send_reminders(integer) is
  'Notifies members of bookmarks whose time has come, a batch at a time, and nobody of hidden posts. Called by a job.';

create function private.remind(member uuid, thread uuid, reply uuid) returns bigint
language plpgsql set search_path = ''
as $$
declare
  note text;
begin
  if reply is null then
    update public.bookmarks b set remind_at = null
    where b.user_id = remind.member and b.thread_id = remind.thread
    returning b.note into note;
  else
    update public.reply_bookmarks b set remind_at = null
    where b.user_id = remind.member and b.reply_id = remind.reply
    returning b.note into note;
    select r.thread_id into thread from public.replies r where r.id = remind.reply;
  end if;
  -- The bell and mails read under the member's policies too; this leaves no row of what is hidden.
  if exists (
    select
    from public.threads t
    left join public.replies r on r.id = remind.reply
    where t.id = remind.thread
      and (not t.is_hidden or t.author_id = remind.member)
      and (remind.reply is null or private.is_shown(r) or r.author_id = remind.member)
  ) and exists (
    select from public.profiles p where p.id = remind.member and p.user_level <> 'Banned' and not p.is_deleted
  ) then
    perform private.create_notification(remind.member, 'bookmark_reminder', null, remind.thread, remind.reply, null, note);
  end if;
  return 1;
end
$$;

comment on function private.remind(uuid, uuid, uuid) is
  'Notifies a member of a bookmark of theirs, which the caller has locked: of a thread, or of a reply.';

revoke all on function public.my_bookmarks(integer, integer) from public, anon, authenticated, service_role;

grant execute on function public.my_bookmarks(integer, integer) to authenticated;

grant execute on function private.send_reminders(integer) to service_role, site_jobs;

create table public.mutes (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  member_id uuid,
  category_id uuid,
  tag text,
  word text,
  created_at timestamptz not null default now(),
  constraint mutes_pkey primary key (id),
  constraint mutes_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint mutes_member_id_fkey foreign key (member_id) references public.profiles (id) on delete cascade,
  constraint mutes_category_id_fkey foreign key (category_id) references public.forum_categories (id) on delete cascade,
  constraint mutes_once unique nulls not distinct (user_id, member_id, category_id, tag, word),
  constraint mutes_one_subject check (num_nonnulls(member_id, category_id, tag, word) = 1),
  constraint mutes_not_oneself check (user_id <> member_id),
  constraint mutes_tag_spelling check (char_length(tag) between 1 and 30 and tag = private.tag_key(tag)),
  constraint mutes_word_spelling check (char_length(word) between 2 and 40 and word = private.plain_words(word))
);

comment on table public.mutes is
  'Members, categories, tags and words that a member does not want to read. Only the member can see it.';

comment on column public.mutes.word is 'One word or several, as private.plain_words spells them.';

create index mutes_member_id_idx on public.mutes (member_id) where member_id is not null;

create index mutes_category_id_idx on public.mutes (category_id) where category_id is not null;

alter table public.mutes enable row level security;

revoke all on public.mutes from public, anon, authenticated, service_role;

grant select, insert (user_id, member_id, category_id, tag, word), delete on public.mutes to authenticated;

grant select, insert, update, delete on public.mutes to service_role;

create policy read_own on public.mutes for select to authenticated
  using (user_id = (select auth.uid()));

create policy insert_own on public.mutes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create policy delete_own on public.mutes for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create trigger limit_rows
  after insert on public.mutes
  referencing new table as written
  for each statement execute function private.limit_rows_of_member('200', 'You can mute 200 members, words, tags and categories. Unmute one first.');

create trigger zzz_limit_writes
  after insert on public.mutes
  referencing new table as written
  for each statement execute function private.limit_writes('mute', '60', '60', '0', '60');

create function private.muted_words(reader uuid) returns text[]
language sql stable
return coalesce(
  (select array_agg(' ' || m.word || ' ') from public.mutes m where m.user_id = muted_words.reader and m.word is not null),
  '{}'
);

comment on function private.muted_words(uuid) is 'The words that a member mutes, each with a space before and after.';

create function private.muted_members(reader uuid) returns uuid[]
language sql stable
return coalesce(
  (select array_agg(m.member_id) from public.mutes m where m.user_id = muted_members.reader and m.member_id is not null),
  '{}'
);

comment on function private.muted_members(uuid) is 'The members whom a member mutes.';

create function private.has_word(spaced text, words text[]) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  word text;
begin
  foreach word in array words loop
    if strpos(spaced, word) > 0 then
      return true;
    end if;
  end loop;
  return false;
end
$$;

comment on function private.has_word(text, text[]) is
  'Whether a text as private.spaced_words gives it has one of the words of private.muted_words.';

create function private.is_muted_by(members uuid[], words text[], author uuid, content text) returns boolean
language sql immutable parallel safe
return author = any (members)
  or (words <> '{}' and private.has_word(private.spaced_words(content), words));

comment on function private.is_muted_by(uuid[], text[], uuid, text) is
  'Whether a text is muted by who mutes these members and words (private.muted_members, private.muted_words).';

create function private.is_muted_thread(reader uuid, thread public.threads) returns boolean
language sql stable set plan_cache_mode = 'force_generic_plan'
begin atomic
  select thread.author_id <> is_muted_thread.reader and exists (
    select
    from public.mutes m
    where m.user_id = is_muted_thread.reader
      and (
        m.member_id = thread.author_id
        or m.category_id = thread.category_id
        or m.tag in (select private.tag_key(t.tag) from unnest(thread.tags) as t (tag))
        or (m.word is not null and strpos((select private.spaced_words(thread.title)), ' ' || m.word || ' ') > 0)
      )
  );
end;

comment on function private.is_muted_thread(uuid, public.threads) is
  'Whether a member mutes the author, the category, a tag or a word of the title of a thread. Never one of their own.';

create function private.is_muted_post(reader uuid, author uuid, content text) returns boolean
language sql stable
return private.is_muted_by(
  private.muted_members(is_muted_post.reader), private.muted_words(is_muted_post.reader),
  is_muted_post.author, is_muted_post.content
);

comment on function private.is_muted_post(uuid, uuid, text) is
  'Whether a member mutes the author of a text, or a word in it. A list fetches the mutes once: private.is_muted_by.';

grant execute on function
  private.muted_words(uuid), private.muted_members(uuid), private.has_word(text, text[]),
  private.is_muted_by(uuid[], text[], uuid, text), private.is_muted_thread(uuid, public.threads),
  private.is_muted_post(uuid, uuid, text)
  to authenticated, service_role;

create table public.thread_reads (
  user_id uuid not null default auth.uid(),
  thread_id uuid not null,
  read_until timestamptz not null,
  read_at timestamptz not null default date_trunc('day', now()),
  constraint thread_reads_pkey primary key (user_id, thread_id),
  constraint thread_reads_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint thread_reads_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
) with (fillfactor = 80);

comment on table public.thread_reads is 'How far a member has read a thread. Only the member can see it; it is deleted after a year.';

comment on column public.thread_reads.read_until is
  'When the last reply was written that the member has read; when the thread was started, if it is none. A time and not a number: replies before it may be deleted.';

comment on column public.thread_reads.read_at is
  'The day on which the member read on. Not the time: most updates then change no indexed column.';

create index thread_reads_thread_id_idx on public.thread_reads (thread_id);

create index thread_reads_recent_idx on public.thread_reads (user_id, read_at desc, thread_id);

create index thread_reads_read_at_idx on public.thread_reads (read_at);

alter table public.thread_reads enable row level security;

revoke all on public.thread_reads from public, anon, authenticated, service_role;

grant select, delete on public.thread_reads to authenticated;

grant insert (user_id, thread_id, read_until), update (read_until) on public.thread_reads to authenticated;

grant select, insert, update, delete on public.thread_reads to service_role;

create policy read_own on public.thread_reads
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.thread_reads
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_write())
    and exists (select from public.threads t where t.id = thread_id)
  );

create policy update_own on public.thread_reads
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create policy delete_own on public.thread_reads
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_write()));

create function private.keep_read_until() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.read_until := least(new.read_until, now());
  if tg_op = 'UPDATE' then
    new.read_until := greatest(new.read_until, old.read_until);
    new.read_at := date_trunc('day', now());
  end if;
  return new;
end
$$;

create trigger keep_read_until
  before insert or update of read_until on public.thread_reads
  for each row execute function private.keep_read_until();

create trigger zzz_limit_writes after insert on public.thread_reads
  referencing new table as written
  for each statement execute function private.limit_writes('read', '360', '60', '0', '60');

create trigger zzz_limit_updates after update on public.thread_reads
  referencing new table as written
  for each statement execute function private.limit_writes('read', '360', '60', '0', '60');

create function public.mark_thread_read(thread_id uuid, reply_id uuid default null) returns void
language sql volatile
begin atomic
  insert into public.thread_reads as s (thread_id, read_until)
  select t.id, greatest(t.created_at, r.created_at)
  from public.threads t
  left join public.replies r on r.id = mark_thread_read.reply_id and r.thread_id = t.id
  where t.id = mark_thread_read.thread_id and private.may_write()
  on conflict on constraint thread_reads_pkey do update
    set read_until = excluded.read_until where excluded.read_until > s.read_until;
end;

comment on function public.mark_thread_read(uuid, uuid) is
  'Stores that the caller has read a thread up to this reply; without one, its opening post. What was read stays read.';

create function public.merge_thread_reads(marks text[]) returns void
language sql volatile
begin atomic
  insert into public.thread_reads as s (thread_id, read_until)
  select t.id,
    case
      when m.replies >= t.reply_count then t.last_activity
      else coalesce((
        select r.created_at
        from public.replies r
        where r.thread_id = t.id and not r.is_hidden and m.replies > 0
        order by r.created_at desc, r.id desc
        offset t.reply_count - m.replies limit 1
      ), t.created_at)
    end
  from (
    select left(x.mark, 8) as prefix, max(split_part(x.mark, '.', 2)::integer) as replies
    from unnest(merge_thread_reads.marks[1:300]) as x (mark)
    where x.mark ~ '^[0-9a-f]{8}\.[0-9]{1,8}$'
    group by 1
  ) m
  cross join lateral (
    select x.id, x.reply_count, x.last_activity, x.created_at
    from public.threads x
    where x.id >= (m.prefix || '-0000-0000-0000-000000000000')::uuid
      and x.id <= (m.prefix || '-ffff-ffff-ffff-ffffffffffff')::uuid
    order by x.id
    limit 1
  ) t
  where private.may_write() and t.reply_count - m.replies <= 500
  order by t.id
  on conflict on constraint thread_reads_pkey do update
    set read_until = excluded.read_until where excluded.read_until > s.read_until;
end;

comment on function public.merge_thread_reads(text[]) is
  'Stores what a browser remembered of a guest who signs in: `1a2b3c4d.12` is a thread and how many replies it had, 300 at most.';

create function private.has_unread_replies(thread uuid, since timestamptz, reader uuid, members uuid[], words text[])
returns boolean
language sql stable set plan_cache_mode = 'force_generic_plan'
begin atomic
  select exists (
    select
    from (
      select l.content
      from (
        select r.author_id, r.content, r.created_at
        from public.replies r
        where r.thread_id = has_unread_replies.thread and r.created_at > has_unread_replies.since
          and not r.is_hidden and not r.is_thread_hidden and r.author_id <> has_unread_replies.reader
        order by r.created_at desc
        limit 100
      ) l
      where l.author_id <> all (has_unread_replies.members)
      order by l.created_at desc
      limit 20
    ) u
    where has_unread_replies.words = '{}'
      or not private.has_word(private.spaced_words(u.content), has_unread_replies.words)
  );
end;

comment on function private.has_unread_replies(uuid, timestamptz, uuid, uuid[], text[]) is
  'Whether a thread is unread for who has read until then: of the latest 100 replies by others, and the latest 20 of these by authors that are not muted, one has no muted word.';

create function public.unread_replies(thread_ids uuid[])
returns table (thread_id uuid, unread integer, first_unread uuid)
language sql stable rows 20
begin atomic
  select s.thread_id, coalesce(n.replies, 0),
    case when n.looked < 100 then n.first_reply else (
      select e.id
      from (
        select r.id, r.author_id, r.created_at
        from public.replies r
        where r.thread_id = s.thread_id and r.created_at > s.read_until
          and not r.is_hidden and not r.is_thread_hidden and r.author_id <> s.user_id
        order by r.created_at, r.id
        limit 500
      ) e
      where e.author_id <> all ((select private.muted_members((select auth.uid())))::uuid[])
      order by e.created_at, e.id
      limit 1
    ) end
  from public.thread_reads s
  join public.threads t on t.id = s.thread_id
  left join lateral (
    select count(*) filter (where not c.is_muted)::integer as replies, count(*)::integer as looked,
      (array_agg(c.id order by c.created_at, c.id) filter (where not c.is_muted))[1] as first_reply
    from (
      select w.id, w.created_at,
        w.place <= 20 and (select private.muted_words((select auth.uid()))) <> '{}'
          and private.has_word(private.spaced_words(w.content), (select private.muted_words((select auth.uid()))))
          as is_muted
      from (
        select l.id, l.created_at, l.content, row_number() over (order by l.created_at desc) as place
        from (
          select r.id, r.author_id, r.content, r.created_at
          from public.replies r
          where r.thread_id = s.thread_id and r.created_at > s.read_until
            and not r.is_hidden and not r.is_thread_hidden and r.author_id <> s.user_id
            and t.last_activity > s.read_until
            and private.has_unread_replies(
              s.thread_id, s.read_until, s.user_id,
              (select private.muted_members((select auth.uid()))), (select private.muted_words((select auth.uid())))
            )
          order by r.created_at desc
          limit 500
        ) l
        where l.author_id <> all ((select private.muted_members((select auth.uid())))::uuid[])
        order by l.created_at desc
        limit 100
      ) w
    ) c
  ) n on true
  where s.user_id = (select auth.uid()) and s.thread_id = any (unread_replies.thread_ids[1:100]);
end;

comment on function public.unread_replies(uuid[]) is
  'Of these threads (100 at most) those that the caller has opened: how many replies by others are new, counted to 100, and the first of them.';

create function private.delete_old_thread_reads() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.thread_reads s
    where s.ctid = any (array(
      select x.ctid from public.thread_reads x
      where x.read_at < now() - interval '1 year'
      order by x.read_at limit 1000
    ))
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_thread_reads() is
  'Forgets what members read more than a year ago; returns the number of rows. Called by a job.';

create function public.unread_threads(max_rows integer default 20, skip integer default 0)
returns setof public.threads
language sql stable rows 20
begin atomic
  select (c.thread).*
  from (
    select t as thread, t.id, t.last_activity, s.read_until
    from public.thread_reads s
    join public.threads t on t.id = s.thread_id
    where s.user_id = (select auth.uid()) and t.last_activity > s.read_until
    order by t.last_activity desc, t.id
    offset 0
  ) c
  where not private.is_muted_thread((select auth.uid()), c.thread)
    and private.has_unread_replies(
      c.id, c.read_until, (select auth.uid()),
      (select private.muted_members((select auth.uid()))), (select private.muted_words((select auth.uid())))
    )
  order by c.last_activity desc, c.id
  limit least(greatest(unread_threads.max_rows, 0), 100) offset greatest(unread_threads.skip, 0);
end;

comment on function public.unread_threads(integer, integer) is
  'Threads that the caller has opened or follows and in which others have replied since, the latest activity first.';

create function public.mark_all_read(seconds_ago integer default 0) returns integer
language sql volatile
begin atomic
  with marked as (
    update public.thread_reads s
    set read_until = now() - make_interval(secs => least(greatest(mark_all_read.seconds_ago, 0), 60))
    where s.user_id = (select auth.uid())
      and s.thread_id in (
        select u.thread_id
        from public.thread_reads u
        join public.threads t on t.id = u.thread_id
        where u.user_id = (select auth.uid()) and t.last_activity > u.read_until
        order by t.last_activity desc
        limit 300
      )
    returning 1
  )
  select count(*)::integer from marked;
end;

comment on function public.mark_all_read(integer) is
  'Marks the caller''s unread threads as read, 300 at most, but for replies of the last `seconds_ago` seconds; returns their number.';

create function public.unread_in_category(category uuid, max_rows integer default 20, skip integer default 0)
returns table (thread_id uuid)
language sql stable rows 20
begin atomic
  select c.id
  from (
    select t as thread, t.id, t.last_activity, s.read_until
    from public.thread_reads s
    join public.threads t on t.id = s.thread_id
    where s.user_id = (select auth.uid()) and t.category_id = unread_in_category.category
      and t.last_activity > s.read_until
    order by t.last_activity desc, t.id
    offset 0
  ) c
  where not private.is_muted_thread((select auth.uid()), c.thread)
    and private.has_unread_replies(
      c.id, c.read_until, (select auth.uid()),
      (select private.muted_members((select auth.uid()))), (select private.muted_words((select auth.uid())))
    )
  order by c.last_activity desc, c.id
  limit least(greatest(unread_in_category.max_rows, 0), 100) offset greatest(unread_in_category.skip, 0);
end;

comment on function public.unread_in_category(uuid, integer, integer) is
  'Threads of a category that the caller has opened and in which others have replied since, the latest activity first.';

revoke all on function
  public.mark_thread_read(uuid, uuid), public.merge_thread_reads(text[]), public.unread_replies(uuid[]),
  public.unread_threads(integer, integer), public.mark_all_read(integer),
  public.unread_in_category(uuid, integer, integer)
  from public, anon, authenticated, service_role;

grant execute on function
  public.mark_thread_read(uuid, uuid), public.merge_thread_reads(text[]), public.unread_replies(uuid[]),
  public.unread_threads(integer, integer), public.mark_all_read(integer),
  public.unread_in_category(uuid, integer, integer)
  to authenticated;

grant execute on function
  private.has_unread_replies(uuid, timestamptz, uuid, uuid[], text[])
  to authenticated, service_role;

grant execute on function private.delete_old_thread_reads() to service_role, site_jobs;

create function private.read_categories() returns setof uuid
language sql stable rows 3
begin atomic
  select t.category_id
  from (
    select s.thread_id
    from public.thread_reads s
    where s.user_id = (select auth.uid())
    order by s.read_at desc
    limit 200
  ) recent
  join public.threads t on t.id = recent.thread_id
  where not exists (
    select from public.mutes m where m.user_id = (select auth.uid()) and m.category_id = t.category_id
  )
  group by t.category_id
  order by count(*) desc, t.category_id
  limit 3;
end;

comment on function private.read_categories() is
  'The three categories of which the caller has lately opened the most threads.';

create function public.for_you(max_rows integer default 20)
returns table (thread_id uuid)
language sql stable rows 20
begin atomic
  with chosen as (
    (
      select c.id, 0 as rank, c.last_activity as at
      from (
        select t as thread, t.id, t.last_activity, greatest(s.last_read_at, r.read_until) as read_until
        from (
          select x.user_id, x.thread_id, x.last_read_at
          from public.thread_subscriptions x
          where x.user_id = (select auth.uid())
          order by x.created_at desc
          limit 300
        ) s
        join public.threads t on t.id = s.thread_id
        left join public.thread_reads r on r.user_id = s.user_id and r.thread_id = s.thread_id
        where t.last_activity > greatest(s.last_read_at, r.read_until, now() - interval '30 days')
        order by t.last_activity desc
        offset 0
      ) c
      where not private.is_muted_thread((select auth.uid()), c.thread)
        and private.has_unread_replies(
          c.id, c.read_until, (select auth.uid()),
          (select private.muted_members((select auth.uid()))), (select private.muted_words((select auth.uid())))
        )
      order by c.last_activity desc
      limit least(greatest(for_you.max_rows, 0), 50)
    )
    union all
    (
      select t.id, 0, t.last_activity
      from public.follows f
      cross join lateral (
        select x.id, x.last_activity
        from public.threads x
        where x.author_id = f.followed_id and x.created_at > now() - interval '30 days'
          and not x.is_hidden and not x.is_deleted and not private.is_muted_thread((select auth.uid()), x)
          and not exists (
            select from public.thread_reads r where r.user_id = (select auth.uid()) and r.thread_id = x.id
          )
        order by x.created_at desc
        limit 5
      ) t
      where f.follower_id = (select auth.uid())
      order by t.last_activity desc
      limit least(greatest(for_you.max_rows, 0), 50)
    )
    union all
    (
      select t.id, 1, t.created_at
      from private.read_categories() c (id)
      cross join lateral (
        select x.id, x.created_at
        from public.threads x
        where x.category_id = c.id and x.created_at > now() - interval '30 days'
          and not x.is_hidden and not x.is_deleted and x.author_id <> (select auth.uid())
          and not private.is_muted_thread((select auth.uid()), x)
          and not exists (
            select from public.thread_reads r where r.user_id = (select auth.uid()) and r.thread_id = x.id
          )
        order by x.created_at desc
        limit least(greatest(for_you.max_rows, 0), 50)
      ) t
    )
    union all
    (
      select x.id, 2, x.last_activity
      from public.threads x
      where not x.is_hidden and not x.is_deleted and not private.is_muted_thread((select auth.uid()), x)
      order by x.last_activity desc, x.id
      limit least(greatest(for_you.max_rows, 0), 50)
    )
  )
  select o.id
  from (select distinct on (c.id) c.id, c.rank, c.at from chosen c order by c.id, c.rank) o
  order by o.rank, o.at desc, o.id
  limit least(greatest(for_you.max_rows, 0), 50);
end;

comment on function public.for_you(integer) is
  'Threads for the caller to read next, 50 at most: unread ones that they follow or that members wrote whom they follow, then new ones in the categories that they read, then the latest.';

create function public.new_in_read_categories(since timestamptz)
returns table (name text, slug text, threads integer)
language sql stable rows 3
begin atomic
  select g.name, g.slug, n.threads
  from private.read_categories() c (id)
  join public.forum_categories g on g.id = c.id
  cross join lateral (
    select count(*)::integer as threads
    from (
      select
      from public.threads x
      where x.category_id = c.id
        and x.created_at > greatest(new_in_read_categories.since, now() - interval '30 days')
        and not x.is_hidden and not x.is_deleted and x.author_id <> (select auth.uid())
        and not private.is_muted_thread((select auth.uid()), x)
        and not exists (
          select from public.thread_reads r where r.user_id = (select auth.uid()) and r.thread_id = x.id
        )
      limit 100
    ) l
  ) n
  where n.threads > 0
  order by n.threads desc, g.name;
end;

comment on function public.new_in_read_categories(timestamptz) is
  'Of the three categories that the caller reads most: how many threads were started since and not opened, counted to 100. Of the last 30 days at most.';

revoke all on function
  public.for_you(integer), public.new_in_read_categories(timestamptz)
  from public, anon, authenticated, service_role;

grant execute on function private.read_categories() to authenticated, service_role;

grant execute on function public.for_you(integer), public.new_in_read_categories(timestamptz) to authenticated;

create table public.watches (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  category_id uuid,
  tag text,
  created_at timestamptz not null default now(),
  constraint watches_pkey primary key (id),
  constraint watches_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint watches_category_id_fkey foreign key (category_id) references public.forum_categories (id) on delete cascade,
  constraint watches_once unique nulls not distinct (user_id, category_id, tag),
  constraint watches_one_subject check (num_nonnulls(category_id, tag) = 1),
  constraint watches_tag_spelling check (char_length(tag) between 1 and 30 and tag = private.tag_key(tag))
);

comment on table public.watches is
  'Categories and tags in which a new thread notifies a member. Only the member can see it.';

comment on column public.watches.tag is 'As private.tag_key spells it. It need not be in use.';

create index watches_category_id_idx on public.watches (category_id, user_id) where category_id is not null;

create index watches_tag_idx on public.watches (tag, user_id) where tag is not null;

alter table public.watches enable row level security;

revoke all on public.watches from public, anon, authenticated, service_role;

grant select, insert (user_id, category_id, tag), delete on public.watches to authenticated;

grant select, insert, update, delete on public.watches to service_role;

create policy read_own on public.watches for select to authenticated
  using (user_id = (select auth.uid()));

create policy insert_own on public.watches for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create policy delete_own on public.watches for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create trigger limit_rows
  after insert on public.watches
  referencing new table as written
  for each statement execute function private.limit_rows_of_member('100', 'You can watch 100 categories and tags. Stop watching one first.');

create trigger zzz_limit_writes
  after insert on public.watches
  referencing new table as written
  for each statement execute function private.limit_writes('watch', '60', '60', '0', '60');

create function private.notification_topics() returns text[]
language sql immutable parallel safe
return '{replies,follows,members,watched,mentions,upvotes,reminders,wikis}'::text[];

comment on function private.notification_topics() is 'The topics by which a member chooses how notifications come.';

create function private.notification_topic(kind text) returns text
language sql immutable parallel safe
return case kind
  when 'reply_to_thread' then 'replies'
  when 'reply_to_reply' then 'replies'
  when 'reply_accepted' then 'replies'
  when 'reply_to_followed' then 'follows'
  when 'thread_by_followed' then 'members'
  when 'thread_watched' then 'watched'
  when 'mention' then 'mentions'
  when 'chat_mention' then 'mentions'
  when 'upvotes' then 'upvotes'
  when 'bookmark_reminder' then 'reminders'
  when 'wiki_edited' then 'wikis'
end;

comment on function private.notification_topic(text) is
  'The topic of a kind of notification; null: it cannot be switched off.';

create table public.notifications (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  actor_id uuid,
  thread_id uuid,
  reply_id uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  figure integer,
  detail text,
  constraint notifications_pkey primary key (id),
  constraint notifications_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint notifications_actor_id_fkey foreign key (actor_id) references public.profiles (id) on delete cascade,
  constraint notifications_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint notifications_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint notifications_kind_known check (kind in (
    'reply_to_thread', 'reply_to_reply', 'reply_to_followed', 'reply_accepted', 'thread_by_followed',
    'thread_watched', 'mention', 'upvotes', 'post_hidden', 'post_shown',
    'post_locked', 'post_unlocked', 'post_removed', 'report_resolved', 'report_dismissed',
    'level_changed', 'export_ready', 'bookmark_reminder', 'chat_mention', 'wiki_edited'
  ))
);

comment on table public.notifications is
  'What concerns a member: answers, mentions, upvotes, and what moderation did. Written by triggers alone.';

comment on column public.notifications.figure is 'upvotes: how many the post has reached.';

comment on column public.notifications.detail is
  'post_removed: the thread''s title; level_changed: the new level; a report: what the admin wrote to it; bookmark_reminder: the bookmark''s note; chat_mention: the room''s slug, null for the common one.';

comment on column public.notifications.actor_id is 'Who wrote; null where it is nobody''s business (upvotes, moderation).';

create index notifications_user_id_idx on public.notifications (user_id, created_at desc);

create index notifications_unread_idx on public.notifications (user_id) where read_at is null;

create index notifications_actor_id_idx on public.notifications (actor_id);

create index notifications_thread_id_idx on public.notifications (thread_id);

create index notifications_reply_id_idx on public.notifications (reply_id);

create unique index notifications_followed_once on public.notifications (user_id, thread_id)
  where kind = 'reply_to_followed' and read_at is null;

create index notifications_created_at_idx on public.notifications (created_at);

alter table public.notifications enable row level security;

revoke all on public.notifications from public, anon, authenticated, service_role;

grant select, delete on public.notifications to authenticated;

grant update (read_at) on public.notifications to authenticated;

grant select, insert, update, delete on public.notifications to service_role;

create policy update_own on public.notifications
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create policy delete_own on public.notifications
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_write()));

create policy read_own on public.notifications for select to authenticated
  using (
    user_id = (select auth.uid())
    and (
      thread_id is null
      or exists (
        select from public.threads t
        where t.id = notifications.thread_id
          and (
            private.notification_topic(notifications.kind) is null
            or not private.is_muted_thread((select auth.uid()), t)
          )
      )
    )
    and (reply_id is null or exists (select from public.replies r where r.id = notifications.reply_id))
    and not exists (
      select from public.profiles p where p.id = notifications.actor_id and p.user_level = 'Banned'
    )
    and not exists (
      select from public.mutes m where m.user_id = (select auth.uid()) and m.member_id = notifications.actor_id
    )
  );

create table public.notification_settings (
  user_id uuid not null default auth.uid(),
  muted text[] not null default '{}',
  mailed text[] not null default '{replies,mentions}',
  hides_content boolean not null default false,
  digested text[] not null default '{}',
  digest text not null default 'off',
  digest_day smallint not null default 1,
  digest_hour smallint not null default 8,
  digest_threads boolean not null default false,
  constraint notification_settings_pkey primary key (user_id),
  constraint notification_settings_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint notification_settings_muted_known check (
    muted <@ private.notification_topics() and cardinality(muted) <= 10
  ),
  constraint notification_settings_mailed_known check (
    mailed <@ private.notification_topics() and 'upvotes' <> all (mailed) and cardinality(mailed) <= 10
  ),
  constraint notification_settings_digested_known check (
    digested <@ private.notification_topics() and cardinality(digested) <= 10
  ),
  constraint notification_settings_digest_known check (digest in ('off', 'daily', 'weekly')),
  constraint notification_settings_digest_day_bounds check (digest_day between 1 and 7),
  constraint notification_settings_digest_hour_bounds check (digest_hour between 0 and 23)
);

comment on table public.notification_settings is
  'Which notifications a member does not want; without a row all come. What moderation did is always told.';

comment on column public.notification_settings.muted is
  'Topics that do not come: replies, follows, members, watched, mentions, upvotes, reminders, wikis.';

comment on column public.notification_settings.mailed is
  'Topics that are mailed too while unread, of the same without upvotes. What is muted is not mailed.';

comment on column public.notification_settings.hides_content is
  'The reader shares a phone or mailbox: mails and push name no title, no text and no member.';

comment on column public.notification_settings.digested is
  'Topics that come in the digest while unread. What is muted or mailed is not in it.';

comment on column public.notification_settings.digest is 'off, daily or weekly.';

comment on column public.notification_settings.digest_day is 'The day of a weekly digest: 1 is Monday, 7 is Sunday.';

comment on column public.notification_settings.digest_hour is 'The hour of a digest in Indian time.';

comment on column public.notification_settings.digest_threads is
  'The digest names new threads too: by followed members, and in the categories that the member reads.';

alter table public.notification_settings enable row level security;

revoke all on public.notification_settings from public, anon, authenticated, service_role;

grant select on public.notification_settings to authenticated;

grant insert (
  user_id, muted, mailed, hides_content, digested, digest, digest_day, digest_hour, digest_threads
) on public.notification_settings to authenticated;

grant update (
  muted, mailed, hides_content, digested, digest, digest_day, digest_hour, digest_threads
) on public.notification_settings to authenticated;

grant select, insert, update, delete on public.notification_settings to service_role;

create policy read_own on public.notification_settings
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.notification_settings
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create policy update_own on public.notification_settings
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create function private.is_muted(member uuid, topic text) returns boolean
language sql stable
return exists (
  select from public.notification_settings s where s.user_id = is_muted.member and is_muted.topic = any (s.muted)
);

create function private.create_notification(
  member uuid, kind text, actor uuid, thread uuid, reply uuid, figure integer default null, detail text default null,
  at timestamptz default now()
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  topic text := private.notification_topic(create_notification.kind);
begin
  if topic is not null and (
    private.is_muted(create_notification.member, topic)
    or exists (
      select from public.threads t
      where t.id = create_notification.thread and private.is_muted_thread(create_notification.member, t)
    )
    or private.is_muted_post(
      create_notification.member, create_notification.actor,
      (select r.content from public.replies r where r.id = create_notification.reply)
    )
  ) then
    return false;
  end if;
  insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id, figure, detail, created_at)
  values (
    create_notification.member, create_notification.kind, create_notification.actor, create_notification.thread,
    create_notification.reply, create_notification.figure, create_notification.detail, create_notification.at
  );
  return true;
end
$$;

create function private.publish_notification() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.notifications := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.publish_change(jsonb_build_object(
    'table', 'notifications', 'op', tg_op, 'id', subject.id, 'owner', subject.user_id
  ));
  return null;
end
$$;

create trigger zz_announce
  after insert or update or delete on public.notifications
  for each row execute function private.publish_notification();

create function private.keep_one_unread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.notifications n
    where n.user_id = new.user_id and n.thread_id = new.thread_id and n.kind = 'reply_to_followed'
      and n.read_at is null and n.id <> new.id
  ) then
    new.read_at := old.read_at;
  end if;
  return new;
end
$$;

create trigger keep_one_unread
  before update of read_at on public.notifications
  for each row when (new.read_at is null and old.read_at is not null and new.kind = 'reply_to_followed')
  execute function private.keep_one_unread();

create function private.prune_notifications() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.notifications
    where id in (
      select n.id
      from public.notifications n
      where n.created_at < now() - interval '180 days'
      order by n.created_at
      -- Each tells its owner's channels that it is gone: a piece at a time.
      limit 1000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.prune_notifications() is
  'Deletes the oldest notifications, of more than 180 days ago; returns their number. Called by a job.';

create index notifications_new_threads_idx on public.notifications (user_id, created_at)
  where read_at is null and kind in ('thread_by_followed', 'thread_watched');

create function private.has_room_for_new_threads(member uuid) returns boolean
language sql stable
begin atomic
  select count(*) < 100 and count(*) filter (where n.created_at > now() - interval '1 hour') < 20
  from (
    select x.created_at
    from public.notifications x
    where x.user_id = has_room_for_new_threads.member
      and x.read_at is null and x.kind in ('thread_by_followed', 'thread_watched')
    order by x.created_at desc
    limit 100
  ) n;
end;

comment on function private.has_room_for_new_threads(uuid) is
  'Whether a member has few enough unread notifications of new threads: 20 of the last hour, 100 in all.';

create index notifications_chat_mentions_idx on public.notifications (user_id, created_at)
  where kind = 'chat_mention';

grant execute on function
  private.notification_topics(), private.notification_topic(text)
  to authenticated, service_role;

grant execute on function private.is_muted(uuid, text) to service_role;

grant execute on function private.prune_notifications() to service_role, site_jobs;

create table private.new_replies (
  reply_id uuid not null,
  created_at timestamptz not null default now(),
  constraint new_replies_pkey primary key (reply_id)
);

comment on table private.new_replies is
  'Replies of which nobody was notified yet. Written by private.count_reply, emptied by private.notify_of_replies.';

create table private.reply_outbox (
  id bigint generated always as identity,
  thread_id uuid not null,
  reply_id uuid not null,
  author_id uuid not null,
  told uuid[] not null,
  last_id bigint,
  after_follower uuid,
  created_at timestamptz not null default now(),
  constraint reply_outbox_pkey primary key (id)
);

comment on table private.reply_outbox is
  'Replies whose thread''s followers are still to be told. Written by private.notify_of_replies, emptied by private.notify_followers.';

comment on column private.reply_outbox.told is 'Who was told of this reply at once; its author is among them.';

comment on column private.reply_outbox.last_id is
  'Set when a pass over the followers began with this row: the last row of the thread that the pass covers.';

comment on column private.reply_outbox.after_follower is 'How far the pass came, in the order of the followers'' ids.';

create index reply_outbox_thread_id_idx on private.reply_outbox (thread_id, id);

revoke all on private.reply_outbox from public, anon, authenticated, service_role;

revoke all on sequence private.reply_outbox_id_seq from public, anon, authenticated, service_role;

create function private.notify_followers(batch integer default 250) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  base private.reply_outbox;
begin
  -- Of a thread at random, the first row: it says how far a pass came.
  select o.* into base
  from private.reply_outbox o
  where not exists (select from private.reply_outbox e where e.thread_id = o.thread_id and e.id < o.id)
    and private.is_due('reply_outbox', o.thread_id::text)
  order by random()
  limit 1
  for update skip locked;
  if not found then
    return 0;
  end if;
  return private.attempt(
    'reply_outbox', base.thread_id::text,
    format('select private.tell_followers(%L, %s)', base.id, notify_followers.batch)
  );
end
$$;

comment on function private.notify_followers(integer) is
  'Tells a batch of the followers of a thread whose replies wait, taken at random; gives 0 when none waits. Called by a job until then.';

create function private.tell_followers(outbox_id bigint, batch integer) returns bigint
language plpgsql set search_path = ''
as $$
declare
  base private.reply_outbox;
  looked integer;
  latest uuid;
begin
  select o.* into base from private.reply_outbox o where o.id = tell_followers.outbox_id;
  -- One pass serves the replies that wait when it begins: in a lively thread nobody is told of more than one.
  if base.last_id is null then
    select max(w.id) into base.last_id
    from (
      select o.id from private.reply_outbox o where o.thread_id = base.thread_id order by o.id limit 50
    ) w;
  end if;
  with followers as materialized (
    select s.user_id, s.created_at,
      private.muted_members(s.user_id) as muted_members, private.muted_words(s.user_id) as muted_words
    from public.thread_subscriptions s
    where s.thread_id = base.thread_id
      and (base.after_follower is null or s.user_id > base.after_follower)
      and exists (select from public.profiles p where p.id = s.user_id and p.user_level <> 'Banned')
      and not exists (
        select from public.notification_settings c where c.user_id = s.user_id and 'follows' = any (c.muted)
      )
      and not exists (
        select from public.threads t where t.id = s.thread_id and private.is_muted_thread(s.user_id, t)
      )
      and not exists (
        select
        from public.notifications n
        where n.user_id = s.user_id and n.thread_id = s.thread_id and n.kind = 'reply_to_followed' and n.read_at is null
      )
    order by s.user_id
    limit tell_followers.batch
  ), waiting as materialized (
    -- The words are made once for all followers, and only if one of them mutes words.
    select o.id, o.reply_id, o.author_id, o.told, o.created_at,
      case when exists (select from followers f where f.muted_words <> '{}') then private.spaced_words(r.content) end
        as words
    from private.reply_outbox o
    join public.replies r on r.id = o.reply_id
    where o.thread_id = base.thread_id and o.id between base.id and base.last_id
      and not r.is_hidden and not r.is_thread_hidden
  ), told as (
    insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id)
    select f.user_id, 'reply_to_followed', w.author_id, base.thread_id, w.reply_id
    from followers f
    cross join lateral (
      select w.author_id, w.reply_id
      from waiting w
      where f.user_id <> all (w.told) and f.created_at <= w.created_at
        and w.author_id <> all (f.muted_members)
        and (f.muted_words = '{}' or not private.has_word(w.words, f.muted_words))
      order by w.created_at, w.id
      limit 1
    ) w
    on conflict (user_id, thread_id) where kind = 'reply_to_followed' and read_at is null do nothing
  )
  select count(*), (array_agg(f.user_id order by f.user_id desc))[1] into looked, latest from followers f;
  if looked < tell_followers.batch then
    delete from private.reply_outbox o where o.thread_id = base.thread_id and o.id between base.id and base.last_id;
  else
    update private.reply_outbox o
    set after_follower = latest, last_id = base.last_id
    where o.id = base.id;
  end if;
  return looked + 1;
end
$$;

comment on function private.tell_followers(bigint, integer) is
  'Tells a batch of the followers of the thread of that row, which the caller has locked.';

create function private.hand_on_notifications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.threads t where t.id = old.thread_id) then
    update public.notifications n
    set reply_id = m.reply_id, actor_id = m.author_id
    from (
      select f.id, later.id as reply_id, later.author_id
      from public.notifications f
      cross join lateral (
        select r.id, r.author_id
        from public.replies r
        where r.thread_id = old.thread_id and (r.created_at, r.id) > (old.created_at, old.id)
          and r.author_id <> f.user_id and not r.is_hidden and not r.is_thread_hidden
          and not exists (select from public.notifications o where o.user_id = f.user_id and o.reply_id = r.id)
          -- Whom that one concerns is still to be found out.
          and not exists (select from private.new_replies q where q.reply_id = r.id)
        order by r.created_at, r.id
        limit 1
      ) later
      where f.reply_id = old.id and f.kind = 'reply_to_followed' and f.read_at is null
    ) m
    where n.id = m.id;
  end if;
  return old;
end
$$;

create trigger hand_on_notifications
  before delete on public.replies
  for each row execute function private.hand_on_notifications();

create function private.tell_of_reply(new_reply uuid) returns bigint
language plpgsql set search_path = ''
as $$
declare
  reply record;
  told uuid[];
  answered uuid;
  member uuid;
begin
  -- One that was hidden meanwhile notifies, too: the policy read_own shows that when the reply is shown again.
  select r.id, r.thread_id, r.author_id, r.parent_id, r.content, t.author_id as thread_author, q.created_at
  into strict reply
  from private.new_replies q
  join public.replies r on r.id = q.reply_id
  join public.threads t on t.id = r.thread_id
  where q.reply_id = tell_of_reply.new_reply;
  told := array[reply.author_id];
  if reply.parent_id is not null then
    select r.author_id into answered from public.replies r where r.id = reply.parent_id;
    if answered is not null and answered <> reply.author_id and private.create_notification(
      answered, 'reply_to_reply', reply.author_id, reply.thread_id, reply.id, at => reply.created_at
    ) then
      told := told || answered;
    end if;
  end if;
  for member in select n from private.record_new_mentions(reply.content, reply.author_id, null, reply.id) n loop
    if member <> all (told) and private.create_notification(
      member, 'mention', reply.author_id, reply.thread_id, reply.id, at => reply.created_at
    ) then
      told := told || member;
    end if;
  end loop;
  if reply.thread_author <> all (told) then
    if exists (
      select
      from public.thread_subscriptions s
      where s.user_id = reply.thread_author and s.thread_id = reply.thread_id and s.created_at <= reply.created_at
    ) then
      perform private.create_notification(
        reply.thread_author, 'reply_to_thread', reply.author_id, reply.thread_id, reply.id, at => reply.created_at
      );
    end if;
    -- Told by this reason or by none.
    told := told || reply.thread_author;
  end if;
  if exists (
    select
    from public.thread_subscriptions s
    where s.thread_id = reply.thread_id and s.user_id <> all (told)
  ) then
    insert into private.reply_outbox (thread_id, reply_id, author_id, told, created_at)
    values (reply.thread_id, reply.id, reply.author_id, told, reply.created_at);
  end if;
  delete from private.new_replies q where q.reply_id = reply.id;
  return 1;
end
$$;

comment on function private.tell_of_reply(uuid) is
  'Notifies whom that reply concerns, and queues it for the followers. The caller has locked its row in new_replies.';

revoke all on private.new_replies from public, anon, authenticated, service_role;

create function private.notify_of_replies() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  first_id uuid;
  reply uuid;
begin
  -- Ids are random, so the first from a random id on is one at random.
  foreach first_id in array array[gen_random_uuid(), '00000000-0000-0000-0000-000000000000'] loop
    -- One that is being deleted is left to the next run, because waiting for it could be a deadlock.
    select q.reply_id into reply
    from private.new_replies q
    join public.replies r on r.id = q.reply_id
    join public.threads t on t.id = r.thread_id
    where q.reply_id >= first_id and private.is_due('new_replies', q.reply_id::text)
    order by q.reply_id
    limit 1
    for update of q skip locked
    for key share of r, t skip locked;
    exit when found;
  end loop;
  if reply is null then
    delete from private.new_replies q where not exists (select from public.replies r where r.id = q.reply_id);
    return 0;
  end if;
  return private.attempt('new_replies', reply::text, format('select private.tell_of_reply(%L)', reply));
end
$$;

comment on function private.notify_of_replies() is
  'Notifies whom a new reply concerns (who is answered, named, or wrote the thread) and queues it for followers, taken at random; gives 0 when none waits. Called by a job until then.';

grant execute on function private.notify_followers(integer), private.notify_of_replies() to service_role, site_jobs;

create table private.mentions (
  id bigint generated always as identity,
  user_id uuid not null,
  thread_id uuid,
  reply_id uuid,
  constraint mentions_pkey primary key (id),
  constraint mentions_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint mentions_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint mentions_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint mentions_one_post check (num_nonnulls(thread_id, reply_id) = 1),
  constraint mentions_once unique nulls not distinct (thread_id, reply_id, user_id)
);

comment on table private.mentions is
  'Whom a post has named so far, ten at most: an edit tells the new ones only, and no series of edits tells a crowd.';

create index mentions_user_id_idx on private.mentions (user_id);

create index mentions_reply_id_idx on private.mentions (reply_id) where reply_id is not null;

revoke all on private.mentions from public, anon, authenticated, service_role;

revoke all on sequence private.mentions_id_seq from public, anon, authenticated, service_role;

create function private.extract_mentions(html text) returns table (member uuid, place bigint)
language plpgsql stable set search_path = ''
as $$
declare
  said text;
begin
  if strpos(extract_mentions.html, '@') = 0 then
    return;
  end if;
  select string_agg(case when p.depth <= 0 then p.piece end, ' ' order by p.place) into said
  from (
    select case when s.place = 1 then s.piece else substr(s.piece, 2) end as piece, s.place,
      sum(case when s.place = 1 then 0 when left(s.piece, 1) = '+' then 1 else -1 end) over (order by s.place) as depth
    from string_to_table(
      regexp_replace(
        regexp_replace(translate(extract_mentions.html, E'\x01', ' '), '<(?:blockquote|pre|code)>', E'\x01+', 'g'),
        '</(?:blockquote|pre|code)>', E'\x01-', 'g'
      ), E'\x01'
    ) with ordinality as s (piece, place)
  ) p;
  return query
    select n.member, min(n.place) as place
    from (
      select distinct on (m.place) p.id as member, m.place
      from (
        select f.match[1] as name, f.place
        from regexp_matches(
          regexp_replace(coalesce(said, ''), '<[^<>]*>', ' ', 'g'),
          '(?<![A-Za-z0-9_.@/-])@([A-Za-z0-9_.-]{3,30})(?![A-Za-z0-9_.-])', 'g'
        ) with ordinality as f (match, place)
        limit 100
      ) m
      -- 'as @asha.' ends a sentence, unless somebody is called so.
      join public.profiles p on lower(p.username) in (lower(m.name), lower(rtrim(m.name, '.-')))
      where p.user_level <> 'Banned'
      order by m.place, lower(p.username) = lower(m.name) desc
    ) n
    group by n.member;
end
$$;

comment on function private.extract_mentions(text) is 'The members that a text names with @, in its order, each once.';

create function private.record_new_mentions(html text, author uuid, thread uuid, reply uuid) returns setof uuid
language sql volatile set search_path = ''
as $$
  insert into private.mentions (user_id, thread_id, reply_id)
  select n.member, record_new_mentions.thread, record_new_mentions.reply
  from private.extract_mentions(record_new_mentions.html) n
  where n.member <> record_new_mentions.author and not exists (
    select
    from private.mentions m
    where m.user_id = n.member
      and (m.thread_id = record_new_mentions.thread or m.reply_id = record_new_mentions.reply)
  )
  order by n.place
  limit greatest(0, 10 - (
    select count(*)
    from private.mentions m
    where m.thread_id = record_new_mentions.thread or m.reply_id = record_new_mentions.reply
  ))
  on conflict on constraint mentions_once do nothing
  returning user_id
$$;

create function private.tell_of_mentions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- The two tables share no column list: what only one of them has is asked for by name.
  post jsonb := to_jsonb(new);
  thread uuid := case when tg_table_name = 'threads' then new.id else (post ->> 'thread_id')::uuid end;
  reply uuid := case when tg_table_name = 'replies' then new.id end;
  -- Whose words they are: an edit is the editor's. An import has no editor.
  writer uuid := coalesce((select p.id from public.profiles p where p.id = (select auth.uid())), new.author_id);
  member uuid;
begin
  if new.is_hidden or strpos(new.content, '@') = 0 then
    return null;
  end if;
  -- The job that notifies of a new reply reads it as it is then; waits for one that has read it.
  perform from private.new_replies q where q.reply_id = reply for update;
  if found then
    return null;
  end if;
  for member in
    select n from private.record_new_mentions(new.content, writer, case when reply is null then thread end, reply) n
  loop
    perform private.create_notification(member, 'mention', writer, thread, reply);
  end loop;
  return null;
end
$$;

create trigger tell_of_mentions
  after insert on public.threads
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.tell_of_mentions();

create trigger tell_of_mentions_update
  after update of content on public.threads
  for each row when (old.content is distinct from new.content)
  execute function private.tell_of_mentions();

create trigger tell_of_mentions_update
  after update of content on public.replies
  for each row when (old.content is distinct from new.content)
  execute function private.tell_of_mentions();

create table private.upvote_milestones (
  id bigint generated always as identity,
  thread_id uuid,
  reply_id uuid,
  threshold integer not null,
  constraint upvote_milestones_pkey primary key (id),
  constraint upvote_milestones_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint upvote_milestones_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint upvote_milestones_once unique nulls not distinct (thread_id, reply_id, threshold)
);

comment on table private.upvote_milestones is 'The numbers of upvotes that a post has been told of.';

create index upvote_milestones_reply_id_idx on private.upvote_milestones (reply_id) where reply_id is not null;

revoke all on private.upvote_milestones from public, anon, authenticated, service_role;

revoke all on sequence private.upvote_milestones_id_seq from public, anon, authenticated, service_role;

create function private.is_upvote_milestone(upvotes integer) returns boolean
language sql immutable strict parallel safe
return upvotes in (1, 5, 10, 25, 50)
  or upvotes >= 100 and regexp_replace(upvotes::text, '0+$', '') in ('1', '25', '5');

create function private.tell_of_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid;
  thread uuid;
  upvotes integer;
begin
  if new.thread_id is not null then
    select t.author_id, t.id, t.upvote_count into author, thread, upvotes
    from public.threads t where t.id = new.thread_id;
    upvotes := upvotes - (
      select count(*) from public.reactions x where x.thread_id = new.thread_id and x.user_id = author
    );
  else
    select r.author_id, r.thread_id, r.upvote_count into author, thread, upvotes
    from public.replies r where r.id = new.reply_id;
    upvotes := upvotes - (
      select count(*) from public.reactions x where x.reply_id = new.reply_id and x.user_id = author
    );
  end if;
  if author = new.user_id or not private.is_upvote_milestone(upvotes) then
    return null;
  end if;
  insert into private.upvote_milestones (thread_id, reply_id, threshold)
  values (new.thread_id, new.reply_id, upvotes)
  on conflict on constraint upvote_milestones_once do nothing;
  if found then
    perform private.create_notification(author, 'upvotes', null, thread, new.reply_id, upvotes);
  end if;
  return null;
end
$$;

create trigger tell_of_upvotes
  after insert on public.reactions
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.tell_of_upvotes();

create function private.tell_of_thread_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- Only by an admin's hand; with its account a thread goes without a word.
    if (select auth.uid()) <> old.author_id and private.is_admin() then
      perform private.create_notification(old.author_id, 'post_removed', null, null, null, null, old.title);
    end if;
    return null;
  end if;
  if new.author_id = (select auth.uid()) then
    return null;
  end if;
  if new.is_hidden <> old.is_hidden then
    perform private.create_notification(
      new.author_id, case when new.is_hidden then 'post_hidden' else 'post_shown' end, null, new.id, null);
  end if;
  if new.is_locked <> old.is_locked then
    perform private.create_notification(
      new.author_id, case when new.is_locked then 'post_locked' else 'post_unlocked' end, null, new.id, null);
  end if;
  return null;
end
$$;

create trigger tell_of_moderation_update
  after update of is_hidden, is_locked on public.threads
  for each row when (old.is_hidden <> new.is_hidden or old.is_locked <> new.is_locked)
  execute function private.tell_of_thread_moderation();

create trigger tell_of_moderation_delete
  after delete on public.threads
  for each row when (pg_trigger_depth() = 0)
  execute function private.tell_of_thread_moderation();

create function private.tell_of_reply_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if (select auth.uid()) <> old.author_id and private.is_admin() then
      perform private.create_notification(
        old.author_id, 'post_removed', null, old.thread_id, null, null,
        (select t.title from public.threads t where t.id = old.thread_id)
      );
    end if;
  elsif new.author_id is distinct from (select auth.uid()) then
    perform private.create_notification(
      new.author_id, case when new.is_hidden then 'post_hidden' else 'post_shown' end, null, new.thread_id, new.id);
  end if;
  return null;
end
$$;

create trigger tell_of_moderation_update
  after update of is_hidden on public.replies
  for each row when (old.is_hidden <> new.is_hidden)
  execute function private.tell_of_reply_moderation();

create trigger tell_of_moderation_delete
  after delete on public.replies
  for each row when (pg_trigger_depth() = 0)
  execute function private.tell_of_reply_moderation();

create function private.tell_of_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.reporter_id is distinct from (select auth.uid()) then
    perform private.create_notification(
      new.reporter_id, case new.state when 'resolved' then 'report_resolved' else 'report_dismissed' end,
      null, null, null, null, new.resolution
    );
  end if;
  return null;
end
$$;

create function private.tell_of_level() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.id is distinct from (select auth.uid()) then
    perform private.create_notification(new.id, 'level_changed', null, null, null, null, new.user_level);
  end if;
  return null;
end
$$;

create trigger tell_of_level
  after update of user_level on public.profiles
  for each row when (old.user_level <> new.user_level and new.user_level <> 'Banned')
  execute function private.tell_of_level();

create table private.thread_outbox (
  id bigint generated always as identity not null,
  thread_id uuid not null,
  after_member uuid,
  created_at timestamptz not null default now(),
  constraint thread_outbox_pkey primary key (id),
  constraint thread_outbox_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table private.thread_outbox is
  'New threads whose followers and watchers are still to be told. Emptied by private.notify_of_new_threads.';

comment on column private.thread_outbox.after_member is 'How far it came, in the order of the members'' ids.';

create index thread_outbox_thread_id_idx on private.thread_outbox (thread_id);

revoke all on private.thread_outbox from public, anon, authenticated, service_role;

create function private.queue_new_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.follows f where f.followed_id = new.author_id)
    or exists (select from public.watches w where w.category_id = new.category_id)
    or exists (
      select from public.watches w where w.tag = any (array(select private.tag_key(t.tag) from unnest(new.tags) as t (tag)))
    ) then
    insert into private.thread_outbox (thread_id) values (new.id);
  end if;
  return null;
end
$$;

create trigger queue_new_thread
  after insert on public.threads
  for each row when (
    new.title <> '' and not new.is_hidden and current_setting('arthachowk.importing', true) is distinct from 'on'
  )
  execute function private.queue_new_thread();

create function private.notify_of_new_threads(batch integer default 250) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  base private.thread_outbox;
begin
  select o.* into base
  from private.thread_outbox o
  where private.is_due('thread_outbox', o.thread_id::text)
  order by random()
  limit 1
  for update skip locked;
  if not found then
    return 0;
  end if;
  return private.attempt(
    'thread_outbox', base.thread_id::text,
    format('select private.tell_of_new_thread(%L, %s)', base.id, notify_of_new_threads.batch)
  );
end
$$;

comment on function private.notify_of_new_threads(integer) is
  'Tells a batch of those who follow the author, or watch the category or a tag, of a thread that waits, taken at random; gives 0 when none waits. Called by a job until then.';

create function private.tell_of_new_thread(outbox_id bigint, batch integer) returns bigint
language plpgsql set search_path = ''
as $$
declare
  base private.thread_outbox;
  after_member uuid;
  thread public.threads;
  tags text[];
  looked integer;
  latest uuid;
begin
  select o.* into base from private.thread_outbox o where o.id = tell_of_new_thread.outbox_id;
  select t.* into thread
  from public.threads t
  join public.profiles p on p.id = t.author_id
  where t.id = base.thread_id and not t.is_hidden and not t.is_deleted and p.user_level <> 'Banned';
  if not found then
    delete from private.thread_outbox o where o.id = base.id;
    return 1;
  end if;
  after_member := coalesce(base.after_member, '00000000-0000-0000-0000-000000000000');
  tags := array(select distinct private.tag_key(t.tag) from unnest(thread.tags) as t (tag));
  with reasons as (
    -- Each part gives its first members after that one, so the first of all of them are among these.
    (
      select f.follower_id as user_id, 'thread_by_followed' as kind
      from public.follows f
      where f.followed_id = thread.author_id and f.follower_id > after_member
      order by f.follower_id
      limit tell_of_new_thread.batch
    )
    union all
    (
      select w.user_id, 'thread_watched'
      from public.watches w
      where w.category_id = thread.category_id and w.user_id > after_member
      order by w.user_id
      limit tell_of_new_thread.batch
    )
    union all
    select w.user_id, 'thread_watched'
    from unnest(tags) as one (tag)
    cross join lateral (
      select x.user_id
      from public.watches x
      where x.tag = one.tag and x.user_id > after_member
      order by x.user_id
      limit tell_of_new_thread.batch
    ) w
  ), members as materialized (
    select r.user_id, array_agg(distinct r.kind) as kinds
    from reasons r
    group by r.user_id
    order by r.user_id
    limit tell_of_new_thread.batch
  ), told as (
    insert into public.notifications (user_id, kind, actor_id, thread_id)
    select m.user_id, k.kind, thread.author_id, thread.id
    from members m
    join public.profiles p on p.id = m.user_id and p.user_level <> 'Banned'
    cross join lateral (
      -- 'thread_by_followed' comes first.
      select min(one.kind) as kind
      from unnest(m.kinds) as one (kind)
      where not private.is_muted(m.user_id, private.notification_topic(one.kind))
    ) k
    where k.kind is not null and m.user_id <> thread.author_id and not private.is_muted_thread(m.user_id, thread)
      and private.has_room_for_new_threads(m.user_id)
      -- The opening post may have mentioned them.
      and not exists (select from public.notifications n where n.thread_id = thread.id and n.user_id = m.user_id)
  )
  select count(*), (array_agg(m.user_id order by m.user_id desc))[1] into looked, latest from members m;
  if looked < tell_of_new_thread.batch then
    delete from private.thread_outbox o where o.id = base.id;
  else
    update private.thread_outbox o set after_member = latest where o.id = base.id;
  end if;
  return looked + 1;
end
$$;

comment on function private.tell_of_new_thread(bigint, integer) is
  'Tells a batch of those who follow the author, or watch the category or a tag, of the thread of that row, which the caller has locked.';

grant execute on function private.notify_of_new_threads(integer) to service_role, site_jobs;

create table private.notification_mails (
  notification_id uuid not null,
  user_id uuid not null,
  thread_id uuid not null,
  topic text not null,
  due_at timestamptz not null default now() + interval '1 minute',
  taken_at timestamptz,
  letter_id uuid,
  constraint notification_mails_pkey primary key (notification_id),
  constraint notification_mails_notification_id_fkey foreign key (notification_id)
    references public.notifications (id) on delete cascade
);

comment on table private.notification_mails is
  'Notifications that are to be mailed, or were. A row goes with its notification.';

comment on column private.notification_mails.taken_at is
  'When it was handed to the mailer; without a mail: when it exceeded the limit, and began to wait for a summary.';

comment on column private.notification_mails.letter_id is 'The mail that it belongs to; null: it waits.';

comment on column private.notification_mails.due_at is 'infinity: it waits for the member''s digest.';

create index notification_mails_due_at_idx on private.notification_mails (due_at) where taken_at is null;

create index notification_mails_user_id_idx on private.notification_mails (user_id, taken_at);

create index notification_mails_waiting_idx on private.notification_mails (user_id) where letter_id is null;

create index notification_mails_letter_id_idx on private.notification_mails (letter_id) where letter_id is not null;

revoke all on private.notification_mails from public, anon, authenticated, service_role;

grant select on private.notification_mails to service_role;

create function private.mailed_topics(member uuid) returns text[]
language sql stable
return coalesce(
  (
    select array(select unnest(s.mailed) except select unnest(s.muted))
    from public.notification_settings s where s.user_id = mailed_topics.member
  ),
  '{replies,mentions}'
);

comment on function private.mailed_topics(uuid) is 'The kinds of notifications that a member gets by mail.';

create function private.queue_notification_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  topic text := private.notification_topic(new.kind);
  due timestamptz;
begin
  -- An accepted reply is not worth a mail of its own.
  if new.kind <> 'reply_accepted' and topic = any (private.mailed_topics(new.user_id)) then
    due := now() + interval '1 minute';
  elsif topic = any (private.digested_topics(new.user_id)) then
    due := 'infinity';
  end if;
  if due is not null and exists (select from public.site_settings s where s.notification_mail) then
    insert into private.notification_mails (notification_id, user_id, thread_id, topic, due_at)
    values (new.id, new.user_id, new.thread_id, topic, due);
  end if;
  return null;
end
$$;

create trigger queue_mail
  after insert on public.notifications
  for each row when (new.thread_id is not null)
  execute function private.queue_notification_mail();

create function private.take_notification_mails(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  with due as (
    select m.user_id, m.thread_id, m.topic
    from private.notification_mails m
    where m.taken_at is null and m.due_at <= now()
    order by m.due_at
    limit batch
    for update skip locked
  ), letters as (
    select m.user_id, m.thread_id, m.topic,
      (array_agg(m.notification_id order by m.due_at, m.notification_id))[1] as letter,
      row_number() over (partition by m.user_id order by min(m.due_at)) as place
    from private.notification_mails m
    where m.taken_at is null and m.due_at < 'infinity'
      and (m.user_id, m.thread_id, m.topic) in (select d.user_id, d.thread_id, d.topic from due d)
    group by m.user_id, m.thread_id, m.topic
  ), taken as (
    update private.notification_mails m
    set taken_at = now(),
      letter_id = case
        when l.place + (
          select count(distinct x.letter_id)
          from private.notification_mails x
          where x.user_id = l.user_id and x.taken_at > now() - interval '1 hour'
        ) <= 20 then l.letter
      end
    from letters l
    where m.user_id = l.user_id and m.thread_id = l.thread_id and m.topic = l.topic
      and m.taken_at is null and m.due_at < 'infinity'
    returning m.user_id, m.letter_id
  ), summed as (
    insert into private.digests (user_id, kind, next_at)
    select distinct t.user_id, 'summary', now() + interval '1 hour' from taken t where t.letter_id is null
    on conflict (user_id, kind) do nothing
  )
  select distinct t.letter_id from taken t where t.letter_id is not null
$$;

comment on function private.take_notification_mails(integer) is
  'The same of notifications that are to be mailed: the mails that they make up.';

create function private.stop_notification_mail(member uuid, topic text) returns void
language sql volatile set search_path = ''
as $$
  insert into public.notification_settings as s (user_id, mailed)
  select p.id, case stop_notification_mail.topic
    when 'all' then '{}' else array_remove('{replies,mentions}', stop_notification_mail.topic)
  end
  from public.profiles p where p.id = stop_notification_mail.member and not p.is_deleted
  on conflict (user_id) do update
  set mailed = case stop_notification_mail.topic
      when 'all' then '{}' else array_remove(s.mailed, stop_notification_mail.topic)
    end,
    digest = case stop_notification_mail.topic when 'digest' then 'off' else s.digest end
$$;

comment on function private.stop_notification_mail(uuid, text) is
  'Ends the mails of one topic for a member; digest: the digest; all: every mail of a notification but the digest.';

grant execute on function private.mailed_topics(uuid), private.stop_notification_mail(uuid, text) to service_role;

grant execute on function private.take_notification_mails(integer) to site_jobs;

create table public.mail_refusals (
  user_id uuid not null,
  address text not null,
  kind text not null,
  times integer not null default 1,
  refused_at timestamptz not null default now(),
  is_paused boolean not null,
  constraint mail_refusals_pkey primary key (user_id),
  constraint mail_refusals_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint mail_refusals_kind_known check (kind in ('hard', 'soft', 'complaint'))
);

comment on table public.mail_refusals is
  'Members whose mail was refused. A row concerns the address that it names; another address of the account is not paused.';

comment on column public.mail_refusals.kind is
  'The latest refusal. hard: there is no such mailbox; soft: it is full, or refused for another reason; complaint: reported as unwanted.';

comment on column public.mail_refusals.times is 'Refusals of this address, with less than 30 days between two.';

create index mail_refusals_refused_at_idx on public.mail_refusals (refused_at);

alter table public.mail_refusals enable row level security;

revoke all on public.mail_refusals from public, anon, authenticated, service_role;

grant select, delete on public.mail_refusals to authenticated;

grant select, insert, update, delete on public.mail_refusals to service_role;

create policy read_own on public.mail_refusals for select to authenticated
  using (user_id = (select auth.uid()));

create policy delete_own on public.mail_refusals for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create function private.note_mail_refusal(address text, kind text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.newsletter_subscribers s
  set state = 'unsubscribed', unsubscribed_at = coalesce(s.unsubscribed_at, now())
  where lower(s.email) = lower(note_mail_refusal.address) and note_mail_refusal.kind in ('hard', 'complaint');

  insert into public.mail_refusals as r (user_id, address, kind, is_paused)
  select p.id, lower(note_mail_refusal.address), note_mail_refusal.kind, note_mail_refusal.kind <> 'soft'
  from auth.users u
  join public.profiles p on p.id = u.id and not p.is_deleted
  where lower(u.email) = lower(note_mail_refusal.address) and not u.is_sso_user and u.deleted_at is null
  on conflict (user_id) do update set
    address = excluded.address,
    kind = excluded.kind,
    refused_at = now(),
    times = case
      when r.address = excluded.address and r.refused_at > now() - interval '30 days' then least(r.times, 1000) + 1 else 1
    end,
    is_paused = excluded.is_paused or (
      r.address = excluded.address and (
        r.is_paused or (r.refused_at > now() - interval '30 days' and r.times >= 4)
      )
    );
$$;

comment on function private.note_mail_refusal(text, text) is
  'Notes that mail to an address was refused: hard and complaint pause it at once, soft at the fifth time.';

create function private.is_mail_paused(member uuid, address text) returns boolean
language sql stable
return exists (
  select from public.mail_refusals r
  where r.user_id = is_mail_paused.member and r.address = lower(is_mail_paused.address) and r.is_paused
);

comment on function private.is_mail_paused(uuid, text) is
  'Whether a member gets no notifications and digests at this address, because it refused mail.';

create function private.forget_mail_refusals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.mail_refusals r where r.user_id = new.id;
  return null;
end
$$;

create trigger forget_mail_refusals
  after update of is_deleted on public.profiles
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.forget_mail_refusals();

create function private.delete_old_mail_refusals() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.mail_refusals r
    where r.user_id in (
      select x.user_id from public.mail_refusals x
      where x.refused_at < now() - interval '1 year' order by x.refused_at limit 1000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_mail_refusals() is
  'Forgets refusals of a year ago, after which the address is tried again; returns their number. Called by a job.';

grant execute on function private.note_mail_refusal(text, text), private.is_mail_paused(uuid, text) to service_role;

grant execute on function private.delete_old_mail_refusals() to service_role, site_jobs;

create table private.digests (
  user_id uuid not null,
  kind text not null,
  next_at timestamptz not null,
  since timestamptz not null default now(),
  until timestamptz not null default now(),
  letter_id uuid,
  constraint digests_pkey primary key (user_id, kind),
  constraint digests_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint digests_kind_known check (kind in ('digest', 'summary'))
);

comment on table private.digests is
  'When a member gets the next mail of several notifications: a digest again and again, a summary of what exceeded an hour''s mails once.';

comment on column private.digests.letter_id is 'The latest digest, which names new threads from `since` to `until`.';

create index digests_next_at_idx on private.digests (next_at);

create index digests_letter_id_idx on private.digests (letter_id) where letter_id is not null;

revoke all on private.digests from public, anon, authenticated, service_role;

grant select on private.digests to service_role;

create function private.next_digest(digest text, day smallint, hour smallint, after timestamptz) returns timestamptz
language sql immutable parallel safe strict
begin atomic
  select min(d.at) at time zone 'Asia/Kolkata'
  from (
    select date_trunc('day', next_digest.after at time zone 'Asia/Kolkata')
      + make_interval(days => n.days, hours => next_digest.hour) as at
    from generate_series(0, 7) n (days)
  ) d
  where d.at > next_digest.after at time zone 'Asia/Kolkata'
    and (next_digest.digest = 'daily' or extract(isodow from d.at) = next_digest.day);
end;

comment on function private.next_digest(text, smallint, smallint, timestamptz) is
  'The first time after then at which a daily or weekly digest is due. India has no summer time.';

create function private.schedule_digest() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.digests d where d.user_id = old.user_id;
  elsif new.digest = 'off' then
    delete from private.digests d where d.user_id = new.user_id and d.kind = 'digest';
  else
    insert into private.digests (user_id, kind, next_at)
    values (new.user_id, 'digest', private.next_digest(new.digest, new.digest_day, new.digest_hour, now()))
    on conflict (user_id, kind) do update set next_at = excluded.next_at;
  end if;
  return null;
end
$$;

create trigger schedule_digest
  after insert or delete or update of digest, digest_day, digest_hour on public.notification_settings
  for each row execute function private.schedule_digest();

create function private.digested_topics(member uuid) returns text[]
language sql stable
return coalesce(
  (
    select array(select unnest(s.digested) except select unnest(s.muted) except select unnest(s.mailed))
    from public.notification_settings s where s.user_id = digested_topics.member and s.digest <> 'off'
  ),
  '{}'
);

comment on function private.digested_topics(uuid) is 'The topics of notifications that a member gets in a digest.';

create function private.take_digests(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  with due as materialized (
    select d.user_id, d.kind, gen_random_uuid() as letter_id
    from private.digests d
    where d.next_at <= now()
    order by d.next_at
    limit batch
    for update skip locked
  ), filled as (
    update private.notification_mails m
    set taken_at = now(), letter_id = d.letter_id
    from due d
    where m.user_id = d.user_id and m.letter_id is null
      and case d.kind
        when 'digest' then m.taken_at is null and m.due_at = 'infinity'
        else m.taken_at > now() - interval '1 day'
      end
    returning m.letter_id
  ), planned as (
    update private.digests d
    set next_at = private.next_digest(s.digest, s.digest_day, s.digest_hour, now()),
      since = d.until, until = now(), letter_id = x.letter_id
    from due x
    join public.notification_settings s on s.user_id = x.user_id and s.digest <> 'off'
    where d.user_id = x.user_id and d.kind = 'digest' and x.kind = 'digest'
    returning d.letter_id, s.digest_threads
  ), summed as (
    delete from private.digests d using due x
    where d.user_id = x.user_id and d.kind = 'summary' and x.kind = 'summary'
  )
  select f.letter_id from filled f
  union
  select p.letter_id from planned p where p.digest_threads
$$;

comment on function private.take_digests(integer) is
  'Takes the digests and summaries of so many members that are due: the mails that are to be written.';

grant execute on function private.digested_topics(uuid) to service_role;

grant execute on function private.take_digests(integer) to site_jobs;

create table public.push_subscriptions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  session_id uuid default (auth.jwt() ->> 'session_id')::uuid,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  constraint push_subscriptions_pkey primary key (id),
  constraint push_subscriptions_endpoint_once unique (endpoint),
  constraint push_subscriptions_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint push_subscriptions_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete cascade,
  constraint push_subscriptions_endpoint_length check (char_length(endpoint) <= 1000),
  constraint push_subscriptions_endpoint_known check (
    endpoint ~ '^https://(fcm\.googleapis\.com|([a-z0-9-]+\.)+(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))/[A-Za-z0-9_.~:/?=&%+-]+$'
  ),
  constraint push_subscriptions_p256dh_form check (p256dh ~ '^B[A-P][A-Za-z0-9_-]{84}[AEIMQUYcgkosw048]$'),
  constraint push_subscriptions_auth_form check (auth ~ '^[A-Za-z0-9_-]{21}[AQgw]$')
);

comment on table public.push_subscriptions is
  'Devices on which members get notifications. Only the member can see them.';

comment on column public.push_subscriptions.session_id is
  'The sign-in on that device. When it ends, by the member or otherwise, nothing is pushed there any more.';

comment on column public.push_subscriptions.endpoint is 'Where the browser''s push service takes messages for the device.';

comment on column public.push_subscriptions.p256dh is 'The device''s public key, with which messages are encrypted.';

comment on column public.push_subscriptions.auth is 'A secret that the device shares with the site alone.';

create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id);

create index push_subscriptions_session_id_idx on public.push_subscriptions (session_id);

alter table public.push_subscriptions enable row level security;

revoke all on public.push_subscriptions from public, anon, authenticated, service_role;

grant select, insert (user_id, endpoint, p256dh, auth), delete on public.push_subscriptions to authenticated;

grant select, insert, update, delete on public.push_subscriptions to service_role;

create policy read_own on public.push_subscriptions for select to authenticated
  using (user_id = (select auth.uid()));

create policy insert_own on public.push_subscriptions for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create policy delete_own on public.push_subscriptions for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create trigger limit_rows
  after insert on public.push_subscriptions
  referencing new table as written
  for each statement execute function private.limit_rows_of_member('10', 'You can have push on ten devices. Turn it off on one first.');

create trigger zzz_limit_writes
  after insert on public.push_subscriptions
  referencing new table as written
  for each statement execute function private.limit_writes('push', '20', '3600', '0', '3600');

create function private.forget_push_subscriptions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.push_subscriptions s where s.user_id = new.id;
  return null;
end
$$;

create trigger forget_push_subscriptions
  after update of is_deleted on public.profiles
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.forget_push_subscriptions();

create table private.notification_pushes (
  notification_id uuid not null,
  subscription_id uuid not null,
  subject text not null,
  due_at timestamptz not null default now() + interval '12 seconds',
  tries smallint not null default 0,
  sent_at timestamptz,
  constraint notification_pushes_pkey primary key (notification_id, subscription_id),
  constraint notification_pushes_notification_id_fkey foreign key (notification_id)
    references public.notifications (id) on delete cascade,
  constraint notification_pushes_subscription_id_fkey foreign key (subscription_id)
    references public.push_subscriptions (id) on delete cascade
);

comment on table private.notification_pushes is
  'Notifications that are to be pushed to a device, or were within the hour. A row goes with its notification and its device.';

comment on column private.notification_pushes.subject is 'Several notifications of the same subject are one message.';

comment on column private.notification_pushes.due_at is
  'When it is sent. While it is being sent: when it is sent again, unless it is known by then how that ended.';

create index notification_pushes_due_at_idx on private.notification_pushes (due_at) where sent_at is null;

create index notification_pushes_subscription_id_idx on private.notification_pushes (subscription_id, sent_at);

create index notification_pushes_sent_at_idx on private.notification_pushes (sent_at) where sent_at is not null;

revoke all on private.notification_pushes from public, anon, authenticated, service_role;

create function private.queue_notification_push() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.notification_pushes (notification_id, subscription_id, subject)
  select new.id, s.id, concat_ws(' ', new.kind, new.thread_id)
  from public.push_subscriptions s
  where s.user_id = new.user_id and exists (select from public.site_settings x where x.web_push);
  return null;
end
$$;

create trigger queue_push
  after insert on public.notifications
  for each row execute function private.queue_notification_push();

create function private.take_pushes(batch integer) returns table (subscription_id uuid, ids uuid[])
language sql volatile security definer set search_path = ''
as $$
  with due as (
    select p.subscription_id, p.subject
    from private.notification_pushes p
    where p.sent_at is null and p.due_at <= now()
    order by p.due_at
    limit batch
    for update skip locked
  ), messages as (
    select p.subscription_id, p.subject, max(p.tries) as tries,
      row_number() over (partition by p.subscription_id order by min(p.due_at)) + (
        select count(distinct x.sent_at)
        from private.notification_pushes x
        where x.subscription_id = p.subscription_id and x.sent_at > now() - interval '1 hour'
      ) as place
    from private.notification_pushes p
    where p.sent_at is null and (p.subscription_id, p.subject) in (select d.subscription_id, d.subject from due d)
    group by p.subscription_id, p.subject
  ), dropped as (
    delete from private.notification_pushes p
    using messages m
    where p.subscription_id = m.subscription_id and p.subject = m.subject and p.sent_at is null
      and (m.place > 20 or m.tries >= 6)
  ), taken as (
    update private.notification_pushes p
    set tries = m.tries + 1, due_at = now() + interval '1 minute' * (2 ^ m.tries)
    from messages m
    where p.subscription_id = m.subscription_id and p.subject = m.subject and p.sent_at is null
      and m.place <= 20 and m.tries < 6
    returning p.subscription_id, p.subject, p.notification_id
  )
  select t.subscription_id, array_agg(t.notification_id) from taken t group by t.subscription_id, t.subject
$$;

comment on function private.take_pushes(integer) is
  'Takes notifications that are to be pushed: the messages that they make up, each for a device.';

create function private.finish_push(subscription uuid, ids uuid[], outcome text, wait_seconds integer default 0) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  case outcome
  when 'sent' then
    update private.notification_pushes p set sent_at = clock_timestamp()
    where p.subscription_id = finish_push.subscription and p.notification_id = any (finish_push.ids);
  when 'dropped' then
    delete from private.notification_pushes p
    where p.subscription_id = finish_push.subscription and p.notification_id = any (finish_push.ids);
  when 'gone' then
    delete from public.push_subscriptions s where s.id = finish_push.subscription;
  when 'later' then
    update private.notification_pushes p
    set due_at = greatest(p.due_at, now() + make_interval(secs => least(finish_push.wait_seconds, 3600)))
    where p.subscription_id = finish_push.subscription and p.notification_id = any (finish_push.ids);
  end case;
end
$$;

comment on function private.finish_push(uuid, uuid[], text, integer) is
  'Notes how sending a message ended: sent, dropped, later (in so many seconds or more), or gone: the device has no subscription any more.';

create function private.delete_sent_pushes() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.notification_pushes p
    where p.ctid = any (array(
      select x.ctid from private.notification_pushes x where x.sent_at < now() - interval '1 hour' limit 1000
    ))
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_sent_pushes() is
  'Forgets what was pushed more than an hour ago; returns the number. Called by a job.';

create function private.renew_push_subscription(
  old_endpoint text, old_auth text, endpoint text, p256dh text, auth text
) returns boolean
language sql volatile set search_path = ''
as $$
  with renewed as (
    update public.push_subscriptions s
    set endpoint = renew_push_subscription.endpoint, p256dh = renew_push_subscription.p256dh,
      auth = renew_push_subscription.auth
    where s.endpoint = renew_push_subscription.old_endpoint and s.auth = renew_push_subscription.old_auth
      and not exists (select from public.push_subscriptions x where x.endpoint = renew_push_subscription.endpoint)
    returning 1
  )
  select exists (select from renewed)
$$;

comment on function private.renew_push_subscription(text, text, text, text, text) is
  'Replaces a subscription that the browser renewed; false: there is no such subscription.';

create function private.push_state() returns table (devices integer, delayed integer)
language sql stable security definer set search_path = ''
as $$
  select
    (select count(*)::integer from public.push_subscriptions),
    (select count(distinct (p.subscription_id, p.subject))::integer
     from private.notification_pushes p where p.sent_at is null and p.tries > 1)
  from public.site_settings s where s.web_push
$$;

comment on function private.push_state() is
  'How many devices have push, and how many messages their push services did not take; no row: push is off.';

grant execute on function private.take_pushes(integer), private.finish_push(uuid, uuid[], text, integer) to site_jobs;

grant execute on function private.delete_sent_pushes() to service_role, site_jobs;

grant execute on function
  private.renew_push_subscription(text, text, text, text, text), private.push_state()
  to service_role;

create table public.chat_messages (
  id uuid not null default gen_random_uuid(),
  message text not null,
  username text not null,
  user_id uuid,
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  reply_to uuid,
  category_id uuid,
  constraint chat_messages_pkey primary key (id),
  constraint chat_messages_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint chat_messages_message_length check (char_length(btrim(message)) between 1 and 1000 and char_length(message) <= 1000),
  constraint chat_messages_username_length check (char_length(btrim(username)) between 1 and 30 and char_length(username) <= 30),
  constraint chat_messages_anonymous_has_no_user check (is_anonymous = (user_id is null)),
  constraint chat_messages_message_visible check (private.visible_part(message) <> ''),
  constraint chat_messages_username_visible check (
    private.visible_part(username) <> ''
    and username !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]'
  ),
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

create index chat_messages_reply_to_idx on public.chat_messages (reply_to) where reply_to is not null;

create index chat_messages_category_id_idx on public.chat_messages (category_id, created_at) where category_id is not null;

create index chat_messages_created_at_idx on public.chat_messages (created_at, id);

create index chat_messages_user_id_idx on public.chat_messages (user_id);

alter table public.chat_messages enable row level security;

revoke all on public.chat_messages from public, anon, authenticated, service_role;

grant select on public.chat_messages to anon, authenticated;

grant insert (message, username, user_id, is_anonymous, id, reply_to, category_id) on public.chat_messages to anon, authenticated;

grant delete on public.chat_messages to anon, authenticated;

grant select, insert, update, delete on public.chat_messages to service_role;

create policy read_recent on public.chat_messages
  for select to anon, authenticated
  using (created_at > now() - interval '12 hours');

create policy read_any_admin on public.chat_messages
  for select to authenticated using ((select private.is_admin()));

create policy insert_guest on public.chat_messages
  for insert to anon
  with check (user_id is null and is_anonymous and (select private.site_is_open()));

create policy insert_own on public.chat_messages
  for insert to authenticated
  with check ((user_id is null or user_id = (select auth.uid())) and (select private.may_write()));

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

create function private.prepare_chat_message() returns trigger
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
  -- The table's checks refuse what is too long, after this trigger: comparing 20,000 characters would take seconds.
  if char_length(new.username) > 30 then
    return new;
  end if;
  -- A name of signs alone has no skeleton and resembles no other.
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
  after insert or delete on public.chat_messages
  for each row execute function private.publish_row_change();

create trigger zzz_limit_writes after insert on public.chat_messages
  referencing new table as written
  for each statement execute function private.limit_writes('chat', '5', '5', '5', '10');

revoke all on function
  public.can_delete(public.chat_messages), public.chat_message_author(uuid)
  from public, anon, authenticated, service_role;

grant execute on function
  private.wrote_message(uuid), public.can_delete(public.chat_messages)
  to anon, authenticated, service_role;

grant execute on function public.chat_message_author(uuid) to authenticated;

grant execute on function private.delete_expired_chat() to service_role, site_jobs;

create function private.prepare_chat_reply() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (
    select from public.chat_messages m
    where m.id = new.reply_to and m.category_id is not distinct from new.category_id
  ) then
    new.reply_to := null;
  end if;
  return new;
end
$$;

create trigger prepare_chat_reply
  before insert on public.chat_messages
  for each row when (new.reply_to is not null)
  execute function private.prepare_chat_reply();

create function private.check_chat_room() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not (select s.chat_rooms from public.site_settings s) then
    raise sqlstate 'PT403' using message = 'The chat has no rooms at the moment. Please write in the common one.';
  end if;
  return new;
end
$$;

create trigger check_chat_room
  before insert on public.chat_messages
  for each row when (new.category_id is not null)
  execute function private.check_chat_room();

create function private.notify_chat_mentions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named uuid;
begin
  for named in
    select n.member
    from private.extract_mentions(replace(replace(new.message, '&', '&amp;'), '<', '&lt;')) n
    where n.member <> new.user_id
      -- One ring a minute by one member, and five in all: the bell still says that there is something.
      and (
        select count(*) < 5 and count(*) filter (where x.actor_id = new.user_id) = 0
        from public.notifications x
        where x.user_id = n.member and x.kind = 'chat_mention' and x.created_at > now() - interval '1 minute'
      )
    order by n.place
    limit 5
  loop
    perform private.create_notification(
      named, 'chat_mention', new.user_id, null, null, null,
      (select c.slug from public.forum_categories c where c.id = new.category_id)
    );
  end loop;
  return null;
end
$$;

create trigger notify_chat_mentions after insert on public.chat_messages
  for each row when (new.user_id is not null and strpos(new.message, '@') > 0)
  execute function private.notify_chat_mentions();

create table private.chat_guests (
  message_id uuid not null,
  visitor bigint not null,
  constraint chat_guests_pkey primary key (message_id),
  constraint chat_guests_message_id_fkey foreign key (message_id) references public.chat_messages (id) on delete cascade
);

comment on table private.chat_guests is 'Which visitor wrote a guest''s message (private.visitor_hash, which means nothing tomorrow); goes with the message.';

revoke all on private.chat_guests from public, anon, authenticated, service_role;

create table private.chat_mutes (
  visitor bigint not null,
  until timestamptz not null,
  constraint chat_mutes_pkey primary key (visitor)
);

comment on table private.chat_mutes is 'Guests who may not write in the chat for a while.';

revoke all on private.chat_mutes from public, anon, authenticated, service_role;

create unlogged table private.chat_turns (
  writer text not null,
  at timestamptz not null,
  constraint chat_turns_pkey primary key (writer)
);

comment on table private.chat_turns is 'When each writer wrote last, while slow mode is on.';

create index chat_turns_at_idx on private.chat_turns (at);

revoke all on private.chat_turns from public, anon, authenticated, service_role;

create function private.guard_chat() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_guest boolean := (select auth.role()) = 'anon';
  member uuid := (select auth.uid());
  settings record;
  own text;
begin
  if not is_guest and member is null or private.is_admin() then
    return new; -- the service, and administrators
  end if;
  select s.guest_chat, s.chat_gap_seconds into settings from public.site_settings s;
  if is_guest then
    if not settings.guest_chat then
      raise sqlstate 'PT403' using message = 'Guests can read the chat, not write in it. Please sign in.';
    end if;
    if exists (select from private.chat_mutes m where m.visitor = private.visitor_hash() and m.until > now()) then
      raise sqlstate 'PT403' using message = 'You cannot write in the chat for now.';
    end if;
  end if;
  if settings.chat_gap_seconds > 0 then
    delete from private.chat_turns t
    where t.writer in (
      select o.writer from private.chat_turns o where o.at < now() - interval '10 minutes' limit 10 for update skip locked
    );
    own := coalesce(member::text, private.visitor_hash()::text);
    insert into private.chat_turns as t (writer, at)
    values (own, clock_timestamp())
    on conflict (writer) do update set at = excluded.at
      where t.at <= excluded.at - make_interval(secs => settings.chat_gap_seconds);
    if not found then
      raise sqlstate 'PT429' using
        message = format('Slow mode: one message every %s seconds. Please wait a moment.', settings.chat_gap_seconds),
        detail = (
          select format('Retry after %s seconds.',
            greatest(1, ceil(extract(epoch from t.at - clock_timestamp()) + settings.chat_gap_seconds)))
          from private.chat_turns t where t.writer = own
        );
    end if;
  end if;
  return new;
end
$$;

create trigger guard_chat
  before insert on public.chat_messages
  for each row execute function private.guard_chat();

create function private.record_chat_guest() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.chat_guests (message_id, visitor) values (new.id, private.visitor_hash());
  return null;
end
$$;

create trigger record_chat_guest
  after insert on public.chat_messages
  for each row when (new.user_id is null and (auth.jwt() ->> 'role') = 'anon')
  execute function private.record_chat_guest();

create function public.mute_chat_guest(message_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  guest bigint;
begin
  perform private.assert_admin();
  perform private.set_moderation_reason(mute_chat_guest.reason);
  select g.visitor into guest from private.chat_guests g where g.message_id = mute_chat_guest.message_id;
  if guest is null then
    raise sqlstate 'PT404' using message = 'No guest wrote this message, or it is gone.';
  end if;
  delete from private.chat_mutes m where m.until < now();
  insert into private.chat_mutes (visitor, until) values (guest, now() + interval '1 day')
  on conflict (visitor) do update set until = excluded.until;
  perform private.log_action('mute', 'chat_messages', mute_chat_guest.message_id,
    (select m.username from public.chat_messages m where m.id = mute_chat_guest.message_id));
end
$$;

comment on function public.mute_chat_guest(uuid, text) is
  'The guest who wrote a message writes no other today, with a reason for the moderation log. Admins only.';

revoke all on function public.mute_chat_guest(uuid, text) from public, anon, authenticated, service_role;

grant execute on function public.mute_chat_guest(uuid, text) to authenticated;

create table public.first_runs (
  user_id uuid not null,
  keeps_figure boolean not null default false,
  said_hello_at timestamptz,
  is_dismissed boolean not null default false,
  created_at timestamptz not null default now(),
  constraint first_runs_pkey primary key (user_id),
  constraint first_runs_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

comment on table public.first_runs is 'How far new members came with what they are offered first. Members from before have no row.';

comment on column public.first_runs.keeps_figure is 'The member has no picture by choice.';

comment on column public.first_runs.said_hello_at is 'When the member first wrote in the chat, whose messages are deleted.';

alter table public.first_runs enable row level security;

revoke all on public.first_runs from public, anon, authenticated, service_role;

grant select, update (keeps_figure, is_dismissed) on public.first_runs to authenticated;

grant select, insert, update, delete on public.first_runs to service_role;

create policy read_own on public.first_runs for select to authenticated
  using (user_id = (select auth.uid()));

create policy update_own on public.first_runs for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create function private.begin_first_run() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.first_runs (user_id) select u.id from auth.users u where u.id = new.id on conflict do nothing;
  return null;
end
$$;

create trigger begin_first_run after insert on public.profiles
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.begin_first_run();

create function private.note_hello() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.first_runs f set said_hello_at = now() where f.user_id = new.user_id and f.said_hello_at is null;
  return null;
end
$$;

create trigger note_hello after insert on public.chat_messages
  for each row when (new.user_id is not null)
  execute function private.note_hello();

create function public.my_first_run()
returns table (subjects integer, has_face boolean, has_said_hello boolean, is_dismissed boolean)
language sql stable rows 1
begin atomic
  select
    (select count(*) from public.watches w where w.user_id = f.user_id)::integer,
    f.keeps_figure or p.avatar_url is not null,
    f.said_hello_at is not null or p.total_posts + p.total_replies > 0,
    f.is_dismissed
  from public.first_runs f
  join public.profiles p on p.id = f.user_id
  where f.user_id = (select auth.uid());
end;

comment on function public.my_first_run() is
  'How far the caller came with what new members are offered first; no row for who joined before.';

revoke all on function public.my_first_run() from public, anon, authenticated, service_role;

grant execute on function public.my_first_run() to authenticated;

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
  'insert, update, delete, edit, move, hide, show, lock, unlock, pin, unpin, stick, unstick, accept, unaccept, level, grant, revoke, resolve, dismiss, reopen, wiki or unwiki.';

comment on column public.moderation_log.target_id is 'Not a foreign key: the entry outlives what it tells of.';

comment on column public.moderation_log.target_label is 'What it was called then: a title, a username, a role.';

comment on column public.moderation_log.detail is 'What changed: ''Regular → Expert'', ''max_posts_per_day: 10 → 20''.';

create index moderation_log_created_at_idx on public.moderation_log (created_at desc);

create index moderation_log_actor_id_idx on public.moderation_log (actor_id);

create index moderation_log_target_idx on public.moderation_log (target_id);

create index moderation_log_action_idx on public.moderation_log (action, created_at desc);

alter table public.moderation_log enable row level security;

revoke all on public.moderation_log from public, anon, authenticated, service_role;

revoke all on sequence public.moderation_log_id_seq from public, anon, authenticated, service_role;

grant select on public.moderation_log to authenticated;

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
  if new.is_hidden <> old.is_hidden then
    perform private.log_action(case when new.is_hidden then 'hide' else 'show' end, 'threads', new.id, new.title);
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
declare
  act text;
begin
  if (select auth.uid()) is null or not private.is_admin() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform private.log_action('delete', 'replies', old.id, private.plain_excerpt(old.content));
    return null;
  end if;
  act := case
    when new.is_hidden <> old.is_hidden then case when new.is_hidden then 'hide' else 'show' end
    when new.author_id <> (select auth.uid()) then 'edit'
  end;
  if act is not null then
    perform private.log_action(act, 'replies', new.id, private.plain_excerpt(old.content));
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
    where n.key in ('name', 'slug', 'description', 'icon', 'color') and n.value is distinct from o.value;
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
  after update of name, slug, description, icon, color on public.forum_categories
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

create table public.reports (
  id uuid not null default gen_random_uuid(),
  reporter_id uuid not null default auth.uid(),
  thread_id uuid,
  reply_id uuid,
  message_id uuid,
  profile_id uuid,
  reason text not null,
  state text not null default 'open',
  resolution text,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  ground text not null default 'other',
  target_kind text not null default 'profile',
  target_id uuid not null default '00000000-0000-0000-0000-000000000000',
  target_label text,
  target_excerpt text,
  target_author_id uuid,
  constraint reports_pkey primary key (id),
  constraint reports_reporter_id_fkey foreign key (reporter_id) references public.profiles (id) on delete cascade,
  constraint reports_profile_id_fkey foreign key (profile_id) references public.profiles (id) on delete cascade,
  constraint reports_reason_length check (char_length(btrim(reason)) between 3 and 500 and char_length(reason) <= 500),
  constraint reports_resolution_length check (char_length(resolution) <= 500),
  constraint reports_state_known check (state in ('open', 'resolved', 'dismissed')),
  constraint reports_ground_known check (ground in ('spam', 'guaranteed_returns', 'abuse', 'off_topic', 'other')),
  constraint reports_target_kind_known check (target_kind in ('thread', 'reply', 'message', 'profile')),
  constraint reports_target_author_id_fkey
    foreign key (target_author_id) references public.profiles (id) on delete cascade,
  constraint reports_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete set null,
  constraint reports_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete set null,
  constraint reports_message_id_fkey foreign key (message_id) references public.chat_messages (id) on delete set null,
  constraint reports_one_target check (num_nonnulls(thread_id, reply_id, message_id, profile_id) <= 1),
  constraint reports_once unique (reporter_id, target_id)
);

comment on table public.reports is 'What members report to the admins.';

comment on column public.reports.state is 'open, resolved (something was done) or dismissed.';

comment on column public.reports.resolution is 'What was done, in the admin''s words; the reporter reads it.';

comment on column public.reports.ground is 'spam, guaranteed_returns, abuse, off_topic or other.';

comment on column public.reports.reason is 'The reporter''s words, or what the ground is called when there were none.';

comment on column public.reports.target_kind is 'thread, reply, message or profile.';

comment on column public.reports.target_id is 'What was reported. Not a foreign key: the report outlives it.';

comment on column public.reports.target_label is
  'What it was called then: the thread''s title, also for a reply; the name over a message; a username.';

comment on column public.reports.target_excerpt is 'What it said then, without markup, cut to 300 characters.';

comment on column public.reports.target_author_id is
  'Who wrote it, or edited the wiki last; the report goes with that account. Null for a guest''s and an anonymous message: the reporter reads this row.';

create index reports_state_idx on public.reports (state, created_at desc);

create index reports_thread_id_idx on public.reports (thread_id) where thread_id is not null;

create index reports_reply_id_idx on public.reports (reply_id) where reply_id is not null;

create index reports_message_id_idx on public.reports (message_id) where message_id is not null;

create index reports_profile_id_idx on public.reports (profile_id) where profile_id is not null;

create index reports_target_id_idx on public.reports (target_id, state);

create index reports_target_author_id_idx on public.reports (target_author_id);

create index reports_resolved_at_idx on public.reports (resolved_at) where state <> 'open';

alter table public.reports enable row level security;

revoke all on public.reports from public, anon, authenticated, service_role;

grant select on public.reports to authenticated;

grant insert (
  reporter_id, thread_id, reply_id, message_id, profile_id, reason, ground
) on public.reports to authenticated;

grant update (state, resolution) on public.reports to authenticated;

grant select, insert, update, delete on public.reports to service_role;

create policy read_own on public.reports
  for select to authenticated
  using (reporter_id = (select auth.uid()) or (select private.is_admin()));

create policy insert_own on public.reports
  for insert to authenticated
  with check (
    reporter_id = (select auth.uid())
    and (select private.may_write())
    and (thread_id is null or exists (select from public.threads t where t.id = thread_id))
    and (reply_id is null or exists (select from public.replies r where r.id = reply_id))
    and (message_id is null or exists (select from public.chat_messages m where m.id = message_id))
  );

create policy update_any_admin on public.reports
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create function private.record_report_target() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
begin
  if new.thread_id is not null then
    new.target_kind := 'thread';
    select t.title, private.plain_excerpt(t.content), coalesce(w.edited_by, t.author_id)
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.threads t left join public.wiki_posts w on w.thread_id = t.id where t.id = new.thread_id;
  elsif new.reply_id is not null then
    new.target_kind := 'reply';
    select t.title, private.plain_excerpt(r.content), coalesce(w.edited_by, r.author_id)
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.replies r
    join public.threads t on t.id = r.thread_id
    left join public.wiki_posts w on w.reply_id = r.id
    where r.id = new.reply_id;
  elsif new.message_id is not null then
    new.target_kind := 'message';
    select m.username, left(m.message, 300), m.user_id
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.chat_messages m where m.id = new.message_id;
  else
    new.target_kind := 'profile';
    select p.username, left(p.bio, 300), p.id
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.profiles p where p.id = new.profile_id;
  end if;
  new.target_id := coalesce(new.thread_id, new.reply_id, new.message_id, new.profile_id);

  -- Who reports everything in sight helps nobody. The service, an operator who switched the limits off, and admins
  -- are not bound.
  if member is not null and (select c.rate_limits from private.configuration c) and not private.is_admin() then
    perform pg_advisory_xact_lock(hashtextextended(member::text, 17));
    if (select count(*) from public.reports r
      where r.reporter_id = member and r.created_at > now() - interval '1 hour') >= 20 then
      raise sqlstate 'PT429' using
        message = 'You have reported a lot within an hour. Please wait before you report more.';
    end if;
  end if;
  return new;
end
$$;

create trigger record_report_target
  before insert on public.reports
  for each row execute function private.record_report_target();

create function private.resolve_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.state = 'open' then
    new.resolved_at := null;
    delete from private.report_decisions d where d.report_id = new.id;
  elsif old.state = 'open' then
    new.resolved_at := now();
    insert into private.report_decisions (report_id, admin_id)
    select new.id, p.id from public.profiles p where p.id = (select auth.uid());
  end if;
  return new;
end
$$;

create trigger resolve_report
  before update of state on public.reports
  for each row execute function private.resolve_report();

create function private.resolve_reports_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_admin()
    and (tg_table_name <> 'chat_messages' or old.created_at > now() - interval '12 hours') then
    update public.reports r
    set state = 'resolved', resolution = coalesce(r.resolution, 'It was deleted.')
    where r.target_id = old.id and r.state = 'open';
  end if;
  return old;
end
$$;

create trigger resolve_reports
  before delete on public.threads
  for each row execute function private.resolve_reports_of_deleted();

create trigger resolve_reports
  before delete on public.replies
  for each row execute function private.resolve_reports_of_deleted();

create trigger resolve_reports
  before delete on public.chat_messages
  for each row execute function private.resolve_reports_of_deleted();

create function private.report_weight(reporter uuid) returns numeric
language sql stable security definer set search_path = ''
as $$
  select case
    when not private.is_established(p.id) then 0
    -- Whose reports were mostly dismissed in three months.
    when (
      select count(*) filter (where r.state = 'dismissed') >= 3
        and count(*) filter (where r.state = 'dismissed') > count(*) filter (where r.state = 'resolved')
      from public.reports r
      where r.reporter_id = p.id and r.resolved_at > now() - interval '90 days'
    ) then 0
    when p.reputation >= 5 then 1
    else 0.5
  end
  from public.profiles p
  where p.id = report_weight.reporter
$$;

comment on function private.report_weight(uuid) is
  'How much a member''s report counts towards hiding a post: 0, a half or 1. Every report reaches the administrators.';

create function private.was_reviewed(post uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from (
      select max(j.at) as at
      from (
        select r.resolved_at as at from public.reports r where r.target_id = was_reviewed.post and r.state <> 'open'
        union all
        select l.created_at from public.moderation_log l
        where l.target_id = was_reviewed.post and l.action = 'show' and l.actor_id is not null
      ) j
    ) judged
    where judged.at is not null and not exists (
      select from public.post_revisions v
      where (v.thread_id = was_reviewed.post or v.reply_id = was_reviewed.post) and v.created_at > judged.at
    )
  )
$$;

comment on function private.was_reviewed(uuid) is 'Whether an administrator has decided that a thread or a reply stays as it reads now.';

create function private.hide_reported_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  target uuid := coalesce(new.thread_id, new.reply_id);
  asker text := current_setting('request.jwt.claims', true);
begin
  if target is null
    or not (select s.auto_moderation from public.site_settings s)
    or exists (select from private.usable_admins() a (id) where a.id = new.target_author_id)
    or private.was_reviewed(target) then
    return null;
  end if;
  -- The third and the fourth report may come at once: they take turns, so that one of them sees all.
  perform pg_advisory_xact_lock(hashtextextended(target::text, 16));
  if (
    select coalesce(sum(private.report_weight(r.reporter_id)), 0) < 3
    from public.reports r
    where r.state = 'open' and r.target_id = target and r.reporter_id is distinct from new.target_author_id
  ) then
    return null;
  end if;
  -- guard_thread and guard_reply ask who is there: for this step it is the service, not the third reporter.
  perform set_config('request.jwt.claims', '', true);
  if new.thread_id is not null then
    update public.threads set is_hidden = true where id = target and not is_hidden;
  else
    update public.replies set is_hidden = true where id = target and not is_hidden;
  end if;
  if found then
    insert into public.moderation_log (actor_id, action, target_table, target_id, reason)
    values (
      null, 'hide', case when new.thread_id is not null then 'threads' else 'replies' end, target,
      'Reported by three members'
    );
  end if;
  perform set_config('request.jwt.claims', coalesce(asker, ''), true);
  return null;
end
$$;

create trigger hide_reported_post
  after insert on public.reports
  for each row execute function private.hide_reported_post();

create trigger tell_of_report
  after update of state on public.reports
  for each row when (old.state = 'open' and new.state <> 'open')
  execute function private.tell_of_report();

create trigger log_report
  after update of state on public.reports
  for each row when (pg_trigger_depth() = 0 and old.state <> new.state)
  execute function private.log_report();

create table private.report_decisions (
  report_id uuid not null,
  admin_id uuid not null,
  constraint report_decisions_pkey primary key (report_id),
  constraint report_decisions_report_id_fkey foreign key (report_id) references public.reports (id) on delete cascade,
  constraint report_decisions_admin_id_fkey foreign key (admin_id) references public.profiles (id) on delete cascade
);

comment on table private.report_decisions is 'Which administrator resolved or dismissed a report. Administrators read it through public.resolver(reports).';

create index report_decisions_admin_id_idx on private.report_decisions (admin_id);

alter table private.report_decisions enable row level security;

revoke all on private.report_decisions from public, anon, authenticated, service_role;

create function public.resolver(report public.reports) returns text
language sql stable security definer set search_path = ''
as $$
  select p.username from private.report_decisions d join public.profiles p on p.id = d.admin_id
  where d.report_id = (report).id and (select private.is_admin())
$$;

comment on function public.resolver(public.reports) is 'The username of the administrator who resolved or dismissed it, for administrators; null for everybody else, and when the site did.';

revoke all on function public.resolver(public.reports) from public, anon, authenticated, service_role;

grant execute on function public.resolver(public.reports) to authenticated;

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

comment on function public.ban_member(uuid, text) is 'Bans a member, with a reason for the moderation log. Admins only.';

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

create table private.daily_post_stats (
  day date not null,
  discussions bigint not null,
  replies bigint not null,
  authors bigint not null,
  constraint daily_post_stats_pkey primary key (day)
);

comment on table private.daily_post_stats is 'What was written on a day of India''s that is over, as guests see it; written by private.store_daily_posts().';

comment on column private.daily_post_stats.authors is 'How many members wrote.';

alter table private.daily_post_stats enable row level security;

revoke all on private.daily_post_stats from public, anon, authenticated, service_role;

create function private.india_day(at timestamptz) returns date
language sql immutable strict parallel safe
return (at at time zone 'Asia/Kolkata')::date;

create function private.posts_of(day date) returns private.daily_post_stats
language sql stable
begin atomic
  select posts_of.day,
    count(*) filter (where not p.is_reply), count(*) filter (where p.is_reply), count(distinct p.author_id)
  from (
    select false as is_reply, t.author_id
    from public.threads t
    where t.created_at >= posts_of.day::timestamp at time zone 'Asia/Kolkata'
      and t.created_at < (posts_of.day + 1)::timestamp at time zone 'Asia/Kolkata'
      and not t.is_hidden
    union all
    select true, r.author_id
    from public.replies r
    where r.created_at >= posts_of.day::timestamp at time zone 'Asia/Kolkata'
      and r.created_at < (posts_of.day + 1)::timestamp at time zone 'Asia/Kolkata'
      and not r.is_hidden
  ) p;
end;

comment on function private.posts_of(date) is 'Counts what was written on a day.';

create function private.store_daily_posts() returns date
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today date := private.india_day(now());
  -- What was written in a day's last second may be committed a moment later.
  yesterday date := private.india_day(now() - interval '10 minutes') - 1;
  missing date;
begin
  select max(d.day)::date into missing
  from generate_series(today - 29, yesterday, interval '1 day') d (day)
  where not exists (select from private.daily_post_stats k where k.day = d.day::date);
  if missing is null then
    return null;
  end if;
  begin
    lock table private.daily_post_stats in share row exclusive mode nowait;
  exception when lock_not_available then
    return null;
  end;
  insert into private.daily_post_stats select c.* from private.posts_of(missing) c on conflict do nothing;
  delete from private.daily_post_stats k where k.day < today - 31;
  return missing;
end
$$;

comment on function private.store_daily_posts() is
  'Counts the latest of the last 30 days that is over and not kept, and keeps it; gives it, or null. Called by a job.';

create function private.discard_day_of_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.daily_post_stats k
  where k.day = private.india_day(new.created_at)
    or tg_op = 'UPDATE' and k.day = private.india_day(old.created_at);
  return null;
end
$$;

create trigger forget_post_day_loaded
  after insert on public.threads
  for each row when (
    new.created_at < now() - interval '10 minutes'
    and current_setting('arthachowk.importing', true) is distinct from 'on'
  )
  execute function private.discard_day_of_post();

create trigger discard_day_of_post
  after update of is_hidden, created_at on public.threads
  for each row when ((old.is_hidden, old.created_at) is distinct from (new.is_hidden, new.created_at))
  execute function private.discard_day_of_post();

create trigger forget_post_day_loaded
  after insert on public.replies
  for each row when (
    new.created_at < now() - interval '10 minutes'
    and current_setting('arthachowk.importing', true) is distinct from 'on'
  )
  execute function private.discard_day_of_post();

create trigger discard_day_of_post
  after update of is_hidden, created_at on public.replies
  for each row when ((old.is_hidden, old.created_at) is distinct from (new.is_hidden, new.created_at))
  execute function private.discard_day_of_post();

create function private.discard_daily_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.daily_post_stats k where k.day in (select private.india_day(g.created_at) from gone g);
  return null;
end
$$;

create trigger discard_daily_posts
  after delete on public.threads
  referencing old table as gone
  for each statement execute function private.discard_daily_posts();

create trigger discard_daily_posts
  after delete on public.replies
  referencing old table as gone
  for each statement execute function private.discard_daily_posts();

create function public.admin_figures()
returns table (figure text, total bigint, by_day bigint[])
language plpgsql stable security definer rows 6 set search_path = ''
as $$
declare
  today date := private.india_day(now());
  since timestamptz := (today - 29)::timestamp at time zone 'Asia/Kolkata';
begin
  if not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
  return query
  with counters as (
    select c.members, c.discussions, c.posts - c.discussions as replies from public.site_counters() c
  ), totals (place, figure, total) as (
    select 1, 'users', c.members from counters c
    union all select 2, 'discussions', c.discussions from counters c
    union all select 3, 'replies', c.replies from counters c
    union all select 4, 'categories', count(*) from public.forum_categories
    union all select 5, 'active', count(*) from public.profiles p where p.last_active >= now() - interval '7 days'
    union all select 6, 'reports', count(*) from public.reports r where r.state = 'open'
  ), posts as materialized (
    -- Only what is not kept is counted.
    select d.day, case when k.day is null then private.posts_of(d.day) else k end as written
    from (select today - 29 + n as day from generate_series(0, 29) n) d
    left join private.daily_post_stats k on k.day = d.day and k.day < today
  ), happened (figure, day, amount) as (
    select 'discussions', p.day, (p.written).discussions from posts p
    union all select 'replies', p.day, (p.written).replies from posts p
    union all select 'active', p.day, (p.written).authors from posts p
    union all select 'users', private.india_day(p.created_at), count(*)
      from public.profiles p where p.created_at >= since group by 2
    union all select 'categories', private.india_day(c.created_at), count(*)
      from public.forum_categories c where c.created_at >= since group by 2
    union all select 'reports', private.india_day(r.created_at), count(*)
      from public.reports r where r.created_at >= since group by 2
  )
  select t.figure, t.total, array(
    select coalesce(h.amount, 0)
    from generate_series(0, 29) n
    left join happened h on h.figure = t.figure and h.day = today - 29 + n
    order by n
  )
  from totals t
  order by t.place;
end
$$;

comment on function public.admin_figures() is
  'users, threads, replies, categories, active (in 7 days) and reports (open): the total, and what happened on each of the last 30 days, the oldest first; of active: who wrote. Admins only.';

revoke all on function public.admin_figures() from public, anon, authenticated, service_role;

grant execute on function private.store_daily_posts() to service_role, site_jobs;

grant execute on function public.admin_figures() to authenticated;

create table public.blog_posts (
  id uuid not null default gen_random_uuid(),
  title text not null,
  slug text not null,
  excerpt text not null default '',
  content text not null default '',
  category text not null,
  image text,
  author_id uuid default auth.uid(),
  status text not null default 'draft',
  published boolean not null default false,
  published_at timestamptz,
  featured boolean not null default false,
  read_time text not null default '10 min read',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reviewed_at timestamptz,
  mail_subscribers boolean not null default false,
  constraint blog_posts_pkey primary key (id),
  constraint blog_posts_slug_key unique (slug),
  constraint blog_posts_author_id_fkey foreign key (author_id) references public.profiles (id) on delete set null,
  constraint blog_posts_title_length check (char_length(btrim(title)) between 3 and 200),
  constraint blog_posts_slug_format check (char_length(slug) <= 120 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint blog_posts_excerpt_length check (char_length(excerpt) <= 500),
  constraint blog_posts_content_length check (char_length(content) <= 400000),
  constraint blog_posts_category_length check (char_length(btrim(category)) between 1 and 60),
  constraint blog_posts_image_format check (char_length(image) <= 1000 and image ~ '^(https?://|/)'),
  constraint blog_posts_read_time_length check (char_length(read_time) <= 40),
  constraint blog_posts_status_known check (status in ('draft', 'scheduled', 'published')),
  constraint blog_posts_status_agrees check (published = (status = 'published')),
  constraint blog_posts_scheduled_for check (status <> 'scheduled' or published_at is not null)
);

comment on table public.blog_posts is 'Articles of the Learning Center.';

comment on column public.blog_posts.slug is 'Last part of the article''s address; made from the title when none is given.';

comment on column public.blog_posts.author_id is 'Null: shown as the site''s own team.';

comment on column public.blog_posts.status is 'draft, scheduled (appears at published_at) or published; always agrees with `published`.';

comment on column public.blog_posts.published_at is 'When it appeared, or is to appear.';

comment on column public.blog_posts.reviewed_at is 'When somebody last held the facts against their sources; null: not since it was published.';

comment on column public.blog_posts.mail_subscribers is 'Newsletter subscribers get it once it is published; once, see newsletter_issues.';

create index blog_posts_published_idx on public.blog_posts (created_at desc) where published;

create index blog_posts_featured_idx on public.blog_posts (created_at desc) where published and featured;

create index blog_posts_scheduled_idx on public.blog_posts (published_at) where status = 'scheduled';

create index blog_posts_author_id_idx on public.blog_posts (author_id);

create index blog_posts_published_at_idx on public.blog_posts (published_at desc nulls last, id) where published;

create index blog_posts_words_trgm_idx on public.blog_posts
  using gin (title extensions.gin_trgm_ops, excerpt extensions.gin_trgm_ops, category extensions.gin_trgm_ops);

alter table public.blog_posts enable row level security;

revoke all on public.blog_posts from public, anon, authenticated, service_role;

grant select on public.blog_posts to anon, authenticated;

grant insert (
  title, slug, excerpt, content, category, image, author_id, status, published, published_at, featured, read_time,
  reviewed_at, mail_subscribers
) on public.blog_posts to authenticated;

grant update (
  title, slug, excerpt, content, category, image, author_id, status, published, published_at, featured, read_time,
  updated_at, reviewed_at, mail_subscribers
) on public.blog_posts to authenticated;

grant delete on public.blog_posts to authenticated;

grant select, insert, update, delete on public.blog_posts to service_role;

create policy read_published on public.blog_posts
  for select to anon using (published);

create policy read_published_or_admin on public.blog_posts
  for select to authenticated using (published or (select private.is_admin()));

create policy insert_any_admin on public.blog_posts
  for insert to authenticated with check ((select private.is_admin()));

create policy update_any_admin on public.blog_posts
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy delete_any_admin on public.blog_posts
  for delete to authenticated using ((select private.is_admin()));

create function private.prepare_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stem text;
  number integer := 1;
begin
  new.title := btrim(new.title);
  if coalesce(new.slug, '') = '' then
    stem := btrim(left(regexp_replace(lower(new.title), '[^a-z0-9]+', '-', 'g'), 100), '-');
    stem := coalesce(nullif(stem, ''), 'article');
    new.slug := stem;
    while exists (select from public.blog_posts b where b.slug = new.slug and b.id <> new.id) loop
      number := number + 1;
      new.slug := stem || '-' || number;
    end loop;
  end if;
  if tg_op = 'INSERT' then
    if new.published then
      new.status := 'published';
    end if;
  elsif new.status is not distinct from old.status and new.published is distinct from old.published then
    new.status := case when new.published then 'published' else 'draft' end;
  end if;
  new.published := new.status = 'published';
  if new.published then
    new.published_at := least(coalesce(new.published_at, now()), now());
  end if;
  if tg_op = 'UPDATE' and (new.title, new.excerpt, new.content, new.category, new.image)
    is distinct from (old.title, old.excerpt, old.content, old.category, old.image) then
    new.updated_at := now();
  end if;
  return new;
end
$$;

create trigger prepare_article
  before insert or update on public.blog_posts
  for each row execute function private.prepare_article();

create function private.publish_due_articles() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with due as (
    update public.blog_posts set status = 'published'
    where status = 'scheduled' and published_at <= now()
    returning 1
  )
  select count(*) from due
$$;

comment on function private.publish_due_articles() is 'Publishes scheduled articles whose time has come; returns their number. Called by a job.';

create table public.blog_post_slugs (
  slug text not null,
  post_id uuid not null,
  created_at timestamptz not null default now(),
  constraint blog_post_slugs_pkey primary key (slug),
  constraint blog_post_slugs_post_id_fkey foreign key (post_id) references public.blog_posts (id) on delete cascade
);

comment on table public.blog_post_slugs is 'Former last parts of articles'' addresses: links to them lead on.';

comment on column public.blog_post_slugs.post_id is 'Where it leads now.';

create index blog_post_slugs_post_id_idx on public.blog_post_slugs (post_id);

alter table public.blog_post_slugs enable row level security;

revoke all on public.blog_post_slugs from public, anon, authenticated, service_role;

grant select on public.blog_post_slugs to anon, authenticated;

grant select, insert, update, delete on public.blog_post_slugs to service_role;

create policy read_of_visible on public.blog_post_slugs
  for select to anon, authenticated
  using (exists (select from public.blog_posts b where b.id = post_id));

create function private.record_redirect() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The article that has an address now keeps it; an older redirect from it ends.
  delete from public.blog_post_slugs s where s.slug = new.slug;
  if tg_op = 'UPDATE' and new.slug <> old.slug and old.published_at is not null then
    insert into public.blog_post_slugs (slug, post_id) values (old.slug, new.id)
    on conflict (slug) do update set post_id = excluded.post_id, created_at = now();
  end if;
  return null;
end
$$;

create trigger record_redirect
  after insert or update of slug on public.blog_posts
  for each row execute function private.record_redirect();

create function private.log_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A job that publishes what is due does what an admin decided, and that is on record already.
  if (select auth.uid()) is null then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform private.log_action('delete', 'blog_posts', old.id, old.title);
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform private.log_action('insert', 'blog_posts', new.id, new.title);
    if new.status <> 'draft' then
      perform private.log_action(
        case new.status when 'published' then 'publish' else 'schedule' end, 'blog_posts', new.id, new.title
      );
    end if;
    return null;
  end if;
  if new.status <> old.status then
    perform private.log_action(
      case new.status when 'published' then 'publish' when 'scheduled' then 'schedule' else 'unpublish' end,
      'blog_posts', new.id, new.title
    );
  end if;
  if new.featured <> old.featured then
    perform private.log_action(case when new.featured then 'feature' else 'unfeature' end, 'blog_posts', new.id, new.title);
  end if;
  if (new.title, new.slug, new.excerpt, new.content, new.category, new.image)
    is distinct from (old.title, old.slug, old.excerpt, old.content, old.category, old.image) then
    perform private.log_action('edit', 'blog_posts', new.id, old.title);
  end if;
  return null;
end
$$;

create trigger log_article
  after insert or update or delete on public.blog_posts
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_article();

create function private.log_article_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed text;
begin
  if (select auth.uid()) is null then
    return null;
  end if;
  changed := concat_ws('; ',
    case when new.mail_subscribers is distinct from (case when tg_op = 'UPDATE' then old.mail_subscribers else false end) then
      format('mail_subscribers: %s → %s', (not new.mail_subscribers)::text, new.mail_subscribers::text) end,
    case when tg_op = 'UPDATE' and new.author_id is distinct from old.author_id then
      format('author: %s → %s',
        coalesce((select p.username from public.profiles p where p.id = old.author_id), '-'),
        coalesce((select p.username from public.profiles p where p.id = new.author_id), '-')) end,
    -- Appearing sets it as well, and is an entry of its own.
    case when tg_op = 'UPDATE' and new.published_at is distinct from old.published_at and new.status = old.status then
      format('published_at: %s → %s', coalesce(old.published_at::text, '-'), coalesce(new.published_at::text, '-')) end
  );
  if changed <> '' then
    perform private.log_action('update', 'blog_posts', new.id, new.title, null, changed);
  end if;
  return null;
end
$$;

create trigger log_article_facts
  after insert or update of mail_subscribers, author_id, published_at on public.blog_posts
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_article_facts();

create function public.trending_article_topics(max_rows integer default 8)
returns table (topic text, discussions bigint)
language sql stable rows 8 set search_path = ''
as $$
  with talked_about as (
    select t.tags, 1 + t.reply_count + t.upvote_count as weight
    from public.threads t
    where not t.is_hidden
    order by t.last_activity desc
    limit 300
  ), topics as (
    select replace(lower(tag), '-', ' ') as topic, count(*) as discussions, sum(a.weight) as weight
    from talked_about a
    cross join lateral unnest(a.tags) as tag
    where char_length(tag) >= 3
    group by 1
    order by weight desc, topic
    limit 60
  )
  select t.topic, t.discussions
  from topics t
  where exists (
    select
    from public.blog_posts b
    where b.published
      and (b.title || ' · ' || b.excerpt) ~* ('\m' || regexp_replace(t.topic, '([^[:alnum:]_[:space:]])', '\\\1', 'g') || '\M')
  )
  order by t.weight desc, t.topic
  limit least(greatest(max_rows, 0), 20)
$$;

comment on function public.trending_article_topics(integer) is
  'What the forum talks about now and at least one article is on, most talked about first; max_rows up to 20.';

create trigger zz_announce
  after insert or update or delete on public.blog_posts
  for each row execute function private.publish_row_change();

revoke all on function public.trending_article_topics(integer) from public, anon, authenticated, service_role;

grant execute on function private.publish_due_articles() to service_role, site_jobs;

grant execute on function public.trending_article_topics(integer) to anon, authenticated, service_role;

create table public.newsletter_subscribers (
  id uuid not null default gen_random_uuid(),
  email text not null,
  state text not null default 'pending',
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  constraint newsletter_subscribers_pkey primary key (id),
  constraint newsletter_subscribers_email_format check (char_length(email) <= 254 and email ~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$'),
  constraint newsletter_subscribers_state_known check (state in ('pending', 'confirmed', 'unsubscribed'))
);

comment on table public.newsletter_subscribers is 'Who wants the newsletter; admins read and export it.';

comment on column public.newsletter_subscribers.state is 'pending (a confirmation is to be mailed), confirmed or unsubscribed.';

create unique index newsletter_subscribers_email_key on public.newsletter_subscribers (lower(email));

create index newsletter_subscribers_created_at_idx on public.newsletter_subscribers (created_at desc);

create index newsletter_subscribers_confirmed_idx on public.newsletter_subscribers (id) where state = 'confirmed';

alter table public.newsletter_subscribers enable row level security;

revoke all on public.newsletter_subscribers from public, anon, authenticated, service_role;

grant select on public.newsletter_subscribers to authenticated;

grant select, insert, update, delete on public.newsletter_subscribers to service_role;

create policy read_any_admin on public.newsletter_subscribers
  for select to authenticated using ((select private.is_admin()));

create table private.newsletter_tokens (
  subscriber_id uuid not null,
  token text not null,
  mailed_at timestamptz,
  constraint newsletter_tokens_pkey primary key (subscriber_id),
  constraint newsletter_tokens_token_key unique (token),
  constraint newsletter_tokens_subscriber_id_fkey foreign key (subscriber_id)
    references public.newsletter_subscribers (id) on delete cascade
);

comment on table private.newsletter_tokens is
  'The secret of each subscriber''s links, 244 random bits. Plain, because every mail carries it.';

comment on column private.newsletter_tokens.mailed_at is
  'When the latest answer to a subscription was handed to the mailer; null: it waits.';

create index newsletter_tokens_waiting_idx on private.newsletter_tokens (subscriber_id) where mailed_at is null;

revoke all on private.newsletter_tokens from public, anon, authenticated, service_role;

grant select, update on private.newsletter_tokens to service_role;

create function public.subscribe_newsletter(email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  address text := lower(btrim(subscribe_newsletter.email));
  came_back boolean;
  subscriber uuid;
begin
  if not private.site_is_open() then
    raise sqlstate 'PT503' using message = 'The site is under maintenance. Please try again later.';
  end if;
  select s.state = 'unsubscribed' into came_back
  from public.newsletter_subscribers s
  where lower(s.email) = address
  for update;
  insert into public.newsletter_subscribers as s (email)
  values (address)
  on conflict (lower(email)) do update
    set state = case s.state when 'unsubscribed' then 'pending' else s.state end, unsubscribed_at = null
  returning s.id into subscriber;
  insert into private.newsletter_tokens as t (subscriber_id, token)
  values (subscriber, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
  on conflict (subscriber_id) do update set mailed_at = null
    where coalesce(came_back, false) or t.mailed_at < now() - interval '6 hours';
end
$$;

comment on function public.subscribe_newsletter(text) is
  'Asks for the newsletter; a confirmation is mailed. Says nothing of whether the address was known.';

create function public.confirm_newsletter(token text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.newsletter_subscribers s
  set state = 'confirmed', confirmed_at = coalesce(s.confirmed_at, now()), unsubscribed_at = null
  from private.newsletter_tokens t
  where t.subscriber_id = s.id and t.token = confirm_newsletter.token and s.state <> 'unsubscribed';
  return found;
end
$$;

comment on function public.confirm_newsletter(text) is 'Confirms the address that the link was mailed to; false: the link is not valid.';

create function public.unsubscribe_newsletter(token text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.newsletter_subscribers s
  set state = 'unsubscribed', unsubscribed_at = coalesce(s.unsubscribed_at, now())
  from private.newsletter_tokens t
  where t.subscriber_id = s.id and t.token = unsubscribe_newsletter.token;
  return found;
end
$$;

comment on function public.unsubscribe_newsletter(text) is 'Ends a subscription by the link of any mail; false: the link is not valid.';

create table public.newsletter_issues (
  article_id uuid not null,
  recipients integer not null,
  sent_at timestamptz not null default now(),
  queued_until uuid,
  queued_at timestamptz,
  constraint newsletter_issues_pkey primary key (article_id),
  constraint newsletter_issues_article_id_fkey foreign key (article_id) references public.blog_posts (id) on delete cascade
);

comment on table public.newsletter_issues is 'Which article went out to the newsletter''s subscribers, when, and to how many.';

comment on column public.newsletter_issues.sent_at is 'When its emails began to be queued; the subscribers confirmed by then get one.';

comment on column public.newsletter_issues.queued_until is 'The last subscriber whose letter was handed to the mailer; they are taken in the order of their ids.';

comment on column public.newsletter_issues.queued_at is 'When the last letter was handed to the mailer; null: more are to come.';

create index newsletter_issues_open_idx on public.newsletter_issues (sent_at) where queued_at is null;

alter table public.newsletter_issues enable row level security;

revoke all on public.newsletter_issues from public, anon, authenticated, service_role;

grant select on public.newsletter_issues to authenticated;

grant select, insert on public.newsletter_issues to service_role;

grant update (queued_until, queued_at) on public.newsletter_issues to service_role;

create policy read_any_admin on public.newsletter_issues
  for select to authenticated using ((select private.is_admin()));

create function private.take_subscriptions(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  update private.newsletter_tokens set mailed_at = now()
  where subscriber_id in (
    select t.subscriber_id from private.newsletter_tokens t where t.mailed_at is null limit batch for update skip locked
  )
  returning subscriber_id
$$;

comment on function private.take_subscriptions(integer) is 'The same of newsletter subscriptions that are to be confirmed.';

create function private.take_newsletter_readers(batch integer) returns table (article uuid, reader uuid)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  issue public.newsletter_issues;
  readers uuid[];
begin
  insert into public.newsletter_issues (article_id, recipients)
  select b.id, (select count(*) from public.newsletter_subscribers s where s.state = 'confirmed')
  from public.blog_posts b
  where b.published and b.mail_subscribers
    and not exists (select from public.newsletter_issues i where i.article_id = b.id)
  on conflict (article_id) do nothing;
  select i.* into issue
  from public.newsletter_issues i
  where i.queued_at is null
  order by i.sent_at
  limit 1
  for update skip locked;
  if not found then
    return;
  end if;
  readers := array(
    select s.id
    from public.newsletter_subscribers s
    where s.state = 'confirmed' and coalesce(s.confirmed_at, s.created_at) <= issue.sent_at
      and (issue.queued_until is null or s.id > issue.queued_until)
    order by s.id
    limit batch
  );
  update public.newsletter_issues i
  set queued_until = coalesce(readers[cardinality(readers)], i.queued_until),
    queued_at = case when cardinality(readers) < batch then now() end
  where i.article_id = issue.article_id;
  return query select issue.article_id, r.id from unnest(readers) as r (id);
end
$$;

comment on function private.take_newsletter_readers(integer) is
  'Opens an issue for each article that is due and has none, and takes the next readers of the oldest one that is not finished: the subscribers confirmed when it was opened, in the order of their ids.';

revoke all on function
  public.subscribe_newsletter(text), public.confirm_newsletter(text), public.unsubscribe_newsletter(text)
  from public, anon, authenticated, service_role;

grant execute on function
  public.subscribe_newsletter(text), public.confirm_newsletter(text), public.unsubscribe_newsletter(text)
  to anon, authenticated, service_role;

grant execute on function private.take_subscriptions(integer), private.take_newsletter_readers(integer) to site_jobs;

create table public.contact_messages (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  user_id uuid,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  answer text,
  answered_by uuid,
  answer_mailed_at timestamptz,
  mailed_at timestamptz,
  constraint contact_messages_pkey primary key (id),
  constraint contact_messages_user_id_fkey foreign key (user_id) references public.profiles (id) on delete set null,
  constraint contact_messages_name_length check (char_length(btrim(name)) between 1 and 80),
  constraint contact_messages_email_format check (char_length(email) <= 254 and email ~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$'),
  constraint contact_messages_subject_known check (subject in ('general', 'technical', 'partnership', 'feedback', 'report')),
  constraint contact_messages_message_length check (char_length(btrim(message)) between 1 and 5000),
  constraint contact_messages_answered_by_fkey
    foreign key (answered_by) references public.profiles (id) on delete set null,
  constraint contact_messages_answer_length check (char_length(btrim(answer)) between 1 and 5000)
);

comment on table public.contact_messages is 'What came in by the contact form.';

comment on column public.contact_messages.user_id is 'The member who was signed in, if any.';

comment on column public.contact_messages.answered_at is 'When it was answered, by a mail from here or elsewhere; null: it is open.';

comment on column public.contact_messages.answer is 'What was mailed to the sender; null: it was answered elsewhere, or not at all.';

comment on column public.contact_messages.answer_mailed_at is 'When the answer was handed to the mailer; null: it waits.';

comment on column public.contact_messages.mailed_at is 'When it was handed to the mailer; null: it waits.';

create index contact_messages_created_at_idx on public.contact_messages (created_at desc);

create index contact_messages_user_id_idx on public.contact_messages (user_id);

create index contact_messages_answered_by_idx on public.contact_messages (answered_by);

create index contact_messages_answer_waiting_idx on public.contact_messages (answered_at)
  where answer is not null and answer_mailed_at is null;

create index contact_messages_waiting_idx on public.contact_messages (created_at) where mailed_at is null;

create index contact_messages_email_idx on public.contact_messages (lower(email), created_at);

alter table public.contact_messages enable row level security;

revoke all on public.contact_messages from public, anon, authenticated, service_role;

grant select on public.contact_messages to authenticated;

grant update (answered_at) on public.contact_messages to authenticated;

grant select, insert, update, delete on public.contact_messages to service_role;

create policy read_any_admin on public.contact_messages
  for select to authenticated using ((select private.is_admin()));

create policy update_any_admin on public.contact_messages
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create function public.send_contact_message(name text, email text, subject text, message text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.contact_messages (name, email, subject, message, user_id)
  values (
    btrim(send_contact_message.name), lower(btrim(send_contact_message.email)), send_contact_message.subject,
    btrim(send_contact_message.message),
    (select p.id from public.profiles p where p.id = (select auth.uid()))
  )
$$;

comment on function public.send_contact_message(text, text, text, text) is
  'Sends a message to the people behind the site. subject: general, technical, partnership, feedback or report.';

create function private.set_answered_by() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.answered_by := case when new.answered_at is not null then (select auth.uid()) end;
  return new;
end
$$;

create trigger set_answered_by
  before update of answered_at on public.contact_messages
  for each row execute function private.set_answered_by();

create function private.log_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.log_action(
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

create function public.answer_contact_message(message_id uuid, answer text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.assert_admin();
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

create function private.take_contact_messages(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  update public.contact_messages set mailed_at = now()
  where id in (
    select m.id from public.contact_messages m where m.mailed_at is null
    order by m.created_at limit batch for update skip locked
  )
  returning id
$$;

comment on function private.take_contact_messages(integer) is
  'Marks a batch of messages to the site as mailed and returns their ids. The caller queues the emails in the same transaction, as after every private.take_….';

create function private.take_contact_answers(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  update public.contact_messages set answer_mailed_at = now()
  where id in (
    select m.id from public.contact_messages m where m.answer is not null and m.answer_mailed_at is null
    order by m.answered_at limit batch for update skip locked
  )
  returning id
$$;

comment on function private.take_contact_answers(integer) is 'The same of answers to messages to the site.';

revoke all on function
  public.send_contact_message(text, text, text, text), public.answer_contact_message(uuid, text)
  from public, anon, authenticated, service_role;

grant execute on function public.send_contact_message(text, text, text, text) to anon, authenticated, service_role;

grant execute on function public.answer_contact_message(uuid, text) to authenticated;

grant execute on function private.take_contact_messages(integer), private.take_contact_answers(integer) to site_jobs;

create text search configuration private.words (copy = pg_catalog.english);

alter text search configuration private.words alter mapping for word, hword, hword_part with pg_catalog.hindi_stem;

create function private.normalize_for_search(html text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  replace(
    translate(
      replace(
        case
          when octet_length(html) = char_length(html) then html
          else regexp_replace(
            translate(
              normalize(html, nfkc),
              U&'\2010\2011०१२३४५६७८९\093C\200B\200C\200D\00AD',
              '--0123456789'
            ),
            private.word_signs() || '+', ' ', 'g'
          )
        end,
        '</', E'<\x03'
      ),
      '/', ' '
    ),
    E'\x03', '/'
  ),
  '(\m[Rr][Ss](?=\d)|[A-Za-z]\.(?=[0-9A-Za-z]))', '\1 ', 'g'
);

comment on function private.normalize_for_search(text) is 'The text of HTML in one spelling, for the index and for what is looked up in it.';

create function private.reply_words(content text) returns tsvector
language sql immutable strict parallel safe
return (select to_tsvector('private.words'::regconfig, private.normalize_for_search(content)));

create function private.phonetic_key(word text) returns text
language sql immutable strict parallel safe
return translate(
  lower(word),
  'कखगघचछजझटठतथडढदधणनञङंँपफबभमयरलळवशषसहअआाइईिीउऊुूएऐेैॅओऔोौॉऋृ्ः',
  'kkggccjjttttddddnnnnnnpfbbmyrllvssshaaaiiiiuuuueeeeeooooorr'
);

comment on function private.phonetic_key(text) is 'A word in Latin letters by sound, for comparing mistyped words.';

create function private.time_facets(at timestamptz) returns text[]
language sql immutable strict parallel safe
return array[
  'y' || extract(year from at at time zone 'UTC'),
  'm' || extract(year from at at time zone 'UTC') * 12 + extract(month from at at time zone 'UTC'),
  'd' || (at at time zone 'UTC')::date - date '2000-01-01'
];

create function private.reply_facets(created_at timestamptz, author_id uuid) returns text[]
language sql immutable strict parallel safe
return (select private.time_facets(created_at) || ('a' || author_id));

create function private.period_facets(step integer, at timestamptz default now()) returns text[]
language sql stable parallel safe
return case step
  when 1 then array[(private.time_facets(at))[3], (private.time_facets(at - interval '1 day'))[3]]
  when 2 then array[(private.time_facets(at))[2], (private.time_facets(at - interval '1 month'))[2]]
  when 3 then array[(private.time_facets(at))[1], (private.time_facets(at - interval '1 year'))[1]]
end;

create index replies_words_idx on public.replies
  using gin (private.reply_words(content), private.reply_facets(created_at, author_id))
  where not is_hidden and not is_thread_hidden;

grant execute on function private.normalize_for_search(text) to anon, authenticated, service_role;

grant execute on function
  private.reply_words(text), private.time_facets(timestamptz), private.reply_facets(timestamptz, uuid)
  to authenticated, service_role;

create table private.thread_words (
  thread_id uuid not null,
  created_at timestamptz not null,
  title tsvector not null,
  words tsvector not null,
  facets text[] not null,
  constraint thread_words_pkey primary key (thread_id),
  constraint thread_words_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table private.thread_words is 'The words of every visible thread; kept by triggers.';

comment on column private.thread_words.title is 'Words of the title and the tags.';

comment on column private.thread_words.words is 'Words of the title (weight A), the tags (B) and the text (D).';

comment on column private.thread_words.facets is 'Year, month, day (private.time_facets), c and the category''s id, a and the author''s.';

create index thread_words_idx on private.thread_words using gin (title, words, facets);

revoke all on private.thread_words from public, anon, authenticated, service_role;

create table private.article_words (
  article_id uuid not null,
  title tsvector not null,
  words tsvector not null,
  constraint article_words_pkey primary key (article_id),
  constraint article_words_article_id_fkey foreign key (article_id) references public.blog_posts (id) on delete cascade
);

comment on table private.article_words is 'The words of every published article; kept by a trigger.';

create index article_words_idx on private.article_words using gin (title, words);

revoke all on private.article_words from public, anon, authenticated, service_role;

create table private.spelling_terms (
  word text not null,
  sound text not null,
  constraint spelling_terms_pkey primary key (word)
);

comment on table private.spelling_terms is
  'Words of titles and tags, to find the one that was meant. They stay when their thread goes: no answer ever shows one, it is only looked for.';

create index spelling_terms_sound_idx on private.spelling_terms using gin (sound extensions.gin_trgm_ops);

revoke all on private.spelling_terms from public, anon, authenticated, service_role;

create function private.add_spelling_terms(texts text[]) returns void
language sql volatile set search_path = ''
as $$
  insert into private.spelling_terms (word, sound)
  select distinct l.lexeme, private.phonetic_key(l.lexeme)
  from unnest(texts) as one (line)
  cross join lateral unnest(to_tsvector('simple', private.normalize_for_search(one.line))) as l
  where char_length(l.lexeme) between 4 and 30 and l.lexeme !~ '[0-9/.]'
  order by 1
  on conflict do nothing
$$;

create function private.index_threads(only_ids uuid[] default null) returns void
language sql volatile set search_path = ''
as $$
  insert into private.thread_words (thread_id, created_at, title, words, facets)
  select t.id, t.created_at, heading.title || heading.tags,
    setweight(heading.title, 'A') || setweight(heading.tags, 'B')
      || to_tsvector('private.words', private.normalize_for_search(t.content)),
    private.time_facets(t.created_at) || array['c' || t.category_id, 'a' || t.author_id]
  from public.threads t
  cross join lateral (
    select to_tsvector('private.words', private.normalize_for_search(t.title)) as title,
      to_tsvector('private.words', private.normalize_for_search(array_to_string(t.tags, ' '))) as tags
  ) heading
  where not t.is_hidden and (only_ids is null or t.id = any (only_ids))
  on conflict (thread_id) do update
  set title = excluded.title, words = excluded.words, facets = excluded.facets
$$;

comment on function private.index_threads(uuid[]) is 'Writes the words of these threads, or of all of them.';

create function private.index_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_hidden then
    delete from private.thread_words where thread_id = new.id;
  else
    perform private.index_threads(array[new.id]);
    perform private.add_spelling_terms(new.title || new.tags);
  end if;
  if tg_op = 'INSERT' and new.tags = '{}' then
    return null;
  end if;
  perform private.tag_threads(array[new.id]);
  return null;
end
$$;

create trigger index_thread_insert
  after insert on public.threads
  for each row execute function private.index_thread();

create trigger index_thread_update
  after update on public.threads
  for each row when (
    old.title is distinct from new.title or old.content is distinct from new.content
    or old.tags is distinct from new.tags or old.is_hidden <> new.is_hidden
    or old.category_id <> new.category_id or old.author_id <> new.author_id
  )
  execute function private.index_thread();

create function private.index_articles(only_ids uuid[] default null) returns void
language sql volatile set search_path = ''
as $$
  insert into private.article_words (article_id, title, words)
  select b.id, to_tsvector('private.words', private.normalize_for_search(b.title)),
    setweight(to_tsvector('private.words', private.normalize_for_search(b.title)), 'A')
      || setweight(to_tsvector('private.words', private.normalize_for_search(b.category || ' ' || b.excerpt)), 'B')
      || to_tsvector('private.words', private.normalize_for_search(b.content))
  from public.blog_posts b
  where b.published and (only_ids is null or b.id = any (only_ids))
  on conflict (article_id) do update set title = excluded.title, words = excluded.words
$$;

comment on function private.index_articles(uuid[]) is 'Writes the words of these articles, or of all of them.';

create function private.index_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.published then
    perform private.index_articles(array[new.id]);
    perform private.add_spelling_terms(array[new.title]);
  else
    delete from private.article_words where article_id = new.id;
  end if;
  return null;
end
$$;

create trigger index_article
  after insert or update on public.blog_posts
  for each row execute function private.index_article();

create function private.index_everything() returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.index_threads();
  perform private.tag_threads();
  perform private.index_articles();
  perform private.add_spelling_terms(array(select t.title || ' ' || array_to_string(t.tags, ' ') from public.threads t where not t.is_hidden));
  perform private.add_spelling_terms(array(select b.title from public.blog_posts b where b.published));
end
$$;

comment on function private.index_everything() is 'For what was written while triggers were off: a bulk load.';

grant execute on function private.index_everything() to service_role;

create table public.tags (
  tag text not null,
  thread_count integer not null default 0,
  constraint tags_pkey primary key (tag)
);

comment on table public.tags is 'Tags in use.';

comment on column public.tags.tag is 'In small letters: IPO and ipo are one tag.';

comment on column public.tags.thread_count is 'Visible threads that carry it.';

create index tags_thread_count_idx on public.tags (thread_count desc, tag);

create index tags_tag_trgm_idx on public.tags using gin (tag extensions.gin_trgm_ops);

alter table public.tags enable row level security;

revoke all on public.tags from public, anon, authenticated, service_role;

grant select on public.tags to anon, authenticated;

grant select, insert, update, delete on public.tags to service_role;

create policy read_used on public.tags
  for select to anon, authenticated using (thread_count > 0);

create table private.thread_tags (
  tag text not null,
  thread_id uuid not null,
  constraint thread_tags_pkey primary key (tag, thread_id),
  constraint thread_tags_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table private.thread_tags is 'Which visible threads carry a tag; kept by triggers.';

create index thread_tags_thread_id_idx on private.thread_tags (thread_id);

revoke all on private.thread_tags from public, anon, authenticated, service_role;

create function private.tag_threads(only_ids uuid[] default null) returns void
language sql volatile set search_path = ''
as $$
  with wanted as (
    select distinct private.tag_key(one.tag) as tag, t.id
    from public.threads t
    cross join lateral unnest(t.tags) as one (tag)
    where not t.is_hidden and (only_ids is null or t.id = any (only_ids))
  ), gone as (
    delete from private.thread_tags g
    where (only_ids is null or g.thread_id = any (only_ids))
      and not exists (select from wanted w where w.tag = g.tag and w.id = g.thread_id)
    returning g.tag
  ), come as (
    insert into private.thread_tags (tag, thread_id)
    select w.tag, w.id from wanted w where w.tag <> ''
    on conflict do nothing
    returning thread_tags.tag
  )
  insert into public.tags as known (tag, thread_count)
  select changed.tag, sum(changed.difference)
  from (select g.tag, -1 as difference from gone g union all select c.tag, 1 from come c) changed
  group by changed.tag
  order by changed.tag
  on conflict (tag) do update set thread_count = known.thread_count + excluded.thread_count
$$;

comment on function private.tag_threads(uuid[]) is 'Brings the tags of these threads, or of all of them, up to date.';

create function private.untag_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with gone as (
    delete from private.thread_tags g where g.thread_id = old.id returning g.tag
  ), in_order as (
    select t.tag from public.tags t where t.tag in (select g.tag from gone g) order by t.tag for no key update
  )
  update public.tags t set thread_count = t.thread_count - 1
  from in_order o
  where o.tag = t.tag;
  return old;
end
$$;

create trigger untag_thread
  before delete on public.threads
  for each row execute function private.untag_thread();

create function private.recount_tags() returns bigint
language sql volatile set search_path = ''
as $$
  with truth as (
    select coalesce(t.tag, g.tag) as tag, coalesce(g.threads, 0) as threads
    from public.tags t
    full join (
      select one.tag, count(*) as threads
      from (
        select distinct t.id, private.tag_key(x.tag) as tag
        from public.threads t cross join lateral unnest(t.tags) as x (tag)
        where not t.is_hidden and private.tag_key(x.tag) <> ''
      ) one
      group by one.tag
    ) g on g.tag = t.tag
    where t.thread_count is distinct from coalesce(g.threads, 0)
  ), corrected as (
    insert into public.tags (tag, thread_count)
    select w.tag, w.threads from truth w
    on conflict (tag) do update set thread_count = excluded.thread_count
    returning 1
  )
  select count(*) from corrected
$$;

comment on function private.recount_tags() is
  'Counts every tag''s threads again and returns how many counts were wrong: none, unless triggers were switched off.';

create function private.find_tagged(tag text, max_rows integer, skip integer)
returns table (thread_id uuid)
language sql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select t.id
  from private.thread_tags g
  join public.threads t on t.id = g.thread_id
  where g.tag = private.tag_key(find_tagged.tag) and not t.is_hidden
  order by t.last_activity desc, t.id
  limit least(greatest(max_rows, 0), 100)
  offset greatest(skip, 0)
$$;

create function public.tagged_threads(tag text, max_rows integer default 20, skip integer default 0)
returns setof public.threads
language sql stable rows 20
begin atomic
  select t.*
  from private.find_tagged(tagged_threads.tag, max_rows, skip) f
  join public.threads t on t.id = f.thread_id
  order by t.last_activity desc, t.id;
end;

comment on function public.tagged_threads(text, integer, integer) is
  'Threads that carry a tag, in whatever case it was written, the latest activity first.';

create function private.find_tags(words text, wanted integer)
returns table (tag text, is_it boolean)
language plpgsql stable security definer rows 20 set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_variable
declare
  name text := private.tag_key(words);
  pattern text := '%' || replace(replace(replace(name, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  return query
    select f.tag, f.tag = name
    from (
      select t.tag from public.tags t where t.tag = any (private.typed_words(name)) or t.tag = name
      union
      (select t.tag from public.tags t where t.tag ^@ name order by t.tag limit 200)
      union
      (select t.tag from public.tags t where char_length(name) > 2 and t.tag like pattern limit 500)
      union
      (
        select t.tag from public.tags t
        where char_length(name) > 2 and t.tag operator(extensions.%) name and extensions.similarity(t.tag, name) > 0.45
        limit 200
      )
    ) f
    join public.tags t on t.tag = f.tag
    where t.thread_count > 0
    order by 2 desc, t.thread_count desc, f.tag
    limit wanted;
end
$$;

comment on function private.find_tags(text, integer) is 'Tags by words or a part of them, the very one first, then the most used.';

revoke all on function public.tagged_threads(text, integer, integer) from public, anon, authenticated, service_role;

grant execute on function private.recount_tags() to service_role;

grant execute on function
  private.find_tagged(text, integer, integer), public.tagged_threads(text, integer, integer),
  private.find_tags(text, integer)
  to anon, authenticated, service_role;

create table public.search_synonyms (
  id uuid not null default gen_random_uuid(),
  terms text[] not null,
  typed_only text[] not null default '{}',
  created_at timestamptz not null default now(),
  constraint search_synonyms_pkey primary key (id),
  constraint search_synonyms_terms_count check (
    cardinality(terms) between 1 and 12 and cardinality(typed_only) <= 12
    and cardinality(terms) + cardinality(typed_only) >= 2
  ),
  constraint search_synonyms_terms_text check (
    array_position(terms || typed_only, null) is null
    and char_length(array_to_string(terms || typed_only, ' ')) <= 500
  )
);

comment on table public.search_synonyms is 'Words that mean the same to the search. Administrators add, change and delete them.';

comment on column public.search_synonyms.terms is 'Each of these is looked for when any of them, or of typed_only, was typed. A term may have several words.';

comment on column public.search_synonyms.typed_only is
  'These lead to the terms and are not looked for in turn, because they mean other things as well: kar is tax, and is ''do''.';

alter table public.search_synonyms enable row level security;

revoke all on public.search_synonyms from public, anon, authenticated, service_role;

grant select, delete on public.search_synonyms to authenticated;

grant insert (terms, typed_only), update (terms, typed_only) on public.search_synonyms to authenticated;

grant select, insert, update, delete on public.search_synonyms to service_role;

create policy read_any_admin on public.search_synonyms
  for select to authenticated using ((select private.is_admin()));

create policy insert_any_admin on public.search_synonyms
  for insert to authenticated with check ((select private.is_admin()));

create policy update_any_admin on public.search_synonyms
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create policy delete_any_admin on public.search_synonyms
  for delete to authenticated using ((select private.is_admin()));

create table private.synonym_rules (
  synonyms_id uuid not null,
  term text not null,
  target tsquery not null,
  substitute tsquery not null,
  constraint synonym_rules_pkey primary key (synonyms_id, term),
  constraint synonym_rules_synonyms_id_fkey foreign key (synonyms_id) references public.search_synonyms (id) on delete cascade
);

comment on table private.synonym_rules is 'What search_synonyms says, for ts_rewrite; kept by a trigger.';

comment on column private.synonym_rules.target is 'All words of the term, in any place.';

comment on column private.synonym_rules.substitute is 'The target, or any of the terms as a phrase.';

revoke all on private.synonym_rules from public, anon, authenticated, service_role;

create function private.tidy_synonyms() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.terms := array(select distinct lower(btrim(t)) from unnest(new.terms) t where btrim(t) <> '' order by 1);
  new.typed_only := array(
    select distinct lower(btrim(t)) from unnest(new.typed_only) t
    where btrim(t) <> '' and lower(btrim(t)) <> all (new.terms) order by 1
  );
  return new;
end
$$;

create trigger tidy_synonyms
  before insert or update on public.search_synonyms
  for each row when (new.terms is not null and new.typed_only is not null)
  execute function private.tidy_synonyms();

create function private.write_synonym_rules() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  phrases tsquery;
  one tsquery;
begin
  delete from private.synonym_rules r where r.synonyms_id = new.id;
  for one in
    select distinct phraseto_tsquery('private.words', private.normalize_for_search(u.term)) from unnest(new.terms) as u (term)
  loop
    continue when numnode(one) = 0;
    phrases := case when phrases is null then one else phrases || one end;
  end loop;
  -- A rule for words that the index leaves out ('off') would rewrite every question.
  if phrases is null then
    return null;
  end if;
  insert into private.synonym_rules (synonyms_id, term, target, substitute)
  select new.id, t.term, t.target, t.target || phrases
  from (
    select u.term, websearch_to_tsquery('private.words', private.normalize_for_search(u.term)) as target
    from unnest(new.terms || new.typed_only) as u (term)
  ) t
  where numnode(t.target) > 0;
  return null;
end
$$;

create trigger write_synonym_rules
  after insert or update on public.search_synonyms
  for each row execute function private.write_synonym_rules();

create function private.log_synonyms() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.search_synonyms := case when tg_op = 'DELETE' then old else new end;
begin
  if (select auth.uid()) is not null then
    perform private.log_action(
      lower(tg_op), 'search_synonyms', subject.id, subject.terms[1], null,
      case when tg_op = 'UPDATE' then
        format('%s → %s', array_to_string(old.terms || old.typed_only, ', '), array_to_string(new.terms || new.typed_only, ', '))
      else array_to_string(subject.terms || subject.typed_only, ', ') end
    );
  end if;
  return null;
end
$$;

create trigger log_synonyms
  after insert or update or delete on public.search_synonyms
  for each row execute function private.log_synonyms();

create function private.with_synonyms(question tsquery, typed text) returns tsquery
language plpgsql stable strict set search_path = ''
as $$
declare
  rule record;
  rewritten tsquery := question;
  next tsquery;
  placeholders tsquery[] := '{}';
  substitutes tsquery[] := '{}';
begin
  if numnode(question) = 0 or typed ~ '["“”„«»]' then
    return question;
  end if;
  for rule in
    select r.target, r.substitute, quote_literal('@' || row_number() over ())::tsquery as placeholder
    from private.synonym_rules r
    where question @> r.target
    order by numnode(r.target) desc, r.synonyms_id, r.term
  loop
    next := ts_rewrite(rewritten, rule.target, rule.placeholder);
    if next <> rewritten then
      rewritten := next;
      placeholders := placeholders || rule.placeholder;
      substitutes := substitutes || rule.substitute;
    end if;
  end loop;
  for i in 1..cardinality(placeholders) loop
    rewritten := ts_rewrite(rewritten, placeholders[i], substitutes[i]);
  end loop;
  -- Words to leave out must not come back, so a question without a beginning is replaced.
  return case when placeholders <> '{}' and position(':*' in question::text) > 0 then question || rewritten else rewritten end;
end
$$;

comment on function private.with_synonyms(tsquery, text) is 'A question, or what else was meant by it, as search_synonyms says.';

insert into public.search_synonyms (terms, typed_only) values
  ('{ipo,आईपीओ,initial public offering,initial public offer}', '{आइपीओ,public issue}'),
  ('{allotment,अलॉटमेंट,आवंटन}', '{एलॉटमेंट}'),
  ('{cut-off,cutoff,कट-ऑफ,कटऑफ}', '{कट ऑफ,कट आफ,kat off}'),
  ('{gmp,grey market premium,gray market premium,जीएमपी,ग्रे मार्केट प्रीमियम}', '{grey market,gray market}'),
  ('{listing gain,लिस्टिंग गेन}', '{listing profit}'),
  ('{lot size,लॉट साइज}', '{}'),
  ('{anchor investor,एंकर निवेशक}', '{}'),
  ('{price band,प्राइस बैंड,मूल्य दायरा}', '{}'),
  ('{asba,एएसबीए}', '{}'),
  ('{upi mandate,यूपीआई मैंडेट}', '{}'),
  ('{drhp,red herring prospectus,डीआरएचपी}', '{rhp}'),
  ('{subscription,सब्सक्रिप्शन}', '{सब्स्क्रिप्शन}'),
  ('{ofs,offer for sale,ओएफएस}', '{}'),
  ('{fpo,follow-on public offer,एफपीओ}', '{}'),
  ('{rights issue,राइट्स इश्यू}', '{}'),
  ('{bonus share,bonus issue,बोनस शेयर}', '{बोनस इश्यू}'),
  ('{stock split,share split,स्टॉक स्प्लिट}', '{}'),
  ('{buyback,buy-back,बायबैक}', '{share buyback,बाय बैक}'),
  ('{sme,एसएमई}', '{}'),
  ('{share,शेयर}', '{sher}'),
  ('{stock,स्टॉक}', '{}'),
  ('{equity,इक्विटी}', '{इक्वीटी}'),
  ('{market,मार्केट,बाजार}', '{bazaar,bazar,baazar}'),
  ('{stock market,share market,share bazaar,share bazar,शेयर बाजार,शेयर मार्केट,स्टॉक मार्केट}', '{sher bazaar,sher bazar,share baazar}'),
  ('{stock exchange,स्टॉक एक्सचेंज}', '{}'),
  ('{nse,national stock exchange,एनएसई}', '{}'),
  ('{bse,bombay stock exchange,बीएसई}', '{}'),
  ('{nifty,निफ्टी}', '{nifty 50,nifty50}'),
  ('{sensex,सेंसेक्स}', '{}'),
  ('{sebi,securities and exchange board of india,सेबी}', '{}'),
  ('{rbi,reserve bank of india,आरबीआई}', '{रिजर्व बैंक,reserve bank}'),
  ('{dividend,डिविडेंड,लाभांश}', '{labhansh}'),
  ('{broker,ब्रोकर}', '{brokar,दलाल}'),
  ('{brokerage,ब्रोकरेज}', '{}'),
  ('{demat,डीमैट}', '{डिमैट,dmat,demat account}'),
  ('{portfolio,पोर्टफोलियो}', '{portfolyo}'),
  ('{investment,निवेश}', '{nivesh}'),
  ('{investor,निवेशक}', '{niveshak}'),
  ('{trading,ट्रेडिंग}', '{treding}'),
  ('{intraday,इंट्राडे}', '{intra day,intra-day}'),
  ('{delivery,डिलीवरी}', '{}'),
  ('{volatility,वोलैटिलिटी,उतार-चढ़ाव}', '{vix}'),
  ('{stop loss,stop-loss,स्टॉप लॉस}', '{stoploss}'),
  ('{f&o,futures and options,fno,एफएंडओ}', '{f and o,fando}'),
  ('{option,options,ऑप्शन}', '{}'),
  ('{future,futures,फ्यूचर}', '{}'),
  ('{derivative,डेरिवेटिव}', '{}'),
  ('{margin,मार्जिन}', '{}'),
  ('{pledge,प्लेज,गिरवी}', '{}'),
  ('{short selling,शॉर्ट सेलिंग}', '{shorting}'),
  ('{circuit,सर्किट}', '{upper circuit,lower circuit}'),
  ('{penny stock,पेनी स्टॉक}', '{}'),
  ('{blue chip,bluechip,ब्लू चिप}', '{blue-chip}'),
  ('{large cap,largecap,लार्ज कैप}', '{large-cap}'),
  ('{mid cap,midcap,मिड कैप}', '{mid-cap}'),
  ('{small cap,smallcap,स्मॉल कैप}', '{small-cap}'),
  ('{market cap,market capitalisation,market capitalization,मार्केट कैप}', '{mcap}'),
  ('{pe ratio,p/e ratio,price to earnings,पीई रेशियो}', '{pe,p/e}'),
  ('{eps,earnings per share,ईपीएस}', '{}'),
  ('{fundamental analysis,फंडामेंटल एनालिसिस}', '{}'),
  ('{technical analysis,टेक्निकल एनालिसिस}', '{}'),
  ('{chart,चार्ट}', '{}'),
  ('{risk,रिस्क,जोखिम}', '{jokhim}'),
  ('{return,returns,रिटर्न,प्रतिफल}', '{ritarn}'),
  ('{profit,मुनाफा,लाभ,प्रॉफिट}', '{munafa,labh}'),
  ('{loss,घाटा,नुकसान,लॉस}', '{ghata,nuksan}'),
  ('{turnover,टर्नओवर}', '{}'),
  ('{charges,fees,शुल्क}', '{shulk}'),
  ('{crash,क्रैश,गिरावट}', '{girawat}'),
  ('{bull market,तेजी}', '{teji}'),
  ('{bear market,मंदी}', '{mandi}'),
  ('{fii,fpi,foreign portfolio investor,एफआईआई,एफपीआई}', '{}'),
  ('{dii,डीआईआई}', '{}'),
  ('{nri,एनआरआई,अनिवासी भारतीय}', '{}'),
  ('{mutual fund,म्यूचुअल फंड,म्युचुअल फंड}', '{mf,mutual funds,म्यूच्यूअल फंड}'),
  ('{fund,फंड}', '{}'),
  ('{sip,systematic investment plan,एसआईपी,सिप}', '{}'),
  ('{swp,systematic withdrawal plan,एसडब्ल्यूपी}', '{}'),
  ('{stp,systematic transfer plan,एसटीपी}', '{}'),
  ('{lump sum,lumpsum,एकमुश्त}', '{lump-sum}'),
  ('{nav,net asset value,एनएवी}', '{}'),
  ('{expense ratio,एक्सपेंस रेशियो}', '{ter}'),
  ('{exit load,एग्जिट लोड}', '{}'),
  ('{index fund,इंडेक्स फंड}', '{}'),
  ('{etf,exchange traded fund,ईटीएफ}', '{}'),
  ('{elss,ईएलएसएस,tax saving fund}', '{tax saver fund}'),
  ('{debt fund,डेट फंड}', '{}'),
  ('{liquid fund,लिक्विड फंड}', '{}'),
  ('{gold,सोना,गोल्ड}', '{sona}'),
  ('{sgb,sovereign gold bond,सॉवरेन गोल्ड बॉन्ड,एसजीबी}', '{gold bond}'),
  ('{silver,चांदी}', '{chandi,chaandi}'),
  ('{bond,बॉन्ड,बांड}', '{}'),
  ('{ppf,public provident fund,पीपीएफ}', '{}'),
  ('{epf,provident fund,ईपीएफ,भविष्य निधि}', '{pf,pf account}'),
  ('{nps,national pension system,एनपीएस}', '{national pension scheme}'),
  ('{pension,पेंशन}', '{penshan}'),
  ('{retirement,रिटायरमेंट,सेवानिवृत्ति}', '{}'),
  ('{fd,fixed deposit,एफडी,सावधि जमा}', '{फिक्स्ड डिपॉजिट}'),
  ('{rd,recurring deposit,आवर्ती जमा}', '{}'),
  ('{interest,ब्याज}', '{byaj,byaaj}'),
  ('{interest rate,ब्याज दर}', '{}'),
  ('{repo rate,रेपो रेट,रेपो दर}', '{}'),
  ('{inflation,महंगाई,मुद्रास्फीति}', '{mehngai,mahangai}'),
  ('{savings,saving,बचत}', '{bachat}'),
  ('{emergency fund,इमरजेंसी फंड,आपातकालीन कोष}', '{}'),
  ('{compounding,compound interest,चक्रवृद्धि,कंपाउंडिंग}', '{}'),
  ('{nominee,nomination,नॉमिनी,नामांकन}', '{नामिनी}'),
  ('{kyc,know your customer,केवाईसी}', '{}'),
  ('{sukanya samriddhi,सुकन्या समृद्धि,ssy}', '{}'),
  ('{insurance,बीमा,इंश्योरेंस}', '{bima,beema,इन्शुरन्स,इंश्योरन्स}'),
  ('{term insurance,term plan,टर्म बीमा,टर्म इंश्योरेंस,टर्म प्लान}', '{term bima,term life}'),
  ('{health insurance,mediclaim,स्वास्थ्य बीमा,हेल्थ इंश्योरेंस,मेडिक्लेम}', '{swasthya bima,health policy}'),
  ('{life insurance,जीवन बीमा,लाइफ इंश्योरेंस}', '{jeevan bima,jivan bima}'),
  ('{motor insurance,car insurance,vehicle insurance,मोटर बीमा,वाहन बीमा}', '{}'),
  ('{premium,प्रीमियम}', '{}'),
  ('{claim,क्लेम,दावा}', '{}'),
  ('{claim settlement,क्लेम सेटलमेंट}', '{claim ratio}'),
  ('{policy,पॉलिसी}', '{}'),
  ('{endowment,एंडोमेंट}', '{}'),
  ('{ulip,यूलिप}', '{}'),
  ('{lic,life insurance corporation,एलआईसी}', '{}'),
  ('{irdai,irda,आईआरडीएआई}', '{}'),
  ('{sum assured,sum insured,बीमा राशि}', '{}'),
  ('{waiting period,वेटिंग पीरियड,प्रतीक्षा अवधि}', '{}'),
  ('{pre-existing disease,ped,पहले से मौजूद बीमारी}', '{pre existing}'),
  ('{rider,राइडर}', '{}'),
  ('{surrender value,सरेंडर वैल्यू}', '{}'),
  ('{tax,टैक्स}', '{kar,कर,taxes}'),
  ('{income tax,आयकर,इनकम टैक्स}', '{aaykar,aykar,इन्कम टैक्स}'),
  ('{taxation,कराधान,टैक्सेशन}', '{}'),
  ('{itr,income tax return,आईटीआर,आयकर रिटर्न}', '{itr filing}'),
  ('{tds,tax deducted at source,टीडीएस}', '{}'),
  ('{stcg,short term capital gain,short-term capital gain,एसटीसीजी}', '{short term capital gains}'),
  ('{ltcg,long term capital gain,long-term capital gain,एलटीसीजी}', '{long term capital gains}'),
  ('{capital gain,पूंजीगत लाभ,कैपिटल गेन}', '{capital gains tax}'),
  ('{gst,goods and services tax,जीएसटी}', '{}'),
  ('{pan,permanent account number,पैन}', '{pan card,पैन कार्ड}'),
  ('{aadhaar,aadhar,आधार कार्ड}', '{adhar,adhaar,आधार}'),
  ('{new tax regime,new regime,नई कर व्यवस्था,नई टैक्स रिजीम}', '{}'),
  ('{old tax regime,old regime,पुरानी कर व्यवस्था}', '{}'),
  ('{80c,section 80c,धारा 80सी}', '{80 c}'),
  ('{80d,section 80d,धारा 80डी}', '{80 d}'),
  ('{87a,section 87a}', '{rebate 87a}'),
  ('{rebate,छूट,रिबेट}', '{chhoot}'),
  ('{deduction,कटौती,डिडक्शन}', '{katauti}'),
  ('{hra,house rent allowance,एचआरए}', '{}'),
  ('{salary,वेतन,सैलरी}', '{vetan}'),
  ('{refund,रिफंड,धनवापसी}', '{}'),
  ('{advance tax,एडवांस टैक्स,अग्रिम कर}', '{}'),
  ('{ais,annual information statement}', '{}'),
  ('{form 16,फॉर्म 16}', '{form-16,form16}'),
  ('{stt,securities transaction tax,एसटीटी}', '{}'),
  ('{stamp duty,स्टांप ड्यूटी}', '{}'),
  ('{budget,बजट}', '{}'),
  ('{audit,ऑडिट,लेखा परीक्षा}', '{}'),
  ('{cryptocurrency,crypto,क्रिप्टो,क्रिप्टोकरेंसी}', '{kripto}'),
  ('{bitcoin,btc,बिटकॉइन}', '{bit coin}'),
  ('{ethereum,eth,एथेरियम,ईथर}', '{}'),
  ('{vda,virtual digital asset}', '{}'),
  ('{wallet,वॉलेट}', '{}'),
  ('{stablecoin,usdt,स्टेबलकॉइन}', '{tether}'),
  ('{upi,यूपीआई,unified payments interface}', '{}'),
  ('{payment,भुगतान,पेमेंट}', '{bhugtan}'),
  ('{bank,बैंक}', '{}'),
  ('{account,खाता,अकाउंट}', '{khata}'),
  ('{loan,ऋण,कर्ज,लोन}', '{karz,karj,rin}'),
  ('{home loan,housing loan,होम लोन,गृह ऋण}', '{}'),
  ('{emi,ईएमआई,किस्त}', '{kist,kisht}'),
  ('{credit card,क्रेडिट कार्ड}', '{}'),
  ('{credit score,cibil,सिबिल,क्रेडिट स्कोर}', '{cibil score,civil score}'),
  ('{fraud,scam,धोखाधड़ी,ठगी,घोटाला}', '{dhokha,thagi}'),
  ('{complaint,grievance,शिकायत}', '{shikayat}'),
  ('{money,पैसा,पैसे,धन}', '{paisa,paise}'),
  ('{rupee,रुपया,रुपये}', '{rupaya,rupaye}'),
  ('{lakh,लाख}', '{lac,lacs}'),
  ('{crore,करोड़}', '{karod,cr}'),
  ('{property,real estate,संपत्ति,रियल एस्टेट}', '{}'),
  ('{gold loan,गोल्ड लोन}', '{}'),
  ('{beginner,शुरुआती,नौसिखिया}', '{newbie}'),
  ('{adviser,advisor,सलाहकार}', '{salahkar}');

create function private.typed_words(typed text) returns text[]
language sql immutable strict parallel safe
return (
  select coalesce(array_agg(word.one order by word.place), '{}')
  from regexp_split_to_table(
    btrim(translate(left(private.normalize_for_search(left(typed, 200)), 400), '&|!():*<>''"\', '           ')), '\s+'
  ) with ordinality as word (one, place)
  where word.place <= 12 and word.one <> ''
);

comment on function private.typed_words(text) is 'At most twelve words of what was typed, without what has a meaning to the index.';

create function private.prefix_query(typed text) returns tsquery
language sql stable strict parallel safe
return (
  select case
    when cardinality(w.words) = 0 then null
    else to_tsquery('private.words'::regconfig,
      '''' || array_to_string(w.words, ''' & ''') || ''''
        || case when char_length(w.words[cardinality(w.words)]) > 2 then ':*' else '' end)
  end
  from (select private.typed_words(typed) as words) w
);

create function private.words_query(typed text) returns tsquery
language sql stable strict parallel safe
return websearch_to_tsquery(
  'private.words'::regconfig,
  regexp_replace(
    left(private.normalize_for_search(translate(left(typed, 200), '“”„«»', '"""""')), 400),
    '-(?!"?[^-\s"!&|()])', ' ', 'g'
  )
);

create function private.fuzzy_query(typed text, joined text) returns tsquery
language plpgsql stable strict set search_path = ''
as $$
declare
  typed_word text;
  near text[];
  parts text[] := '{}';
begin
  foreach typed_word in array private.typed_words(typed) loop
    typed_word := lower(typed_word);
    select array_agg(w.word) into near
    from (
      select s.word
      from private.spelling_terms s
      where char_length(typed_word) > 3 and s.sound operator(extensions.%) private.phonetic_key(typed_word)
      order by extensions.similarity(s.sound, private.phonetic_key(typed_word)) desc, s.word
      limit 3
    ) w;
    if near is not null or char_length(typed_word) <= 3 then
      parts := parts || ('(' || array_to_string(array(
        select quote_literal(replace(one, '\', '')) from unnest(near || typed_word) as one
      ), ' | ') || ')');
    end if;
  end loop;
  if parts = '{}' then
    return null;
  end if;
  return to_tsquery('private.words', array_to_string(parts, joined));
end
$$;

create function private.can_use_index(query tsquery) returns boolean
language sql immutable parallel safe
return coalesce(numnode(query) > 0 and querytree(query) not in ('', 'T'), false);

create function private.beginning_query(typed text) returns tsquery
language plpgsql stable strict set search_path = ''
as $$
declare
  words text[] := private.typed_words(typed);
  last_word text := lower(words[cardinality(words)]);
  question tsquery := private.prefix_query(typed);
  endings tsquery;
  one tsquery;
begin
  if question is null or char_length(last_word) < 3 then
    return question;
  end if;
  for one in
    select distinct to_tsquery('private.words', quote_literal(w.word))
    from (select s.word from private.spelling_terms s where s.word ^@ last_word order by s.word limit 20) w
  loop
    endings := case when endings is null then one else endings || one end;
  end loop;
  if endings is null then
    return question;
  end if;
  if cardinality(words) > 1 then
    endings := endings
      && to_tsquery('private.words', '''' || array_to_string(words[:cardinality(words) - 1], ''' & ''') || '''');
  end if;
  return question || endings;
end
$$;

comment on function private.beginning_query(text) is 'Every word of what was typed, the last one perhaps not finished, in any of its forms.';

create function private.resolve_query(typed text, typing boolean, is_name boolean)
returns table (query tsquery, is_exact boolean)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  for attempt in (case when typing then 2 else 1 end)..(case when is_name then 2 else 4 end) loop
    query := case attempt
      when 1 then private.with_synonyms(private.words_query(typed), typed)
      when 2 then private.with_synonyms(private.beginning_query(typed), typed)
      when 3 then private.fuzzy_query(typed, ' & ')
      else private.fuzzy_query(typed, ' | ')
    end;
    is_exact := attempt = 1 or attempt = 2 and (typing or typed !~ '["“”„«»]');
    exit when exists (select from private.find_threads(query, typing, '{}', null, 1))
      or exists (select from private.find_articles(query, typing))
      or (not typing and private.has_replies(query));
    query := null;
    -- What was to be left out must not come back with what is like it.
    exit when not typing and typed ~ '(^|\s)-\S';
  end loop;
  return next;
end
$$;

grant execute on function
  private.typed_words(text), private.resolve_query(text, boolean, boolean)
  to anon, authenticated, service_role;

grant execute on function private.prefix_query(text) to authenticated;

create function private.find_threads(
  query tsquery, in_title boolean, facets text[], since timestamptz, wanted integer
) returns table (thread_id uuid, rank real)
language plpgsql stable security definer rows 200 set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off
as $$
#variable_conflict use_variable
declare
  periods text[];
  enough boolean;
begin
  if not private.can_use_index(query) then
    return;
  end if;
  for step in 1..4 loop
    periods := private.period_facets(step);
    if step < 4 then
      -- Counting is cheap beside ranking.
      enough := wanted <= (
        select count(*) from (
          select
          from private.thread_words w
          where case when in_title then w.title @@ query else w.words @@ query end
            and (facets = '{}' or w.facets @> facets) and w.facets && periods
            and (since is null or w.created_at >= since)
          limit wanted
        ) found
      );
      continue when not enough;
    end if;
    return query
      with hits as materialized (
        select w.thread_id, w.created_at, w.words
        from private.thread_words w
        where case when in_title then w.title @@ query else w.words @@ query end
          and (facets = '{}' or w.facets @> facets) and (periods is null or w.facets && periods)
          and (since is null or w.created_at >= since)
        limit 10000
      ), newest as (
        select h.thread_id, h.words from hits h order by h.created_at desc, h.thread_id limit wanted
      )
      select n.thread_id, ts_rank('{0.1, 0.2, 0.6, 1.0}', n.words, query, 1) from newest n;
    return;
  end loop;
end
$$;

create function private.find_replies(
  query tsquery, facets text[], category uuid, since timestamptz, wanted integer
) returns table (reply_id uuid, rank real)
language plpgsql stable security definer rows 200 set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off
as $$
#variable_conflict use_variable
declare
  periods text[];
  found_now bigint;
  newest uuid[];
begin
  if not private.can_use_index(query) then
    return;
  end if;
  for step in 1..4 loop
    periods := private.period_facets(step);
    -- The limit comes before the category is looked up: a word that everybody uses, in a category where nobody writes,
    -- must not read a million rows to find that out.
    with hits as materialized (
      select r.id, r.created_at, r.thread_id
      from public.replies r
      where not r.is_hidden and not r.is_thread_hidden
        and private.reply_words(r.content) @@ query
        and (facets = '{}' or private.reply_facets(r.created_at, r.author_id) @> facets)
        and (periods is null or private.reply_facets(r.created_at, r.author_id) && periods)
        and (since is null or r.created_at >= since)
      limit 10000
    )
    select
      (select count(*) from hits),
      array(
        select h.id
        from hits h
        where category is null or exists (
          select from public.threads t where t.id = h.thread_id and t.category_id = category
        )
        order by h.created_at desc, h.id
        limit wanted
      )
    into found_now, newest;
    exit when found_now >= wanted * case when category is null then 1 else 10 end;
  end loop;
  return query
    select r.id, ts_rank(private.reply_words(r.content), query, 1)
    from public.replies r
    where r.id = any (newest);
end
$$;

create function private.find_articles(query tsquery, in_title boolean)
returns table (article_id uuid, rank real)
language plpgsql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if not private.can_use_index(query) then
    return;
  end if;
  return query
    select w.article_id, ts_rank('{0.1, 0.2, 0.6, 1.0}', w.words, query, 1)
    from private.article_words w
    where case when in_title then w.title @@ query else w.words @@ query end
    limit 500;
end
$$;

create function private.find_members(words text, wanted integer)
returns table (member_id uuid, worth double precision, is_it boolean, is_name boolean)
language plpgsql
stable security definer ROWS 20
set search_path = ''
SET plan_cache_mode TO 'force_custom_plan'
SET enable_seqscan TO 'off'
as $$
#variable_conflict use_variable
declare
  name text := lower(ltrim(btrim(words), '@'));
  pattern text := '%' || replace(replace(replace(name, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  parts text[] := regexp_split_to_array(name, '\s+');
begin
  if char_length(name) < 2 then
    return;
  end if;
  return query
    with candidates as (
      select p.id from public.profiles p where lower(p.username) = name
      union
      (select p.id from public.profiles p where lower(p.username) ^@ name order by lower(p.username) limit 200)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.full_name ilike pattern limit 500)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.username ilike pattern limit 500)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.username operator(extensions.%) name limit 200)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.full_name operator(extensions.%) name limit 200)
    ), judged as (
      select p.id, p.reputation, p.username, p.full_name,
        lower(p.username) = name or coalesce(lower(p.full_name) = name, false) as is_it,
        -- Every word begins one of the name.
        char_length(name) > 2 and not exists (
          select from unnest(parts) as typed (part)
          where not exists (
            select
            from regexp_split_to_table(lower(p.username || ' ' || coalesce(p.full_name, '')), '[\s._-]+') as known (part)
            where known.part ^@ typed.part
          )
        ) as is_name
      from candidates c
      join public.profiles p on p.id = c.id
      where p.user_level <> 'Banned' and not p.is_deleted
    )
    select j.id,
      (lower(j.username) = name)::integer * 8 + j.is_it::integer * 4 + j.is_name::integer * 2
        + extensions.similarity(j.username, name) + coalesce(extensions.similarity(j.full_name, name), 0),
      j.is_it, j.is_it or j.is_name
    from judged j
    order by 2 desc, j.reputation desc, j.id
    limit wanted;
end
$$;

comment on function private.find_members(text, integer) is
  'Members by name, best first. is_it: the name is what was typed; is_name: every word that was typed begins one of the name.';

create function private.has_replies(query tsquery) returns boolean
language plpgsql stable set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off
as $$
declare
  periods text[];
begin
  if not private.can_use_index(query) then
    return false;
  end if;
  for step in 1..4 loop
    periods := private.period_facets(step);
    if exists (
      select
      from public.replies r
      where not r.is_hidden and not r.is_thread_hidden
        and private.reply_words(r.content) @@ has_replies.query
        and (periods is null or private.reply_facets(r.created_at, r.author_id) && periods)
    ) then
      return true;
    end if;
  end loop;
  return false;
end
$$;

grant execute on function
  private.find_threads(tsquery, boolean, text[], timestamptz, integer),
  private.find_replies(tsquery, text[], uuid, timestamptz, integer), private.find_articles(tsquery, boolean),
  private.find_members(text, integer)
  to anon, authenticated, service_role;

create function private.mark_words(line text, query tsquery, whole boolean) returns text
language sql stable parallel safe
return case
  when query is null then line
  else translate(
    ts_headline(
      'private.words'::regconfig,
      regexp_replace(
        case when whole then line else left(line, 20000) end,
        '(' || private.word_signs() || '+|/|\m[Rr][Ss](?=\d)|[A-Za-z]\.(?=[0-9A-Za-z]))',
        E'\x03\\1\x03', 'g'
      ),
      query,
      case
        when whole then U&'StartSel="\0001", StopSel="\0002", HighlightAll=true'
        else U&'StartSel="\0001", StopSel="\0002", MaxFragments=2, MaxWords=18, MinWords=8, FragmentDelimiter=" … "'
      end
    ),
    E'\x03', ''
  )
end;

create function private.search_score(rank real, at timestamptz, talk integer) returns double precision
language sql stable parallel safe
return rank
  * (0.4 + 0.6 * power(0.5, least(greatest(extract(epoch from now() - at), 0) / 31536000.0, 60)))
  * (1 + ln(1 + greatest(talk, 0)) / 10);

comment on function private.search_score(real, timestamptz, integer) is 'By what an answer is ordered: rank of its words, age, and how much it is talked about.';

create function public.search(
  query text,
  only_kind text default 'all',
  in_category text default null,
  by_author text default null,
  since timestamptz default null,
  typing boolean default false,
  max_rows integer default 20,
  skip integer default 0
) returns table (
  kind text,
  id uuid,
  title text,
  excerpt text,
  slug text,
  section text,
  thread_id uuid,
  username text,
  avatar_url text,
  user_level text,
  at timestamptz,
  reply_count integer,
  thread_count integer,
  is_exact boolean,
  total bigint,
  is_answered boolean
)
language sql stable rows 20
begin atomic
  with given as materialized (
    select btrim(left(search.query, 200)) as words,
      in_category is null and by_author is null and search.since is null as is_free
    where char_length(btrim(search.query)) > 1
  ), named as materialized (
    select m.member_id, m.worth, m.is_it, m.is_name, count(*) over () as total
    from given g
    cross join lateral private.find_members(g.words, 200) m
    where only_kind in ('all', 'members') and g.is_free
  ), asked as materialized (
    select b.query, b.is_exact, g.words, g.is_free,
      (select c.id from public.forum_categories c where c.slug = in_category) as category_id,
      (select p.id from public.profiles p where lower(p.username) = lower(by_author)) as author_id,
      exists (select from named n where n.is_name)
        and not exists (select from private.find_threads(b.query, true, '{}', null, 1)) as is_about_members
    from given g
    cross join lateral private.resolve_query(search.query, typing, exists (select from named n where n.is_name)) b
  ), thread_hits as (
    select f.thread_id, max(f.rank) as rank
    from asked a
    cross join lateral (
      select true as in_title, 100 as wanted
      union all
      select false, 200 where not typing
    ) way
    cross join lateral private.find_threads(
      a.query, way.in_title,
      case when in_category is null then '{}' else array['c' || coalesce(a.category_id::text, '')] end
        || case when by_author is null then '{}' else array['a' || coalesce(a.author_id::text, '')] end,
      search.since, way.wanted
    ) f
    where only_kind in ('all', 'threads')
    group by f.thread_id
  ), thread_page as materialized (
    select t.*, private.search_score(h.rank, t.last_activity, t.reply_count + t.upvote_count) as worth, count(*) over () as total
    from thread_hits h
    join public.threads t on t.id = h.thread_id
    order by worth desc, t.id
    limit case when only_kind = 'all' then 5 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), reply_page as materialized (
    select r.*, private.search_score(f.rank, r.created_at, r.upvote_count) as worth, count(*) over () as total
    from asked a
    cross join lateral private.find_replies(
      a.query,
      case when by_author is null then '{}' else array['a' || coalesce(a.author_id::text, '')] end,
      case when in_category is null then null else coalesce(a.category_id, '00000000-0000-0000-0000-000000000000') end,
      search.since, 200
    ) f
    join public.replies r on r.id = f.reply_id
    where only_kind in ('all', 'replies') and not typing
    order by worth desc, r.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), article_page as materialized (
    select b.*, private.search_score(f.rank, coalesce(b.published_at, b.created_at), 0) as worth, count(*) over () as total
    from asked a
    cross join lateral private.find_articles(a.query, typing) f
    join public.blog_posts b on b.id = f.article_id
    where only_kind in ('all', 'articles') and in_category is null and b.published
      and (by_author is null or b.author_id = a.author_id)
      and (search.since is null or coalesce(b.published_at, b.created_at) >= search.since)
    order by worth desc, b.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), member_page as materialized (
    select p.*, n.worth, n.is_it or n.is_name and a.is_about_members as is_first, n.total
    from asked a
    cross join named n
    join public.profiles p on p.id = n.member_id
    order by n.worth desc, p.reputation desc, p.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), tag_page as materialized (
    select t.tag, t.thread_count, f.is_it, count(*) over () as total
    from asked a
    cross join lateral private.find_tags(a.words, 200) f
    join public.tags t on t.tag = f.tag
    where only_kind in ('all', 'tags') and a.is_free
    order by is_it desc, t.thread_count desc, t.tag
    limit case when only_kind = 'all' then 8 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), answers as (
    select 1 as kind_place, t.worth, 'thread' as kind, t.id,
      private.mark_words(t.title, a.query, true) as title,
      case when not typing then private.mark_words(private.strip_html(t.content), a.query, false) end as excerpt,
      c.slug, c.name as section, t.id as thread_id, p.username, p.avatar_url, p.user_level,
      t.last_activity as at, t.reply_count, null::integer as thread_count, a.is_exact, t.total,
      t.answer_id is not null as is_answered
    from asked a
    cross join thread_page t
    join public.profiles p on p.id = t.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 2, r.worth, 'reply', r.id, t.title,
      private.mark_words(private.strip_html(r.content), a.query, false),
      c.slug, c.name, t.id, p.username, p.avatar_url, p.user_level,
      r.created_at, null, null, a.is_exact, r.total, t.answer_id is not distinct from r.id
    from asked a
    cross join reply_page r
    join public.threads t on t.id = r.thread_id
    join public.profiles p on p.id = r.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 3, b.worth, 'article', b.id,
      private.mark_words(b.title, a.query, true),
      case when not typing then private.mark_words(private.strip_html(b.excerpt || ' ' || b.content), a.query, false) end,
      b.slug, b.category, null, coalesce(p.full_name, p.username), p.avatar_url, p.user_level,
      coalesce(b.published_at, b.created_at), null, null, a.is_exact, b.total, false
    from asked a
    cross join article_page b
    left join public.profiles p on p.id = b.author_id
    union all
    select case when m.is_first then 0 else 4 end, m.worth, 'member', m.id, coalesce(m.full_name, m.username), left(m.bio, 200),
      null, null, null, m.username, m.avatar_url, m.user_level,
      m.joined_at, m.total_replies, m.total_posts, true, m.total, false
    from member_page m
    union all
    select 5, g.is_it::integer * 1e9 + g.thread_count, 'tag', null, g.tag, null,
      null, null, null, null, null, null, null, null, g.thread_count, true, g.total, false
    from tag_page g
  )
  select n.kind, n.id, n.title, n.excerpt, n.slug, n.section, n.thread_id, n.username, n.avatar_url,
    n.user_level, n.at, n.reply_count, n.thread_count, n.is_exact, n.total, n.is_answered
  from answers n
  order by n.kind_place, n.worth desc, n.id;
end;

comment on function public.search(text, text, text, text, timestamptz, boolean, integer, integer) is
  'Finds by words what guests may see. only_kind: all, threads, replies, articles, members or tags; typing: titles only, the last word unfinished. Found words stand between \1 and \2; total counts at most the 200 best; is_answered: a thread with an accepted answer, or a reply that is one.';

create function private.find_similar(title text, wanted integer)
returns table (thread_id uuid, likeness double precision)
language plpgsql stable security definer rows 5 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
declare
  words text[];
  weights double precision[];
begin
  select array_agg(x.word order by x.uses), array_agg(1 / (1 + ln(1 + x.uses)) order by x.uses)
  into words, weights
  from (
    select l.lexeme as word, (
      select count(*)
      from (select from private.thread_words w where w.title @@ quote_literal(l.lexeme)::tsquery limit 1000) one
    ) as uses
    from unnest(to_tsvector('private.words', private.normalize_for_search(left(title, 200)))) l
    limit 12
  ) x
  where x.uses > 0;
  if words is null then
    return;
  end if;
  return query
    with hits as (
      select f.thread_id
      from private.find_threads(
        (select string_agg(quote_literal(w), ' | ') from unnest(words[1:4]) as w)::tsquery, true, '{}', null, 300
      ) f
    ), judged as (
      select h.thread_id, (
        select sum(weights[i])
        from generate_subscripts(words, 1) as i
        where t.title @@ quote_literal(words[i])::tsquery
      ) / (select sum(w) from unnest(weights) as w) as likeness
      from hits h
      join private.thread_words t on t.thread_id = h.thread_id
    )
    select j.thread_id, j.likeness
    from judged j
    where j.likeness > 0.3
    order by j.likeness desc, j.thread_id
    limit wanted;
end
$$;

create function public.similar_threads(title text, max_rows integer default 5)
returns setof public.threads
language sql stable rows 5
begin atomic
  select t.*
  from private.find_similar(similar_threads.title, least(greatest(max_rows, 0), 20)) f
  join public.threads t on t.id = f.thread_id
  order by t.answer_id is null, f.likeness desc, t.last_activity desc, t.id;
end;

comment on function public.similar_threads(text, integer) is
  'Threads whose titles share the telling words of this one: those with an accepted answer first, then the likest.';

create function public.replies_with_words(words text) returns setof public.replies
language sql stable rows 100
begin atomic
  select r.*
  from private.find_replies(private.prefix_query(words), '{}', null, null, 200) f
  join public.replies r on r.id = f.reply_id
  where (select public.is_admin())
  union all
  (
    select r.*
    from public.replies r
    where (r.is_hidden or r.is_thread_hidden)
      and (select public.is_admin())
      and private.reply_words(r.content) @@ private.prefix_query(words)
    order by r.created_at desc
    limit 200
  );
end;

comment on function public.replies_with_words(text) is
  'For admins: the newest replies that have all of these words, the last one perhaps not finished, hidden ones too. Nothing for others.';

revoke all on function
  public.search(text, text, text, text, timestamptz, boolean, integer, integer),
  public.similar_threads(text, integer), public.replies_with_words(text)
  from public, anon, authenticated, service_role;

grant execute on function
  private.mark_words(text, tsquery, boolean), private.search_score(real, timestamptz, integer),
  public.search(text, text, text, text, timestamptz, boolean, integer, integer), private.find_similar(text, integer),
  public.similar_threads(text, integer)
  to anon, authenticated, service_role;

grant execute on function public.replies_with_words(text) to authenticated;

create function private.find_in_thread(thread uuid, query tsquery, wanted integer) returns setof uuid
language plpgsql stable security definer rows 200 set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off
as $$
#variable_conflict use_variable
begin
  if not private.can_use_index(query) then
    return;
  end if;
  return query
    select r.id
    from public.replies r
    where r.thread_id = thread and not r.is_hidden and not r.is_thread_hidden
      and private.reply_words(r.content) @@ query
    order by r.created_at, r.id
    limit wanted;
end
$$;

comment on function private.find_in_thread(uuid, tsquery, integer) is
  'The first visible replies of a thread that have the words.';

create function private.resolve_in_thread(thread uuid, typed text, out query tsquery, out is_exact boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  for attempt in 1..3 loop
    query := case attempt
      when 1 then private.with_synonyms(private.words_query(typed), typed)
      when 2 then private.with_synonyms(private.beginning_query(typed), typed)
      else private.fuzzy_query(typed, ' & ')
    end;
    is_exact := attempt = 1 or attempt = 2 and typed !~ '["“”„«»]';
    exit when exists (select from private.find_in_thread(thread, query, 1));
    query := null;
    -- What was to be left out must not come back with what is like it.
    exit when typed ~ '(^|\s)-\S';
  end loop;
end
$$;

create function public.search_in_thread(thread uuid, query text, max_rows integer DEFAULT 20, skip integer DEFAULT 0)
 RETURNS TABLE(id uuid, excerpt text, username text, avatar_url text, user_level text, at timestamp with time zone, is_answer boolean, is_exact boolean, total bigint)
 LANGUAGE sql
 STABLE ROWS 20
BEGIN ATOMIC
 WITH asked AS MATERIALIZED (
          SELECT q.query,
             q.is_exact
            FROM (( SELECT btrim("left"(search_in_thread.query, 200)) AS words) given
              CROSS JOIN LATERAL private.resolve_in_thread(search_in_thread.thread, given.words) q(query, is_exact))
           WHERE (char_length(given.words) > 1)
         ), page AS MATERIALIZED (
          SELECT r_1.id,
             r_1.content,
             r_1.author_id,
             r_1.thread_id,
             r_1.created_at,
             count(*) OVER () AS total
            FROM ((asked a_1
              CROSS JOIN LATERAL private.find_in_thread(search_in_thread.thread, a_1.query, 200) f(id))
              JOIN public.replies r_1 ON ((r_1.id = f.id)))
           ORDER BY r_1.created_at, r_1.id
          OFFSET LEAST(GREATEST(search_in_thread.skip, 0), 200)
          LIMIT LEAST(GREATEST(search_in_thread.max_rows, 0), 50)
         )
  SELECT r.id,
     private.mark_words(private.strip_html(r.content), a.query, false) AS mark_words,
     p.username,
     p.avatar_url,
     p.user_level,
     r.created_at,
     (NOT (t.answer_id IS DISTINCT FROM r.id)),
     a.is_exact,
     r.total
    FROM (((asked a
      CROSS JOIN page r)
      JOIN public.threads t ON ((t.id = r.thread_id)))
      JOIN public.profiles p ON ((p.id = r.author_id)))
   ORDER BY r.created_at, r.id;
END;

comment on function public.search_in_thread(uuid, text, integer, integer) is
  'Finds by words the replies of a thread that guests may see, in their order. Found words stand between \1 and \2; total counts at most 200.';

revoke all on function
  public.search_in_thread(uuid, text, integer, integer)
  from public, anon, authenticated, service_role;

grant execute on function
  private.find_in_thread(uuid, tsquery, integer), private.resolve_in_thread(uuid, text),
  public.search_in_thread(uuid, text, integer, integer)
  to anon, authenticated, service_role;

create table private.thread_days (
  thread_id uuid not null,
  day date not null,
  replies integer not null default 0,
  upvotes integer not null default 0,
  constraint thread_days_pkey primary key (thread_id, day),
  constraint thread_days_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
) with (fillfactor = 80);

comment on table private.thread_days is
  'Visible replies and upvotes of a thread by the day (UTC) that they were written or given, and before private.weeks_until() by the week; kept by triggers for two years.';

create index thread_days_day_idx on private.thread_days (day);

create index thread_days_unfolded_idx on private.thread_days (day) where extract(isodow from day) <> 1;

revoke all on private.thread_days from public, anon, authenticated, service_role;

create function private.utc_day(at timestamptz) returns date
language sql immutable strict parallel safe
return (at at time zone 'UTC')::date;

create function private.utc_midnight(day date) returns timestamptz
language sql immutable strict parallel safe
return day::timestamp at time zone 'UTC';

create function private.week_of(day date) returns date
language sql immutable strict parallel safe
return date_trunc('week', day::timestamp)::date;

create function private.weeks_until() returns date
language sql stable parallel safe
return private.week_of(private.utc_day(now()) - 62);

comment on function private.weeks_until() is
  'A Monday: private.thread_days and private.thread_view_counts keep weeks of the time before it.';

create function private.counted_day(day date) returns date
language sql stable strict parallel safe
return case when counted_day.day < private.weeks_until() then private.week_of(counted_day.day) else counted_day.day end;

create function private.counted_from(since timestamptz) returns date
language sql stable strict parallel safe
return case
  when private.utc_day(counted_from.since) < private.weeks_until() then private.week_of(private.utc_day(counted_from.since)) + 7
  else private.utc_day(counted_from.since) + 1
end;

comment on function private.counted_from(timestamptz) is
  'The first day after then whose row in private.thread_days holds nothing of before: the next day, or the next Monday.';

create function private.count_thread_day(thread uuid, at timestamptz, replies integer, upvotes integer)
returns void
language plpgsql volatile set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.thread_days as d (thread_id, day, replies, upvotes)
  values (
    count_thread_day.thread, private.counted_day(private.utc_day(count_thread_day.at)),
    count_thread_day.replies, count_thread_day.upvotes
  )
  on conflict on constraint thread_days_pkey do update
  set replies = d.replies + excluded.replies, upvotes = d.upvotes + excluded.upvotes;
end
$$;

create function private.count_reply_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.replies := case when tg_op = 'DELETE' then old else new end;
begin
  -- Of a thread that is deleted, or an empty row by now (private.delete_replies_of_thread), no day is kept.
  if not exists (select from public.threads t where t.id = subject.thread_id and t.title <> '') then
    return old;
  end if;
  perform private.count_thread_day(
    subject.thread_id, subject.created_at, case when tg_op = 'DELETE' or subject.is_hidden then -1 else 1 end, 0);
  return old;
end
$$;

create trigger count_reply_insert_day
  after insert on public.replies
  for each row when (not new.is_hidden and current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.count_reply_day();

create trigger recount_reply_shown_day
  after update of is_hidden on public.replies
  for each row when (old.is_hidden <> new.is_hidden)
  execute function private.count_reply_day();

create trigger uncount_reply_day
  before delete on public.replies
  for each row when (not old.is_hidden)
  execute function private.count_reply_day();

create function private.count_reaction_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  vote public.reactions := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from public.threads t where t.id = vote.thread_id and t.title <> '') then
    perform private.count_thread_day(
      vote.thread_id, vote.created_at, 0, case when tg_op = 'DELETE' then -1 else 1 end);
  end if;
  return null;
end
$$;

create trigger count_reaction_day_insert
  after insert on public.reactions
  for each row when (
    new.thread_id is not null and current_setting('arthachowk.importing', true) is distinct from 'on'
  )
  execute function private.count_reaction_day();

create trigger count_reaction_day_delete
  after delete on public.reactions
  for each row when (old.thread_id is not null)
  execute function private.count_reaction_day();

create function private.recount_thread_days() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  oldest constant date := private.utc_day(now() - interval '732 days');
  corrected bigint;
begin
  with truth as (
    select e.thread_id, private.counted_day(e.day) as day, sum(e.replies) as replies, sum(e.upvotes) as upvotes
    from (
      select r.thread_id, private.utc_day(r.created_at) as day, count(*) as replies, 0::bigint as upvotes
      from public.replies r
      join public.threads t on t.id = r.thread_id and t.title <> ''
      where not r.is_hidden
      group by 1, 2
      union all
      select x.thread_id, private.utc_day(x.created_at), 0, count(*)
      from public.reactions x
      where x.thread_id is not null
      group by 1, 2
    ) e
    where private.counted_day(e.day) > oldest
    group by 1, 2
  ), kept as (
    select k.thread_id, private.counted_day(k.day) as day, sum(k.replies) as replies, sum(k.upvotes) as upvotes
    from private.thread_days k
    where private.counted_day(k.day) > oldest
    group by 1, 2
  )
  insert into private.thread_days as d (thread_id, day, replies, upvotes)
  select coalesce(t.thread_id, k.thread_id), coalesce(t.day, k.day),
    coalesce(t.replies, 0) - coalesce(k.replies, 0), coalesce(t.upvotes, 0) - coalesce(k.upvotes, 0)
  from truth t
  full join kept k on k.thread_id = t.thread_id and k.day = t.day
  where (coalesce(t.replies, 0), coalesce(t.upvotes, 0)) is distinct from (coalesce(k.replies, 0), coalesce(k.upvotes, 0))
  on conflict on constraint thread_days_pkey do update
  set replies = d.replies + excluded.replies, upvotes = d.upvotes + excluded.upvotes;
  get diagnostics corrected = row_count;
  return corrected;
end
$$;

comment on function private.recount_thread_days() is
  'Computes the last two years of private.thread_days again and returns how many rows were wrong. Part of private.recount().';

create function private.fold_thread_days() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  until constant date := private.weeks_until();
  threads uuid[];
  days date[];
  folded bigint;
begin
  select array_agg(o.thread_id), array_agg(o.day) into threads, days
  from (
    select d.thread_id, d.day
    from private.thread_days d
    where d.day < until and extract(isodow from d.day) <> 1
    order by d.day
    limit 5000
  ) o;
  -- The lock that counting holds (private.count_thread_day). A thread that is locked waits for the next run.
  with free as materialized (
    select t.id from public.threads t where t.id = any (threads) order by t.id for no key update skip locked
  ), gone as (
    delete from private.thread_days d
    using unnest(threads, days) as o (thread_id, day)
    where d.thread_id = o.thread_id and d.day = o.day and o.thread_id in (select f.id from free f)
    returning d.thread_id, d.day, d.replies, d.upvotes
  ), weeks as (
    insert into private.thread_days as kept (thread_id, day, replies, upvotes)
    select g.thread_id, private.week_of(g.day), sum(g.replies), sum(g.upvotes) from gone g group by 1, 2
    on conflict on constraint thread_days_pkey do update
    set replies = kept.replies + excluded.replies, upvotes = kept.upvotes + excluded.upvotes
  )
  select count(*) into folded from gone;
  return folded;
end
$$;

comment on function private.fold_thread_days() is
  'Folds up to 5,000 days of private.thread_days into weeks; returns their number. Called by a job until it gives 0.';

create function private.delete_old_thread_days() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.thread_days
    where (thread_id, day) in (
      select d.thread_id, d.day from private.thread_days d
      where d.day < private.utc_day(now() - interval '733 days')
      order by d.day
      limit 20000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_thread_days() is
  'Forgets a batch of days of more than two years ago; returns their number. Called by a job until it gives 0.';

create function private.activity_since(threads uuid[], since timestamptz)
returns table (thread_id uuid, replies bigint, upvotes bigint, views bigint)
language sql stable rows 300 set search_path = ''
as $$
  with edge as materialized (
    select c.day, private.utc_midnight(c.day) as until
    from (select private.counted_from(activity_since.since) as day) c
  )
  select i.id,
    coalesce(d.replies, 0) + (
      select count(*) from public.replies r
      where r.thread_id = i.id and not r.is_hidden and r.created_at >= activity_since.since and r.created_at < e.until
    ),
    coalesce(d.upvotes, 0) + (
      select count(*) from public.reactions x
      where x.thread_id = i.id and x.created_at >= activity_since.since and x.created_at < e.until
    ),
    coalesce(v.views, 0)
  from unnest(activity_since.threads) i (id)
  cross join edge e
  left join (
    select k.thread_id, sum(k.replies) as replies, sum(k.upvotes) as upvotes
    from private.thread_days k
    where k.thread_id = any (activity_since.threads) and k.day >= (select e.day from edge e)
    group by k.thread_id
  ) d on d.thread_id = i.id
  left join (
    select k.thread_id, sum(k.views) as views
    from private.thread_view_counts k
    where k.thread_id = any (activity_since.threads) and k.since >= activity_since.since
    group by k.thread_id
  ) v on v.thread_id = i.id
$$;

grant execute on function private.utc_day(timestamptz), private.recount_thread_days() to service_role;

grant execute on function private.fold_thread_days(), private.delete_old_thread_days() to service_role, site_jobs;

create function private.frame_length(time_frame text) returns interval
language sql immutable
return case time_frame when 'week' then interval '7 days' when 'month' then interval '30 days'
  when 'year' then interval '365 days' else interval '1 day' end;

create function private.engagement_score(replies numeric, upvotes numeric, views numeric) returns numeric
language sql immutable
return 3 * replies + 5 * upvotes + views / 20;

comment on function private.engagement_score(numeric, numeric, numeric) is 'What people did with a thread, as one number.';

create function private.rank_trending(time_frame text, category_id uuid, max_rows integer)
returns table (
  thread_id uuid, score numeric, points numeric, points_before numeric, replies integer, upvotes integer, views integer,
  last_activity timestamptz
)
language sql stable security definer rows 20 set search_path = ''
as $$
  with frame as (
    select f.length, extract(epoch from f.length)::float8 as seconds, now() - f.length as since, now() - 2 * f.length as before
    from (select private.frame_length(time_frame) as length) f
  ), latest as (
    select t.id, t.category_id, t.reply_count, t.upvote_count, t.view_count, t.created_at, t.last_activity
    from public.threads t
    where t.last_activity > (select f.since from frame f) and not t.is_hidden
    order by t.last_activity desc
    limit 2000
  ), upvoted as (
    select t.id, t.category_id, t.reply_count, t.upvote_count, t.view_count, t.created_at, t.last_activity
    from public.threads t
    where time_frame in ('month', 'year') and not t.is_hidden
    order by t.upvote_count desc
    limit 2000
  ), of_category as (
    select t.id, t.category_id, t.reply_count, t.upvote_count, t.view_count, t.created_at, t.last_activity
    from public.threads t
    -- Without the first condition a plan that is made for any category looks through all threads for none.
    where rank_trending.category_id is not null and t.category_id = rank_trending.category_id and not t.is_hidden
    order by t.upvote_count desc
    limit 1000
  ), candidates as (
    select c.*
    from (
      select l.* from latest l
      union
      select u.* from upvoted u
      union
      select o.* from of_category o
    ) c
    where c.last_activity > (select f.since from frame f)
      and (rank_trending.category_id is null or c.category_id = rank_trending.category_id)
  ), likely as materialized (
    select c.*, f.since, f.before, w.weight::numeric as weight
    from candidates c
    cross join frame f
    cross join lateral (
      -- The square root of a numeric takes 20 times as long, for some thousand candidates.
      select 1 / sqrt(1 + extract(epoch from now() - c.created_at)::float8 / f.seconds) as weight
    ) w
    order by private.engagement_score(c.reply_count, c.upvote_count, c.view_count)::float8 * w.weight desc, c.id
    limit 300
  ), happened as materialized (
    -- What began within the frame has its whole life in it.
    select a.* from private.activity_since(
      array(select l.id from likely l where l.created_at < l.since), (select f.since from frame f)
    ) a
  ), counted as (
    select l.id, l.created_at, l.last_activity, l.weight, l.since, l.before,
      coalesce(h.replies, l.reply_count) as replies,
      coalesce(h.upvotes, l.upvote_count) as upvotes,
      coalesce(h.views, l.view_count) as views
    from likely l
    left join happened h on h.thread_id = l.id
  ), best as materialized (
    select c.*, private.engagement_score(c.replies, c.upvotes, c.views) as points,
      private.engagement_score(c.replies, c.upvotes, c.views) * c.weight as score
    from counted c
    order by score desc, c.last_activity desc, c.id
    limit least(greatest(max_rows, 0), 100)
  ), happened_in_both as materialized (
    select a.* from private.activity_since(
      array(select b.id from best b where b.created_at < b.since), (select f.before from frame f)
    ) a
  )
  select b.id, b.score, b.points,
    case when h.thread_id is null then 0 else
      private.engagement_score(h.replies - b.replies, h.upvotes - b.upvotes, h.views - b.views)
    end,
    b.replies::integer, b.upvotes::integer, b.views::integer, b.last_activity
  from best b
  left join happened_in_both h on h.thread_id = b.id
$$;

comment on function private.rank_trending(text, uuid, integer) is 'The ranking of docs/trending.md, unsorted.';

create function private.activity_slices(thread_id uuid, since timestamptz, slices integer) returns numeric[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(coalesce(n.points, 0) order by s.slice)
  from generate_series(1, activity_slices.slices) as s (slice)
  left join (
    select width_bucket(extract(epoch from e.at), extract(epoch from activity_slices.since),
        extract(epoch from now()) + 1, activity_slices.slices) as slice,
      round(sum(e.points), 1) as points
    from (
      select case when c.by_day then private.utc_midnight(c.day) else 'infinity' end as until, c.day, c.by_day,
        private.weeks_until() as weeks_until, private.utc_midnight(private.weeks_until()) as weeks_end
      from (
        select private.counted_from(activity_slices.since) as day, activity_slices.since < now() - interval '8 days' as by_day
      ) c
    ) b
    cross join lateral (
      select r.created_at as at, private.engagement_score(1, 0, 0) as points
      from public.replies r
      where r.thread_id = activity_slices.thread_id and not r.is_hidden
        and r.created_at >= activity_slices.since and r.created_at < b.until
      union all
      select x.created_at, private.engagement_score(0, 1, 0)
      from public.reactions x
      where x.thread_id = activity_slices.thread_id
        and x.created_at >= activity_slices.since and x.created_at < b.until
      union all
      select least(private.utc_midnight(d.day) + case when d.day < b.weeks_until then interval '84 hours' else interval '12 hours' end, now()),
        private.engagement_score(d.replies, d.upvotes, 0)
      from private.thread_days d
      where b.by_day and d.thread_id = activity_slices.thread_id and d.day >= b.day
      union all
      select case when v.since < b.weeks_end then v.since + interval '84 hours' else v.since end, private.engagement_score(0, 0, v.views)
      from private.thread_view_counts v
      where v.thread_id = activity_slices.thread_id and v.since >= activity_slices.since
    ) e
    group by 1
  ) n on n.slice = s.slice
$$;

comment on function private.activity_slices(uuid, timestamptz, integer) is
  'A thread''s points in each of so many equal slices of the time since then.';

create function public.trending(time_frame text default 'today', category_id uuid default null, max_rows integer default 20)
returns table (
  thread_id uuid, score numeric, change_percent integer, replies integer, upvotes integer, views integer,
  activity numeric[]
)
language sql stable rows 20
begin atomic
  select r.thread_id, round(r.score, 2),
    case when r.points_before > 0
      then least(round(100 * (r.points - r.points_before) / r.points_before), 99999)::integer end,
    r.replies, r.upvotes, r.views,
    private.activity_slices(
      r.thread_id, now() - private.frame_length(time_frame),
      case time_frame when 'week' then 7 when 'month' then 15 else 12 end
    )
  from private.rank_trending(time_frame, trending.category_id, max_rows) r
  order by r.score desc, r.last_activity desc, r.thread_id;
end;

comment on function public.trending(text, uuid, integer) is
  'The threads most talked about in a time frame (today, week, month, year), best first, up to 100: their score, what happened to them within the frame, the change against the frame before in percent (null: nothing happened then), and the points in each slice of it. docs/trending.md.';

create function public.trending_threads(time_frame text default 'today', max_rows integer default 8)
returns setof public.threads
language sql stable rows 8
begin atomic
  select t.*
  from private.rank_trending(time_frame, null, max_rows) r
  join public.threads t on t.id = r.thread_id
  order by r.score desc, r.last_activity desc, r.thread_id;
end;

comment on function public.trending_threads(text, integer) is
  'The threads most talked about, best first. time_frame: today, week, month or year; max_rows up to 100.';

create function public.trending_figures(time_frame text default 'today')
returns table (views bigint, users bigint, posts bigint, trending bigint)
language sql stable rows 1
begin atomic
  select
    private.site_views(now() - private.frame_length(time_frame)),
    (select count(*) from (
      select from public.profiles p
      where p.last_active > now() - private.frame_length(time_frame)
      order by p.last_active desc
      limit 100000
    ) u),
    (select count(*) from (
      select from public.replies r
      where r.created_at > now() - private.frame_length(time_frame) and not r.is_hidden and not r.is_thread_hidden
      order by r.created_at desc
      limit 100000
    ) r)
    + (select count(*) from (
      select from public.threads t
      where t.created_at > now() - private.frame_length(time_frame) and not t.is_hidden
      order by t.created_at desc
      limit 100000
    ) t),
    (select count(*) from (
      select from public.threads t
      where t.last_activity > now() - private.frame_length(time_frame) and not t.is_hidden
      order by t.last_activity desc
      limit 100000
    ) a);
end;

comment on function public.trending_figures(text) is
  'Within a time frame: views of threads, members who were here, posts written, and threads that were written in; each counted up to 100,000 (posts twice that, views without end).';

create function public.trending_categories(time_frame text default 'today')
returns table (id uuid, name text, slug text, discussions bigint)
language sql stable rows 10
begin atomic
  with active as (
    select t.category_id
    from public.threads t
    where t.last_activity > now() - private.frame_length(time_frame) and not t.is_hidden
    order by t.last_activity desc
    limit 100000
  )
  select c.id, c.name, c.slug, count(a.category_id)
  from public.forum_categories c
  left join active a on a.category_id = c.id
  group by c.id
  order by count(a.category_id) desc, c.name;
end;

comment on function public.trending_categories(text) is
  'All categories with the number of threads that were written in within the time frame, the liveliest first.';

revoke all on function
  public.trending(text, uuid, integer), public.trending_threads(text, integer), public.trending_figures(text),
  public.trending_categories(text)
  from public, anon, authenticated, service_role;

grant execute on function
  private.frame_length(text), private.engagement_score(numeric, numeric, numeric),
  private.rank_trending(text, uuid, integer), private.activity_slices(uuid, timestamptz, integer),
  public.trending(text, uuid, integer), public.trending_threads(text, integer), public.trending_figures(text),
  public.trending_categories(text)
  to anon, authenticated, service_role;

create function public.member_activity(member uuid) returns table (day date, posts integer)
language sql stable rows 200
begin atomic
  with written as (
    select t.created_at
    from public.threads t
    where t.author_id = member and t.created_at > now() - interval '372 days' and not t.is_hidden
    union all
    select r.created_at
    from public.replies r
    where r.author_id = member and r.created_at > now() - interval '372 days'
      and not r.is_hidden and not r.is_thread_hidden
  )
  select (w.created_at at time zone 'Asia/Kolkata')::date, count(*)::integer
  from written w
  group by 1
  order by 1;
end;

comment on function public.member_activity(uuid) is
  'How many visible threads and replies the member wrote on each Indian day of the last 53 weeks; days without any are left out.';

create function public.my_upvotes(max_rows integer default 20, skip integer default 0)
returns table (
  thread_id uuid, thread_title text, category_slug text, reply_id uuid, reply_content text,
  upvotes bigint, latest timestamptz
)
language sql stable security definer rows 20 set search_path = ''
as $$
  with given as (
    select t.id as thread_id, null::uuid as reply_id, null::text as reply_content,
      count(*) as upvotes, max(x.created_at) as latest
    from public.threads t
    join public.reactions x on x.thread_id = t.id
    where t.author_id = (select auth.uid()) and x.user_id <> t.author_id
    group by t.id
    union all
    select r.thread_id, r.id, r.content, count(*), max(x.created_at)
    from public.replies r
    join public.reactions x on x.reply_id = r.id
    where r.author_id = (select auth.uid()) and x.user_id <> r.author_id
    group by r.id
  )
  select g.thread_id, t.title, c.slug, g.reply_id, left(g.reply_content, 1000), g.upvotes, g.latest
  from given g
  join public.threads t on t.id = g.thread_id
  join public.forum_categories c on c.id = t.category_id
  -- A reply's own writer reads it in a thread that was hidden, but not what that one is called.
  where not t.is_hidden or t.author_id = (select auth.uid())
  order by g.latest desc, g.thread_id, g.reply_id
  limit least(greatest(max_rows, 0), 100) offset greatest(skip, 0)
$$;

comment on function public.my_upvotes(integer, integer) is
  'The caller''s posts that others upvoted, the latest upvote first: how many and when, never by whom.';

create function public.my_figures()
returns table (discussions bigint, replies bigint, upvotes bigint, bookmarks bigint, reputation bigint)
language sql stable security definer rows 1 set search_path = ''
as $$
  select p.total_posts::bigint, p.total_replies::bigint,
    (select count(*) from public.threads t join public.reactions x on x.thread_id = t.id
     where t.author_id = p.id and x.user_id <> p.id)
    + (select count(*) from public.replies r join public.reactions x on x.reply_id = r.id
       where r.author_id = p.id and x.user_id <> p.id),
    (select count(*) from public.bookmarks b where b.user_id = p.id)
    + (select count(*) from public.reply_bookmarks b where b.user_id = p.id),
    p.reputation::bigint
  from public.profiles p
  where p.id = (select auth.uid())
$$;

comment on function public.my_figures() is
  'The caller''s own figures: visible threads and replies, upvotes by others, bookmarks, reputation.';

create function public.featured_expert() returns table (user_id uuid, recent_posts bigint)
language sql stable rows 1
begin atomic
  select p.id, n.posts
  from public.expert_profiles e
  join public.profiles p on p.id = e.user_id
  cross join lateral (
    select
      (select count(*) from public.replies r
       where r.author_id = p.id and r.created_at > now() - interval '30 days'
         and not r.is_hidden and not r.is_thread_hidden)
      + (select count(*) from public.threads t
         where t.author_id = p.id and t.created_at > now() - interval '30 days' and not t.is_hidden) as posts
  ) n
  where e.verified_at is not null and p.user_level <> 'Banned'
  order by n.posts desc, p.reputation desc, p.id
  limit 1;
end;

comment on function public.featured_expert() is
  'The verified expert who wrote most in the last 30 days, and how many threads and replies that were; by reputation when none did.';

create function public.site_counters()
returns table (members bigint, discussions bigint, posts bigint, online bigint)
language sql stable security definer rows 1 set search_path = ''
as $$
  select
    (select m.members from private.member_count m),
    (select coalesce(sum(c.thread_count), 0) from public.forum_categories c)::bigint,
    (select coalesce(sum(c.post_count), 0) from public.forum_categories c)::bigint,
    (select count(*) from public.profiles p where p.last_active >= date_trunc('day', now(), 'Asia/Kolkata'))
$$;

comment on function public.site_counters() is 'Members, visible threads, visible posts (threads and replies), and members who posted or signed in today (in India).';

revoke all on function
  public.member_activity(uuid), public.my_upvotes(integer, integer), public.my_figures(), public.featured_expert(),
  public.site_counters()
  from public, anon, authenticated, service_role;

grant execute on function
  public.member_activity(uuid), public.featured_expert(), public.site_counters()
  to anon, authenticated, service_role;

grant execute on function public.my_upvotes(integer, integer), public.my_figures() to authenticated;

create function public.member_badges(member uuid) returns table (kind text, since timestamptz)
language sql stable rows 2
begin atomic
  select b.kind, b.since
  from public.profiles p
  cross join lateral (
    select 'first_answer' as kind, min(r.created_at) as since
    from public.replies r
    join public.threads t on t.id = r.thread_id and t.answer_id = r.id
    where r.author_id = p.id and t.author_id <> p.id and not t.is_hidden and not r.is_hidden
    union all
    select 'year_here', p.joined_at + interval '1 year'
  ) b
  where p.id = member_badges.member and p.user_level <> 'Banned' and not p.is_deleted and b.since <= now()
  order by b.since;
end;

comment on function public.member_badges(uuid) is
  'What is true of a member: when the first accepted answer was written, and when a year here was complete.';

revoke all on function public.member_badges(uuid) from public, anon, authenticated, service_role;

grant execute on function public.member_badges(uuid) to anon, authenticated, service_role;

create function private.recount() returns table (counted text, corrected bigint)
language plpgsql security definer set search_path = ''
as $$
begin
  counted := 'threads';
  with truth as (
    select t.id, coalesce(r.replies, 0) as replies, coalesce(v.votes, 0) as votes,
      greatest(t.created_at, r.latest) as latest
    from public.threads t
    left join (
      select x.thread_id, count(*) as replies, max(x.created_at) as latest
      from public.replies x where not x.is_hidden group by x.thread_id
    ) r on r.thread_id = t.id
    left join (
      select x.thread_id, count(*) as votes from public.reactions x where x.thread_id is not null group by x.thread_id
    ) v on v.thread_id = t.id
  )
  update public.threads t
  set reply_count = truth.replies, upvote_count = truth.votes, last_activity = truth.latest
  from truth
  where truth.id = t.id
    and (t.reply_count, t.upvote_count, t.last_activity) is distinct from (truth.replies, truth.votes, truth.latest);
  get diagnostics corrected = row_count;
  return next;

  counted := 'replies';
  with truth as (
    select r.id, coalesce(v.votes, 0) as votes
    from public.replies r
    left join (
      select x.reply_id, count(*) as votes from public.reactions x where x.reply_id is not null group by x.reply_id
    ) v on v.reply_id = r.id
  )
  update public.replies r set upvote_count = truth.votes
  from truth
  where truth.id = r.id and r.upvote_count <> truth.votes;
  get diagnostics corrected = row_count;
  return next;

  counted := 'profiles';
  with given as (
    select t.author_id as member, (not t.is_hidden)::integer as posts, 0 as replies, 2 * (not t.is_hidden)::integer as reputation
    from public.threads t
    union all
    select r.author_id, 0, private.is_shown(r)::integer, private.is_shown(r)::integer from public.replies r
    union all
    select t.author_id, 0, 0, 10
    from public.reactions x join public.threads t on t.id = x.thread_id where x.user_id <> t.author_id
    union all
    select r.author_id, 0, 0, 5
    from public.reactions x join public.replies r on r.id = x.reply_id where x.user_id <> r.author_id
  ), truth as (
    select p.id, coalesce(sum(g.posts), 0) as posts, coalesce(sum(g.replies), 0) as replies,
      coalesce(sum(g.reputation), 0) as reputation
    from public.profiles p
    left join given g on g.member = p.id
    group by p.id
  )
  update public.profiles p
  set total_posts = truth.posts, total_replies = truth.replies, reputation = truth.reputation
  from truth
  where truth.id = p.id
    and (p.total_posts, p.total_replies, p.reputation) is distinct from (truth.posts, truth.replies, truth.reputation);
  get diagnostics corrected = row_count;
  return next;

  counted := 'forum_categories';
  with truth as (
    select c.id, count(t.id) as threads, coalesce(sum(1 + t.reply_count), 0) as posts
    from public.forum_categories c
    left join public.threads t on t.category_id = c.id and not t.is_hidden
    group by c.id
  )
  update public.forum_categories c set thread_count = truth.threads, post_count = truth.posts
  from truth
  where truth.id = c.id and (c.thread_count, c.post_count) is distinct from (truth.threads, truth.posts);
  get diagnostics corrected = row_count;
  return next;

  counted := 'thread_days';
  corrected := private.recount_thread_days();
  return next;

  counted := 'expert_profiles';
  update public.expert_profiles e
  set followers = (select count(*) from public.follows f where f.followed_id = e.user_id)
  where e.followers <> (select count(*) from public.follows f where f.followed_id = e.user_id);
  get diagnostics corrected = row_count;
  return next;

  counted := 'members';
  update private.member_count m set members = (select count(*) from public.profiles p where not p.is_deleted)
  where m.members <> (select count(*) from public.profiles p where not p.is_deleted);
  get diagnostics corrected = row_count;
  return next;
end
$$;

comment on function private.recount() is
  'Computes every counter again and returns, per table, how many rows were wrong: none, unless triggers were switched off. For bulk loads, tests and repairs; not while members write.';

grant execute on function private.recount() to service_role;

create table private.imported (
  source text not null,
  foreign_id text not null,
  id uuid not null,
  old_address text,
  imported_at timestamptz not null default now(),
  constraint imported_pkey primary key (source, foreign_id)
);

comment on table private.imported is
  'Which row of another forum became which row here: a second import adds nothing, and old addresses lead to the new ones.';

comment on column private.imported.source is 'The forum software: discourse, nodebb or csv.';

comment on column private.imported.foreign_id is 'Kind and id there: member 7, category 3, thread 12, reply 40, vote 7 on 40.';

comment on column private.imported.id is
  'The row here, which may be deleted by now. No foreign key: what is deleted is not imported again.';

comment on column private.imported.old_address is 'Its path there in its shortest spelling, without the first slash: t/12, t/12/3, u/asha.';

create index imported_old_address_idx on private.imported (old_address) where old_address is not null;

create index imported_id_idx on private.imported (id);

revoke all on private.imported from public, anon, authenticated, service_role;

create function private.imported_page(old_addresses text[])
returns table (id uuid, thread_id uuid, title text, category text, reply_id uuid, username text)
language sql stable security definer rows 1 set search_path = ''
as $$
  select i.id, t.id, t.title, c.slug, r.id, p.username
  from (
    select i.id from private.imported i
    where i.old_address = any (imported_page.old_addresses)
    order by array_position(imported_page.old_addresses, i.old_address)
    limit 1
  ) i
  left join public.replies r on r.id = i.id and not r.is_hidden and not r.is_thread_hidden
  left join public.threads t on t.id in (i.id, r.thread_id) and not t.is_hidden
  left join public.forum_categories c on c.id in (i.id, t.category_id)
  left join public.profiles p on p.id = i.id and not p.is_deleted
  where coalesce(c.id, p.id) is not null
$$;

comment on function private.imported_page(text[]) is
  'What the first of these old addresses that is known shows now, by its id: a category (slug alone), a thread, a reply, or a member. No row when there is none.';

create function private.forget_old_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.imported i set old_address = null where i.id = new.id;
  return null;
end
$$;

create trigger forget_old_address
  after update of is_deleted on public.profiles
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.forget_old_address();

create function private.lock_for_import(replies uuid[], threads uuid[]) returns void
language sql volatile set search_path = ''
as $$
  select from public.replies r where r.id = any (lock_for_import.replies) order by r.id for no key update;
  select from public.threads t where t.id = any (lock_for_import.threads) order by t.id for no key update;
$$;

create function private.count_imported(threads uuid[], replies uuid[], votes uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  with given as (
    select t.author_id as member, (not t.is_hidden)::integer as posts, 0 as replies,
      2 * (not t.is_hidden)::integer as reputation, t.created_at as at
    from public.threads t where t.id = any (count_imported.threads)
    union all
    select r.author_id, 0, private.is_shown(r)::integer, private.is_shown(r)::integer, r.created_at
    from public.replies r where r.id = any (count_imported.replies)
    union all
    select coalesce(t.author_id, r.author_id), 0, 0, case when x.thread_id is null then 5 else 10 end, null
    from public.reactions x
    left join public.threads t on t.id = x.thread_id
    left join public.replies r on r.id = x.reply_id
    where x.id = any (count_imported.votes) and x.user_id <> coalesce(t.author_id, r.author_id)
  ), totals as (
    select g.member, sum(g.posts) as posts, sum(g.replies) as replies, sum(g.reputation) as reputation, max(g.at) as at
    from given g group by g.member
  ), locked as materialized (
    select p.id from public.profiles p where p.id in (select t.member from totals t) order by p.id for no key update
  )
  update public.profiles p
  set total_posts = p.total_posts + t.posts, total_replies = p.total_replies + t.replies,
    reputation = p.reputation + t.reputation, last_active = greatest(p.last_active, t.at)
  from locked l join totals t on t.member = l.id
  where p.id = l.id;

  insert into public.thread_subscriptions (user_id, thread_id, created_at)
  select t.author_id, t.id, t.created_at
  from public.threads t join auth.users u on u.id = t.author_id
  where t.id = any (count_imported.threads)
  on conflict do nothing;

  -- An edit tells those alone whom the text did not name before.
  perform private.record_new_mentions(t.content, t.author_id, t.id, null)
  from public.threads t where t.id = any (count_imported.threads) and strpos(t.content, '@') > 0;
  perform private.record_new_mentions(r.content, r.author_id, null, r.id)
  from public.replies r where r.id = any (count_imported.replies) and strpos(r.content, '@') > 0;

  insert into private.thread_days as d (thread_id, day, replies, upvotes)
  select n.thread_id, private.counted_day(private.utc_day(n.at)), sum(n.replies), sum(n.upvotes)
  from (
    select r.thread_id, r.created_at as at, 1 as replies, 0 as upvotes
    from public.replies r where r.id = any (count_imported.replies) and not r.is_hidden
    union all
    select x.thread_id, x.created_at, 0, 1
    from public.reactions x where x.id = any (count_imported.votes) and x.thread_id is not null
  ) n
  group by 1, 2
  on conflict on constraint thread_days_pkey do update
  set replies = d.replies + excluded.replies, upvotes = d.upvotes + excluded.upvotes;

  delete from private.daily_post_stats k
  where k.day in (
    select private.india_day(t.created_at) from public.threads t where t.id = any (count_imported.threads)
    union all
    select private.india_day(r.created_at) from public.replies r where r.id = any (count_imported.replies)
  );

  update public.replies r set upvote_count = r.upvote_count + n.votes
  from (
    select x.reply_id, count(*) as votes
    from public.reactions x where x.id = any (count_imported.votes) and x.reply_id is not null group by 1
  ) n
  where r.id = n.reply_id;

  -- The category follows from the thread's reply_count (private.count_thread).
  update public.threads t
  set reply_count = t.reply_count + n.replies, upvote_count = t.upvote_count + n.votes,
    last_activity = greatest(t.last_activity, n.latest)
  from (
    select g.thread_id, sum(g.replies) as replies, sum(g.votes) as votes, max(g.latest) as latest
    from (
      select r.thread_id, 1 as replies, 0 as votes, r.created_at as latest
      from public.replies r where r.id = any (count_imported.replies) and not r.is_hidden
      union all
      select x.thread_id, 0, 1, null
      from public.reactions x where x.id = any (count_imported.votes) and x.thread_id is not null
    ) g
    group by 1
  ) n
  where t.id = n.thread_id;

  update public.forum_categories c
  set thread_count = c.thread_count + n.threads, post_count = c.post_count + n.threads
  from (
    select t.category_id, count(*) as threads
    from public.threads t where t.id = any (count_imported.threads) and not t.is_hidden group by 1
  ) n
  where c.id = n.category_id;
end
$$;

comment on function private.count_imported(uuid[], uuid[], uuid[]) is
  'Counts the threads, replies and votes that an import has just inserted, in its transaction, once.';

create function private.drop_abandoned_import() returns bigint
language plpgsql security definer set search_path = ''
as $$
begin
  -- The tables say when they were made. The lock is that of a running import (server/import/import.ts).
  if obj_description(to_regclass('private.import_rows'))::timestamptz < now() - interval '30 days'
    and pg_try_advisory_xact_lock(718201131) then
    drop table if exists private.import_rows, private.import_queue, private.import_notes;
    return 1;
  end if;
  return 0;
end
$$;

comment on function private.drop_abandoned_import() is
  'Drops what an import read and did not finish within 30 days; returns 1 if it did. Called by a job.';

grant execute on function private.imported_page(text[]) to service_role;

grant execute on function private.drop_abandoned_import() to service_role, site_jobs;

alter publication supabase_realtime add table
  public.threads, public.replies, public.reactions, public.chat_messages, public.notifications,
  public.forum_categories, public.blog_posts, public.profiles;

create policy read_own_topic on realtime.messages
  for select to authenticated using ((select realtime.topic()) = 'member:' || (select auth.uid())::text);

create policy send_own_topic on realtime.messages
  for insert to authenticated
  with check ((select realtime.topic()) = 'member:' || (select auth.uid())::text and (select private.may_write()));

create policy read_desk on realtime.messages
  for select to authenticated using ((select realtime.topic()) = 'desk' and (select private.is_admin()));

create policy send_desk on realtime.messages
  for insert to authenticated with check ((select realtime.topic()) = 'desk' and (select private.is_admin()));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp', 'image/gif']),
  ('content', 'content', true, 10 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp', 'image/gif']),
  ('covers', 'covers', true, 10 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

create policy insert_own on storage.objects
  for insert to authenticated
  with check (
    bucket_id in ('avatars', 'content')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.may_write())
  );

create policy update_own on storage.objects
  for update to authenticated
  using (
    bucket_id in ('avatars', 'content')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.may_write())
  )
  with check (
    bucket_id in ('avatars', 'content')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.may_write())
  );

create policy delete_own on storage.objects
  for delete to authenticated
  using (
    bucket_id in ('avatars', 'content')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.may_write())
  );

create policy delete_any_admin on storage.objects
  for delete to authenticated
  using (bucket_id in ('avatars', 'content') and (select private.is_admin()));

create policy insert_covers_admin on storage.objects
  for insert to authenticated
  with check (bucket_id = 'covers' and (select private.is_admin()));

create policy update_covers_admin on storage.objects
  for update to authenticated
  using (bucket_id = 'covers' and (select private.is_admin()))
  with check (bucket_id = 'covers' and (select private.is_admin()));

create policy delete_covers_admin on storage.objects
  for delete to authenticated using (bucket_id = 'covers' and (select private.is_admin()));

create policy read_own on storage.objects
  for select to authenticated
  using (
    bucket_id in ('avatars', 'content')
    and (storage.foldername(name))[1] = (select auth.uid())::text
  );

create policy read_any_admin on storage.objects
  for select to authenticated
  using (bucket_id in ('avatars', 'content', 'covers') and (select private.is_admin()));

create function private.assert_storage_quota() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  altogether bigint;
  today bigint;
begin
  select coalesce(sum((o.metadata ->> 'size')::bigint), 0),
    coalesce(sum((o.metadata ->> 'size')::bigint)
      filter (where greatest(o.created_at, o.updated_at) > now() - interval '1 day'), 0)
  into altogether, today
  from storage.objects o
  where o.bucket_id in ('avatars', 'content')
    -- In byte order `0` comes right after `/`: everything in the folder.
    and o.name collate "C" >= (select auth.uid())::text || '/' and o.name collate "C" < (select auth.uid())::text || '0';
  if altogether >= 1024 * 1048576::bigint then
    raise sqlstate 'PT413' using message = 'Your pictures take up 1 GB, which is the limit for one member';
  end if;
  if today >= 200 * 1048576::bigint then
    raise sqlstate 'PT413' using message = 'You added 200 MB of pictures within 24 hours, which is the limit. Please try again tomorrow';
  end if;
  return true;
end
$$;

comment on function private.assert_storage_quota() is
  'True, or PT413: the caller has uploaded 200 MiB within a day, replaced files included, or 1 GiB altogether.';

create policy room_for_files on storage.objects
  as restrictive for insert to authenticated
  with check (bucket_id not in ('avatars', 'content') or (select private.assert_storage_quota()));

create function private.delete_files_of_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Supabase refuses deletions past its own server unless the statement says that it means it.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.bucket_id in ('avatars', 'content')
    -- In byte order `0` comes right after `/`: everything in the folder.
    and o.name collate "C" >= old.id::text || '/' and o.name collate "C" < old.id::text || '0';
  return null;
end
$$;

comment on function private.delete_files_of_member() is 'A member''s pictures go with the profile.';

create trigger delete_files_of_member after delete on public.profiles
  for each row execute function private.delete_files_of_member();

create function private.log_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.bucket_id in ('avatars', 'content')
    and (storage.foldername(old.name))[1] is distinct from (select auth.uid())::text and private.is_admin() then
    perform private.log_action('delete', 'objects', old.id, old.bucket_id || '/' || old.name);
  end if;
  return null;
end
$$;

create function private.pictures_in(written text) returns setof text
language sql immutable strict parallel safe set search_path = ''
as $$
  select distinct found.parts[1] || '/' || found.parts[2]
  from regexp_matches(written, '/(avatars|covers|content)/([A-Za-z0-9/._-]+)', 'g') as found (parts)
$$;

create table private.shown_pictures (
  picture text not null,
  shown_by uuid not null,
  constraint shown_pictures_pkey primary key (picture, shown_by)
);

comment on table private.shown_pictures is 'Which row shows which picture of the buckets avatars, covers and content; kept by triggers.';

create index shown_pictures_shown_by_idx on private.shown_pictures (shown_by);

revoke all on private.shown_pictures from public, anon, authenticated, service_role;

create table private.picture_sweep (
  id boolean not null default true,
  looked_until uuid,
  constraint picture_sweep_pkey primary key (id),
  constraint picture_sweep_one_row check (id)
);

comment on table private.picture_sweep is 'How far private.delete_unused_pictures came, by the id of storage.objects; null: it starts from the first.';

revoke all on private.picture_sweep from public, anon, authenticated, service_role;

insert into private.picture_sweep default values;

create function private.note_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  written jsonb;
begin
  if tg_op <> 'INSERT' then
    delete from private.shown_pictures s where s.shown_by = old.id;
  end if;
  if tg_op <> 'DELETE' then
    written := to_jsonb(new);
    insert into private.shown_pictures (picture, shown_by)
    select p, new.id
    from private.pictures_in(concat_ws(' ', written ->> 'avatar_url', written ->> 'image', written ->> 'content')) as p
    on conflict do nothing;
  end if;
  return null;
end
$$;

create trigger note_pictures after insert on public.threads
  for each row when (new.content like '%/content/%')
  execute function private.note_pictures();

create trigger note_pictures_update after update of content on public.threads
  for each row when (old.content <> new.content and (old.content like '%/content/%' or new.content like '%/content/%'))
  execute function private.note_pictures();

create trigger note_pictures_delete after delete on public.threads
  for each row when (old.content like '%/content/%')
  execute function private.note_pictures();

create trigger note_pictures after insert on public.replies
  for each row when (new.content like '%/content/%')
  execute function private.note_pictures();

create trigger note_pictures_update after update of content on public.replies
  for each row when (old.content <> new.content and (old.content like '%/content/%' or new.content like '%/content/%'))
  execute function private.note_pictures();

create trigger note_pictures_delete after delete on public.replies
  for each row when (old.content like '%/content/%')
  execute function private.note_pictures();

create trigger note_pictures after insert on public.post_revisions
  for each row when (new.content like '%/content/%')
  execute function private.note_pictures();

create trigger note_pictures_update after update of content on public.post_revisions
  for each row when (old.content <> new.content and (old.content like '%/content/%' or new.content like '%/content/%'))
  execute function private.note_pictures();

create trigger note_pictures_delete after delete on public.post_revisions
  for each row when (old.content like '%/content/%')
  execute function private.note_pictures();

create trigger note_pictures after insert on public.blog_posts
  for each row execute function private.note_pictures();

create trigger note_pictures_update after update of content, image on public.blog_posts
  for each row when (old.content <> new.content or old.image is distinct from new.image)
  execute function private.note_pictures();

create trigger note_pictures_delete after delete on public.blog_posts
  for each row execute function private.note_pictures();

create trigger note_pictures after insert on public.profiles
  for each row when (new.avatar_url is not null)
  execute function private.note_pictures();

create trigger note_pictures_update after update of avatar_url on public.profiles
  for each row when (old.avatar_url is distinct from new.avatar_url)
  execute function private.note_pictures();

create trigger note_pictures_delete after delete on public.profiles
  for each row when (old.avatar_url is not null)
  execute function private.note_pictures();

create function private.delete_unused_pictures() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  batch constant integer := 500;
  after uuid;
  looked_at uuid[];
begin
  select s.looked_until into after from private.picture_sweep s for update skip locked;
  if not found then
    return 0; -- somebody else is at it
  end if;
  looked_at := array(
    select o.id from storage.objects o where after is null or o.id > after order by o.id limit batch
  );
  update private.picture_sweep set looked_until = looked_at[cardinality(looked_at)];
  -- Supabase refuses deletions past its own server unless the statement says that it means it.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.id = any (looked_at) and o.bucket_id in ('avatars', 'covers', 'content')
    -- A name that an address would write otherwise was not given by our pages, and cannot be looked for.
    and o.name ~ '^[A-Za-z0-9/._-]+$'
    and greatest(o.created_at, o.updated_at) < now()
      -- A draft is kept in its author's browser for 30 days, pictures included.
      - case o.bucket_id when 'content' then interval '31 days' else interval '1 day' end
    and not exists (select from private.shown_pictures s where s.picture = o.bucket_id || '/' || o.name);
  return cardinality(looked_at);
end
$$;

comment on function private.delete_unused_pictures() is
  'Looks at the next 500 files and deletes avatars and covers of more than a day, and posts'' pictures of more than 31 days, that no row shows; gives how many it looked at. Called by a job until it gives 0, after the last one.';

do $picture$
begin
  create trigger log_picture
    after delete on storage.objects
    for each row when (pg_trigger_depth() = 0)
    execute function private.log_picture();
exception
  when insufficient_privilege then
    raise notice 'not the owner of storage.objects: deleted pictures are not in the moderation log';
end
$picture$;

create policy room_for_replaced_files on storage.objects
  as restrictive for update to authenticated
  using (bucket_id is not null)
  with check (bucket_id not in ('avatars', 'content') or (select private.assert_storage_quota()));

grant execute on function private.assert_storage_quota() to authenticated;

grant execute on function private.delete_unused_pictures() to service_role, site_jobs;

create function private.delete_old_contact_messages() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.contact_messages
    where id in (
      select m.id
      from public.contact_messages m
      where m.answered_at < now() - interval '30 days' or m.created_at < now() - interval '1 year'
      limit 1000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_contact_messages() is
  'Deletes contact messages 30 days after they were dealt with, and all after a year; returns their number. Called by a job.';

create function private.delete_old_newsletter_addresses() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.newsletter_subscribers
    where id in (
      select s.id
      from public.newsletter_subscribers s
      left join private.newsletter_tokens t on t.subscriber_id = s.id
      where s.state = 'unsubscribed' and s.unsubscribed_at < now() - interval '30 days'
        or s.state = 'pending' and t.mailed_at < now() - interval '30 days'
      limit 1000
      for update of s skip locked
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_newsletter_addresses() is
  'Deletes addresses 30 days after they unsubscribed, or were asked to confirm and did not; returns their number. Called by a job.';

create function private.delete_old_reports() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.reports
    where id in (
      select r.id
      from public.reports r
      where r.state <> 'open' and r.resolved_at < now() - interval '1 year'
      order by r.resolved_at
      limit 1000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_reports() is
  'Deletes reports, and the words that they quote, a year after they were decided; returns their number. Called by a job.';

grant execute on function
  private.delete_old_contact_messages(), private.delete_old_newsletter_addresses(), private.delete_old_reports()
  to service_role, site_jobs;

create table public.data_exports (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  state text not null default 'waiting',
  requested_at timestamptz not null default now(),
  tried_at timestamptz,
  tries integer not null default 0,
  ready_at timestamptz,
  expires_at timestamptz,
  bytes integer,
  mailed_at timestamptz,
  constraint data_exports_pkey primary key (id),
  constraint data_exports_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint data_exports_state_known check (state in ('waiting', 'ready', 'failed'))
);

comment on table public.data_exports is 'Copies of their data that members asked for; each is kept for a week.';

comment on column public.data_exports.tried_at is 'When a job last began to make it; one that fell silent is tried again.';

comment on column public.data_exports.expires_at is 'Until then its owner can read the file (data_export_file).';

create unique index data_exports_waiting_key on public.data_exports (user_id) where state = 'waiting';

create index data_exports_user_id_idx on public.data_exports (user_id, requested_at desc);

create index data_exports_waiting_idx on public.data_exports (requested_at) where state = 'waiting';

create index data_exports_requested_at_idx on public.data_exports (requested_at);

create index data_exports_unmailed_idx on public.data_exports (ready_at) where state = 'ready' and mailed_at is null;

alter table public.data_exports enable row level security;

revoke all on public.data_exports from public, anon, authenticated, service_role;

grant select on public.data_exports to authenticated;

grant insert (user_id) on public.data_exports to authenticated;

grant select, insert, update, delete on public.data_exports to service_role;

create policy read_own on public.data_exports
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.data_exports
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create table private.data_export_files (
  export_id uuid not null,
  file bytea not null,
  constraint data_export_files_pkey primary key (export_id),
  constraint data_export_files_export_id_fkey foreign key (export_id)
    references public.data_exports (id) on delete cascade
);

comment on table private.data_export_files is 'The zip of each export.';

alter table private.data_export_files alter column file set storage external;

revoke all on private.data_export_files from public, anon, authenticated, service_role;

create function private.limit_data_exports() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  latest timestamptz;
begin
  -- The service has no such bound, and who asks for another is refused by the policy.
  if new.user_id is distinct from (select auth.uid()) then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 11));
  select max(e.requested_at) into latest
  from public.data_exports e
  where e.user_id = new.user_id and e.state <> 'failed';
  if latest > now() - interval '1 day' then
    raise sqlstate 'PT429' using
      message = 'You can ask for your data once a day.',
      detail = format('Retry after %s seconds.', ceil(extract(epoch from latest + interval '1 day' - now())));
  end if;
  return new;
end
$$;

create trigger limit_data_exports
  before insert on public.data_exports
  for each row execute function private.limit_data_exports();

create function public.data_export_file(export uuid) returns bytea
language sql stable security definer set search_path = ''
as $$
  select f.file
  from public.data_exports e
  join private.data_export_files f on f.export_id = e.id
  where e.id = data_export_file.export and e.user_id = (select auth.uid()) and e.expires_at > now()
$$;

comment on function public.data_export_file(uuid) is
  'The zip of an own export (Accept: application/octet-stream); null when it is another''s or has expired.';

create function private.drop_data_exports() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.data_exports e where e.user_id = new.id;
  return null;
end
$$;

create trigger drop_data_exports
  after update of is_deleted on public.profiles
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.drop_data_exports();

create function private.personal_data(member uuid, section text, skip integer) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page constant integer := 500;
  address text := (select lower(u.email) from auth.users u where u.id = personal_data.member);
begin
  case section
  when 'account' then return query
    select jsonb_build_object(
      'id', u.id, 'email', u.email, 'email_confirmed_at', u.email_confirmed_at, 'created_at', u.created_at,
      'last_sign_in_at', u.last_sign_in_at, 'has_password', u.encrypted_password is not null,
      'metadata', u.raw_user_meta_data)
    from auth.users u where u.id = member and skip = 0;
  when 'ways_to_sign_in' then return query
    select jsonb_build_object('provider', i.provider, 'identity', i.identity_data, 'created_at', i.created_at)
    from auth.identities i where i.user_id = member order by i.created_at, i.id offset skip limit page;
  when 'sessions' then return query
    select jsonb_build_object(
      'created_at', s.created_at, 'last_used_at', s.refreshed_at, 'address', s.ip, 'browser', s.user_agent)
    from auth.sessions s where s.user_id = member order by s.created_at, s.id offset skip limit page;
  when 'second_steps' then return query
    select jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'created_at', f.created_at)
    from auth.mfa_factors f where f.user_id = member order by f.created_at, f.id offset skip limit page;
  when 'profile' then return query
    select to_jsonb(p) from public.profiles p where p.id = member and skip = 0;
  when 'expert_profile' then return query
    select to_jsonb(e) from public.expert_profiles e where e.user_id = member and skip = 0;
  when 'roles' then return query
    select to_jsonb(r) from public.user_roles r where r.user_id = member order by r.role offset skip limit page;
  when 'discussions' then return query
    select to_jsonb(t) from public.threads t
    where t.author_id = member order by t.created_at, t.id offset skip limit page;
  when 'replies' then return query
    select to_jsonb(r) || jsonb_build_object('discussion', private.title_for(member, t))
    from public.replies r join public.threads t on t.id = r.thread_id
    where r.author_id = member order by r.created_at, r.id offset skip limit page;
  when 'earlier_versions' then return query
    select to_jsonb(v) from public.post_revisions v
    where v.thread_id in (select t.id from public.threads t where t.author_id = member)
      or v.reply_id in (select r.id from public.replies r where r.author_id = member)
    order by v.created_at, v.id offset skip limit page;
  when 'wikis' then return query
    select to_jsonb(w) - 'told_at' from public.wiki_posts w
    where w.thread_id in (select t.id from public.threads t where t.author_id = member)
      or w.reply_id in (select r.id from public.replies r where r.author_id = member)
    order by w.created_at, w.id offset skip limit page;
  when 'wiki_edits' then return query
    -- What a version became is what the next one began as, or what the post says now.
    select jsonb_build_object(
      'discussion', private.title_for(member, t), 'thread_id', v.thread_id, 'reply_id', v.reply_id, 'edited_at', v.created_at,
      'content', case when private.title_for(member, t) is null or r.is_hidden then null
        when following.id is null then coalesce(r.content, t.content)
        when not following.is_hidden then following.content end)
    from public.post_revisions v
    left join public.replies r on r.id = v.reply_id
    join public.threads t on t.id = coalesce(v.thread_id, r.thread_id)
    left join lateral (
      select n.id, n.content, n.is_hidden from public.post_revisions n
      where (n.thread_id = v.thread_id or n.reply_id = v.reply_id) and n.created_at > v.created_at
      order by n.created_at limit 1
    ) following on true
    where v.editor_id = member and coalesce(r.author_id, t.author_id) <> member
    order by v.created_at, v.id offset skip limit page;
  when 'articles' then return query
    select to_jsonb(b) from public.blog_posts b
    where b.author_id = member order by b.created_at, b.id offset skip limit page;
  when 'upvotes' then return query
    select to_jsonb(x) from public.reactions x
    where x.user_id = member order by x.created_at, x.id offset skip limit page;
  when 'polls' then return query
    select to_jsonb(p) - 'announced_at' from public.polls p join public.threads t on t.id = p.thread_id
    where t.author_id = member order by p.created_at, p.thread_id offset skip limit page;
  when 'poll_votes' then return query
    select to_jsonb(v) || case when private.title_for(member, t) is null then '{}'
      else jsonb_build_object('question', p.question, 'option', p.options[v.choice]) end
    from public.poll_votes v
    join public.polls p on p.thread_id = v.thread_id
    join public.threads t on t.id = v.thread_id
    where v.user_id = member order by v.created_at, v.thread_id offset skip limit page;
  when 'bookmarks' then return query
    select to_jsonb(b) || jsonb_build_object('discussion', private.title_for(member, t))
    from public.bookmarks b join public.threads t on t.id = b.thread_id
    where b.user_id = member order by b.created_at, b.thread_id offset skip limit page;
  when 'bookmarked_replies' then return query
    select to_jsonb(b) || jsonb_build_object('discussion', private.title_for(member, t))
    from public.reply_bookmarks b
    join public.replies r on r.id = b.reply_id
    join public.threads t on t.id = r.thread_id
    where b.user_id = member order by b.created_at, b.reply_id offset skip limit page;
  when 'followed_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', private.title_for(member, t))
    from public.thread_subscriptions s join public.threads t on t.id = s.thread_id
    where s.user_id = member order by s.thread_id offset skip limit page;
  when 'read_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', private.title_for(member, t))
    from public.thread_reads s join public.threads t on t.id = s.thread_id
    where s.user_id = member order by s.thread_id offset skip limit page;
  when 'followed_members' then return query
    select to_jsonb(f) || jsonb_build_object('username', p.username)
    from public.follows f join public.profiles p on p.id = f.followed_id
    where f.follower_id = member order by f.created_at, f.followed_id offset skip limit page;
  when 'watches' then return query
    select to_jsonb(w) || jsonb_build_object('category', c.name)
    from public.watches w left join public.forum_categories c on c.id = w.category_id
    where w.user_id = member order by w.created_at, w.id offset skip limit page;
  when 'first_steps' then return query
    select to_jsonb(f) from public.first_runs f where f.user_id = member and skip = 0;
  when 'mutes' then return query
    select to_jsonb(m) || jsonb_build_object('category', c.name, 'username', p.username)
    from public.mutes m
    left join public.forum_categories c on c.id = m.category_id
    left join public.profiles p on p.id = m.member_id
    where m.user_id = member order by m.created_at, m.id offset skip limit page;
  when 'notifications' then return query
    select to_jsonb(n) from public.notifications n
    where n.user_id = member order by n.created_at, n.id offset skip limit page;
  when 'notification_settings' then return query
    select to_jsonb(s) from public.notification_settings s where s.user_id = member and skip = 0;
  when 'mail_refusals' then return query
    select to_jsonb(r) from public.mail_refusals r where r.user_id = member and skip = 0;
  when 'push_subscriptions' then return query
    select to_jsonb(s) - 'p256dh' - 'auth' - 'session_id' from public.push_subscriptions s
    where s.user_id = member order by s.created_at, s.id offset skip limit page;
  when 'chat_messages' then return query
    select to_jsonb(m) from public.chat_messages m
    where m.user_id = member or m.id in (select a.message_id from private.chat_authors a where a.user_id = member)
    order by m.created_at, m.id offset skip limit page;
  when 'reports' then return query
    select to_jsonb(r) - 'target_author_id' from public.reports r
    where r.reporter_id = member order by r.created_at, r.id offset skip limit page;
  when 'newsletter' then return query
    select to_jsonb(s) from public.newsletter_subscribers s
    where lower(s.email) = address order by s.created_at, s.id offset skip limit page;
  when 'contact_messages' then return query
    select to_jsonb(m) - 'answered_by' from public.contact_messages m
    where m.user_id = member or lower(m.email) = address
    order by m.created_at, m.id offset skip limit page;
  when 'files' then return query
    select jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at, 'details', o.metadata)
    from storage.objects o where o.owner_id = member::text order by o.created_at, o.id offset skip limit page;
  when 'exports' then return query
    select to_jsonb(e) from public.data_exports e
    where e.user_id = member order by e.requested_at, e.id offset skip limit page;
  end case;
end
$$;

comment on function private.personal_data(uuid, text, integer) is 'Five hundred rows of one kind that the site keeps about a member, from the row `skip` on, without the titles and texts of discussions that the member may not see. For exports.';

create function private.take_data_export() returns table (id uuid, user_id uuid)
language plpgsql security definer set search_path = ''
as $$
begin
  update public.data_exports e set state = 'failed'
  where e.state = 'waiting' and e.tries >= 3 and e.tried_at < now() - interval '15 minutes';
  return query
    update public.data_exports e set tried_at = now(), tries = e.tries + 1
    where e.id = (
      select w.id from public.data_exports w
      where w.state = 'waiting' and w.tries < 3
        and (w.tried_at is null or w.tried_at < now() - interval '15 minutes')
      order by w.requested_at limit 1
      for update skip locked
    )
    returning e.id, e.user_id;
end
$$;

create function private.store_data_export(export uuid, file bytea) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid;
begin
  update public.data_exports e
  set state = 'ready', ready_at = now(), expires_at = now() + interval '7 days',
    bytes = octet_length(store_data_export.file)
  where e.id = store_data_export.export and e.state = 'waiting'
  returning e.user_id into owner;
  -- The account may have been closed, or another node been faster.
  if not found then
    return;
  end if;
  insert into private.data_export_files (export_id, file) values (store_data_export.export, store_data_export.file);
  perform private.create_notification(owner, 'export_ready', null, null, null);
end
$$;

create function private.delete_old_data_exports() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.data_exports e
    where e.id in (
      select x.id from public.data_exports x
      where x.expires_at < now() or x.state = 'failed' and x.requested_at < now() - interval '7 days'
      order by x.requested_at limit 50
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_data_exports() is
  'Deletes exports and their files after a week; returns their number. Called by a job.';

create function private.take_ready_exports(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  update public.data_exports set mailed_at = now()
  where id in (
    select e.id from public.data_exports e where e.state = 'ready' and e.mailed_at is null
    order by e.ready_at limit batch for update skip locked
  )
  returning id
$$;

comment on function private.take_ready_exports(integer) is 'The same of exports of data that are ready.';

revoke all on function public.data_export_file(uuid) from public, anon, authenticated, service_role;

grant execute on function public.data_export_file(uuid) to authenticated;

grant execute on function
  private.personal_data(uuid, text, integer), private.take_data_export(), private.store_data_export(uuid, bytea),
  private.delete_old_data_exports()
  to service_role, site_jobs;

grant execute on function private.take_ready_exports(integer) to site_jobs;

revoke execute on all functions in schema private from public;
