-- Broadcasts from SQL, as on a Supabase project: realtime.send(), realtime.send_binary() and, for triggers,
-- realtime.broadcast_changes(). A message is a row of realtime.messages, so that the policies there decide who may
-- send it; a trigger hands it to every node at the commit and takes the row away again: nothing is stored.

-- Runs as its owner: a role that may send a message may not delete one.
create function realtime.hand_over_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- NOTIFY takes 8,000 bytes: the same pieces as the nodes send each other (api/realtime/pubsub-notify.ts).
  piece_bytes constant int := 5700;
  payload_bytes constant int := 65536;
  content jsonb;
  bytes bytea;
  pieces int;
begin
  delete from realtime.messages m where m.id = new.id;
  -- The policies judged the topic that was announced to them.
  if realtime.topic() <> new.topic then
    raise exception 'the message is for another topic than the one that was judged';
  end if;
  if octet_length(new.topic) not between 1 and 246 then
    raise exception 'the topic must have 1 to 246 bytes';
  end if;
  if octet_length(new.event) not between 1 and 255 then
    raise exception 'the event must have 1 to 255 bytes';
  end if;
  if octet_length(coalesce(new.binary_payload, convert_to(new.payload::text, 'UTF8'))) > payload_bytes then
    raise exception 'the payload must have at most % bytes', payload_bytes;
  end if;
  content := jsonb_build_object(
    'room', case when new.private then 'private:' else 'public:' end || new.topic, 'event', new.event
  ) || case
    when new.binary_payload is null then jsonb_build_object('json', coalesce(new.payload, 'null')::text)
    else jsonb_build_object('base64', translate(encode(new.binary_payload, 'base64'), e'\n', ''))
  end;
  bytes := convert_to(content::text, 'UTF8');
  pieces := greatest(1, ceil(octet_length(bytes)::numeric / piece_bytes)::int);
  for piece in 0 .. pieces - 1 loop
    perform pg_notify('realtime_broadcasts', format(
      '%s %s %s %s', new.id, piece, pieces,
      translate(encode(substr(bytes, piece * piece_bytes + 1, piece_bytes), 'base64'), e'\n', '')
    ));
  end loop;
  return null;
end
$$;

-- The trials of realtime.authorize() have no event, and are no messages.
create trigger hand_over_message
  after insert on realtime.messages
  for each row when (new.extension = 'broadcast' and new.event is not null)
  execute function realtime.hand_over_message();

create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  message uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message,
    case
      when jsonb_typeof(send.payload) = 'object' and not send.payload ? 'id'
        then send.payload || jsonb_build_object('id', message)
      else send.payload
    end,
    coalesce(send.event, ''), send.topic, coalesce(send.private, true), 'broadcast'
  );
exception
  -- A message that cannot be sent must not undo the write that it tells of.
  when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (
    coalesce(send_binary.payload, ''), coalesce(send_binary.event, ''), send_binary.topic,
    coalesce(send_binary.private, true), 'broadcast'
  );
exception
  when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record,
  level text default 'ROW'
) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'Failed to process the row: function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Failed to process the row: Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name, topic_name
  );
end
$$;

comment on function realtime.send(jsonb, text, text, boolean) is
  'Broadcasts at the commit to the channel `topic`, private unless said otherwise. A policy on realtime.messages must let the caller insert; what cannot be sent is a warning.';
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'For a row trigger: broadcasts the row before and after to the private channel `topic_name`.';

revoke all on function realtime.hand_over_message(), realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text) from public, anon, authenticated;
grant execute on function realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;
