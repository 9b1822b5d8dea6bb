-- Two indexes over the same columns double the cost of each write and speed up no read.
select format('%s = %s', a.indexrelid::regclass, b.indexrelid::regclass) as found
from pg_index a
join pg_index b on b.indrelid = a.indrelid and b.indexrelid > a.indexrelid
  and b.indkey::text = a.indkey::text and b.indoption::text = a.indoption::text
  and b.indclass::text = a.indclass::text
  and pg_get_expr(b.indexprs, b.indrelid) is not distinct from pg_get_expr(a.indexprs, a.indrelid)
  and pg_get_expr(b.indpred, b.indrelid) is not distinct from pg_get_expr(a.indpred, a.indrelid)
join pg_class c on c.oid = a.indrelid
where c.relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'realtime')
