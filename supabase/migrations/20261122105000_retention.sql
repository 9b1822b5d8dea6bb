-- What the privacy policy promises to forget is forgotten by the site itself: each promise of /privacy ("How long we
-- keep it") has its function here or in an earlier chapter, and docs/retention.md names both. Jobs call them until
-- they find nothing more; each takes a piece at a time.

-- ---------------------------------------------------------------------------------------------------------
-- Closed accounts
-- ---------------------------------------------------------------------------------------------------------

-- Rule 3(1)(h) of the IT Rules, 2021: what somebody registered with is kept for 180 days after their account was
-- closed. Identity makes a closed account nameless at once; what it was called lies here, where nobody looks who is
-- not asked to by law, and goes with the account.
create table private.closed_accounts (
  user_id uuid not null,
  email text,
  registered_at timestamptz not null,
  closed_at timestamptz not null,
  constraint closed_accounts_pkey primary key (user_id),
  constraint closed_accounts_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

comment on table private.closed_accounts is
  'What a closed account was registered with, for 180 days. No address of the contract leads here.';

create index closed_accounts_closed_at_idx on private.closed_accounts (closed_at);
revoke all on private.closed_accounts from public, anon, authenticated, service_role;

-- Runs as its owner: identity closes accounts, and has no right to this table.
create function private.keep_registration() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.deleted_at is null then
    delete from private.closed_accounts where user_id = new.id;
  else
    insert into private.closed_accounts (user_id, email, registered_at, closed_at)
    values (new.id, old.email, old.created_at, new.deleted_at)
    on conflict (user_id) do nothing;
  end if;
  return null;
end
$$;

create trigger keep_registration after update of deleted_at on auth.users
  for each row when (old.deleted_at is distinct from new.deleted_at)
  execute function private.keep_registration();

-- Closed before this chapter: their addresses are gone already.
insert into private.closed_accounts (user_id, registered_at, closed_at)
select id, created_at, deleted_at from auth.users where deleted_at is not null;

-- Runs as its owner: to nobody else is it granted to end an account. Everything of theirs goes by the foreign keys.
create function private.erase_closed_accounts() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from auth.users
    where id in (
      select c.user_id
      from private.closed_accounts c
      join auth.users u on u.id = c.user_id
      where c.closed_at < now() - interval '180 days' and u.deleted_at is not null
      order by c.closed_at
      -- Each may have thousands of posts.
      limit 5
      for update of c skip locked
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.erase_closed_accounts() is
  'Erases accounts that were closed more than 180 days ago, with profile, posts and pictures; gives their number. Called by a job.';

-- ---------------------------------------------------------------------------------------------------------
-- Who wrote to us, and who subscribed
-- ---------------------------------------------------------------------------------------------------------

create function private.forget_contact_messages() returns bigint
language sql volatile set search_path = ''
as $$
  with gone as (
    delete from public.contact_messages
    where id in (
      select m.id
      from public.contact_messages m
      where m.answered_at < now() - interval '30 days' or m.created_at < now() - interval '1 year'
      limit 1000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.forget_contact_messages() is
  'Deletes contact messages 30 days after they were dealt with, and all after a year; gives their number. Called by a job.';

-- The row stays for 30 days, so that a second click on the link of an old mail still finds that it worked.
create function private.forget_newsletter_addresses() returns bigint
language sql volatile set search_path = ''
as $$
  with gone as (
    delete from public.newsletter_subscribers
    where id in (
      select s.id
      from public.newsletter_subscribers s
      left join private.newsletter_tokens t on t.subscriber_id = s.id
      where s.state = 'unsubscribed' and s.unsubscribed_at < now() - interval '30 days'
        or s.state = 'pending' and t.mailed_at < now() - interval '30 days'
      limit 1000
      for update of s skip locked
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.forget_newsletter_addresses() is
  'Deletes addresses 30 days after they unsubscribed, or were asked to confirm and did not; gives their number. Called by a job.';

-- ---------------------------------------------------------------------------------------------------------
-- Reports
-- ---------------------------------------------------------------------------------------------------------

create index reports_resolved_at_idx on public.reports (resolved_at) where state <> 'open';

create function private.forget_reports() returns bigint
language sql volatile set search_path = ''
as $$
  with gone as (
    delete from public.reports
    where id in (
      select r.id
      from public.reports r
      where r.state <> 'open' and r.resolved_at < now() - interval '1 year'
      order by r.resolved_at
      limit 1000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.forget_reports() is
  'Deletes reports, and the words that they quote, a year after they were decided; gives their number. Called by a job.';

revoke execute on all functions in schema private from public;
grant execute on function private.erase_closed_accounts(), private.forget_contact_messages(),
  private.forget_newsletter_addresses(), private.forget_reports() to service_role;
