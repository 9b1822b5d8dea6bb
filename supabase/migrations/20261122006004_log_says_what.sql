-- The log says more of what it tells: from which category to which a discussion moved, which reply it was, and what of
-- a category changed.

create or replace function private.log_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null or not private.is_admin() then
    return null; -- members edit their own; that is no act of moderation
  end if;
  if tg_op = 'DELETE' then
    perform private.log_act('delete', 'threads', old.id, old.title);
    return null;
  end if;
  if new.is_sticky <> old.is_sticky then
    perform private.log_act(case when new.is_sticky then 'stick' else 'unstick' end, 'threads', new.id, new.title);
  end if;
  if new.is_pinned <> old.is_pinned then
    perform private.log_act(case when new.is_pinned then 'pin' else 'unpin' end, 'threads', new.id, new.title);
  end if;
  if new.is_locked <> old.is_locked then
    perform private.log_act(case when new.is_locked then 'lock' else 'unlock' end, 'threads', new.id, new.title);
  end if;
  if new.is_hidden <> old.is_hidden then
    perform private.log_act(case when new.is_hidden then 'hide' else 'show' end, 'threads', new.id, new.title);
  end if;
  if new.category_id <> old.category_id then
    perform private.log_act('move', 'threads', new.id, new.title, null, (
      select string_agg(c.name, ' → ' order by c.id = new.category_id)
      from public.forum_categories c
      where c.id in (old.category_id, new.category_id)
    ));
  end if;
  if (new.title, new.content, new.tags) is distinct from (old.title, old.content, old.tags)
    and new.author_id <> (select auth.uid()) then
    perform private.log_act('edit', 'threads', new.id, old.title, null,
      case when new.title <> old.title then 'title: ' || old.title || ' → ' || new.title end);
  end if;
  return null;
end
$$;

create or replace function private.log_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  act text;
begin
  if (select auth.uid()) is null or not private.is_admin() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform private.log_act('delete', 'replies', old.id, private.excerpt_of(old.content));
    return null;
  end if;
  act := case
    when new.is_hidden <> old.is_hidden then case when new.is_hidden then 'hide' else 'show' end
    when new.author_id <> (select auth.uid()) then 'edit'
  end;
  if act is not null then
    perform private.log_act(act, 'replies', new.id, private.excerpt_of(old.content));
  end if;
  return null;
end
$$;

create or replace function private.log_category() returns trigger
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
  perform private.log_act(lower(tg_op), 'forum_categories', subject.id, subject.name, null, changed);
  return null;
end
$$;

revoke execute on all functions in schema private from public;
