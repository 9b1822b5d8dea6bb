-- A member who thinks that a decision was wrong says so, once a sanction or hidden post at a time, and gets an answer from
-- somebody else than who decided. Where one administrator is all that a site has, that one answers, and the log says so.

create table public.appeals (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  sanction_id uuid,
  thread_id uuid,
  reply_id uuid,
  text text not null,
  state text not null default 'open',
  answer text,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint appeals_pkey primary key (id),
  constraint appeals_member_id_fkey foreign key (member_id) references public.profiles (id) on delete cascade,
  constraint appeals_sanction_id_fkey foreign key (sanction_id) references public.sanctions (id) on delete cascade,
  constraint appeals_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint appeals_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint appeals_one_subject check (num_nonnulls(sanction_id, thread_id, reply_id) = 1),
  constraint appeals_state_known check (state in ('open', 'granted', 'refused')),
  constraint appeals_decided check ((state = 'open') = (decided_at is null)),
  constraint appeals_text_length check (char_length(btrim(text)) between 10 and 2000),
  constraint appeals_answer_length check (char_length(answer) <= 2000)
);

comment on table public.appeals is 'What members say against a sanction or a hidden post of theirs, and the answers.';
comment on column public.appeals.state is 'open; granted: the sanction was lifted, or the post is shown; refused.';

create unique index appeals_open_sanction_key on public.appeals (sanction_id) where state = 'open';
create unique index appeals_open_thread_key on public.appeals (thread_id) where state = 'open';
create unique index appeals_open_reply_key on public.appeals (reply_id) where state = 'open';
create index appeals_member_id_idx on public.appeals (member_id, created_at desc);
create index appeals_sanction_id_idx on public.appeals (sanction_id, decided_at);
create index appeals_thread_id_idx on public.appeals (thread_id, decided_at);
create index appeals_reply_id_idx on public.appeals (reply_id, decided_at);
create index appeals_open_idx on public.appeals (created_at) where state = 'open';

create table private.appeal_decisions (
  appeal_id uuid not null,
  decided_by uuid,
  note text,
  constraint appeal_decisions_pkey primary key (appeal_id),
  constraint appeal_decisions_appeal_id_fkey foreign key (appeal_id) references public.appeals (id) on delete cascade,
  constraint appeal_decisions_decided_by_fkey foreign key (decided_by) references public.profiles (id) on delete set null,
  constraint appeal_decisions_note_length check (char_length(note) <= 2000)
);

comment on table private.appeal_decisions is 'What only staff knows of an appeal''s decision.';

create index appeal_decisions_decided_by_idx on private.appeal_decisions (decided_by);

revoke all on private.appeal_decisions from public, anon, authenticated, service_role;

-- Runs as its owner: the author reads no hidden post.
create function private.may_appeal(sanction uuid, thread uuid, reply uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_member() and (
    exists (
      select from public.sanctions s
      where s.id = may_appeal.sanction and s.member_id = (select auth.uid())
        and s.lifted_at is null and (s.ends_at is null or s.ends_at > now())
    )
    or exists (
      select from public.threads t
      where t.id = may_appeal.thread and t.author_id = (select auth.uid()) and t.state = 'hidden' and not t.is_deleted
    )
    or exists (
      select from public.replies r
      where r.id = may_appeal.reply and r.author_id = (select auth.uid()) and r.state = 'hidden'
    )
  )
$$;

comment on function private.may_appeal(uuid, uuid, uuid) is
  'Whether the caller may appeal: against an own sanction that has not ended, or an own post that is hidden.';

alter table public.appeals enable row level security;

revoke all on public.appeals from public, anon, authenticated, service_role;
grant select on public.appeals to authenticated;
grant insert (member_id, sanction_id, thread_id, reply_id, text) on public.appeals to authenticated;
-- `update` and `delete` are not granted: decide_appeal answers, and what was answered stays.
grant select, insert, update, delete on public.appeals to service_role;

create policy read_own on public.appeals
  for select to authenticated using (member_id = (select auth.uid()) or (select private.is_admin()));

create policy insert_own on public.appeals
  for insert to authenticated
  with check (member_id = (select auth.uid()) and private.may_appeal(sanction_id, thread_id, reply_id));

-- Runs as its owner, because an answer may be of a time when the subject was another's to read.
create function private.limit_appeals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.appeals a
    where (a.sanction_id = new.sanction_id or a.thread_id = new.thread_id or a.reply_id = new.reply_id)
      and a.member_id = (select auth.uid()) and a.decided_at > now() - interval '30 days'
  ) then
    raise sqlstate 'PT409' using message = 'This was answered already. You can ask again 30 days after the answer.';
  end if;
  return new;
end
$$;

create trigger limit_appeals
  before insert on public.appeals
  for each row execute function private.limit_appeals();

-- Runs as its owner: who decided is in `private`.
create function private.appealed_decider(appeal public.appeals) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case
    when (appeal).sanction_id is not null then (
      select r.decided_by from private.sanction_records r where r.sanction_id = (appeal).sanction_id
    )
    else (
      select l.actor_id from public.moderation_log l
      where l.target_id = coalesce((appeal).thread_id, (appeal).reply_id) and l.action in ('hide', 'refuse')
      order by l.id desc limit 1
    )
  end
$$;

comment on function private.appealed_decider(public.appeals) is 'Who made the decision that an appeal is against; null: nobody who is here.';

-- Runs as its owner, like appealed_decider.
create function private.may_decide(appeal public.appeals) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_admin() and (appeal).member_id <> (select auth.uid()) and (
    private.appealed_decider(appeal) is distinct from (select auth.uid())
    or not exists (
      select from private.usable_admins() a (id)
      where a.id not in ((select auth.uid()), (appeal).member_id)
    )
  )
$$;

comment on function private.may_decide(public.appeals) is
  'Whether the caller may answer an appeal: an admin other than who decided, or the only one there is.';

create function public.can_decide(appeal public.appeals) returns boolean
language sql stable
return (appeal).state = 'open' and private.may_decide(appeal);

comment on function public.can_decide(public.appeals) is
  'Whether the caller may answer it: not who made the decision, while there is another administrator.';

-- Runs as its owner: the decision lifts a sanction or shows a post, and is logged and told.
create function public.decide_appeal(appeal uuid, is_granted boolean, answer text, note text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  subject public.appeals;
  by_same boolean;
begin
  perform private.assert_admin();
  if char_length(btrim(coalesce(decide_appeal.answer, ''))) not between 3 and 2000 then
    raise sqlstate 'PT422' using message = 'Please answer in 3 to 2,000 characters.';
  end if;
  select a.* into subject from public.appeals a where a.id = decide_appeal.appeal for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This appeal does not exist any more.';
  end if;
  if subject.state <> 'open' then
    raise sqlstate 'PT409' using message = 'This appeal was decided already.';
  end if;
  if not private.may_decide(subject) then
    raise sqlstate 'PT403' using message = 'Somebody else has to decide this.';
  end if;
  by_same := private.appealed_decider(subject) is not distinct from (select auth.uid());
  update public.appeals a
  set state = case when is_granted then 'granted' else 'refused' end, answer = btrim(decide_appeal.answer), decided_at = now()
  where a.id = subject.id;
  insert into private.appeal_decisions (appeal_id, decided_by, note)
  values (subject.id, private.asker_with_profile(), nullif(btrim(decide_appeal.note), ''));
  perform private.log_action(
    case when is_granted then 'grant_appeal' else 'refuse_appeal' end, 'profiles', subject.member_id,
    (select p.username from public.profiles p where p.id = subject.member_id), left(btrim(decide_appeal.answer), 500),
    concat_ws('; ',
      case
        when subject.sanction_id is not null then (
          select private.sanction_in_words(s.kind, s.ends_at, s.reason_code)
          from public.sanctions s where s.id = subject.sanction_id
        )
        when subject.thread_id is not null then 'discussion ' || subject.thread_id
        else 'reply ' || subject.reply_id
      end,
      case when by_same then 'decided by who made the decision, the only administrator' end
    )
  );
  if is_granted and subject.sanction_id is not null and exists (
    select from public.sanctions s
    where s.id = subject.sanction_id and s.lifted_at is null and (s.ends_at is null or s.ends_at > now())
  ) then
    perform private.end_sanction(subject.sanction_id, left(btrim(decide_appeal.answer), 500));
  elsif is_granted and private.post_state_of(subject.thread_id, subject.reply_id) = 'hidden' then
    perform private.set_post_state(subject.thread_id, subject.reply_id, 'shown');
  end if;
  perform private.create_notification(
    subject.member_id, 'appeal_answered', null, null, null, null, case when is_granted then 'granted' else 'refused' end);
  insert into private.moderation_mails (subject, due_at) values ('appeal:' || subject.id, now());
end
$$;

comment on function public.decide_appeal(uuid, boolean, text, text) is
  'Answers an appeal: granted, the sanction ends or the post is shown. Not by who decided, while there is another admin. Admins only.';

create function private.export_member_appeals(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(a) from public.appeals a
  where a.member_id = member order by a.created_at, a.id offset skip limit 500;
end;

create function private.export_member_sanctions(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(s) from public.sanctions s
  where s.member_id = member order by s.starts_at, s.id offset skip limit 500;
end;

create function private.is_forgotten(member uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.profiles p where p.id = is_forgotten.member and p.is_deleted)
    and not exists (select from private.closed_accounts c where c.user_id = is_forgotten.member)
$$;

comment on function private.is_forgotten(uuid) is 'Whether an account is closed and nothing is kept any more of what it was registered with.';

-- A sanction without end stays as long as the account.
create function private.delete_old_sanctions() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone_notes as (
    delete from public.member_notes where id in (
      select n.id from public.member_notes n where private.is_forgotten(n.member_id) limit 1000
    )
    returning 1
  ), gone_appeals as (
    delete from public.appeals where id in (
      select a.id from public.appeals a
      where a.sanction_id is null and (a.decided_at < now() - interval '1 year' or private.is_forgotten(a.member_id))
      limit 1000
    )
    returning 1
  ), gone_sanctions as (
    delete from public.sanctions where id in (
      select s.id from public.sanctions s
      where coalesce(s.lifted_at, s.ends_at, case when s.kind = 'warning' then s.starts_at end) < now() - interval '1 year'
        or private.is_forgotten(s.member_id)
      limit 1000
    )
    returning 1
  )
  select (select count(*) from gone_notes) + (select count(*) from gone_appeals) + (select count(*) from gone_sanctions)
$$;

comment on function private.delete_old_sanctions() is
  'Deletes sanctions and appeals a year after their end, and what is kept of closed accounts with their registration; returns their number. Called by a job.';

create trigger refuse_links
  before insert or update of title, content on public.threads
  for each row when (private.has_link(new.title) or private.has_link(new.content))
  execute function private.refuse_links();

create trigger refuse_links
  before insert or update of content on public.replies
  for each row when (private.has_link(new.content)) execute function private.refuse_links();

create trigger refuse_links
  before insert or update of message on public.chat_messages
  for each row when (private.has_link(new.message)) execute function private.refuse_links();

revoke all on function
  public.can_decide(public.appeals), public.decide_appeal(uuid, boolean, text, text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.may_appeal(uuid, uuid, uuid), private.may_decide(public.appeals),
  public.can_decide(public.appeals), public.decide_appeal(uuid, boolean, text, text)
  to authenticated;
grant execute on function private.delete_old_sanctions() to service_role, site_jobs;
