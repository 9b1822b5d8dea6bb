-- Admins put the categories in an order of their own. While nobody has, every position is null and the lists of the
-- site go by name, as a client's `order=name` always does.

alter table public.forum_categories
  add column position integer,
  add constraint forum_categories_position_bounds check (position between 1 and 1000);

comment on column public.forum_categories.position is
  'Where it stands in the lists of the site. Null: after all that have one, by name.';

grant update (position) on public.forum_categories to authenticated;

drop trigger zz_announce_update on public.forum_categories;
create trigger zz_announce_update
  after update on public.forum_categories
  for each row when (
    (old.name, old.slug, old.description, old.icon, old.color, old.position)
    is distinct from (new.name, new.slug, new.description, new.icon, new.color, new.position)
  )
  execute function private.announce_row();

create function private.log_category_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.log_act(
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

revoke all on function public.order_categories(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.order_categories(uuid[]) to authenticated;
revoke execute on all functions in schema private from public;
