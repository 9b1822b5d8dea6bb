-- What goes out to the subscribers. An admin ticks it on an article; once the article is published it is handed to
-- the mailer for everybody who is confirmed at that moment, and noted here, so that it goes out once.

create table public.newsletter_issues (
  article_id uuid not null,
  recipients integer not null,
  sent_at timestamptz not null default now(),
  constraint newsletter_issues_pkey primary key (article_id),
  constraint newsletter_issues_article_id_fkey foreign key (article_id) references public.blog_posts (id) on delete cascade
);

comment on table public.newsletter_issues is 'Which article went out to the newsletter''s subscribers, when, and to how many.';
comment on column public.newsletter_issues.sent_at is 'When the letters were handed to the mailer.';

alter table public.newsletter_issues enable row level security;

create policy read_any_admin on public.newsletter_issues
  for select to authenticated using ((select private.is_admin()));

revoke all on public.newsletter_issues from public, anon, authenticated, service_role;
grant select on public.newsletter_issues to authenticated;
-- Written by the server's job alone: what went out cannot be taken back.
grant select, insert on public.newsletter_issues to service_role;

create index newsletter_subscribers_confirmed_idx on public.newsletter_subscribers (id) where state = 'confirmed';
create index newsletter_tokens_waiting_idx on private.newsletter_tokens (subscriber_id) where mailed_at is null;

-- Whoever asks again gets another letter, for a lost one; at most one in six hours, for whoever did not ask. A
-- subscriber keeps the same links for good: the one in the oldest mail still ends the subscription.
create or replace function public.subscribe_newsletter(email text) returns void
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
  insert into public.newsletter_subscribers as s (email)
  values (address)
  on conflict (lower(email)) do update
    set state = case s.state when 'unsubscribed' then 'pending' else s.state end, unsubscribed_at = null
  returning s.id into subscriber;
  insert into private.newsletter_tokens as t (subscriber_id, token)
  values (subscriber, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
  on conflict (subscriber_id) do update set mailed_at = null
    where coalesce(came_back, false) or t.mailed_at < now() - interval '6 hours';
end
$$;

comment on table private.newsletter_tokens is
  'The secret of each subscriber''s links, 244 random bits. Plain, because every mail carries it.';
comment on column private.newsletter_tokens.mailed_at is
  'When the latest answer to a subscription was handed to the mailer; null: it waits.';
