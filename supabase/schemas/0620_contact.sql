-- What visitors write to the people behind the site. It comes in through a function; admins read it. It is mailed to
-- the operator, and its sender is told that it arrived; the row says when.

create table public.contact_messages (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  user_id uuid,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  answer text,
  answered_by uuid,
  answer_mailed_at timestamptz,
  mailed_at timestamptz,
  language text not null default 'en',
  constraint contact_messages_pkey primary key (id),
  constraint contact_messages_user_id_fkey foreign key (user_id) references public.profiles (id) on delete set null,
  constraint contact_messages_name_length check (char_length(btrim(name)) between 1 and 80),
  constraint contact_messages_email_format check (char_length(email) <= 254 and email ~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$'),
  constraint contact_messages_subject_known check (subject in ('general', 'technical', 'partnership', 'feedback', 'report')),
  constraint contact_messages_message_length check (char_length(btrim(message)) between 1 and 5000),
  constraint contact_messages_answered_by_fkey
    foreign key (answered_by) references public.profiles (id) on delete set null,
  constraint contact_messages_answer_length check (char_length(btrim(answer)) between 1 and 5000),
  constraint contact_messages_language_known check (language in ('en', 'hi'))
);

comment on table public.contact_messages is 'What came in by the contact form.';
comment on column public.contact_messages.user_id is 'The member who was signed in, if any.';
comment on column public.contact_messages.answered_at is 'When it was answered, by a mail from here or elsewhere; null: it is open.';
comment on column public.contact_messages.answer is 'What was mailed to the sender; null: it was answered elsewhere, or not at all.';
comment on column public.contact_messages.answer_mailed_at is 'When the answer was handed to the mailer; null: it waits.';
comment on column public.contact_messages.mailed_at is 'When it was handed to the mailer; null: it waits.';
comment on column public.contact_messages.language is 'Of the page with the form; the mails to the sender are in it.';

create index contact_messages_created_at_idx on public.contact_messages (created_at desc);
create index contact_messages_user_id_idx on public.contact_messages (user_id);
create index contact_messages_answered_by_idx on public.contact_messages (answered_by);
create index contact_messages_answer_waiting_idx on public.contact_messages (answered_at)
  where answer is not null and answer_mailed_at is null;
create index contact_messages_waiting_idx on public.contact_messages (created_at) where mailed_at is null;
-- Who wrote lately is asked before an address is written to.
create index contact_messages_email_idx on public.contact_messages (lower(email), created_at);

alter table public.contact_messages enable row level security;

revoke all on public.contact_messages from public, anon, authenticated, service_role;
grant select on public.contact_messages to authenticated;
grant update (answered_at) on public.contact_messages to authenticated;
grant select, insert, update, delete on public.contact_messages to service_role;

create policy read_any_admin on public.contact_messages
  for select to authenticated using ((select private.is_admin()));

create policy update_any_admin on public.contact_messages
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

-- Runs as its owner: a visitor may add a message, and name nobody else as its sender. A banned member may write
-- here too, as any visitor may: it is the way to complain.
create function public.send_contact_message(name text, email text, subject text, message text, language text default 'en')
returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.contact_messages (name, email, subject, message, language, user_id)
  values (
    btrim(send_contact_message.name), lower(btrim(send_contact_message.email)), send_contact_message.subject,
    btrim(send_contact_message.message), send_contact_message.language,
    (select p.id from public.profiles p where p.id = (select auth.uid()))
  )
$$;

comment on function public.send_contact_message(text, text, text, text, text) is
  'Sends a message to the people behind the site. subject: general, technical, partnership, feedback or report.';

-- `answer` and `answered_by` are granted to the service alone: what was mailed is not written over. Nor is `mailed_at`:
-- an admin marks what was answered, not what was mailed.
create function private.set_answered_by() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.answered_by := case when new.answered_at is not null then (select auth.uid()) end;
  return new;
end
$$;

create trigger set_answered_by
  before update of answered_at on public.contact_messages
  for each row execute function private.set_answered_by();

create function private.log_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.log_action(
      case when new.answered_at is null then 'reopen' else 'answer' end, 'contact_messages', new.id,
      new.name || ' · ' || new.subject, null,
      case when new.answered_at is null then null when new.answer is null then 'marked as answered' else 'by mail' end
    );
  end if;
  return null;
end
$$;

create trigger log_contact
  after update of answered_at on public.contact_messages
  for each row when ((old.answered_at is null) <> (new.answered_at is null))
  execute function private.log_contact();

-- Runs as its owner: an answer is written once, through here, and then mailed.
create function public.answer_contact_message(message_id uuid, answer text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.assert_admin();
  update public.contact_messages m
  set answer = btrim(answer_contact_message.answer), answered_at = now()
  where m.id = answer_contact_message.message_id and m.answer is null;
  if not found then
    raise sqlstate 'PT409' using message = 'Somebody has answered this message already.';
  end if;
end
$$;

comment on function public.answer_contact_message(uuid, text) is
  'Mails an answer to who sent a contact message, once. Admins only.';

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
  'Marks a batch of messages to the site as mailed and returns their ids. The caller queues the emails in the same transaction, as after every private.take_….';

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

create function private.export_member_contact_messages(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(m) - 'answered_by' from public.contact_messages m
  where m.user_id = member or lower(m.email) = (select lower(u.email) from auth.users u where u.id = member)
  order by m.created_at, m.id offset skip limit 500;
end;

revoke all on function
  public.send_contact_message(text, text, text, text, text), public.answer_contact_message(uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function public.send_contact_message(text, text, text, text, text) to anon, authenticated, service_role;
grant execute on function public.answer_contact_message(uuid, text) to authenticated;
grant execute on function private.take_contact_messages(integer), private.take_contact_answers(integer) to site_jobs;
