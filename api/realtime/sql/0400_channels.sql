-- Schema `realtime`, as a Supabase project has it: who may use a private channel is said by policies on
-- realtime.messages, and which tables tell of their changes by the publication `supabase_realtime`.

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role, site_jobs;

create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean not null default false,
  inserted_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  binary_payload bytea,
  constraint messages_pkey primary key (id)
);

comment on table realtime.messages is
  'Never holds a row for longer than it takes to ask: its policies decide who reads and writes a private channel. Select means receive, insert means send; `extension` is broadcast or presence.';

alter table realtime.messages enable row level security;
revoke all on realtime.messages from public, anon, authenticated, service_role;
grant select, insert on realtime.messages to anon, authenticated, service_role;

create function realtime.topic() returns text
language sql stable set search_path = ''
return nullif(current_setting('realtime.topic', true), '');

comment on function realtime.topic() is 'The private channel that is being judged; for policies on realtime.messages.';

-- Runs as its owner: a message to try the readers' policies on must be there before they are asked.
create function realtime.insert_probe_row(topic text, extension text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  insert into realtime.messages (topic, extension, private)
  values (insert_probe_row.topic, insert_probe_row.extension, true)
  returning id
$$;

create function realtime.may_send(topic text, extension text) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  insert into realtime.messages (topic, extension, private) values (may_send.topic, may_send.extension, true);
  return true;
exception
  when insufficient_privilege then
    return false;
end
$$;

create function realtime.authorize(
  topic text,
  out receive_broadcast boolean, out send_broadcast boolean,
  out receive_presence boolean, out send_presence boolean
)
language plpgsql volatile set search_path = ''
as $$
declare
  broadcast uuid;
  presence uuid;
begin
  perform set_config('realtime.topic', authorize.topic, true);
  begin
    broadcast := realtime.insert_probe_row(authorize.topic, 'broadcast');
    presence := realtime.insert_probe_row(authorize.topic, 'presence');
    receive_broadcast := exists (select from realtime.messages m where m.id = broadcast);
    receive_presence := exists (select from realtime.messages m where m.id = presence);
    send_broadcast := realtime.may_send(authorize.topic, 'broadcast');
    send_presence := realtime.may_send(authorize.topic, 'presence');
    -- Undoes the trials; what was found out stays in the variables.
    raise sqlstate 'RT000';
  exception
    when sqlstate 'RT000' then
      null;
  end;
end
$$;

comment on function realtime.authorize(text) is
  'What the asker may do on a private channel, by the policies on realtime.messages. Leaves no row behind.';

revoke all on function realtime.topic(), realtime.insert_probe_row(text, text), realtime.may_send(text, text),
  realtime.authorize(text) from public;
grant execute on function realtime.topic(), realtime.insert_probe_row(text, text), realtime.may_send(text, text),
  realtime.authorize(text) to anon, authenticated, service_role;

do $publication$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$publication$;
