-- An issue of the newsletter is queued in batches, each in a transaction of its own: ten thousand letters in one
-- statement take longer than a job may. How far it came is noted on the issue.

alter table public.newsletter_issues
  add column queued_until uuid,
  add column queued_at timestamptz;

comment on column public.newsletter_issues.sent_at is 'When its letters began to be handed to the mailer; whoever was confirmed by then gets one.';
comment on column public.newsletter_issues.queued_until is 'The last subscriber whose letter was handed to the mailer; they are taken in the order of their ids.';
comment on column public.newsletter_issues.queued_at is 'When the last letter was handed to the mailer; null: more are to come.';

-- Those before this migration went out at once.
update public.newsletter_issues set queued_at = sent_at;

create index newsletter_issues_open_idx on public.newsletter_issues (sent_at) where queued_at is null;
grant update (queued_until, queued_at) on public.newsletter_issues to service_role;
