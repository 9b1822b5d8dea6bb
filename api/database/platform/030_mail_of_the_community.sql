-- The service may queue letters too: what the community mails by itself (server/mail/mailing.ts) is taken from its
-- tables and queued in one transaction, so that nothing is lost and nothing is mailed twice.

grant execute on function auth.queue_mail(json) to service_role;
