-- The experts of the sample community are invented: pages mark them as samples, and call none of them verified.

alter table public.expert_profiles add column is_sample boolean not null default false;

-- `is_sample` is not granted to members and admins: the loader of the sample community writes it.
comment on column public.expert_profiles.is_sample is
  'An invented member of the sample community, whose profession nobody verified.';

-- Sites that loaded the sample community before.
update public.expert_profiles e set is_sample = true
from auth.users u
where u.id = e.user_id and u.email like '%@example.invalid';
