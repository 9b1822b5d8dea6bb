-- Mails about sanctions, the answers to appeals, and posts that waited. They are no topic: what moderation did is always told.

create table private.moderation_mails (
  subject text not null,
  due_at timestamptz not null default now() + interval '1 minute',
  constraint moderation_mails_pkey primary key (subject)
);

comment on table private.moderation_mails is
  'Mails about sanctions, appeals and posts that waited; each waits for a minute, in which the act can be taken back.';
comment on column private.moderation_mails.subject is 'sanction, lifted, appeal or post, a colon, and the id.';

create index moderation_mails_due_at_idx on private.moderation_mails (due_at);

revoke all on private.moderation_mails from public, anon, authenticated, service_role;

create function private.take_moderation_mails(batch integer) returns setof text
language sql volatile security definer set search_path = ''
as $$
  delete from private.moderation_mails
  where subject in (
    select m.subject from private.moderation_mails m
    where m.due_at <= now()
    order by m.due_at limit batch for update skip locked
  )
  returning subject
$$;

comment on function private.take_moderation_mails(integer) is
  'Takes mails of moderation that are due, and gives their subjects. Called by a job.';

grant execute on function private.take_moderation_mails(integer) to site_jobs;
