-- What the privacy policy promises to delete is deleted by the site itself. docs/retention.md names the function behind
-- each promise; those of accounts, views, notifications and exports are in the files of their tables. Jobs call them
-- until nothing is left; each deletes a limited number of rows at a time.

create function private.delete_old_contact_messages() returns bigint
language sql volatile security definer set search_path = ''
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

comment on function private.delete_old_contact_messages() is
  'Deletes contact messages 30 days after they were dealt with, and all after a year; returns their number. Called by a job.';

-- The row stays for 30 days, so that a second click on the link of an old mail still finds that it worked.
create function private.delete_old_newsletter_addresses() returns bigint
language sql volatile security definer set search_path = ''
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

comment on function private.delete_old_newsletter_addresses() is
  'Deletes addresses 30 days after they unsubscribed, or were asked to confirm and did not; returns their number. Called by a job.';

create function private.delete_old_reports() returns bigint
language sql volatile security definer set search_path = ''
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

comment on function private.delete_old_reports() is
  'Deletes reports, and the words that they quote, a year after they were decided; returns their number. Called by a job.';

grant execute on function
  private.delete_old_contact_messages(), private.delete_old_newsletter_addresses(), private.delete_old_reports()
  to service_role, site_jobs;
