-- Administrators keep the reserved names on a page, so the list moves to the exposed schema, for them alone.

alter table private.reserved_names set schema public;
alter table public.reserved_names drop constraint reserved_names_pkey, drop column skeleton;
alter table public.reserved_names
  add column id uuid not null default gen_random_uuid(),
  -- Computed before the length is checked: of a long text it reads no more than a name may have.
  add column skeleton text generated always as (private.name_skeleton(left(name, 40))) stored,
  add constraint reserved_names_pkey primary key (id),
  add constraint reserved_names_skeleton_key unique (skeleton),
  add constraint reserved_names_name_length check (char_length(name) between 2 and 40 and char_length(skeleton) >= 2);

comment on table public.reserved_names is
  'Names of authorities and of the people who run a site, which no member takes. Administrators add and delete them.';
comment on column public.reserved_names.skeleton is 'What the name looks like: names with one skeleton are one name.';

alter table public.reserved_names enable row level security;

create policy read_any_admin on public.reserved_names
  for select to authenticated using ((select private.is_admin()));
create policy insert_any_admin on public.reserved_names
  for insert to authenticated with check ((select private.is_admin()));
create policy delete_any_admin on public.reserved_names
  for delete to authenticated using ((select private.is_admin()));

-- No update: a name is deleted and another one added, and the log tells of both.
grant select, delete on public.reserved_names to authenticated;
grant insert (name, is_part) on public.reserved_names to authenticated;

create or replace function private.is_reserved_name(name text) returns boolean
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

-- Writes to the log, which nobody is granted.
create function private.log_reserved_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.reserved_names := case when tg_op = 'DELETE' then old else new end;
begin
  -- What an operator does in SQL is no act of a member.
  if (select auth.uid()) is not null then
    perform private.log_act(lower(tg_op), 'reserved_names', subject.id, subject.name);
  end if;
  return null;
end
$$;

create trigger log_reserved_name
  after insert or delete on public.reserved_names
  for each row execute function private.log_reserved_name();

revoke execute on all functions in schema private from public;
