-- An index whose columns are the first columns of another index serves no read that the longer one does not, and adds cost
-- to each write. Unused indexes show in pg_stat_user_indexes of a site with visitors. (splinter 0005, 0009)
select format('%s within %s', a.indexrelid::regclass, b.indexrelid::regclass) as found
from pg_index a
join pg_index b on b.indrelid = a.indrelid and b.indexrelid <> a.indexrelid and b.indnkeyatts > a.indnkeyatts
join pg_class one on one.oid = a.indexrelid
join pg_class other on other.oid = b.indexrelid and other.relam = one.relam
join pg_am m on m.oid = one.relam and m.amname = 'btree'
where one.relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'realtime')
  and not a.indisunique and a.indexprs is null and b.indexprs is null
  and pg_get_expr(b.indpred, b.indrelid) is not distinct from pg_get_expr(a.indpred, a.indrelid)
  and (string_to_array(b.indkey::text, ' '))[1:a.indnkeyatts] = string_to_array(a.indkey::text, ' ')
  and (string_to_array(b.indclass::text, ' '))[1:a.indnkeyatts] = string_to_array(a.indclass::text, ' ')
  and (string_to_array(b.indoption::text, ' '))[1:a.indnkeyatts] = string_to_array(a.indoption::text, ' ')
