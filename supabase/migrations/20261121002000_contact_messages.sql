-- What visitors write to the people behind the site. It comes in through a function; admins read it.

create table public.contact_messages (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  user_id uuid,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  constraint contact_messages_pkey primary key (id),
  constraint contact_messages_user_id_fkey foreign key (user_id) references public.profiles (id) on delete set null,
  constraint contact_messages_name_length check (char_length(btrim(name)) between 1 and 80),
  constraint contact_messages_email_format check (char_length(email) <= 254 and email ~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$'),
  constraint contact_messages_subject_known check (subject in ('general', 'technical', 'partnership', 'feedback', 'report')),
  constraint contact_messages_message_length check (char_length(btrim(message)) between 1 and 5000)
);

comment on table public.contact_messages is 'What came in by the contact form.';
comment on column public.contact_messages.user_id is 'The member who was signed in, if any.';

create index contact_messages_created_at_idx on public.contact_messages (created_at desc);
create index contact_messages_user_id_idx on public.contact_messages (user_id);

alter table public.contact_messages enable row level security;

create policy read_any_admin on public.contact_messages
  for select to authenticated using ((select private.is_admin()));
create policy update_any_admin on public.contact_messages
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke all on public.contact_messages from public, anon, authenticated, service_role;
grant select on public.contact_messages to authenticated;
grant update (answered_at) on public.contact_messages to authenticated;
grant select, insert, update, delete on public.contact_messages to service_role;

-- Runs as its owner: a visitor may add a message, and name nobody else as its sender. A banned member may write
-- here too, as any visitor may: it is the way to complain.
create function public.send_contact_message(name text, email text, subject text, message text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.contact_messages (name, email, subject, message, user_id)
  values (
    btrim(send_contact_message.name), lower(btrim(send_contact_message.email)), send_contact_message.subject,
    btrim(send_contact_message.message),
    (select p.id from public.profiles p where p.id = (select auth.uid()))
  )
$$;

comment on function public.send_contact_message(text, text, text, text) is
  'Sends a message to the people behind the site. subject: general, technical, partnership, feedback or report.';

revoke all on function public.send_contact_message(text, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.send_contact_message(text, text, text, text) to anon, authenticated, service_role;
