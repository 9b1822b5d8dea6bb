-- Addresses that refuse mail. A mailbox that does not exist, or a complaint, pauses the mails that nobody has asked for at that
-- moment: notifications, digests, and the newsletter ends. Mails about the account are sent all the same. The member sees
-- it, and ends the pause by deleting the row.

create table public.mail_refusals (
  user_id uuid not null,
  address text not null,
  kind text not null,
  times integer not null default 1,
  refused_at timestamptz not null default now(),
  is_paused boolean not null,
  constraint mail_refusals_pkey primary key (user_id),
  constraint mail_refusals_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint mail_refusals_kind_known check (kind in ('hard', 'soft', 'complaint'))
);

comment on table public.mail_refusals is
  'Members whose mail was refused. A row concerns the address that it names; another address of the account is not paused.';
comment on column public.mail_refusals.kind is
  'The latest refusal. hard: there is no such mailbox; soft: it is full, or refused for another reason; complaint: reported as unwanted.';
comment on column public.mail_refusals.times is 'Refusals of this address, with less than 30 days between two.';

create index mail_refusals_refused_at_idx on public.mail_refusals (refused_at);

alter table public.mail_refusals enable row level security;

revoke all on public.mail_refusals from public, anon, authenticated, service_role;
-- Written by private.note_mail_refusal alone.
grant select, delete on public.mail_refusals to authenticated;
grant select, insert, update, delete on public.mail_refusals to service_role;

create policy read_own on public.mail_refusals for select to authenticated
  using (user_id = (select auth.uid()));
create policy delete_own on public.mail_refusals for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

-- Runs as its owner, because the auth service's table says whose an address is.
create function private.note_mail_refusal(address text, kind text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.newsletter_subscribers s
  set state = 'unsubscribed', unsubscribed_at = coalesce(s.unsubscribed_at, now())
  where lower(s.email) = lower(note_mail_refusal.address) and note_mail_refusal.kind in ('hard', 'complaint');

  insert into public.mail_refusals as r (user_id, address, kind, is_paused)
  select p.id, lower(note_mail_refusal.address), note_mail_refusal.kind, note_mail_refusal.kind <> 'soft'
  from auth.users u
  join public.profiles p on p.id = u.id and not p.is_deleted
  where lower(u.email) = lower(note_mail_refusal.address) and not u.is_sso_user and u.deleted_at is null
  on conflict (user_id) do update set
    address = excluded.address,
    kind = excluded.kind,
    refused_at = now(),
    times = case
      when r.address = excluded.address and r.refused_at > now() - interval '30 days' then least(r.times, 1000) + 1 else 1
    end,
    is_paused = excluded.is_paused or (
      r.address = excluded.address and (
        r.is_paused or (r.refused_at > now() - interval '30 days' and r.times >= 4)
      )
    );
$$;

comment on function private.note_mail_refusal(text, text) is
  'Notes that mail to an address was refused: hard and complaint pause it at once, soft at the fifth time.';

create function private.is_mail_paused(member uuid, address text) returns boolean
language sql stable
return exists (
  select from public.mail_refusals r
  where r.user_id = is_mail_paused.member and r.address = lower(is_mail_paused.address) and r.is_paused
);

comment on function private.is_mail_paused(uuid, text) is
  'Whether a member gets no notifications and digests at this address, because it refused mail.';

create function private.forget_mail_refusals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.mail_refusals r where r.user_id = new.id;
  return null;
end
$$;

create trigger forget_mail_refusals
  after update of is_deleted on public.profiles
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.forget_mail_refusals();

create function private.delete_old_mail_refusals() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.mail_refusals r
    where r.user_id in (
      select x.user_id from public.mail_refusals x
      where x.refused_at < now() - interval '1 year' order by x.refused_at limit 1000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_mail_refusals() is
  'Forgets refusals of a year ago, after which the address is tried again; returns their number. Called by a job.';

create or replace function private.personal_data(member uuid, section text, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
as $$
declare
  page constant integer := 500;
  address text := (select lower(u.email) from auth.users u where u.id = personal_data.member);
begin
  case section
  when 'account' then return query
    select jsonb_build_object(
      'id', u.id, 'email', u.email, 'email_confirmed_at', u.email_confirmed_at, 'created_at', u.created_at,
      'last_sign_in_at', u.last_sign_in_at, 'has_password', u.encrypted_password is not null,
      'metadata', u.raw_user_meta_data)
    from auth.users u where u.id = member and skip = 0;
  when 'ways_to_sign_in' then return query
    select jsonb_build_object('provider', i.provider, 'identity', i.identity_data, 'created_at', i.created_at)
    from auth.identities i where i.user_id = member order by i.created_at, i.id offset skip limit page;
  when 'sessions' then return query
    select jsonb_build_object(
      'created_at', s.created_at, 'last_used_at', s.refreshed_at, 'address', s.ip, 'browser', s.user_agent)
    from auth.sessions s where s.user_id = member order by s.created_at, s.id offset skip limit page;
  when 'second_steps' then return query
    select jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'created_at', f.created_at)
    from auth.mfa_factors f where f.user_id = member order by f.created_at, f.id offset skip limit page;
  when 'profile' then return query
    select to_jsonb(p) from public.profiles p where p.id = member and skip = 0;
  when 'expert_profile' then return query
    select to_jsonb(e) from public.expert_profiles e where e.user_id = member and skip = 0;
  when 'roles' then return query
    select to_jsonb(r) from public.user_roles r where r.user_id = member order by r.role offset skip limit page;
  when 'discussions' then return query
    select to_jsonb(t) from public.threads t
    where t.author_id = member order by t.created_at, t.id offset skip limit page;
  when 'replies' then return query
    select to_jsonb(r) || jsonb_build_object('discussion', t.title)
    from public.replies r join public.threads t on t.id = r.thread_id
    where r.author_id = member order by r.created_at, r.id offset skip limit page;
  when 'earlier_versions' then return query
    select to_jsonb(v) from public.post_revisions v
    where v.thread_id in (select t.id from public.threads t where t.author_id = member)
      or v.reply_id in (select r.id from public.replies r where r.author_id = member)
    order by v.created_at, v.id offset skip limit page;
  when 'articles' then return query
    select to_jsonb(b) from public.blog_posts b
    where b.author_id = member order by b.created_at, b.id offset skip limit page;
  when 'upvotes' then return query
    select to_jsonb(x) from public.reactions x
    where x.user_id = member order by x.created_at, x.id offset skip limit page;
  when 'polls' then return query
    select to_jsonb(p) - 'announced_at' from public.polls p join public.threads t on t.id = p.thread_id
    where t.author_id = member order by p.created_at, p.thread_id offset skip limit page;
  when 'poll_votes' then return query
    select to_jsonb(v) || jsonb_build_object('question', p.question, 'option', p.options[v.choice])
    from public.poll_votes v join public.polls p on p.thread_id = v.thread_id
    where v.user_id = member order by v.created_at, v.thread_id offset skip limit page;
  when 'bookmarks' then return query
    select to_jsonb(b) || jsonb_build_object('discussion', t.title)
    from public.bookmarks b join public.threads t on t.id = b.thread_id
    where b.user_id = member order by b.created_at, b.thread_id offset skip limit page;
  when 'bookmarked_replies' then return query
    select to_jsonb(b) || jsonb_build_object('discussion', t.title)
    from public.reply_bookmarks b
    join public.replies r on r.id = b.reply_id
    join public.threads t on t.id = r.thread_id
    where b.user_id = member order by b.created_at, b.reply_id offset skip limit page;
  when 'followed_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', t.title)
    from public.thread_subscriptions s join public.threads t on t.id = s.thread_id
    where s.user_id = member order by s.thread_id offset skip limit page;
  when 'read_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', t.title)
    from public.thread_reads s join public.threads t on t.id = s.thread_id
    where s.user_id = member order by s.thread_id offset skip limit page;
  when 'followed_members' then return query
    select to_jsonb(f) || jsonb_build_object('username', p.username)
    from public.follows f join public.profiles p on p.id = f.followed_id
    where f.follower_id = member order by f.created_at, f.followed_id offset skip limit page;
  when 'watches' then return query
    select to_jsonb(w) || jsonb_build_object('category', c.name)
    from public.watches w left join public.forum_categories c on c.id = w.category_id
    where w.user_id = member order by w.created_at, w.id offset skip limit page;
  when 'notifications' then return query
    select to_jsonb(n) from public.notifications n
    where n.user_id = member order by n.created_at, n.id offset skip limit page;
  when 'notification_settings' then return query
    select to_jsonb(s) from public.notification_settings s where s.user_id = member and skip = 0;
  when 'mail_refusals' then return query
    select to_jsonb(r) from public.mail_refusals r where r.user_id = member and skip = 0;
  when 'chat_messages' then return query
    select to_jsonb(m) from public.chat_messages m
    where m.user_id = member or m.id in (select a.message_id from private.chat_authors a where a.user_id = member)
    order by m.created_at, m.id offset skip limit page;
  when 'reports' then return query
    select to_jsonb(r) - 'resolved_by' - 'target_author_id' from public.reports r
    where r.reporter_id = member order by r.created_at, r.id offset skip limit page;
  when 'newsletter' then return query
    select to_jsonb(s) from public.newsletter_subscribers s
    where lower(s.email) = address order by s.created_at, s.id offset skip limit page;
  when 'contact_messages' then return query
    select to_jsonb(m) - 'answered_by' from public.contact_messages m
    where m.user_id = member or lower(m.email) = address
    order by m.created_at, m.id offset skip limit page;
  when 'files' then return query
    select jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at, 'details', o.metadata)
    from storage.objects o where o.owner_id = member::text order by o.created_at, o.id offset skip limit page;
  when 'exports' then return query
    select to_jsonb(e) from public.data_exports e
    where e.user_id = member order by e.requested_at, e.id offset skip limit page;
  end case;
end
$$;

revoke execute on all functions in schema private from public;
grant execute on function private.delete_old_mail_refusals() to service_role, site_jobs;
grant execute on function private.note_mail_refusal(text, text), private.is_mail_paused(uuid, text) to service_role;
