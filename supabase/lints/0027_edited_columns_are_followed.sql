-- A column of a post that members may change needs more than a grant: whoever follows an edit must know it. What a column
-- does not need is in this list, with the reason.
with aspects (name, trigger) as (
  values
    ('who may change it, and the version that an edit compares', 'guard_(thread|reply)'),
    ('bounds', 'validate_text(_update)?'),
    ('history', 'keep_revision'),
    ('log', '(log_(thread|reply)_update|log_post_state)'),
    ('search', 'index_thread_update'),
    ('open pages', 'zz_announce_update')
), edited as (
  select a.attrelid, a.attnum, a.attname
  from pg_attribute a
  where a.attrelid in ('public.threads'::regclass, 'public.replies'::regclass) and a.attnum > 0 and not a.attisdropped
    and has_column_privilege('authenticated', a.attrelid, a.attnum, 'update')
)
select format('%s.%s: %s', e.attrelid::regclass, e.attname, x.name) as found
from edited e
cross join aspects x
where not exists (
    select
    from pg_trigger t
    join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = e.attrelid and t.tgname ~ ('^' || x.trigger || '$')
      -- Among the columns that fire it, and looked at.
      and (e.attnum = any (t.tgattr) or t.tgattr = ''::int2vector)
      and (
        t.tgname !~ '^(guard|validate)' or p.prosrc ~ format('new\.%s\M', e.attname)
      )
      and (
        t.tgattr <> ''::int2vector or pg_get_triggerdef(t.oid) ~ format('new\.%s\M', e.attname)
      )
  )
  and not (
    x.name = 'bounds' and exists (
      select from pg_constraint k where k.conrelid = e.attrelid and k.contype = 'c' and e.attnum = any (k.conkey)
    )
  )
  and (e.attrelid::regclass::text, e.attname, x.name) not in (
    select t, c, n
    from (
      values
        -- Flags and categories are what admins set: no text to bound, to keep or to find.
        ('threads', '{is_sticky,is_pinned,is_locked,is_hidden,category_id}'::text[], '{bounds,history}'::text[]),
        ('threads', '{is_sticky,is_pinned,is_locked}', '{search}'),
        -- Hiding and showing a reply is told by private.recount_reply.
        ('replies', '{is_hidden}', '{bounds,history,"open pages"}'),
        -- A client sends it to be compared; private.guard_thread and private.guard_reply set it.
        ('threads', '{updated_at}', '{bounds,history,log,search,"open pages"}'),
        ('replies', '{updated_at}', '{bounds,history,log,"open pages"}'),
        -- An index of the table has a reply's words.
        ('replies', '{content,is_hidden,updated_at}', '{search}')
    ) as list (t, columns, aspects)
    cross join unnest(list.columns) c
    cross join unnest(list.aspects) n
  )
