-- Jobs run as site_jobs, which may call their functions and nothing else: no table, and no view. The functions run as
-- their owner. What took a batch of letters by statements of the server is a function now.

-- On a Supabase project there is no such role yet.
do $role$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'site_jobs') then
    create role site_jobs nologin noinherit;
  end if;
end
$role$;

-- Ran as whoever called them, who needed the tables for it.
alter function private.prune_changes() security definer;
alter function private.prune_notifications() security definer;
alter function private.forget_contact_messages() security definer;
alter function private.forget_newsletter_addresses() security definer;
alter function private.forget_reports() security definer;

create function private.take_contact_messages(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  update public.contact_messages set mailed_at = now()
  where id in (
    select m.id from public.contact_messages m where m.mailed_at is null
    order by m.created_at limit batch for update skip locked
  )
  returning id
$$;

comment on function private.take_contact_messages(integer) is
  'Marks a batch of messages to the site as mailed and gives their ids. Whoever calls it queues the letters in the same transaction, as after every private.take_….';

create function private.take_contact_answers(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  update public.contact_messages set answer_mailed_at = now()
  where id in (
    select m.id from public.contact_messages m where m.answer is not null and m.answer_mailed_at is null
    order by m.answered_at limit batch for update skip locked
  )
  returning id
$$;

comment on function private.take_contact_answers(integer) is 'The same of answers to messages to the site.';

create function private.take_ready_exports(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  update public.data_exports set mailed_at = now()
  where id in (
    select e.id from public.data_exports e where e.state = 'ready' and e.mailed_at is null
    order by e.ready_at limit batch for update skip locked
  )
  returning id
$$;

comment on function private.take_ready_exports(integer) is 'The same of exports of data that are ready.';

create function private.take_subscriptions(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  update private.newsletter_tokens set mailed_at = now()
  where subscriber_id in (
    select t.subscriber_id from private.newsletter_tokens t where t.mailed_at is null limit batch for update skip locked
  )
  returning subscriber_id
$$;

comment on function private.take_subscriptions(integer) is 'The same of newsletter subscriptions that are to be confirmed.';

create function private.take_newsletter_readers(batch integer) returns table (article uuid, reader uuid)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  issue public.newsletter_issues;
  readers uuid[];
begin
  insert into public.newsletter_issues (article_id, recipients)
  select b.id, (select count(*) from public.newsletter_subscribers s where s.state = 'confirmed')
  from public.blog_posts b
  where b.published and b.mail_subscribers
    and not exists (select from public.newsletter_issues i where i.article_id = b.id)
  on conflict (article_id) do nothing;
  select i.* into issue
  from public.newsletter_issues i
  where i.queued_at is null
  order by i.sent_at
  limit 1
  for update skip locked;
  if not found then
    return;
  end if;
  readers := array(
    select s.id
    from public.newsletter_subscribers s
    where s.state = 'confirmed' and coalesce(s.confirmed_at, s.created_at) <= issue.sent_at
      and (issue.queued_until is null or s.id > issue.queued_until)
    order by s.id
    limit batch
  );
  update public.newsletter_issues i
  set queued_until = coalesce(readers[cardinality(readers)], i.queued_until),
    queued_at = case when cardinality(readers) < batch then now() end
  where i.article_id = issue.article_id;
  return query select issue.article_id, r.id from unnest(readers) as r (id);
end
$$;

comment on function private.take_newsletter_readers(integer) is
  'Opens an issue for each article that is due and has none, and takes the next readers of the oldest one that is not through: whoever was confirmed when it was opened, in the order of their ids.';

revoke execute on all functions in schema private from public;
grant usage on schema private to site_jobs;
grant execute on function
  private.delete_expired_chat(),
  private.erase_accounts(),
  private.erase_closed_accounts(),
  private.flush_thread_views(),
  private.fold_thread_days(),
  private.fold_view_counts(),
  private.forget_contact_messages(),
  private.forget_data_exports(),
  private.forget_newsletter_addresses(),
  private.forget_pictures(),
  private.forget_reports(),
  private.forget_thread_days(),
  private.forget_write_counts(),
  private.keep_post_day(),
  private.personal_data(uuid, text, integer),
  private.prune_changes(),
  private.prune_notifications(),
  private.publish_due_articles(),
  private.store_data_export(uuid, bytea),
  private.take_contact_answers(integer),
  private.take_contact_messages(integer),
  private.take_data_export(),
  private.take_newsletter_readers(integer),
  private.take_ready_exports(integer),
  private.take_subscriptions(integer),
  private.tell_followers(integer),
  private.work_off_threads(integer)
to site_jobs;
