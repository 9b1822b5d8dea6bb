-- Who wants the newsletter, and what goes out. An address gets in through a function alone, is written to only after
-- its owner has confirmed it, and gets out by a link in every mail. The functions answer the same whether or not the
-- address was there before: nobody can ask who subscribes.

create table public.newsletter_subscribers (
  id uuid not null default gen_random_uuid(),
  email text not null,
  state text not null default 'pending',
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  language text not null default 'en',
  constraint newsletter_subscribers_pkey primary key (id),
  constraint newsletter_subscribers_email_format check (char_length(email) <= 254 and email ~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$'),
  constraint newsletter_subscribers_state_known check (state in ('pending', 'confirmed', 'unsubscribed')),
  constraint newsletter_subscribers_language_known check (language in ('en', 'hi'))
);

comment on table public.newsletter_subscribers is 'Who wants the newsletter; admins read and export it.';
comment on column public.newsletter_subscribers.state is 'pending (a confirmation is to be mailed), confirmed or unsubscribed.';
comment on column public.newsletter_subscribers.language is 'Of the page where it was asked for; mails of articles are in that of the article.';

create unique index newsletter_subscribers_email_key on public.newsletter_subscribers (lower(email));
create index newsletter_subscribers_created_at_idx on public.newsletter_subscribers (created_at desc);
create index newsletter_subscribers_confirmed_idx on public.newsletter_subscribers (id) where state = 'confirmed';

alter table public.newsletter_subscribers enable row level security;

revoke all on public.newsletter_subscribers from public, anon, authenticated, service_role;
grant select on public.newsletter_subscribers to authenticated;
-- No write is granted to anybody but the service: the functions below are the only way in and out.
grant select, insert, update, delete on public.newsletter_subscribers to service_role;

create policy read_any_admin on public.newsletter_subscribers
  for select to authenticated using ((select private.is_admin()));

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
  'The secret of each subscriber''s links, 244 random bits. Plain, because every mail carries it.';
comment on column private.newsletter_tokens.mailed_at is
  'When the latest answer to a subscription was handed to the mailer; null: it waits.';

create index newsletter_tokens_waiting_idx on private.newsletter_tokens (subscriber_id) where mailed_at is null;

revoke all on private.newsletter_tokens from public, anon, authenticated, service_role;
grant select, update on private.newsletter_tokens to service_role;

-- Asking again sends another email, since the first may be lost; at most one in six hours, to spare an address whose
-- owner did not ask. A subscriber keeps the same links for good: the one in the oldest mail still ends the
-- subscription.
create function public.subscribe_newsletter(email text, language text default 'en') returns void
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  address text := lower(btrim(subscribe_newsletter.email));
  came_back boolean;
  subscriber uuid;
begin
  if not private.site_is_open() then
    raise sqlstate 'PT503' using message = 'The site is under maintenance. Please try again later.';
  end if;
  select s.state = 'unsubscribed' into came_back
  from public.newsletter_subscribers s
  where lower(s.email) = address
  for update;
  insert into public.newsletter_subscribers as s (email, language)
  values (address, subscribe_newsletter.language)
  on conflict (lower(email)) do update
    set state = case s.state when 'unsubscribed' then 'pending' else s.state end, unsubscribed_at = null,
      -- Nobody else changes that of a subscriber.
      language = case s.state when 'confirmed' then s.language else excluded.language end
  returning s.id into subscriber;
  insert into private.newsletter_tokens as t (subscriber_id, token)
  values (subscriber, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
  on conflict (subscriber_id) do update set mailed_at = null
    where coalesce(came_back, false) or t.mailed_at < now() - interval '6 hours';
end
$$;

comment on function public.subscribe_newsletter(text, text) is
  'Asks for the newsletter; a confirmation is mailed. Says nothing of whether the address was known.';

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

comment on function public.confirm_newsletter(text) is 'Confirms the address that the link was mailed to; false: the link is not valid.';

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

comment on function public.unsubscribe_newsletter(text) is 'Ends a subscription by the link of any mail; false: the link is not valid.';

-- An admin ticks an article; once it is published it is sent to everybody who is confirmed at that moment, and noted
-- here, so that it goes out once. It is queued in batches, each in a transaction of its own: ten thousand emails in one
-- statement take longer than a job may.
create table public.newsletter_issues (
  article_id uuid not null,
  recipients integer not null,
  sent_at timestamptz not null default now(),
  queued_until uuid,
  queued_at timestamptz,
  constraint newsletter_issues_pkey primary key (article_id),
  constraint newsletter_issues_article_id_fkey foreign key (article_id) references public.blog_posts (id) on delete cascade
);

comment on table public.newsletter_issues is 'Which article went out to the newsletter''s subscribers, when, and to how many.';
comment on column public.newsletter_issues.sent_at is 'When its emails began to be queued; the subscribers confirmed by then get one.';
comment on column public.newsletter_issues.queued_until is 'The last subscriber whose letter was handed to the mailer; they are taken in the order of their ids.';
comment on column public.newsletter_issues.queued_at is 'When the last letter was handed to the mailer; null: more are to come.';

create index newsletter_issues_open_idx on public.newsletter_issues (sent_at) where queued_at is null;

alter table public.newsletter_issues enable row level security;

revoke all on public.newsletter_issues from public, anon, authenticated, service_role;
grant select on public.newsletter_issues to authenticated;
-- Written by the server's job alone: what went out cannot be taken back.
grant select, insert on public.newsletter_issues to service_role;
grant update (queued_until, queued_at) on public.newsletter_issues to service_role;

create policy read_any_admin on public.newsletter_issues
  for select to authenticated using ((select private.is_admin()));

create function private.take_subscriptions(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  update private.newsletter_tokens set mailed_at = now()
  where subscriber_id in (
    select t.subscriber_id from private.newsletter_tokens t where t.mailed_at is null limit batch for update skip locked
  )
  returning subscriber_id
$$;

comment on function private.take_subscriptions(integer) is 'The same of newsletter subscriptions that are to be confirmed.';

create function private.take_newsletter_readers(batch integer) returns table (article uuid, reader uuid)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  issue public.newsletter_issues;
  readers uuid[];
begin
  insert into public.newsletter_issues (article_id, recipients)
  select b.id, (select count(*) from public.newsletter_subscribers s where s.state = 'confirmed')
  from public.blog_posts b
  where b.published and b.mail_subscribers
    and not exists (select from public.newsletter_issues i where i.article_id = b.id)
  on conflict (article_id) do nothing;
  select i.* into issue
  from public.newsletter_issues i
  where i.queued_at is null
  order by i.sent_at
  limit 1
  for update skip locked;
  if not found then
    return;
  end if;
  readers := array(
    select s.id
    from public.newsletter_subscribers s
    where s.state = 'confirmed' and coalesce(s.confirmed_at, s.created_at) <= issue.sent_at
      and (issue.queued_until is null or s.id > issue.queued_until)
    order by s.id
    limit batch
  );
  update public.newsletter_issues i
  set queued_until = coalesce(readers[cardinality(readers)], i.queued_until),
    queued_at = case when cardinality(readers) < batch then now() end
  where i.article_id = issue.article_id;
  return query select issue.article_id, r.id from unnest(readers) as r (id);
end
$$;

comment on function private.take_newsletter_readers(integer) is
  'Opens an issue for each article that is due and has none, and takes the next readers of the oldest one that is not finished: the subscribers confirmed when it was opened, in the order of their ids.';

create function private.export_member_newsletter(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(s) from public.newsletter_subscribers s
  where lower(s.email) = (select lower(u.email) from auth.users u where u.id = member) order by s.created_at, s.id offset skip limit 500;
end;

revoke all on function
  public.subscribe_newsletter(text, text), public.confirm_newsletter(text), public.unsubscribe_newsletter(text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.subscribe_newsletter(text, text), public.confirm_newsletter(text), public.unsubscribe_newsletter(text)
  to anon, authenticated, service_role;
grant execute on function private.take_subscriptions(integer), private.take_newsletter_readers(integer) to site_jobs;
