-- The subjects of the forum. Everybody reads them, admins keep them. A category that holds threads cannot be deleted:
-- they would go with it. Admins may put the categories in an order of their own; until then every position is null and
-- the lists of the site go by name, as a client's `order=name` always does.

-- Names and descriptions in other languages than English: what a page in one of them shows. The pages' requests ask for
-- `name:name_hi`, so that a page has one name for each category, and the columns of English pages stay as they are.
create function private.are_translations(translations jsonb) returns boolean
language sql immutable parallel safe
return coalesce(
  case when jsonb_typeof(translations) = 'object' then (
    select count(*) <= 10 and bool_and(
      t.language ~ '^[a-z]{2,3}$' and t.language <> 'en'
      and t.texts - array['name', 'description'] = '{}'
      and jsonb_typeof(t.texts -> 'name') is not distinct from 'string'
      and char_length(btrim(t.texts ->> 'name')) between 1 and 60 and char_length(t.texts ->> 'name') <= 60
      and t.texts ->> 'name' !~ private.hidden_signs() and private.visible_part(t.texts ->> 'name') <> ''
      and coalesce(jsonb_typeof(t.texts -> 'description') = 'string', true)
      and char_length(coalesce(t.texts ->> 'description', '')) <= 500
    )
    from (
      -- What is no object has no name, and is refused.
      select e.key, case when jsonb_typeof(e.value) = 'object' then e.value else '{}' end
      from jsonb_each(translations) e
    ) t (language, texts)
  ) else false end,
  true -- no language
);

comment on function private.are_translations(jsonb) is
  'Whether it has names and descriptions by language, such as {"hi": {"name": "…", "description": "…"}}, within the bounds of English ones.';

create table public.forum_categories (
  id uuid not null default gen_random_uuid(),
  -- A reader's order: IPOs after Insurance, whatever is upper-case.
  name text collate "und-x-icu" not null,
  slug text not null,
  description text,
  icon text not null default '💬',
  color text not null default '#10b981',
  thread_count integer not null default 0,
  post_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  position integer,
  translations jsonb not null default '{}',
  constraint forum_categories_pkey primary key (id),
  constraint forum_categories_slug_key unique (slug),
  constraint forum_categories_name_length check (char_length(btrim(name)) between 1 and 60),
  constraint forum_categories_slug_format check (char_length(slug) <= 60 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint forum_categories_description_length check (char_length(description) <= 500),
  constraint forum_categories_icon_length check (char_length(icon) between 1 and 40),
  constraint forum_categories_color_length check (char_length(color) between 1 and 80),
  constraint forum_categories_position_bounds check (position between 1 and 1000),
  constraint forum_categories_translations_bounds check (private.are_translations(translations))
) with (fillfactor = 20); -- a handful of rows that every post updates: room on the page keeps them there

comment on table public.forum_categories is 'The subjects of the forum.';
comment on column public.forum_categories.icon is 'An emoji, or the name of an icon.';
comment on column public.forum_categories.color is 'A CSS colour, or a gradient''s class.';
comment on column public.forum_categories.thread_count is 'Visible threads.';
comment on column public.forum_categories.post_count is 'Visible threads and their visible replies.';
comment on column public.forum_categories.position is
  'Where it stands in the lists of the site. Null: after all that have one, by name.';
comment on column public.forum_categories.translations is
  'Name and description in other languages than English: {"hi": {"name": "…", "description": "…"}}.';

create index forum_categories_created_at_idx on public.forum_categories (created_at desc);

alter table public.forum_categories enable row level security;

revoke all on public.forum_categories from public, anon, authenticated, service_role;
grant select on public.forum_categories to anon, authenticated;
-- Nobody may write the counters.
grant insert (name, slug, description, icon, color, translations) on public.forum_categories to authenticated;
grant update (name, slug, description, icon, color, position, translations) on public.forum_categories to authenticated;
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
  before insert or update of name, slug, description, icon, color, translations on public.forum_categories
  for each row execute function private.prepare_category();

-- Runs as its owner: hidden threads count as well, and an admin by address may not see them all.
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

create function public.name_hi(category public.forum_categories) returns text
language sql stable
return coalesce((category).translations #>> '{hi,name}', (category).name);

comment on function public.name_hi(public.forum_categories) is 'Its name in Hindi; where it has none, in English.';

create function public.description_hi(category public.forum_categories) returns text
language sql stable
return coalesce(nullif((category).translations #>> '{hi,description}', ''), (category).description);

comment on function public.description_hi(public.forum_categories) is
  'Its description in Hindi; where it has none, in English.';

create trigger zz_announce
  after insert or delete on public.forum_categories
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.publish_row_change();

create trigger zz_announce_update
  after update on public.forum_categories
  for each row when (
    old.name is distinct from new.name
    or old.slug is distinct from new.slug
    or old.description is distinct from new.description
    or old.icon is distinct from new.icon
    or old.color is distinct from new.color
    or old.position is distinct from new.position
    or old.translations is distinct from new.translations
  )
  execute function private.publish_row_change();

revoke all on function
  public.order_categories(uuid[]), public.name_hi(public.forum_categories), public.description_hi(public.forum_categories)
  from public, anon, authenticated, service_role;
grant execute on function public.order_categories(uuid[]) to authenticated;
grant execute on function public.name_hi(public.forum_categories), public.description_hi(public.forum_categories)
  to anon, authenticated, service_role;
grant execute on function private.are_translations(jsonb) to authenticated, service_role;
