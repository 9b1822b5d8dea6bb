-- A set of recovery codes is a factor of its own, as it is in Supabase since auth-js 2.119: it has an id and a name,
-- stands among an account's factors, and its codes go with it.

create unique index mfa_factors_one_recovery_code_factor on auth.mfa_factors (user_id)
  where factor_type = 'recovery_code';

-- Nobody's other factor may lose its name to it.
insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
select distinct c.user_id,
  case when not exists (
    select from auth.mfa_factors f where f.user_id = c.user_id and f.friendly_name = 'Recovery codes'
  ) then 'Recovery codes' end,
  'recovery_code'::auth.factor_type, 'verified'::auth.factor_status
from auth.mfa_recovery_codes c;

alter table auth.mfa_recovery_codes add column factor_id uuid;

update auth.mfa_recovery_codes c set factor_id = f.id
from auth.mfa_factors f
where f.user_id = c.user_id and f.factor_type = 'recovery_code';

alter table auth.mfa_recovery_codes
  alter column factor_id set not null,
  drop constraint mfa_recovery_codes_pkey,
  drop constraint mfa_recovery_codes_user_id_fkey,
  drop column user_id,
  add constraint mfa_recovery_codes_pkey primary key (factor_id, code_hash),
  add constraint mfa_recovery_codes_factor_id_fkey foreign key (factor_id)
    references auth.mfa_factors (id) on delete cascade;

comment on table auth.mfa_recovery_codes is
  'Auth: the way past a lost second factor, each once. Supabase keeps sets between factor and codes.';

-- What raised a session by one of them is called so in its claims now.
update auth.mfa_amr_claims set authentication_method = 'mfa/recovery_code'
where authentication_method = 'recovery_code';
update auth.sessions s set factor_id = f.id
from auth.mfa_amr_claims a, auth.mfa_factors f
where a.session_id = s.id and a.authentication_method = 'mfa/recovery_code'
  and f.user_id = s.user_id and f.factor_type = 'recovery_code' and s.factor_id is null;
