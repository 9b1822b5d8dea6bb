set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.guard_thread()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select auth.uid()) is not null
    and (new.is_sticky, new.is_pinned, new.is_locked, new.is_hidden, new.category_id)
      is distinct from (old.is_sticky, old.is_pinned, old.is_locked, old.is_hidden, old.category_id)
    and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
  new.title := btrim(new.title);
  -- Whoever edits a wiki of another changes its text and nothing else, whatever columns there will be.
  if (select auth.uid()) <> old.author_id and not private.is_admin()
    and to_jsonb(new) - '{content,updated_at}'::text[] <> to_jsonb(old) - '{content,updated_at}'::text[] then
    raise sqlstate 'PT403' using message = 'Only the text of a wiki can be changed by other members.';
  end if;
  -- A flag is not an edit, and neither is what a client believes the time to be.
  new.updated_at := case
    when (new.title, new.content, new.tags) is distinct from (old.title, old.content, old.tags) then now()
    else old.updated_at
  end;
  return new;
end
$function$;
