-- What a category tells those who start a discussion in it: a note above the form, and a template that the text begins with.
--
-- A table of its own, because every post updates the row of its category, and would copy these texts each time. Each
-- category has one row, which comes and goes with it.

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
-- `insert` and `delete` are granted to nobody: the row comes and goes with its category.
grant update (note, template) on public.category_guides to authenticated;
grant select, insert, update, delete on public.category_guides to service_role;

create policy read_all on public.category_guides
  for select to anon, authenticated using (true);

create policy update_any_admin on public.category_guides
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

-- Runs as its owner: nobody may insert.
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

-- Runs as its owner: no role may call the function that measures a text.
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

-- Runs as its owner: the log is written by functions alone.
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
