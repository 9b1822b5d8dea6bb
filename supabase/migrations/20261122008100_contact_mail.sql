-- What came in by the contact form is mailed to whoever runs the site, and its sender is told that it arrived. The
-- mailer takes what waits; the row says when.

alter table public.contact_messages add column mailed_at timestamptz;

comment on column public.contact_messages.mailed_at is 'When it was handed to the mailer; null: it waits.';

create index contact_messages_waiting_idx on public.contact_messages (created_at) where mailed_at is null;
-- Who wrote lately is asked before an address is written to.
create index contact_messages_email_idx on public.contact_messages (lower(email), created_at);

-- `mailed_at` is granted to nobody but the service: an admin marks what was answered, not what was mailed.
