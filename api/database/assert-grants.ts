// Verifies at the start that the database's grants are the expected ones. Row security and column grants are the only
// barriers between a visitor and the data, so a database with other grants is not served.
import { ConfigError } from '../config.ts'
import type { RestSettings } from '../rest/settings.ts'
import type { Sql } from './connection.ts'

/**
 * Each row describes one fault as a sentence, and says whether no start mends it: a role or grant that is missing may come
 * with a migration, and the pool's role is made after them. $1: the exposed schemas, $2: the pool's role, $3: other schemas
 * of the search path. If a role is missing, its other faults are not reported.
 */
const WRONG = `
with wanted (name, login, past_row_security) as (
  values ('authenticator', false, false), ('anon', false, false), ('authenticated', false, false),
    ('service_role', false, true), ('supabase_auth_admin', false, false), ('site_jobs', false, false)
), roles as (
  select w.*, r.oid, r.rolcanlogin, r.rolbypassrls, r.rolsuper, r.rolcreaterole, r.rolinherit
  from wanted w left join pg_catalog.pg_roles r on r.rolname = w.name
), memberships as (
  select m.rolname as member, g.rolname as role
  from pg_catalog.pg_auth_members a
  join pg_catalog.pg_roles m on m.oid = a.member
  join pg_catalog.pg_roles g on g.oid = a.roleid
)
select 'role ' || name || ' is missing' as wrong, false as stays from roles where oid is null
union all
select 'role ' || name || ' is a superuser or may create roles', true from roles where rolsuper or rolcreaterole
union all
select 'role ' || name || case when past_row_security then ' does not bypass row security' else ' bypasses row security' end, true
from roles where oid is not null and name <> 'supabase_auth_admin' and rolbypassrls <> past_row_security
union all
select 'role ' || $2 || case
    when p.oid is null then ' is missing'
    when not p.rolcanlogin then ' may not log in'
    when p.rolsuper or p.rolcreaterole or p.rolbypassrls or p.rolreplication then ' may do more than become others'
  end, false
from (values ($2::text)) as w (name)
left join pg_catalog.pg_roles p on p.rolname = w.name
where p.oid is null or not p.rolcanlogin or p.rolsuper or p.rolcreaterole or p.rolbypassrls or p.rolreplication
union all
select 'role ' || $2 || case when pg_catalog.pg_has_role(p.oid, roles.oid, 'usage') then ' inherits what ' || name || ' may do'
    else ' may not become ' || name end, false
from roles
join pg_catalog.pg_roles p on p.rolname = $2
where name <> 'authenticator' and roles.oid is not null
  and (not pg_catalog.pg_has_role(p.oid, roles.oid, 'member') or pg_catalog.pg_has_role(p.oid, roles.oid, 'usage'))
union all
select 'authenticator inherits what its roles may do', true from roles where name = 'authenticator' and rolinherit
union all
select 'authenticator may not become ' || name, false
from roles
where name <> 'authenticator' and oid is not null
  and not exists (select from memberships m where m.member = 'authenticator' and m.role = roles.name)
union all
select m.member || ' may become ' || m.role, true
from memberships m
where m.member in ('anon', 'authenticated', 'service_role', 'site_jobs')
union all
select p.role || ' may ' || p.privilege || ' ' || c.oid::regclass, true
from pg_catalog.pg_class c
cross join (values ('anon'), ('authenticated'), ('site_jobs')) as r (role)
cross join (values ('select'), ('insert'), ('update'), ('delete')) as v (privilege)
cross join lateral (select r.role, v.privilege) p
where c.relnamespace = to_regnamespace('auth') and c.relkind in ('r', 'p', 'v')
  and to_regrole(p.role) is not null
  and pg_catalog.has_table_privilege(to_regrole(p.role), c.oid, p.privilege)
union all
select 'supabase_auth_admin may not ' || v.privilege || ' ' || t.name, false
from (values ('auth.users'), ('auth.identities'), ('auth.sessions'), ('auth.refresh_tokens')) as t (name)
cross join (values ('select'), ('insert'), ('update'), ('delete')) as v (privilege)
where to_regclass(t.name) is null
  or (to_regrole('supabase_auth_admin') is not null
    and not pg_catalog.has_table_privilege(to_regrole('supabase_auth_admin'), to_regclass(t.name), v.privilege))
union all
select r.role || case when r.may then ' may not' else ' may' end || ' execute auth.enter_session', false
from (values ($2, true), ('anon', false), ('authenticated', false)) as r (role, may)
where to_regrole(r.role) is not null
  and coalesce(pg_catalog.has_function_privilege(
    to_regrole(r.role), to_regprocedure('auth.enter_session(uuid,uuid)'), 'execute'), false) <> r.may
union all
select 'schema ' || s.name || ' (of EXPOSED_SCHEMAS) does not exist', true
from unnest($1::text[]) as s (name)
where not exists (select from pg_catalog.pg_namespace n where n.nspname = s.name)
union all
select r.role || ' may create in schema ' || n.nspname, true
from pg_catalog.pg_namespace n
cross join (values ('anon'), ('authenticated')) as r (role)
where n.nspname = any ($1 || $3) and to_regrole(r.role) is not null
  and pg_catalog.has_schema_privilege(to_regrole(r.role), n.oid, 'create')`

const NAMED = 3

/**
 * @param owner connection of the database's owner
 * @param poolRole role that the pool connects as
 * @throws ConfigError in one line, when a grant is missing or excessive
 */
export async function assertGrants(
  owner: Sql,
  { schemas, extraSearchPath }: Pick<RestSettings, 'schemas' | 'extraSearchPath'>,
  poolRole: string,
): Promise<void> {
  refuse(await faults(owner, { schemas, extraSearchPath }, poolRole))
}

/**
 * Called before migrations, which would close the way back to the release before: finds what would be refused after them.
 * A database that was never migrated is not looked at.
 * @throws ConfigError in one line
 */
export async function assertGrantsBefore(
  owner: Sql,
  settings: Pick<RestSettings, 'schemas' | 'extraSearchPath'>,
  poolRole: string,
): Promise<void> {
  const [found] = await owner<{ isMigrated: boolean }[]>`
    select to_regclass('platform.schema_migrations') is not null as "isMigrated"`
  if (found?.isMigrated) refuse((await faults(owner, settings, poolRole)).filter(({ stays }) => stays))
}

type Fault = { wrong: string; stays: boolean }

async function faults(
  owner: Sql,
  { schemas, extraSearchPath }: Pick<RestSettings, 'schemas' | 'extraSearchPath'>,
  poolRole: string,
): Promise<Fault[]> {
  return owner.unsafe<Fault[]>(WRONG, [[...schemas], poolRole, [...extraSearchPath]])
}

function refuse(rows: readonly Fault[]): void {
  if (rows.length === 0) return
  const named = rows.slice(0, NAMED).map(({ wrong }) => wrong)
  const more = rows.length > NAMED ? `, and ${rows.length - NAMED} more` : ''
  throw new ConfigError(`DATABASE_URL names a database whose grants are not safe: ${named.join('; ')}${more}`)
}

/**
 * Views that read accounts with their owner's rights, directly or through other views, and that visitors may read. As on
 * Supabase they are served, because an app may mean it; row security of `auth` does not apply to them.
 */
const OF_ACCOUNTS = `
with recursive readers (view) as (
  select r.ev_class from pg_catalog.pg_rewrite r
  join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = r.oid
    and d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid <> r.ev_class
  join pg_catalog.pg_class t on t.oid = d.refobjid and t.relnamespace = to_regnamespace('auth')
  join pg_catalog.pg_class v on v.oid = r.ev_class
  where r.rulename = '_RETURN' and not coalesce('security_invoker=on' = any (v.reloptions)
    or 'security_invoker=true' = any (v.reloptions), false)
  union
  select r.ev_class from readers
  join pg_catalog.pg_depend d on d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid = readers.view
    and d.classid = 'pg_catalog.pg_rewrite'::regclass
  join pg_catalog.pg_rewrite r on r.oid = d.objid and r.rulename = '_RETURN'
)
select distinct v.oid::regclass::text as view
from readers
join pg_catalog.pg_class v on v.oid = readers.view
join pg_catalog.pg_namespace n on n.oid = v.relnamespace
where n.nspname = any ($1)
  and (pg_catalog.has_any_column_privilege('anon', v.oid, 'select')
    or pg_catalog.has_any_column_privilege('authenticated', v.oid, 'select'))
order by 1`

/** @param owner connection of the database's owner */
export async function viewsOfAccounts(owner: Sql, exposed: readonly string[]): Promise<string[]> {
  const rows = await owner.unsafe<{ view: string }[]>(OF_ACCOUNTS, [[...exposed]])
  return rows.map(({ view }) => view)
}
