-- What is mailed to prove an address: a link and a code in one letter, and the queue that carries the letters.
-- Nothing that is stored here opens anything: links are kept as SHA-256, codes under a key that only the server has.

alter table auth.one_time_tokens
  add column code_hash text,
  add column code_challenge text;

comment on column auth.one_time_tokens.token_hash is 'SHA-256 of the secret in the mailed link.';
comment on column auth.one_time_tokens.code_hash is
  'A keyed hash of the mailed six digits; null once five wrong ones were tried. The link goes on living: else anybody could end it by guessing.';
comment on column auth.one_time_tokens.code_challenge is
  'PKCE (S256): the link then gives a code instead of a session, for the browser that asked alone.';

create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);

-- Runs as its owner: the queue's tables belong to graphile-worker, which gives nobody else a right to them. Identity
-- may add a letter, within its own transaction, and neither read nor change what waits there.
create function auth.queue_mail(task json) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job('mail', queue_mail.task, max_attempts => 14);
end
$$;

comment on function auth.queue_mail(json) is
  'Adds a letter to the queue of server/mail. The schema graphile_worker is installed by the server at its start.';

revoke all on function auth.queue_mail(json) from public, anon, authenticated, service_role;
grant execute on function auth.queue_mail(json) to supabase_auth_admin;
