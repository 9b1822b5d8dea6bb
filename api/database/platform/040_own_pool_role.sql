-- The pool connects as a role of its own database (server/database/pool-role.ts), which is a member of authenticator.
-- Nobody logs in as authenticator any more: its password followed from the owner's in the address, and was the same on
-- every site whose address had none.

alter role authenticator nologin password null;

-- Which keys this database is used with, so that a node with other ones notices before it does harm
-- (server/database/keys.ts).
create table platform.key_fingerprints (
  name text not null,
  fingerprint text not null,
  constraint key_fingerprints_pkey primary key (name)
);

comment on table platform.key_fingerprints is 'Fingerprints of the keys that the nodes of this site share; and files: the folder that holds its files.';

revoke all on platform.key_fingerprints from public, anon, authenticated, service_role;
