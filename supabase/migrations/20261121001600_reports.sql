-- What members point out to the admins: a discussion, a reply, a chat message or a member. The reporter sees the
-- own reports and what came of them, nobody else but admins sees any.

create table public.reports (
  id uuid not null default gen_random_uuid(),
  reporter_id uuid not null default auth.uid(),
  thread_id uuid,
  reply_id uuid,
  message_id uuid,
  profile_id uuid,
  reason text not null,
  state text not null default 'open',
  resolution text,
  resolved_by uuid,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reports_pkey primary key (id),
  constraint reports_reporter_id_fkey foreign key (reporter_id) references public.profiles (id) on delete cascade,
  constraint reports_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint reports_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint reports_message_id_fkey foreign key (message_id) references public.chat_messages (id) on delete cascade,
  constraint reports_profile_id_fkey foreign key (profile_id) references public.profiles (id) on delete cascade,
  constraint reports_resolved_by_fkey foreign key (resolved_by) references public.profiles (id) on delete set null,
  constraint reports_one_target check (num_nonnulls(thread_id, reply_id, message_id, profile_id) = 1),
  constraint reports_once unique nulls not distinct (reporter_id, thread_id, reply_id, message_id, profile_id),
  constraint reports_reason_length check (char_length(btrim(reason)) between 3 and 500 and char_length(reason) <= 500),
  constraint reports_resolution_length check (char_length(resolution) <= 500),
  constraint reports_state_known check (state in ('open', 'resolved', 'dismissed'))
);

comment on table public.reports is 'What members report to the admins.';
comment on column public.reports.state is 'open, resolved (something was done) or dismissed.';
comment on column public.reports.resolution is 'What was done, in the admin''s words; the reporter reads it.';

create index reports_state_idx on public.reports (state, created_at desc);
create index reports_thread_id_idx on public.reports (thread_id) where thread_id is not null;
create index reports_reply_id_idx on public.reports (reply_id) where reply_id is not null;
create index reports_message_id_idx on public.reports (message_id) where message_id is not null;
create index reports_profile_id_idx on public.reports (profile_id) where profile_id is not null;
create index reports_resolved_by_idx on public.reports (resolved_by);

alter table public.reports enable row level security;

create policy read_own on public.reports
  for select to authenticated
  using (reporter_id = (select auth.uid()) or (select private.is_admin()));

-- What one cannot see one cannot report: each lookup runs under the member's own policies.
create policy insert_own on public.reports
  for insert to authenticated
  with check (
    reporter_id = (select auth.uid())
    and (select private.may_write())
    and (thread_id is null or exists (select from public.threads t where t.id = thread_id))
    and (reply_id is null or exists (select from public.replies r where r.id = reply_id))
    and (message_id is null or exists (select from public.chat_messages m where m.id = message_id))
  );

create policy update_any_admin on public.reports
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke all on public.reports from public, anon, authenticated, service_role;
grant select on public.reports to authenticated;
grant insert (reporter_id, thread_id, reply_id, message_id, profile_id, reason) on public.reports to authenticated;
-- Who resolved it and when is written by the trigger. `delete` is not granted: a report stays on record.
grant update (state, resolution) on public.reports to authenticated;
grant select, insert, update, delete on public.reports to service_role;

create function private.resolve_report() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.state = 'open' then
    new.resolved_by := null;
    new.resolved_at := null;
  elsif old.state = 'open' then
    new.resolved_by := (select auth.uid());
    new.resolved_at := now();
  end if;
  return new;
end
$$;

create trigger resolve_report
  before update of state on public.reports
  for each row execute function private.resolve_report();

-- Runs as its owner: three members together may do what none of them may alone.
create function private.hide_what_three_reported() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reporters bigint;
  asker text := current_setting('request.jwt.claims', true);
begin
  if num_nonnulls(new.thread_id, new.reply_id) = 0
    or not (select s.auto_moderation from public.site_settings s) then
    return null;
  end if;
  -- The third and the fourth report may come at once: they take turns, so that one of them sees all.
  perform pg_advisory_xact_lock(hashtextextended(coalesce(new.thread_id, new.reply_id)::text, 16));
  select count(*) into reporters
  from public.reports r
  where r.state = 'open' and (r.thread_id = new.thread_id or r.reply_id = new.reply_id);
  if reporters < 3 then
    return null;
  end if;
  -- guard_thread and guard_reply ask who is there: for this step it is the service, not the third reporter.
  perform set_config('request.jwt.claims', '', true);
  if new.thread_id is not null then
    update public.threads set is_hidden = true where id = new.thread_id and not is_hidden;
  else
    update public.replies set is_hidden = true where id = new.reply_id and not is_hidden;
  end if;
  if found then
    insert into public.moderation_log (actor_id, action, target_table, target_id, reason)
    values (
      null, 'hide', case when new.thread_id is not null then 'threads' else 'replies' end,
      coalesce(new.thread_id, new.reply_id), 'Reported by three members'
    );
  end if;
  perform set_config('request.jwt.claims', coalesce(asker, ''), true);
  return null;
end
$$;

create trigger hide_what_three_reported
  after insert on public.reports
  for each row execute function private.hide_what_three_reported();

revoke execute on all functions in schema private from public;
