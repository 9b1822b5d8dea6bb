-- Who wants the newsletter. An address gets in through a function alone, is written to only after its owner has
-- confirmed it, and gets out by a link in every mail. The functions answer the same whether or not the address was
-- there before: nobody can ask who subscribes.

create table public.newsletter_subscribers (
  id uuid not null default gen_random_uuid(),
  email text not null,
  state text not null default 'pending',
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  constraint newsletter_subscribers_pkey primary key (id),
  constraint newsletter_subscribers_email_format check (char_length(email) <= 254 and email ~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$'),
  constraint newsletter_subscribers_state_known check (state in ('pending', 'confirmed', 'unsubscribed'))
);

comment on table public.newsletter_subscribers is 'Who wants the newsletter; admins read and export it.';
comment on column public.newsletter_subscribers.state is 'pending (a confirmation is to be mailed), confirmed or unsubscribed.';

create unique index newsletter_subscribers_email_key on public.newsletter_subscribers (lower(email));
create index newsletter_subscribers_created_at_idx on public.newsletter_subscribers (created_at desc);

create table private.newsletter_tokens (
  subscriber_id uuid not null,
  token text not null,
  mailed_at timestamptz,
  constraint newsletter_tokens_pkey primary key (subscriber_id),
  constraint newsletter_tokens_token_key unique (token),
  constraint newsletter_tokens_subscriber_id_fkey foreign key (subscriber_id)
    references public.newsletter_subscribers (id) on delete cascade
);

comment on table private.newsletter_tokens is
  'The secret of each subscriber''s links, 244 random bits. Plain, because every later mail carries it again.';
comment on column private.newsletter_tokens.mailed_at is 'When the confirmation was handed to the mailer; null: it waits.';

revoke all on private.newsletter_tokens from public, anon, authenticated, service_role;
grant select, update on private.newsletter_tokens to service_role;

alter table public.newsletter_subscribers enable row level security;

create policy read_any_admin on public.newsletter_subscribers
  for select to authenticated using ((select private.is_admin()));

revoke all on public.newsletter_subscribers from public, anon, authenticated, service_role;
grant select on public.newsletter_subscribers to authenticated;
-- No write is granted to anybody but the service: the functions below are the only way in and out.
grant select, insert, update, delete on public.newsletter_subscribers to service_role;

-- These three run as their owner: visitors reach the list through them and in no other way.
create function public.subscribe_newsletter(email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  subscriber uuid;
begin
  if not private.site_is_open() then
    raise sqlstate 'PT503' using message = 'The site is under maintenance. Please try again later.';
  end if;
  insert into public.newsletter_subscribers as s (email)
  values (lower(btrim(subscribe_newsletter.email)))
  on conflict (lower(email)) do update
    set state = 'pending', unsubscribed_at = null
    where s.state = 'unsubscribed'
  returning s.id into subscriber;
  if subscriber is not null then
    insert into private.newsletter_tokens as t (subscriber_id, token)
    values (subscriber, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
    on conflict (subscriber_id) do update set token = excluded.token, mailed_at = null;
  end if;
end
$$;

create function public.confirm_newsletter(token text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.newsletter_subscribers s
  set state = 'confirmed', confirmed_at = coalesce(s.confirmed_at, now()), unsubscribed_at = null
  from private.newsletter_tokens t
  where t.subscriber_id = s.id and t.token = confirm_newsletter.token and s.state <> 'unsubscribed';
  return found;
end
$$;

create function public.unsubscribe_newsletter(token text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.newsletter_subscribers s
  set state = 'unsubscribed', unsubscribed_at = coalesce(s.unsubscribed_at, now())
  from private.newsletter_tokens t
  where t.subscriber_id = s.id and t.token = unsubscribe_newsletter.token;
  return found;
end
$$;

comment on function public.subscribe_newsletter(text) is
  'Asks for the newsletter; a confirmation is mailed. Says nothing of whether the address was known.';
comment on function public.confirm_newsletter(text) is 'Confirms the address that the link was mailed to; false: the link is not valid.';
comment on function public.unsubscribe_newsletter(text) is 'Ends a subscription by the link of any mail; false: the link is not valid.';

revoke all on function public.subscribe_newsletter(text), public.confirm_newsletter(text),
  public.unsubscribe_newsletter(text) from public, anon, authenticated, service_role;
grant execute on function public.subscribe_newsletter(text), public.confirm_newsletter(text),
  public.unsubscribe_newsletter(text) to anon, authenticated, service_role;
revoke execute on all functions in schema private from public;
