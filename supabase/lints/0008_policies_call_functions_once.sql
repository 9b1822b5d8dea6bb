-- In a policy, a bare auth.uid() or similar function is called for every row; in a subselect, once per statement.
select format('%s.%s', p.tablename, p.policyname) as found
from pg_policies p
cross join lateral regexp_replace(
  concat_ws(' ', p.qual, p.with_check),
  '\( SELECT (auth|private)\.\w+\(\) AS \w+\)', '', 'g'
) as bare
where p.schemaname in ('public', 'storage', 'realtime')
  and bare ~ '\m(auth\.(uid|role|email|jwt)|private\.(is_admin|is_member|may_keep|may_write|may_chat|site_is_open)|current_setting)\('
