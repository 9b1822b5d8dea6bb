-- Files of a public bucket are read by their address. A policy that lets guests, or every member, select its rows would
-- list all files, those of drafts and hidden posts included. (splinter 0025)
select p.policyname::text as found
from pg_policies p
where p.schemaname = 'storage' and p.tablename = 'objects' and p.cmd in ('SELECT', 'ALL') and p.permissive = 'PERMISSIVE'
  and (p.roles && array['anon', 'public']::name[] or p.qual !~ 'storage\.foldername\(|private\.is_admin\(')
