-- A function that takes one row of a queue takes it at random: the oldest would be taken again and again while it fails, and
-- hold up all behind it. The listed ones count attempts, or have one row at a time.
select p.oid::regprocedure::text as found
from pg_proc p
where p.pronamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'realtime')
  and p.prosrc ~* '\mlimit\s+1\s+for\s+(no\s+key\s+)?update(\s+of\s+\w+)?\s+skip\s+locked'
  and p.prosrc !~* '\morder\s+by\s+random\(\)\s+limit\s+1\s+for\s+(no\s+key\s+)?update'
  and p.oid::regprocedure::text not in (
    -- Three tries each, a quarter of an hour apart.
    'private.take_data_export()',
    -- Articles are mailed one after another, and it writes nothing but how far it came.
    'private.take_newsletter_readers(integer)',
    -- Begins at a random id: a crowd of replies is no crowd to sort for each of them.
    'private.notify_of_replies()'
  )
