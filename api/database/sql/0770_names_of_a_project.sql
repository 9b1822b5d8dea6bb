-- What the migrations of an existing app name because each Supabase project has it from the start.

-- uuid-ossp where it can be made; elsewhere the one function of it that defaults of columns call. An app's own
-- `create extension if not exists "uuid-ossp"` finds the extension, which it could not create beside the function.
do $$
begin
  if pg_catalog.to_regprocedure('extensions.uuid_generate_v4()') is not null then
    return;
  end if;
  begin
    create extension if not exists "uuid-ossp" with schema extensions;
  -- Not among the extensions, its library cannot be loaded, or the owner may not create it.
  exception when feature_not_supported or undefined_file or insufficient_privilege then
    null;
  end;
  -- An extension that was there before may have another schema.
  if pg_catalog.to_regprocedure('extensions.uuid_generate_v4()') is null then
    create function extensions.uuid_generate_v4() returns uuid
      language sql volatile parallel safe set search_path = '' return pg_catalog.gen_random_uuid();
    comment on function extensions.uuid_generate_v4() is 'A random UUID, under the name that uuid-ossp gives it.';
  end if;
end
$$;

-- A superuser there; here a name without rights, for `alter default privileges for role supabase_admin` and the like.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'supabase_admin') then
    create role supabase_admin nologin noinherit;
  end if;
  if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    execute pg_catalog.format('grant supabase_admin to %I', current_user);
  end if;
-- An owner who may not create roles changes the migrations that name it. Another database of the cluster may be faster.
exception when insufficient_privilege or duplicate_object or unique_violation then
  null;
end
$$;
