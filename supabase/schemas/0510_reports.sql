-- What members point out to the admins: a thread, a reply, a chat message or a member; guests, who write in the chat, a
-- message there. Reporters see their own reports
-- and what came of them; nobody else but admins sees any.
--
-- A report outlives its target: the reporter still reads what came of it, and the admins what it was, after the post is
-- gone. So each report keeps what it points at in columns of its own, written by a trigger when it is made.
--
-- Who decided on a report is for administrators: the reporter reads the report, so private.report_decisions has it.

create table public.reports (
  id uuid not null default gen_random_uuid(),
  reporter_id uuid default auth.uid(),
  thread_id uuid,
  reply_id uuid,
  message_id uuid,
  profile_id uuid,
  reason text not null,
  state text not null default 'open',
  resolution text,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  ground text not null default 'other',
  -- The trigger writes over both. A default says that no insert has to name them.
  target_kind text not null default 'profile',
  target_id uuid not null default '00000000-0000-0000-0000-000000000000',
  target_label text,
  target_excerpt text,
  target_author_id uuid,
  constraint reports_pkey primary key (id),
  constraint reports_reporter_id_fkey foreign key (reporter_id) references public.profiles (id) on delete cascade,
  constraint reports_profile_id_fkey foreign key (profile_id) references public.profiles (id) on delete cascade,
  constraint reports_reason_length check (char_length(btrim(reason)) between 3 and 500 and char_length(reason) <= 500),
  constraint reports_resolution_length check (char_length(resolution) <= 500),
  constraint reports_state_known check (state in ('open', 'resolved', 'dismissed')),
  constraint reports_ground_known check (ground in ('spam', 'guaranteed_returns', 'abuse', 'off_topic', 'other')),
  constraint reports_target_kind_known check (target_kind in ('thread', 'reply', 'message', 'profile')),
  constraint reports_target_author_id_fkey
    foreign key (target_author_id) references public.profiles (id) on delete cascade,
  constraint reports_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete set null,
  constraint reports_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete set null,
  constraint reports_message_id_fkey foreign key (message_id) references public.chat_messages (id) on delete set null,
  -- That there is one at all is what target_id demands.
  constraint reports_one_target check (num_nonnulls(thread_id, reply_id, message_id, profile_id) <= 1),
  constraint reports_once unique (reporter_id, target_id)
);

comment on table public.reports is 'What members report to the admins.';
comment on column public.reports.reporter_id is 'Null: a guest.';
comment on column public.reports.state is 'open, resolved (something was done) or dismissed.';
comment on column public.reports.resolution is 'What was done, in the admin''s words; the reporter reads it.';
comment on column public.reports.ground is 'spam, guaranteed_returns, abuse, off_topic or other.';
comment on column public.reports.reason is 'The reporter''s words, or what the ground is called when there were none.';
comment on column public.reports.target_kind is 'thread, reply, message or profile.';
comment on column public.reports.target_id is 'What was reported. Not a foreign key: the report outlives it.';
comment on column public.reports.target_label is
  'What it was called then: the thread''s title, also for a reply; the name over a message; a username.';
comment on column public.reports.target_excerpt is 'What it said then, without markup, cut to 300 characters.';
comment on column public.reports.target_author_id is
  'Who wrote it, or edited the wiki last; the report goes with that account. Null for a guest''s and an anonymous message: the reporter reads this row.';

-- A second guest's report of a message tells nothing new, and guests cannot be told apart.
create unique index reports_of_guests_once on public.reports (target_id) where reporter_id is null;
create index reports_state_idx on public.reports (state, created_at desc);
create index reports_thread_id_idx on public.reports (thread_id) where thread_id is not null;
create index reports_reply_id_idx on public.reports (reply_id) where reply_id is not null;
create index reports_message_id_idx on public.reports (message_id) where message_id is not null;
create index reports_profile_id_idx on public.reports (profile_id) where profile_id is not null;
create index reports_target_id_idx on public.reports (target_id, state);
create index reports_target_author_id_idx on public.reports (target_author_id);
create index reports_resolved_at_idx on public.reports (resolved_at) where state <> 'open';

alter table public.reports enable row level security;

revoke all on public.reports from public, anon, authenticated, service_role;
grant select on public.reports to authenticated;
-- What it points at is written by the trigger alone.
grant insert (
  reporter_id, thread_id, reply_id, message_id, profile_id, reason, ground
) on public.reports to authenticated;
grant insert (message_id, reason, ground) on public.reports to anon;
-- Who resolved it and when is written by the trigger. `delete` is not granted: a report stays on record.
grant update (state, resolution) on public.reports to authenticated;
grant select, insert, update, delete on public.reports to service_role;

create policy read_own on public.reports
  for select to authenticated
  using (reporter_id = (select auth.uid()) or (select private.is_admin()));

-- A member cannot report what they cannot see: each lookup runs under the member's own policies.
create policy insert_own on public.reports
  for insert to authenticated
  with check (
    reporter_id = (select auth.uid())
    and (select private.may_write())
    and (thread_id is null or exists (select from public.threads t where t.id = thread_id))
    and (reply_id is null or exists (select from public.replies r where r.id = reply_id))
    and (message_id is null or exists (select from public.chat_messages m where m.id = message_id))
  );

create policy insert_guest on public.reports
  for insert to anon
  with check (
    reporter_id is null
    and exists (select from public.chat_messages m where m.id = message_id)
    and (select private.site_is_open())
  );

create policy update_any_admin on public.reports
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

-- Runs as its owner to name what the reporter may see anyway: for a target that they may not see the policy refuses the
-- row.
create function private.record_report_target() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.thread_id is not null then
    new.target_kind := 'thread';
    select t.title, private.plain_excerpt(t.content), coalesce(w.edited_by, t.author_id)
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.threads t left join public.wiki_posts w on w.thread_id = t.id where t.id = new.thread_id;
  elsif new.reply_id is not null then
    new.target_kind := 'reply';
    select t.title, private.plain_excerpt(r.content), coalesce(w.edited_by, r.author_id)
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.replies r
    join public.threads t on t.id = r.thread_id
    left join public.wiki_posts w on w.reply_id = r.id
    where r.id = new.reply_id;
  elsif new.message_id is not null then
    new.target_kind := 'message';
    select m.username, left(m.message, 300), m.user_id
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.chat_messages m where m.id = new.message_id;
  else
    new.target_kind := 'profile';
    select p.username, left(p.bio, 300), p.id
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.profiles p where p.id = new.profile_id;
  end if;
  new.target_id := coalesce(new.thread_id, new.reply_id, new.message_id, new.profile_id);
  return new;
end
$$;

-- Who reports everything in sight helps nobody.
create trigger zzz_limit_writes after insert on public.reports
  referencing new table as written
  for each statement execute function private.limit_writes('report', '20', '3600', '50', '3600');

create trigger record_report_target
  before insert on public.reports
  for each row execute function private.record_report_target();

-- security definer: nobody writes the table otherwise.
create function private.resolve_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.state = 'open' then
    new.resolved_at := null;
    delete from private.report_decisions d where d.report_id = new.id;
  elsif old.state = 'open' then
    new.resolved_at := now();
    insert into private.report_decisions (report_id, admin_id)
    select new.id, p.id from public.profiles p where p.id = (select auth.uid());
  end if;
  return new;
end
$$;

create trigger resolve_report
  before update of state on public.reports
  for each row execute function private.resolve_report();

-- Deleting what was reported is an answer to everybody who reported it. The clean-up of the chat is not: a report
-- of an expired message still waits for a decision.
create function private.resolve_reports_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_admin()
    and (tg_table_name <> 'chat_messages' or old.created_at > now() - interval '12 hours') then
    update public.reports r
    set state = 'resolved', resolution = coalesce(r.resolution, 'It was deleted.')
    where r.target_id = old.id and r.state = 'open';
  end if;
  return old;
end
$$;

create trigger resolve_reports
  before delete on public.threads
  for each row execute function private.resolve_reports_of_deleted();

create trigger resolve_reports
  before delete on public.replies
  for each row execute function private.resolve_reports_of_deleted();

create trigger resolve_reports
  before delete on public.chat_messages
  for each row execute function private.resolve_reports_of_deleted();

-- Three throw-away accounts hide nothing: a report counts by what its reporter has shown of themselves here. What an
-- administrator wrote, and what an administrator has judged, is not judged by reports.
-- Half of two accounts that wrote nothing in a month is one: six of them still hide a post, and are few to come by.
create function private.report_weight(reporter uuid) returns numeric
language sql stable security definer set search_path = ''
as $$
  select case
    when not private.is_established(p.id) then 0
    -- Whose reports were mostly dismissed in three months.
    when (
      select count(*) filter (where r.state = 'dismissed') >= 3
        and count(*) filter (where r.state = 'dismissed') > count(*) filter (where r.state = 'resolved')
      from public.reports r
      where r.reporter_id = p.id and r.resolved_at > now() - interval '90 days'
    ) then 0
    when p.reputation >= 5 then 1
    else 0.5
  end
  from public.profiles p
  where p.id = report_weight.reporter
$$;

comment on function private.report_weight(uuid) is
  'How much a member''s report counts towards hiding a post: 0, a half or 1. Every report reaches the administrators.';

-- Judged: a report was dismissed or resolved while the post stayed, or an administrator showed it again. An edit after
-- that is a new text.
create function private.was_reviewed(post uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from (
      select max(j.at) as at
      from (
        select r.resolved_at as at from public.reports r where r.target_id = was_reviewed.post and r.state <> 'open'
        union all
        select l.created_at from public.moderation_log l
        where l.target_id = was_reviewed.post and l.action in ('show', 'publish') and l.actor_id is not null
      ) j
    ) judged
    where judged.at is not null and not exists (
      select from public.post_revisions v
      where (v.thread_id = was_reviewed.post or v.reply_id = was_reviewed.post) and v.created_at > judged.at
    )
  )
$$;

comment on function private.was_reviewed(uuid) is 'Whether an administrator has decided that a thread or a reply stays as it reads now.';

-- Runs as its owner: members together may do what none of them may alone. Reports count by the weight of their
-- reporters, and hide nothing that an administrator wrote.
create function private.hide_reported_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  target uuid := coalesce(new.thread_id, new.reply_id);
  asker text := current_setting('request.jwt.claims', true);
begin
  if target is null
    or not (select s.auto_moderation from public.site_settings s)
    or exists (select from private.usable_admins() a (id) where a.id = new.target_author_id)
    or private.was_reviewed(target) then
    return null;
  end if;
  -- The third and the fourth report may come at once: they take turns, so that one of them sees all.
  perform pg_advisory_xact_lock(hashtextextended(target::text, 16));
  if (
    select coalesce(sum(private.report_weight(r.reporter_id)), 0) < 3
    from public.reports r
    where r.state = 'open' and r.target_id = target and r.reporter_id is distinct from new.target_author_id
  ) then
    return null;
  end if;
  -- guard_thread and guard_reply ask who is there: for this step it is the service, not the third reporter.
  perform set_config('request.jwt.claims', '', true);
  if private.post_state_of(new.thread_id, new.reply_id) = 'shown' then
    perform private.set_post_state(new.thread_id, new.reply_id, 'hidden', 'Reported by three members');
  end if;
  perform set_config('request.jwt.claims', coalesce(asker, ''), true);
  return null;
end
$$;

create trigger hide_reported_post
  after insert on public.reports
  for each row execute function private.hide_reported_post();

create trigger tell_of_report
  after update of state on public.reports
  for each row when (old.state = 'open' and new.state <> 'open')
  execute function private.tell_of_report();

-- pg_trigger_depth() = 0: what a deletion resolved is covered by the entry of the deletion.
create trigger log_report
  after update of state on public.reports
  for each row when (pg_trigger_depth() = 0 and old.state <> new.state)
  execute function private.log_report();

create table private.report_decisions (
  report_id uuid not null,
  admin_id uuid not null,
  constraint report_decisions_pkey primary key (report_id),
  constraint report_decisions_report_id_fkey foreign key (report_id) references public.reports (id) on delete cascade,
  constraint report_decisions_admin_id_fkey foreign key (admin_id) references public.profiles (id) on delete cascade
);

comment on table private.report_decisions is 'Which administrator resolved or dismissed a report. Administrators read it through public.resolver(reports).';

create index report_decisions_admin_id_idx on private.report_decisions (admin_id);

alter table private.report_decisions enable row level security;

revoke all on private.report_decisions from public, anon, authenticated, service_role;

-- security definer: the table is closed. It tells nobody but administrators.
create function public.resolver(report public.reports) returns text
language sql stable security definer set search_path = ''
as $$
  select p.username from private.report_decisions d join public.profiles p on p.id = d.admin_id
  where d.report_id = (report).id and (select private.is_admin())
$$;

comment on function public.resolver(public.reports) is 'The username of the administrator who resolved or dismissed it, for administrators; null for everybody else, and when the site did.';

create function private.export_member_reports(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(r) - 'target_author_id' from public.reports r
  where r.reporter_id = member order by r.created_at, r.id offset skip limit 500;
end;

revoke all on function public.resolver(public.reports) from public, anon, authenticated, service_role;
grant execute on function public.resolver(public.reports) to authenticated;
