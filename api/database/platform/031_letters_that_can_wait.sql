-- Newsletters travel in the queue that carries identity's letters. Whoever waits for a code must not wait behind ten
-- thousand of them: a letter to many has a higher number, and a lower one goes first.

-- Runs as its owner for the reason of auth.queue_mail: the queue's tables belong to graphile-worker.
create function auth.queue_mail(task json, priority integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job('mail', queue_mail.task, max_attempts => 14, priority => queue_mail.priority);
end
$$;

comment on function auth.queue_mail(json, integer) is
  'Adds a letter that others may overtake to the queue of server/mail: a lower priority goes first, 0 is the usual one.';

revoke all on function auth.queue_mail(json, integer) from public, anon, authenticated, service_role;
grant execute on function auth.queue_mail(json, integer) to service_role;
