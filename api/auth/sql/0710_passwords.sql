-- Accounts that came from another system keep its hash until their first sign-in (api/auth/signin/passwords.ts).

create index users_foreign_password_idx on auth.users (id)
  where encrypted_password not like '$argon2id$v=19$m=19456,t=2,p=1$%';

comment on column auth.users.encrypted_password is
  'An argon2id hash in PHC form, or that of an import (api/auth/signin/foreign-passwords.ts); null: no password sign-in.';
