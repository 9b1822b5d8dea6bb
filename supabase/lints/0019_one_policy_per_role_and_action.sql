-- Permissive policies are combined by `or`: each one is evaluated for every row, and has to be read to know who may do
-- what. A role has one for each action, besides policies that require an admin. (splinter 0006)
select format('%s.%s: %s for %s by %s', p.schemaname, p.tablename, string_agg(p.policyname, ', ' order by p.policyname), p.cmd, r.role) as found
from (
  select p.schemaname, p.tablename, p.policyname, p.permissive, p.qual, p.with_check, p.roles, c.cmd
  from pg_policies p
  cross join unnest(case p.cmd when 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[p.cmd] end) as c (cmd)
) p
cross join unnest(p.roles) as r (role)
where p.permissive = 'PERMISSIVE'
  -- A conjunction that contains the admin check and has no alternative.
  and not (concat_ws(' ', p.qual, p.with_check) ~ 'private\.is_admin\(\)' and concat_ws(' ', p.qual, p.with_check) !~ ' OR ')
group by p.schemaname, p.tablename, p.cmd, r.role
having count(*) > 1
