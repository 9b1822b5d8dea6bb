set local check_function_bodies = off;

DROP POLICY "delete_own" ON "public"."bookmarks";

DROP POLICY "insert_own" ON "public"."bookmarks";

DROP POLICY "update_own" ON "public"."bookmarks";

DROP POLICY "delete_own" ON "public"."category_reads";

DROP POLICY "insert_own" ON "public"."category_reads";

DROP POLICY "update_own" ON "public"."category_reads";

DROP POLICY "insert_own" ON "public"."chat_messages";

DROP POLICY "insert_own" ON "public"."chat_reactions";

DROP POLICY "insert_own" ON "public"."data_exports";

DROP POLICY "update_own" ON "public"."first_runs";

DROP POLICY "delete_own" ON "public"."mail_refusals";

DROP POLICY "delete_own" ON "public"."mutes";

DROP POLICY "insert_own" ON "public"."mutes";

DROP POLICY "insert_own" ON "public"."notification_settings";

DROP POLICY "update_own" ON "public"."notification_settings";

DROP POLICY "delete_own" ON "public"."notifications";

DROP POLICY "update_own" ON "public"."notifications";

DROP POLICY "delete_own" ON "public"."push_subscriptions";

DROP POLICY "insert_own" ON "public"."push_subscriptions";

DROP POLICY "delete_own" ON "public"."reply_bookmarks";

DROP POLICY "insert_own" ON "public"."reply_bookmarks";

DROP POLICY "update_own" ON "public"."reply_bookmarks";

DROP POLICY "delete_own" ON "public"."thread_reads";

DROP POLICY "insert_own" ON "public"."thread_reads";

DROP POLICY "update_own" ON "public"."thread_reads";

DROP POLICY "delete_own" ON "public"."thread_subscriptions";

DROP POLICY "insert_own" ON "public"."thread_subscriptions";

DROP POLICY "update_own" ON "public"."thread_subscriptions";

DROP POLICY "delete_own" ON "public"."watches";

DROP POLICY "insert_own" ON "public"."watches";

DROP POLICY "send_own_topic" ON "realtime"."messages";

DROP TRIGGER "carry_ban_to_account" ON "public"."profiles";

DROP TRIGGER "tell_of_level" ON "public"."profiles";

ALTER TABLE "public"."notifications" DROP CONSTRAINT "notifications_kind_known";

DROP FUNCTION "private"."carry_ban_to_account"();

DROP FUNCTION "public"."for_you"(integer);

DROP FUNCTION "public"."me"();

DROP FUNCTION "public"."send_contact_message"(text, text, text, text);

DROP FUNCTION "public"."subscribe_newsletter"(text);

CREATE TABLE "private"."appeal_decisions" ("appeal_id" uuid NOT NULL, "decided_by" uuid, "note" text, CONSTRAINT "appeal_decisions_note_length" CHECK ((char_length(note) <= 2000)), CONSTRAINT "appeal_decisions_pkey" PRIMARY KEY (appeal_id));

CREATE TABLE "private"."moderation_mails" ("subject" text NOT NULL, "due_at" timestamp with time zone NOT NULL DEFAULT (now() + '00:01:00'::interval), CONSTRAINT "moderation_mails_pkey" PRIMARY KEY (subject));

CREATE TABLE "private"."sanction_records" ("sanction_id" uuid NOT NULL, "decided_by" uuid, "note" text, "level_before" text, "lifted_by" uuid, CONSTRAINT "sanction_records_note_length" CHECK ((char_length(note) <= 2000)), CONSTRAINT "sanction_records_pkey" PRIMARY KEY (sanction_id));

CREATE TABLE "public"."appeals" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "member_id" uuid NOT NULL, "sanction_id" uuid, "thread_id" uuid, "reply_id" uuid, "text" text NOT NULL, "state" text NOT NULL DEFAULT 'open'::text, "answer" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "decided_at" timestamp with time zone, CONSTRAINT "appeals_answer_length" CHECK ((char_length(answer) <= 2000)), CONSTRAINT "appeals_decided" CHECK (((state = 'open'::text) = (decided_at IS NULL))), CONSTRAINT "appeals_one_subject" CHECK ((num_nonnulls(sanction_id, thread_id, reply_id) = 1)), CONSTRAINT "appeals_pkey" PRIMARY KEY (id), CONSTRAINT "appeals_state_known" CHECK ((state = ANY (ARRAY['open'::text, 'granted'::text, 'refused'::text]))), CONSTRAINT "appeals_text_length" CHECK (((char_length(btrim(text)) >= 10) AND (char_length(btrim(text)) <= 2000))));

ALTER TABLE "public"."appeals" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."appeals" FROM "anon";

CREATE TABLE "public"."member_notes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "member_id" uuid NOT NULL, "note" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "member_notes_note_length" CHECK (((char_length(btrim(note)) >= 1) AND (char_length(btrim(note)) <= 2000))), CONSTRAINT "member_notes_pkey" PRIMARY KEY (id), "author_id" uuid DEFAULT auth.uid());

ALTER TABLE "public"."member_notes" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."member_notes" FROM "anon";

CREATE TABLE "public"."sanction_reasons" ("code" text NOT NULL, "sentence" text NOT NULL, "sentence_hi" text NOT NULL, "message" text NOT NULL DEFAULT ''::text, "position" smallint NOT NULL DEFAULT 0, "is_offered" boolean NOT NULL DEFAULT true, CONSTRAINT "sanction_reasons_code_format" CHECK ((code ~ '^[a-z][a-z_]{1,39}$'::text)), CONSTRAINT "sanction_reasons_message_length" CHECK ((char_length(message) <= 1000)), CONSTRAINT "sanction_reasons_pkey" PRIMARY KEY (code), CONSTRAINT "sanction_reasons_sentence_hi_length" CHECK (((char_length(sentence_hi) >= 3) AND (char_length(sentence_hi) <= 300))), CONSTRAINT "sanction_reasons_sentence_length" CHECK (((char_length(sentence) >= 3) AND (char_length(sentence) <= 300))));

ALTER TABLE "public"."sanction_reasons" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."sanction_reasons" FROM "anon";

CREATE TABLE "public"."sanctions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "member_id" uuid NOT NULL, "kind" text NOT NULL, "reason_code" text NOT NULL DEFAULT 'other'::text, "message" text, "starts_at" timestamp with time zone NOT NULL DEFAULT now(), "ends_at" timestamp with time zone, "lifted_at" timestamp with time zone, "lift_reason" text, CONSTRAINT "sanctions_end_order" CHECK (((ends_at IS NULL) OR ((ends_at > starts_at) AND (kind <> 'banned'::text)))), CONSTRAINT "sanctions_kind_known" CHECK ((kind = ANY (ARRAY['warning'::text, 'no_links'::text, 'no_chat'::text, 'read_only'::text, 'suspended'::text, 'banned'::text]))), CONSTRAINT "sanctions_lift_reason_length" CHECK ((char_length(lift_reason) <= 500)), CONSTRAINT "sanctions_message_length" CHECK ((char_length(message) <= 1000)), CONSTRAINT "sanctions_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."sanctions" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."sanctions" FROM "anon";

ALTER TABLE "public"."contact_messages" ADD COLUMN "language" text NOT NULL DEFAULT 'en'::text;

ALTER TABLE "public"."newsletter_subscribers" ADD COLUMN "language" text NOT NULL DEFAULT 'en'::text;

ALTER TABLE "public"."notification_settings" ADD COLUMN "language" text;

ALTER TABLE "public"."site_settings" ADD COLUMN "site_description_hi" text NOT NULL DEFAULT 'भारत का अग्रणी वित्तीय फ़ोरम: निवेशक, ट्रेडर और वित्त में रुचि रखने वाले लोग एक-दूसरे से सीखते हैं।'::text;

ALTER TABLE "public"."site_settings" ADD COLUMN "tagline_hi" text NOT NULL DEFAULT 'जहाँ भारत पैसों की बात करता है, सीधे शब्दों में।'::text;

create or replace function private.appealed_decider(appeal public.appeals) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case
    when (appeal).sanction_id is not null then (
      select r.decided_by from private.sanction_records r where r.sanction_id = (appeal).sanction_id
    )
    else (
      select l.actor_id from public.moderation_log l
      where l.target_id = coalesce((appeal).thread_id, (appeal).reply_id) and l.action = 'hide'
      order by l.id desc limit 1
    )
  end
$$;

create or replace function private.asker_with_profile() returns uuid
language sql stable set search_path = ''
as $$
  select p.id from public.profiles p where p.id = (select auth.uid())
$$;

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  wish text := nullif(btrim(new.raw_user_meta_data ->> 'username'), '');
  full_name text := nullif(btrim(left(
    regexp_replace(new.raw_user_meta_data ->> 'full_name', private.hidden_signs(), '', 'g'), 80
  )), '');
begin
  if tg_op = 'INSERT' and wish is not null then
    -- Said while the form is still open. At the confirmation nobody is there to choose another name.
    if wish !~ '^[A-Za-z0-9_.-]{3,30}$' then
      raise sqlstate 'PT422' using message = 'A username has 3 to 30 letters, numbers, _ . -';
    end if;
    if exists (select from public.profiles p where lower(p.username) = lower(wish)) then
      raise sqlstate 'PT422' using message = 'That username is already taken.';
    end if;
    -- An operator who makes an account in SQL names it as they like.
    if session_user <> current_user and private.is_reserved_name(wish) then
      raise sqlstate 'PT422' using message = 'That username is reserved. Please choose another.';
    end if;
    if private.has_lookalike(wish, new.id) then
      raise sqlstate 'PT422' using message = 'That username looks like one that is taken already. Please choose another.';
    end if;
  end if;
  if new.email_confirmed_at is null then
    return null;
  end if;
  insert into public.profiles (id, username, full_name, avatar_url)
  values (
    new.id,
    private.free_username(wish),
    case when not private.is_reserved_name(full_name) and private.visible_part(full_name) <> '' then full_name end,
    left(nullif(btrim(new.raw_user_meta_data ->> 'avatar_url'), ''), 1000)
  )
  on conflict (id) do nothing;
  if not found then
    return null;
  end if;
  -- Ticked at sign-up; the first confirmation may come a day later, in another browser.
  if new.raw_user_meta_data ->> 'digest' = 'weekly' then
    insert into public.notification_settings (user_id, digest, digested, digest_threads)
    values (new.id, 'weekly', '{follows,members,watched}', true);
  end if;
  -- The language of the page with the form.
  if new.raw_user_meta_data ->> 'language' in ('en', 'hi') then
    insert into public.notification_settings as s (user_id, language)
    values (new.id, new.raw_user_meta_data ->> 'language')
    on conflict (user_id) do update set language = excluded.language;
  end if;
  return null;
end
$$;

create or replace function private.delete_old_sanctions() returns bigint
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

create or replace function private.end_sanction(sanction uuid, reason text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  ended public.sanctions;
  before text;
begin
  update public.sanctions s set lifted_at = now(), lift_reason = nullif(btrim(end_sanction.reason), '')
  where s.id = end_sanction.sanction and s.lifted_at is null and (s.ends_at is null or s.ends_at > now())
  returning s.* into ended;
  if not found then
    raise sqlstate 'PT409' using message = 'This sanction has ended already.';
  end if;
  update private.sanction_records r set lifted_by = private.asker_with_profile()
  where r.sanction_id = ended.id
  returning r.level_before into before;
  if ended.kind = 'banned' then
    perform set_config('moderation.reason', coalesce(ended.lift_reason, ''), true);
    update public.profiles p set user_level = coalesce(nullif(before, 'Banned'), 'Regular')
    where p.id = ended.member_id and p.user_level = 'Banned';
  else
    perform private.log_action(
      'lift', 'profiles', ended.member_id, (select p.username from public.profiles p where p.id = ended.member_id),
      ended.lift_reason, private.sanction_in_words(ended.kind, ended.ends_at, ended.reason_code)
    );
  end if;
end
$$;

create or replace function private.export_member_appeals(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(a) from public.appeals a
  where a.member_id = member order by a.created_at, a.id offset skip limit 500;
end;

create or replace function private.export_member_sanctions(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(s) from public.sanctions s
  where s.member_id = member order by s.starts_at, s.id offset skip limit 500;
end;

create or replace function private.follow_ban() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  said text := nullif(current_setting('moderation.reason', true), '');
begin
  if new.user_level = 'Banned' then
    with made as (
      insert into public.sanctions (member_id, kind, message)
      values (new.id, 'banned', said)
      on conflict do nothing
      returning id
    )
    insert into private.sanction_records (sanction_id, decided_by, level_before)
    select m.id, private.asker_with_profile(), case when tg_op = 'UPDATE' then old.user_level else 'Regular' end
    from made m;
  else
    with ended as (
      update public.sanctions s set lifted_at = now(), lift_reason = left(said, 500)
      where s.member_id = new.id and s.kind = 'banned' and s.lifted_at is null
      returning s.id
    )
    update private.sanction_records r set lifted_by = private.asker_with_profile()
    from ended e where r.sanction_id = e.id;
  end if;
  return null;
end
$$;

create or replace function private.has_link(text_of_post text) returns boolean
language sql immutable parallel safe
return text_of_post ~* '(https?://|www\.|\mt\.me/|wa\.me/)';

create or replace function private.is_admin(member uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    exists (select from public.user_roles r where r.user_id = member and r.role = 'admin')
    or exists (
      select
      from auth.users u
      join private.configuration c on lower(u.email) = c.admin_email
      -- An account that was confirmed without a mail proves nothing about its address.
      where u.id = member and u.raw_app_meta_data ->> 'email_verified' = 'true'
    )
  ) and not private.is_under(member, '{suspended,banned}');
end
$$;

create or replace function private.is_forgotten(member uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.profiles p where p.id = is_forgotten.member and p.is_deleted)
    and not exists (select from private.closed_accounts c where c.user_id = is_forgotten.member)
$$;

create or replace function private.is_member() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.profiles p where p.id = (select auth.uid())) and private.site_is_open();
end
$$;

create or replace function private.is_under(member uuid, kinds text[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.sanctions s
    where s.member_id = is_under.member and s.kind = any (is_under.kinds)
      and s.lifted_at is null and s.starts_at <= now() and (s.ends_at is null or s.ends_at > now())
  );
end
$$;

create or replace function private.limit_appeals() returns trigger
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

create or replace function private.log_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  noted public.member_notes := case when tg_op = 'DELETE' then old else new end;
begin
  if (select auth.uid()) is not null then
    perform private.log_action(
      case when tg_op = 'DELETE' then 'unnote' else 'note' end, 'profiles', noted.member_id,
      (select p.username from public.profiles p where p.id = noted.member_id), null, left(noted.note, 300)
    );
  end if;
  return null;
end
$$;

create or replace function private.may_appeal(sanction uuid, thread uuid, reply uuid) returns boolean
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
      where t.id = may_appeal.thread and t.author_id = (select auth.uid()) and t.is_hidden and not t.is_deleted
    )
    or exists (
      select from public.replies r
      where r.id = may_appeal.reply and r.author_id = (select auth.uid()) and r.is_hidden
    )
  )
$$;

create or replace function private.may_chat() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_member() and not private.is_under((select auth.uid()), '{no_chat,read_only,suspended,banned}');
end
$$;

create or replace function private.may_decide(appeal public.appeals) returns boolean
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

create or replace function private.may_keep() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_member() and not private.is_under((select auth.uid()), '{suspended,banned}');
end
$$;

create or replace function private.may_write() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_member() and not private.is_under((select auth.uid()), '{read_only,suspended,banned}');
end
$$;

create or replace function private.refuse_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_under((select auth.uid()), '{no_links}') then
    raise sqlstate 'PT403' using message = 'Your account may not post links at present.';
  end if;
  return new;
end
$$;

create or replace function private.sanction_in_words(kind text, ends_at timestamptz, reason_code text) returns text
language sql stable set search_path = ''
as $$
  select format('%s, %s: %s', sanction_in_words.kind,
    coalesce('until ' || to_char(sanction_in_words.ends_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY, HH24:MI') || ' IST',
      'without end'),
    sanction_in_words.reason_code)
$$;

create or replace function private.take_moderation_mails(batch integer) returns setof text
language sql volatile security definer set search_path = ''
as $$
  delete from private.moderation_mails
  where subject in (
    select m.subject from private.moderation_mails m
    where m.due_at <= now()
    order by m.due_at limit batch for update skip locked
  )
  returning subject
$$;

create or replace function private.tell_of_sanction() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.create_notification(
    new.member_id, case when tg_op = 'INSERT' then 'sanctioned' else 'sanction_lifted' end,
    null, null, null, null, new.kind
  );
  insert into private.moderation_mails (subject)
  values (case when tg_op = 'INSERT' then 'sanction:' else 'lifted:' end || new.id);
  return null;
end
$$;

create or replace function private.usable_admins() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select u.id
  from auth.users u
  join public.profiles p on p.id = u.id
  where (
      exists (select from public.user_roles r where r.user_id = u.id and r.role = 'admin')
      or lower(u.email) = (select c.admin_email from private.configuration c)
        and u.raw_app_meta_data ->> 'email_verified' = 'true'
    )
    and not private.is_under(u.id, '{suspended,banned}')
    and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now())
    and coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null
$$;

create or replace function public.can_decide(appeal public.appeals) returns boolean
language sql stable
return (appeal).state = 'open' and private.may_decide(appeal);

REVOKE ALL ON FUNCTION "public"."can_decide"(public.appeals) FROM "anon";

REVOKE ALL ON FUNCTION "public"."can_decide"(public.appeals) FROM "service_role";

create or replace function public.can_edit(message public.chat_messages) returns boolean
language sql stable
return message.created_at > now() - interval '2 minutes'
  and (message.user_id = (select auth.uid()) or message.is_anonymous and private.wrote_message(message.id))
  and (select private.may_chat());

create or replace function public.decide_appeal(appeal uuid, is_granted boolean, answer text, note text default null) returns void
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
  elsif is_granted then
    update public.threads t set is_hidden = false where t.id = subject.thread_id and t.is_hidden;
    update public.replies r set is_hidden = false where r.id = subject.reply_id and r.is_hidden;
  end if;
  perform private.create_notification(
    subject.member_id, 'appeal_answered', null, null, null, null, case when is_granted then 'granted' else 'refused' end);
  insert into private.moderation_mails (subject, due_at) values ('appeal:' || subject.id, now());
end
$$;

REVOKE ALL ON FUNCTION "public"."decide_appeal"(uuid, boolean, text, text) FROM "anon";

REVOKE ALL ON FUNCTION "public"."decide_appeal"(uuid, boolean, text, text) FROM "service_role";

create or replace function public.earlier_replies(reply public.replies) returns integer
language sql stable
return (
  select case when count(*) <= 2000 then count(*)::integer end
  from (
    select from public.replies r
    where r.thread_id = (reply).thread_id and not r.is_hidden
      and (r.created_at, r.id) < ((reply).created_at, (reply).id)
    limit 2001
  ) e
);

create or replace function public.find_member(username text) returns setof public.profiles
language sql stable rows 1
begin atomic
  select p from public.profiles p where lower(p.username) = lower(find_member.username);
end;

create or replace function public.for_you(max_rows integer default 20)
returns table (
  id uuid, title text, tags text[], is_sticky boolean, is_pinned boolean, is_locked boolean,
  is_hidden boolean, answer_id uuid, reply_count integer, view_count integer, upvote_count integer,
  last_activity timestamptz, created_at timestamptz, author jsonb, category jsonb, last_writer jsonb
)
language sql stable rows 20
begin atomic
  with chosen as (
    -- Unread threads that the caller follows.
    (
      select c.id, 0 as rank, c.last_activity as at
      from (
        select t as thread, t.id, t.last_activity, greatest(s.last_read_at, r.read_until) as read_until
        from (
          select x.user_id, x.thread_id, x.last_read_at
          from public.thread_subscriptions x
          where x.user_id = (select auth.uid())
          order by x.created_at desc
          limit 300
        ) s
        join public.threads t on t.id = s.thread_id
        left join public.thread_reads r on r.user_id = s.user_id and r.thread_id = s.thread_id
        where t.last_activity > greatest(s.last_read_at, r.read_until, now() - interval '30 days')
        order by t.last_activity desc
        offset 0
      ) c
      where private.news_of(
        c.thread, c.read_until, (select auth.uid()), null,
        (select private.muted_members((select auth.uid()))), (select private.muted_words((select auth.uid())))
      ) = 'unread'
      order by c.last_activity desc
      limit least(greatest(for_you.max_rows, 0), 50)
    )
    union all
    -- Threads of the members that the caller follows.
    (
      select t.id, 0, t.last_activity
      from public.follows f
      cross join lateral (
        select x.id, x.last_activity
        from public.threads x
        where x.author_id = f.followed_id and x.created_at > now() - interval '30 days'
          and private.news_of(x, null, (select auth.uid()), now() - interval '30 days', '{}', '{}') = 'new'
          and not exists (
            select from public.thread_reads r where r.user_id = (select auth.uid()) and r.thread_id = x.id
          )
        order by x.created_at desc
        limit 5
      ) t
      where f.follower_id = (select auth.uid())
      order by t.last_activity desc
      limit least(greatest(for_you.max_rows, 0), 50)
    )
    union all
    -- New ones in the categories that the caller reads.
    (
      select t.id, 1, t.created_at
      from private.read_categories() c (id)
      cross join lateral (
        select x.id, x.created_at
        from public.threads x
        where x.category_id = c.id and x.created_at > now() - interval '30 days'
          and private.news_of(x, null, (select auth.uid()), now() - interval '30 days', '{}', '{}') = 'new'
          and not exists (
            select from public.thread_reads r where r.user_id = (select auth.uid()) and r.thread_id = x.id
          )
        order by x.created_at desc
        limit least(greatest(for_you.max_rows, 0), 50)
      ) t
    )
    union all
    -- For a member who has read little or everything: what is being discussed.
    (
      select x.id, 2, x.last_activity
      from public.threads x
      where not x.is_hidden and not x.is_deleted and not private.is_muted_thread((select auth.uid()), x)
      order by x.last_activity desc, x.id
      limit least(greatest(for_you.max_rows, 0), 50)
    )
  )
  select
    t.id, t.title, t.tags, t.is_sticky, t.is_pinned, t.is_locked, t.is_hidden, t.answer_id,
    t.reply_count, t.view_count, t.upvote_count, t.last_activity, t.created_at,
    (
      select jsonb_build_object(
        'id', p.id, 'username', p.username, 'user_level', p.user_level, 'avatar_url', p.avatar_url
      )
      from public.profiles p
      where p.id = t.author_id
    ),
    (
      select jsonb_build_object('id', g.id, 'name', g.name, 'slug', g.slug, 'color', g.color)
      from public.forum_categories g
      where g.id = t.category_id
    ),
    (
      select (
        select jsonb_build_object('id', p.id, 'username', p.username, 'avatar_url', p.avatar_url)
        from public.profiles p
        where p.id = r.author_id
      )
      from public.replies r
      where r.thread_id = t.id and not r.is_hidden
      order by r.created_at desc, r.id desc
      limit 1
    )
  from (
    select d.id, d.rank, d.at
    from (select distinct on (c.id) c.id, c.rank, c.at from chosen c order by c.id, c.rank) d
    order by d.rank, d.at desc, d.id
    limit least(greatest(for_you.max_rows, 0), 50)
  ) o
  join public.threads t on t.id = o.id
  order by o.rank, o.at desc, o.id;
end;

REVOKE ALL ON FUNCTION "public"."for_you"(integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."for_you"(integer) FROM "service_role";

create or replace function public.lift_sanction(sanction uuid, reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  found_one public.sanctions;
begin
  perform private.assert_admin();
  select s.* into found_one from public.sanctions s where s.id = lift_sanction.sanction for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This sanction does not exist any more.';
  end if;
  if found_one.member_id = (select auth.uid()) then
    raise sqlstate 'PT403' using message = 'Somebody else has to decide this.';
  end if;
  perform private.end_sanction(found_one.id, lift_sanction.reason);
  if exists (
    select from private.moderation_mails m
    join private.sanction_records r on r.sanction_id = found_one.id and r.decided_by = (select auth.uid())
    where m.subject = 'sanction:' || found_one.id and m.due_at > now()
  ) then
    delete from private.moderation_mails m where m.subject in ('sanction:' || found_one.id, 'lifted:' || found_one.id);
    delete from public.notifications n
    where n.user_id = found_one.member_id and n.kind in ('sanctioned', 'sanction_lifted')
      and n.created_at >= found_one.starts_at;
    delete from public.sanctions s where s.id = found_one.id;
  end if;
end
$$;

REVOKE ALL ON FUNCTION "public"."lift_sanction"(uuid, text) FROM "anon";

REVOKE ALL ON FUNCTION "public"."lift_sanction"(uuid, text) FROM "service_role";

create or replace function public.mark_all_read(
  seconds_ago integer default 0, category uuid default null, only_new boolean default false
) returns integer
language sql volatile
begin atomic
  with put_aside as (
    insert into public.category_reads as c (category_id, read_until)
    select g.id, now() - make_interval(secs => least(greatest(mark_all_read.seconds_ago, 0), 60))
    from public.forum_categories g
    where mark_all_read.only_new and private.may_keep()
      and (mark_all_read.category is null or g.id = mark_all_read.category)
    order by g.id
    on conflict on constraint category_reads_pkey do update
      set read_until = excluded.read_until where excluded.read_until > c.read_until
    returning 1
  ), marked as (
    update public.thread_reads s
    set read_until = now() - make_interval(secs => least(greatest(mark_all_read.seconds_ago, 0), 60))
    where s.user_id = (select auth.uid()) and not mark_all_read.only_new
      and s.thread_id in (
        select u.thread_id
        from public.thread_reads u
        join public.threads t on t.id = u.thread_id
        where u.user_id = (select auth.uid()) and t.last_activity > u.read_until
          and (mark_all_read.category is null or t.category_id = mark_all_read.category)
        order by t.last_activity desc
        -- Below the limit of writes a minute.
        limit 300
      )
    returning 1
  )
  select ((select count(*) from put_aside) + (select count(*) from marked))::integer;
end;

create or replace function public.mark_thread_read(thread_id uuid, reply_id uuid default null) returns void
language sql volatile
begin atomic
  select public.note_visit();
  insert into public.thread_reads as s (thread_id, read_until)
  select t.id, greatest(t.created_at, r.created_at)
  from public.threads t
  left join public.replies r on r.id = mark_thread_read.reply_id and r.thread_id = t.id
  where t.id = mark_thread_read.thread_id and private.may_keep()
  on conflict on constraint thread_reads_pkey do update
    set read_until = excluded.read_until where excluded.read_until > s.read_until;
end;

create or replace function public.member_sanctions(member uuid)
returns table (id uuid, note text, decided_by text, lifted_by text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.assert_admin();
  return query
    select s.id, r.note, d.username, l.username
    from public.sanctions s
    join private.sanction_records r on r.sanction_id = s.id
    left join public.profiles d on d.id = r.decided_by
    left join public.profiles l on l.id = r.lifted_by
    where s.member_id = member_sanctions.member
    order by s.starts_at desc;
end
$$;

REVOKE ALL ON FUNCTION "public"."member_sanctions"(uuid) FROM "anon";

REVOKE ALL ON FUNCTION "public"."member_sanctions"(uuid) FROM "service_role";

create or replace function public.merge_thread_reads(marks text[]) returns void
language sql volatile
begin atomic
  insert into public.thread_reads as s (thread_id, read_until)
  select t.id,
    case
      when m.replies >= t.reply_count then t.last_activity
      else coalesce((
        select r.created_at
        from public.replies r
        where r.thread_id = t.id and not r.is_hidden and m.replies > 0
        order by r.created_at desc, r.id desc
        offset t.reply_count - m.replies limit 1
      ), t.created_at)
    end
  from (
    select left(x.mark, 8) as prefix, max(split_part(x.mark, '.', 2)::integer) as replies
    from unnest(merge_thread_reads.marks[1:300]) as x (mark)
    where x.mark ~ '^[0-9a-f]{8}\.[0-9]{1,8}$'
    group by 1
  ) m
  cross join lateral (
    select x.id, x.reply_count, x.last_activity, x.created_at
    from public.threads x
    where x.id >= (m.prefix || '-0000-0000-0000-000000000000')::uuid
      and x.id <= (m.prefix || '-ffff-ffff-ffff-ffffffffffff')::uuid
    order by x.id
    limit 1
  ) t
  -- Far from the end, the reply would be looked up at length for one who has much to read anyway.
  where private.may_keep() and t.reply_count - m.replies <= 500
  order by t.id
  on conflict on constraint thread_reads_pkey do update
    set read_until = excluded.read_until where excluded.read_until > s.read_until;
end;

create or replace function public.my_sanction() returns setof public.sanctions
language sql stable rows 1
begin atomic
  select s
  from public.sanctions s
  where s.member_id = (select auth.uid()) and s.kind <> 'warning'
    and s.lifted_at is null and s.starts_at <= now() and (s.ends_at is null or s.ends_at > now())
  order by array_position('{banned,suspended,read_only,no_chat,no_links}'::text[], s.kind), s.ends_at desc nulls first
  limit 1;
end;

create or replace function public.me()
returns table (
  profile jsonb, is_admin boolean, unread integer, mutes jsonb, first_run jsonb, language text, sanction jsonb
)
language sql stable rows 1
begin atomic
  select
    (
      select jsonb_build_object(
        'id', p.id, 'username', p.username, 'full_name', p.full_name, 'avatar_url', p.avatar_url,
        'user_level', p.user_level
      )
      from public.profiles p
      where p.id = (select auth.uid())
    ),
    public.is_admin(),
    public.unread_notifications(),
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', m.id, 'member_id', m.member_id, 'category_id', m.category_id, 'tag', m.tag, 'word', m.word, 'thread_id', m.thread_id,
            'member', case when p.id is not null then jsonb_build_object('username', p.username) end,
            'category', case when c.id is not null then jsonb_build_object('name', c.name, 'slug', c.slug) end,
            'thread', case when t.id is not null then jsonb_build_object('title', t.title) end
          )
          order by m.created_at
        ),
        '[]'
      )
      from public.mutes m
      left join public.profiles p on p.id = m.member_id
      left join public.forum_categories c on c.id = m.category_id
      left join public.threads t on t.id = m.thread_id
      where m.user_id = (select auth.uid())
    ),
    (select to_jsonb(f) from public.my_first_run() f),
    (select s.language from public.notification_settings s where s.user_id = (select auth.uid())),
    (
      select jsonb_build_object(
        'id', s.id, 'kind', s.kind, 'ends_at', s.ends_at, 'message', s.message,
        'reason', jsonb_build_object('en', r.sentence, 'hi', r.sentence_hi)
      )
      from public.my_sanction() s
      join public.sanction_reasons r on r.code = s.reason_code
    );
end;

REVOKE ALL ON FUNCTION "public"."me"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."me"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."my_sanction"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."my_sanction"() FROM "service_role";

create or replace function public.new_threads(max_rows integer default 20, skip integer default 0, category uuid default null)
returns setof public.threads
language sql stable rows 20
begin atomic
  select t
  from (
    select x.thread_id, x.created_at
    from private.new_of(new_threads.category) x
    order by x.created_at desc, x.thread_id
    limit least(greatest(new_threads.max_rows, 0), 100) offset greatest(new_threads.skip, 0)
  ) c
  join public.threads t on t.id = c.thread_id
  order by c.created_at desc, c.thread_id;
end;

create or replace function public.note_visit() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.may_keep() then
    return;
  end if;
  insert into public.visits as v (user_id) values ((select auth.uid()))
  on conflict on constraint visits_pkey do update
    set seen_at = now(),
      previous_at = case when v.seen_at < now() - interval '1 hour' then v.seen_at else v.previous_at end
    where v.seen_at < now() - interval '5 minutes';
end
$$;

create or replace function public.replies_with_words(words text) returns setof public.replies
language sql stable rows 100
begin atomic
  select r
  from private.find_replies(private.prefix_query(words), '{}', null, null, 200) f
  join public.replies r on r.id = f.reply_id
  where (select public.is_admin())
  union all
  (
    select r
    from public.replies r
    where (r.is_hidden or r.is_thread_hidden)
      and (select public.is_admin())
      and private.reply_words(r.content) @@ private.prefix_query(words)
    order by r.created_at desc
    limit 200
  );
end;

create or replace function public.sanction_member(
  member uuid, kind text, reason_code text, message text, note text default null, ends_at timestamptz default null
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  subject public.profiles;
  made uuid;
  said text := nullif(btrim(sanction_member.message), '');
begin
  perform private.assert_admin();
  if sanction_member.member = (select auth.uid()) then
    raise sqlstate 'PT422' using message = 'You cannot sanction yourself.';
  end if;
  if sanction_member.ends_at <= now() then
    raise sqlstate 'PT422' using message = 'The end of a sanction is in the future.';
  end if;
  if sanction_member.kind = 'banned' and sanction_member.ends_at is not null then
    raise sqlstate 'PT422' using message = 'A ban has no end. Suspend the member until then.';
  end if;
  select p.* into subject from public.profiles p where p.id = sanction_member.member and not p.is_deleted for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'This member does not exist any more.';
  end if;
  if sanction_member.kind = 'banned' and private.is_under(subject.id, '{banned}') then
    raise sqlstate 'PT409' using message = 'This member is banned already.';
  end if;
  if sanction_member.kind in ('suspended', 'banned')
    and exists (select from private.usable_admins() a (id) where a.id = subject.id) then
    perform private.assert_another_admin(subject.id, 'This is the last admin. Make somebody else admin first.');
  end if;
  insert into public.sanctions (member_id, kind, reason_code, message, ends_at)
  values (
    subject.id, sanction_member.kind, sanction_member.reason_code, said,
    case when sanction_member.kind <> 'warning' then sanction_member.ends_at end
  )
  returning id into made;
  insert into private.sanction_records (sanction_id, decided_by, note, level_before)
  values (made, private.asker_with_profile(), nullif(btrim(sanction_member.note), ''), subject.user_level);
  said := left(coalesce(said, (select r.sentence from public.sanction_reasons r where r.code = sanction_member.reason_code)), 500);
  if sanction_member.kind = 'banned' then
    -- The log tells of the level.
    perform set_config('moderation.reason', said, true);
    update public.profiles p set user_level = 'Banned' where p.id = subject.id;
  else
    perform private.log_action(
      'sanction', 'profiles', subject.id, subject.username, said,
      private.sanction_in_words(sanction_member.kind, sanction_member.ends_at, sanction_member.reason_code)
    );
  end if;
  return made;
end
$$;

REVOKE ALL ON FUNCTION "public"."sanction_member"(uuid, text, text, text, text, timestamp with time zone) FROM "anon";

REVOKE ALL ON FUNCTION "public"."sanction_member"(uuid, text, text, text, text, timestamp with time zone) FROM "service_role";

create or replace function public.send_contact_message(name text, email text, subject text, message text, language text default 'en')
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

create or replace function public.similar_threads(title text, max_rows integer default 5)
returns setof public.threads
language sql stable rows 5
begin atomic
  select t
  from private.find_similar(similar_threads.title, least(greatest(max_rows, 0), 20)) f
  join public.threads t on t.id = f.thread_id
  order by t.answer_id is null, f.likeness desc, t.last_activity desc, t.id;
end;

create or replace function public.subscribe_newsletter(email text, language text default 'en') returns void
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

create or replace function public.tagged_threads(tag text, max_rows integer default 20, skip integer default 0)
returns setof public.threads
language sql stable rows 20
begin atomic
  select t
  from private.find_tagged(tagged_threads.tag, max_rows, skip) f
  join public.threads t on t.id = f.thread_id
  order by t.last_activity desc, t.id;
end;

create or replace function public.threads_by_title_slug(slug text) returns setof public.threads
language sql stable rows 1
begin atomic
  select t
  from private.thread_ids_by_title_slug(slug) i (id)
  join public.threads t on t.id = i.id;
end;

create or replace function public.trending_threads(time_frame text default 'today', max_rows integer default 8)
returns setof public.threads
language sql stable rows 8
begin atomic
  select t
  from private.rank_trending(time_frame, null, max_rows) r
  join public.threads t on t.id = r.thread_id
  order by r.score desc, r.last_activity desc, r.thread_id;
end;

create or replace function public.unread_threads(max_rows integer default 20, skip integer default 0, category uuid default null)
returns setof public.threads
language sql stable rows 20
begin atomic
  select t
  from (
    select x.thread_id, x.last_activity
    from private.unread_of(unread_threads.category) x
    order by x.last_activity desc, x.thread_id
    limit least(greatest(unread_threads.max_rows, 0), 100) offset greatest(unread_threads.skip, 0)
  ) c
  join public.threads t on t.id = c.thread_id
  order by c.last_activity desc, c.thread_id;
end;

ALTER TABLE "private"."appeal_decisions" ADD CONSTRAINT "appeal_decisions_decided_by_fkey" FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."sanction_records" ADD CONSTRAINT "sanction_records_decided_by_fkey" FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."sanction_records" ADD CONSTRAINT "sanction_records_lifted_by_fkey" FOREIGN KEY (lifted_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "public"."appeals" ADD CONSTRAINT "appeals_member_id_fkey" FOREIGN KEY (member_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."appeal_decisions" ADD CONSTRAINT "appeal_decisions_appeal_id_fkey" FOREIGN KEY (appeal_id) REFERENCES public.appeals(id) ON DELETE CASCADE;

ALTER TABLE "public"."appeals" ADD CONSTRAINT "appeals_reply_id_fkey" FOREIGN KEY (reply_id) REFERENCES public.replies(id) ON DELETE CASCADE;

ALTER TABLE "public"."appeals" ADD CONSTRAINT "appeals_thread_id_fkey" FOREIGN KEY (thread_id) REFERENCES public.threads(id) ON DELETE CASCADE;

ALTER TABLE "public"."contact_messages" ADD CONSTRAINT "contact_messages_language_known" CHECK ((language = ANY (ARRAY['en'::text, 'hi'::text])));

ALTER TABLE "public"."member_notes" ADD CONSTRAINT "member_notes_member_id_fkey" FOREIGN KEY (member_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."newsletter_subscribers" ADD CONSTRAINT "newsletter_subscribers_language_known" CHECK ((language = ANY (ARRAY['en'::text, 'hi'::text])));

ALTER TABLE "public"."notification_settings" ADD CONSTRAINT "notification_settings_language_known" CHECK ((language = ANY (ARRAY['en'::text, 'hi'::text])));

ALTER TABLE "public"."notifications" ADD CONSTRAINT "notifications_kind_known" CHECK ((kind = ANY (ARRAY['reply_to_thread'::text, 'reply_to_reply'::text, 'reply_to_followed'::text, 'reply_accepted'::text, 'thread_by_followed'::text, 'thread_watched'::text, 'mention'::text, 'upvotes'::text, 'post_hidden'::text, 'post_shown'::text, 'post_locked'::text, 'post_unlocked'::text, 'post_removed'::text, 'report_resolved'::text, 'report_dismissed'::text, 'level_changed'::text, 'export_ready'::text, 'bookmark_reminder'::text, 'chat_mention'::text, 'wiki_edited'::text, 'sanctioned'::text, 'sanction_lifted'::text, 'appeal_answered'::text])));

ALTER TABLE "public"."sanctions" ADD CONSTRAINT "sanctions_member_id_fkey" FOREIGN KEY (member_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."sanction_records" ADD CONSTRAINT "sanction_records_sanction_id_fkey" FOREIGN KEY (sanction_id) REFERENCES public.sanctions(id) ON DELETE CASCADE;

ALTER TABLE "public"."appeals" ADD CONSTRAINT "appeals_sanction_id_fkey" FOREIGN KEY (sanction_id) REFERENCES public.sanctions(id) ON DELETE CASCADE;

ALTER TABLE "public"."sanctions" ADD CONSTRAINT "sanctions_reason_code_fkey" FOREIGN KEY (reason_code) REFERENCES public.sanction_reasons(code);

ALTER TABLE "public"."site_settings" ADD CONSTRAINT "site_settings_site_description_hi_length" CHECK ((char_length(site_description_hi) <= 300));

ALTER TABLE "public"."site_settings" ADD CONSTRAINT "site_settings_tagline_hi_length" CHECK ((char_length(tagline_hi) <= 120));

CREATE INDEX appeal_decisions_decided_by_idx ON private.appeal_decisions USING btree (decided_by);

CREATE INDEX moderation_mails_due_at_idx ON private.moderation_mails USING btree (due_at);

CREATE INDEX sanction_records_decided_by_idx ON private.sanction_records USING btree (decided_by);

CREATE INDEX sanction_records_lifted_by_idx ON private.sanction_records USING btree (lifted_by);

CREATE INDEX appeals_member_id_idx ON public.appeals USING btree (member_id, created_at DESC);

CREATE INDEX appeals_open_idx ON public.appeals USING btree (created_at) WHERE (state = 'open'::text);

CREATE UNIQUE INDEX appeals_open_reply_key ON public.appeals USING btree (reply_id) WHERE (state = 'open'::text);

CREATE UNIQUE INDEX appeals_open_sanction_key ON public.appeals USING btree (sanction_id) WHERE (state = 'open'::text);

CREATE UNIQUE INDEX appeals_open_thread_key ON public.appeals USING btree (thread_id) WHERE (state = 'open'::text);

CREATE INDEX appeals_reply_id_idx ON public.appeals USING btree (reply_id, decided_at);

CREATE INDEX appeals_sanction_id_idx ON public.appeals USING btree (sanction_id, decided_at);

CREATE INDEX appeals_thread_id_idx ON public.appeals USING btree (thread_id, decided_at);

CREATE INDEX member_notes_member_id_idx ON public.member_notes USING btree (member_id, created_at DESC);

CREATE UNIQUE INDEX sanctions_ban_key ON public.sanctions USING btree (member_id) WHERE ((kind = 'banned'::text) AND (lifted_at IS NULL));

CREATE INDEX sanctions_member_id_idx ON public.sanctions USING btree (member_id, starts_at DESC);

CREATE INDEX sanctions_reason_code_idx ON public.sanctions USING btree (reason_code);

CREATE TRIGGER limit_appeals BEFORE INSERT ON public.appeals FOR EACH ROW EXECUTE FUNCTION private.limit_appeals();

CREATE TRIGGER refuse_links BEFORE INSERT OR UPDATE OF message ON public.chat_messages FOR EACH ROW WHEN (private.has_link(new.message)) EXECUTE FUNCTION private.refuse_links();

CREATE TRIGGER log_note AFTER INSERT OR DELETE ON public.member_notes FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.log_note();

CREATE TRIGGER follow_ban_insert AFTER INSERT ON public.profiles FOR EACH ROW WHEN ((new.user_level = 'Banned'::text)) EXECUTE FUNCTION private.follow_ban();

CREATE TRIGGER follow_ban_update AFTER UPDATE OF user_level ON public.profiles FOR EACH ROW WHEN (((new.user_level = 'Banned'::text) <> (old.user_level = 'Banned'::text))) EXECUTE FUNCTION private.follow_ban();

CREATE TRIGGER refuse_links BEFORE INSERT OR UPDATE OF bio ON public.profiles FOR EACH ROW WHEN (private.has_link(new.bio)) EXECUTE FUNCTION private.refuse_links();

CREATE TRIGGER tell_of_level AFTER UPDATE OF user_level ON public.profiles FOR EACH ROW WHEN (((old.user_level <> new.user_level) AND (('Banned'::text <> old.user_level) AND ('Banned'::text <> new.user_level)))) EXECUTE FUNCTION private.tell_of_level();

CREATE TRIGGER refuse_links BEFORE INSERT OR UPDATE OF content ON public.replies FOR EACH ROW WHEN (private.has_link(new.content)) EXECUTE FUNCTION private.refuse_links();

CREATE TRIGGER tell_of_sanction_insert AFTER INSERT ON public.sanctions FOR EACH ROW WHEN ((current_setting('arthachowk.importing'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION private.tell_of_sanction();

CREATE TRIGGER tell_of_sanction_update AFTER UPDATE OF lifted_at ON public.sanctions FOR EACH ROW WHEN (((old.lifted_at IS NULL) AND (new.lifted_at IS NOT NULL))) EXECUTE FUNCTION private.tell_of_sanction();

CREATE TRIGGER refuse_links BEFORE INSERT OR UPDATE OF title, content ON public.threads FOR EACH ROW WHEN ((private.has_link(new.title) OR private.has_link(new.content))) EXECUTE FUNCTION private.refuse_links();

CREATE POLICY "insert_own" ON "public"."appeals" FOR INSERT TO "authenticated" WITH CHECK (((member_id = ( SELECT auth.uid() AS uid)) AND private.may_appeal(sanction_id, thread_id, reply_id)));

CREATE POLICY "read_own" ON "public"."appeals" FOR SELECT TO "authenticated" USING (((member_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin)));

CREATE POLICY "delete_own" ON "public"."bookmarks" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "insert_own" ON "public"."bookmarks" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep) AND (EXISTS ( SELECT
   FROM public.threads t
  WHERE (t.id = bookmarks.thread_id)))));

CREATE POLICY "update_own" ON "public"."bookmarks" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "delete_own" ON "public"."category_reads" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "insert_own" ON "public"."category_reads" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "update_own" ON "public"."category_reads" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "insert_own" ON "public"."chat_messages" FOR INSERT TO "authenticated" WITH CHECK ((((user_id IS NULL) OR (user_id = ( SELECT auth.uid() AS uid))) AND ( SELECT private.may_chat() AS may_chat)));

CREATE POLICY "insert_own" ON "public"."chat_reactions" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_chat() AS may_chat) AND (EXISTS ( SELECT
   FROM public.chat_messages m
  WHERE (m.id = chat_reactions.message_id)))));

CREATE POLICY "insert_own" ON "public"."data_exports" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.is_member() AS is_member)));

CREATE POLICY "update_own" ON "public"."first_runs" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "delete_own" ON "public"."mail_refusals" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "delete_any_admin" ON "public"."member_notes" FOR DELETE TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "insert_any_admin" ON "public"."member_notes" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "read_any_admin" ON "public"."member_notes" FOR SELECT TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "delete_own" ON "public"."mutes" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "insert_own" ON "public"."mutes" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "insert_own" ON "public"."notification_settings" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "update_own" ON "public"."notification_settings" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "delete_own" ON "public"."notifications" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "update_own" ON "public"."notifications" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "delete_own" ON "public"."push_subscriptions" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "insert_own" ON "public"."push_subscriptions" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "delete_own" ON "public"."reply_bookmarks" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "insert_own" ON "public"."reply_bookmarks" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep) AND (EXISTS ( SELECT
   FROM public.replies r
  WHERE (r.id = reply_bookmarks.reply_id)))));

CREATE POLICY "update_own" ON "public"."reply_bookmarks" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "insert_any_admin" ON "public"."sanction_reasons" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "read_all" ON "public"."sanction_reasons" FOR SELECT TO "authenticated" USING (true);

CREATE POLICY "update_any_admin" ON "public"."sanction_reasons" FOR UPDATE TO "authenticated" USING (( SELECT private.is_admin() AS is_admin)) WITH CHECK (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "read_own" ON "public"."sanctions" FOR SELECT TO "authenticated" USING (((member_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin)));

CREATE POLICY "delete_own" ON "public"."thread_reads" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "insert_own" ON "public"."thread_reads" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep) AND (EXISTS ( SELECT
   FROM public.threads t
  WHERE (t.id = thread_reads.thread_id)))));

CREATE POLICY "update_own" ON "public"."thread_reads" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "delete_own" ON "public"."thread_subscriptions" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "insert_own" ON "public"."thread_subscriptions" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep) AND (EXISTS ( SELECT
   FROM public.threads t
  WHERE (t.id = thread_subscriptions.thread_id)))));

CREATE POLICY "update_own" ON "public"."thread_subscriptions" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "delete_own" ON "public"."watches" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "insert_own" ON "public"."watches" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_keep() AS may_keep)));

CREATE POLICY "send_own_topic" ON "realtime"."messages" FOR INSERT TO "authenticated" WITH CHECK (((( SELECT realtime.topic() AS topic) = ('member:'::text || (( SELECT auth.uid() AS uid))::text)) AND ( SELECT private.may_keep() AS may_keep)));

COMMENT ON COLUMN "private"."moderation_mails"."subject" IS 'sanction, lifted or appeal, a colon, and the id.';

COMMENT ON COLUMN "private"."sanction_records"."level_before" IS 'Of a ban: the level that comes back with its end.';

COMMENT ON COLUMN "public"."appeals"."state" IS 'open; granted: the sanction was lifted, or the post is shown; refused.';

COMMENT ON COLUMN "public"."contact_messages"."language" IS 'Of the page with the form; the mails to the sender are in it.';

COMMENT ON COLUMN "public"."moderation_log"."action" IS 'insert, update, delete, edit, move, hide, show, lock, unlock, pin, unpin, stick, unstick, accept, unaccept, level, grant, revoke, resolve, dismiss, reopen, wiki, unwiki, sanction, lift, note, unnote, grant_appeal or refuse_appeal.';

COMMENT ON COLUMN "public"."newsletter_subscribers"."language" IS 'Of the page where it was asked for; mails of articles are in that of the article.';

COMMENT ON COLUMN "public"."notification_settings"."language" IS 'Of pages, mails and push, as the member chose it on any device; null: not yet, so that pages are in that of their address and mails in English.';

COMMENT ON COLUMN "public"."notifications"."detail" IS 'post_removed: the thread''s title; level_changed: the new level; a report: what the admin wrote to it; bookmark_reminder: the bookmark''s note; chat_mention: the room''s slug, null for the common one; sanctioned, sanction_lifted: its kind; appeal_answered: granted or refused.';

COMMENT ON COLUMN "public"."profiles"."user_level" IS 'Regular, Advanced, Expert, Moderator or Banned; set by admins. No level gives any permission; a sanction goes with Banned (0225_sanctions).';

COMMENT ON COLUMN "public"."sanction_reasons"."is_offered" IS 'False: only earlier sanctions have it.';

COMMENT ON COLUMN "public"."sanction_reasons"."message" IS 'What the message to the member begins with; edited before it is sent.';

COMMENT ON COLUMN "public"."sanction_reasons"."sentence" IS 'What the member reads as the reason; sentence_hi is the same in Hindi.';

COMMENT ON COLUMN "public"."sanctions"."ends_at" IS 'Null: without end. From then on it binds nobody. A ban has none.';

COMMENT ON COLUMN "public"."sanctions"."kind" IS 'warning: only words. no_links, no_chat. read_only: writes nothing that others see. suspended, banned: only reads, takes the data along, appeals and closes the account.';

COMMENT ON COLUMN "public"."sanctions"."lift_reason" IS 'What the member reads about its early end.';

COMMENT ON COLUMN "public"."sanctions"."message" IS 'What the administrator wrote to the member.';

COMMENT ON COLUMN "public"."site_settings"."site_description_hi" IS 'The description for pages in Hindi; empty: the English one.';

COMMENT ON COLUMN "public"."site_settings"."tagline_hi" IS 'The tagline for pages in Hindi; empty: the English one.';

COMMENT ON FUNCTION "private"."appealed_decider"(public.appeals) IS 'Who made the decision that an appeal is against; null: nobody who is here.';

COMMENT ON FUNCTION "private"."asker_with_profile"() IS 'The asker, if a member; a token that an operator signed by hand may name nobody.';

COMMENT ON FUNCTION "private"."delete_old_sanctions"() IS 'Deletes sanctions and appeals a year after their end, and what is kept of closed accounts with their registration; returns their number. Called by a job.';

COMMENT ON FUNCTION "private"."end_sanction"(uuid, text) IS 'Ends a sanction early, and gives the level of before a ban back.';

COMMENT ON FUNCTION "private"."has_link"(text) IS 'Whether a text or HTML has an address of another site.';

COMMENT ON FUNCTION "private"."is_admin"(uuid) IS 'Whether a member holds the role admin, or has verified the address that the operator named; a suspended or banned one is none.';

COMMENT ON FUNCTION "private"."is_forgotten"(uuid) IS 'Whether an account is closed and nothing is kept any more of what it was registered with.';

COMMENT ON FUNCTION "private"."is_member"() IS 'Whether the asker is a member with a profile, sanctioned or not: for asking for one''s data, and for appeals.';

COMMENT ON FUNCTION "private"."is_under"(uuid, text[]) IS 'Whether a sanction of one of these kinds is in force for a member.';

COMMENT ON FUNCTION "private"."may_appeal"(uuid, uuid, uuid) IS 'Whether the caller may appeal: against an own sanction that has not ended, or an own post that is hidden.';

COMMENT ON FUNCTION "private"."may_chat"() IS 'Whether the asker may write in the live chat, and react there.';

COMMENT ON FUNCTION "private"."may_decide"(public.appeals) IS 'Whether the caller may answer an appeal: an admin other than who decided, or the only one there is.';

COMMENT ON FUNCTION "private"."may_keep"() IS 'Whether the asker may write what no other member sees: bookmarks, what was read, settings. Who may only read still may.';

COMMENT ON FUNCTION "private"."may_write"() IS 'Whether the asker is a member with a profile whom no sanction forbids to write. Every policy that lets a member write something that others see asks this.';

COMMENT ON FUNCTION "private"."sanction_in_words"(text, timestamp with time zone, text) IS 'A sanction in the words of the moderation log.';

COMMENT ON FUNCTION "private"."take_moderation_mails"(integer) IS 'Takes mails about sanctions and appeals that are due, and gives their subjects. Called by a job.';

COMMENT ON FUNCTION "public"."ban_member"(uuid, text) IS 'Bans a member, with a reason for the moderation log and the member. Admins only.';

COMMENT ON FUNCTION "public"."can_decide"(public.appeals) IS 'Whether the caller may answer it: not who made the decision, while there is another administrator.';

COMMENT ON FUNCTION "public"."decide_appeal"(uuid, boolean, text, text) IS 'Answers an appeal: granted, the sanction ends or the post is shown. Not by who decided, while there is another admin. Admins only.';

COMMENT ON FUNCTION "public"."earlier_replies"(public.replies) IS 'The number of visible replies of its thread that stand before it; null if they are more than 2000.';

COMMENT ON FUNCTION "public"."for_you"(integer) IS 'Threads for the caller to read next, as rows of a list, 50 at most: unread ones that they follow or that members wrote whom they follow, then new ones in the categories that they read, then the latest.';

COMMENT ON FUNCTION "public"."lift_sanction"(uuid, text) IS 'Ends a sanction early, with a reason that the member reads; within a minute it takes an own one back untold. Admins only.';

COMMENT ON FUNCTION "public"."me"() IS 'The caller''s profile (null if there is none yet), whether they are an admin, how many rows of their notifications are unread, what they mute, their first run, the language that they chose (null: none), and the gravest sanction that binds them.';

COMMENT ON FUNCTION "public"."member_sanctions"(uuid) IS 'What only staff knows of a member''s sanctions: notes, and who decided and lifted them. Admins only.';

COMMENT ON FUNCTION "public"."my_sanction"() IS 'The gravest sanction that binds the caller now; no row when there is none.';

COMMENT ON FUNCTION "public"."sanction_member"(uuid, text, text, text, text, timestamp with time zone) IS 'Warns, limits, suspends or bans a member, and tells them; gives the id of the sanction. `note` is for staff. Admins only.';

COMMENT ON FUNCTION "public"."send_contact_message"(text, text, text, text, text) IS 'Sends a message to the people behind the site. subject: general, technical, partnership, feedback or report.';

COMMENT ON FUNCTION "public"."subscribe_newsletter"(text, text) IS 'Asks for the newsletter; a confirmation is mailed. Says nothing of whether the address was known.';

COMMENT ON TABLE "private"."appeal_decisions" IS 'What only staff knows of an appeal''s decision.';

COMMENT ON TABLE "private"."moderation_mails" IS 'Mails about sanctions and appeals that wait for a minute, in which the act can be taken back.';

COMMENT ON TABLE "private"."sanction_records" IS 'What only staff knows of a sanction.';

COMMENT ON TABLE "public"."appeals" IS 'What members say against a sanction or a hidden post of theirs, and the answers.';

COMMENT ON TABLE "public"."member_notes" IS 'What administrators note about a member for each other.';

COMMENT ON TABLE "public"."sanction_reasons" IS 'The reasons that the dialog of a sanction offers. Administrators write them.';

COMMENT ON TABLE "public"."sanctions" IS 'What a member may not do, until when, and why. Read by the member and by admins; written by functions.';

REVOKE ALL ON FUNCTION "private"."appealed_decider"(public.appeals) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."asker_with_profile"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_old_sanctions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_old_sanctions"() TO "service_role", "site_jobs";

REVOKE ALL ON FUNCTION "private"."end_sanction"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_appeals"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_sanctions"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_ban"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_link"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_link"(text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."is_forgotten"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_member"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_member"() TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."is_under"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_appeals"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_note"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_appeal"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_appeal"(uuid, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_chat"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_chat"() TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."may_decide"(public.appeals) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_decide"(public.appeals) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_keep"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_keep"() TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_links"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sanction_in_words"(text, timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_moderation_mails"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_moderation_mails"(integer) TO "site_jobs";

REVOKE ALL ON FUNCTION "private"."tell_of_sanction"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."can_decide"(public.appeals) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."can_decide"(public.appeals) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."can_decide"(public.appeals) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."can_decide"(public.appeals) TO "postgres";

REVOKE ALL ON FUNCTION "public"."decide_appeal"(uuid, boolean, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_appeal"(uuid, boolean, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_appeal"(uuid, boolean, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_appeal"(uuid, boolean, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."earlier_replies"(public.replies) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."earlier_replies"(public.replies) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."earlier_replies"(public.replies) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."earlier_replies"(public.replies) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."earlier_replies"(public.replies) TO "service_role";

REVOKE ALL ON FUNCTION "public"."for_you"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."for_you"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."for_you"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."for_you"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."lift_sanction"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."lift_sanction"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."lift_sanction"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."lift_sanction"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."me"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."me"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."me"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."me"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."member_sanctions"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."member_sanctions"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."member_sanctions"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."member_sanctions"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."my_sanction"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_sanction"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_sanction"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_sanction"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."sanction_member"(uuid, text, text, text, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sanction_member"(uuid, text, text, text, text, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."sanction_member"(uuid, text, text, text, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."sanction_member"(uuid, text, text, text, text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "public"."send_contact_message"(text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_contact_message"(text, text, text, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."send_contact_message"(text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_contact_message"(text, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_contact_message"(text, text, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."subscribe_newsletter"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."subscribe_newsletter"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."subscribe_newsletter"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."subscribe_newsletter"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."subscribe_newsletter"(text, text) TO "service_role";

REVOKE ALL ON TABLE "public"."appeals" FROM "authenticated";

GRANT SELECT ON TABLE "public"."appeals" TO "authenticated";

REVOKE ALL ON TABLE "public"."appeals" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."appeals" TO "postgres";

REVOKE ALL ON TABLE "public"."appeals" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."appeals" TO "service_role";

REVOKE ALL ON TABLE "public"."member_notes" FROM "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."member_notes" TO "authenticated";

REVOKE ALL ON TABLE "public"."member_notes" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."member_notes" TO "postgres";

REVOKE ALL ON TABLE "public"."member_notes" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."member_notes" TO "service_role";

REVOKE ALL ON TABLE "public"."sanction_reasons" FROM "authenticated";

GRANT SELECT ON TABLE "public"."sanction_reasons" TO "authenticated";

REVOKE ALL ON TABLE "public"."sanction_reasons" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."sanction_reasons" TO "postgres";

REVOKE ALL ON TABLE "public"."sanction_reasons" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."sanction_reasons" TO "service_role";

REVOKE ALL ON TABLE "public"."sanctions" FROM "authenticated";

GRANT SELECT ON TABLE "public"."sanctions" TO "authenticated";

REVOKE ALL ON TABLE "public"."sanctions" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."sanctions" TO "postgres";

REVOKE ALL ON TABLE "public"."sanctions" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."sanctions" TO "service_role";

ALTER TABLE "public"."member_notes" ADD CONSTRAINT "member_notes_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

CREATE INDEX member_notes_author_id_idx ON public.member_notes USING btree (author_id);

REVOKE ALL ("member_id") ON TABLE "public"."appeals" FROM "authenticated";

GRANT INSERT ("member_id") ON TABLE "public"."appeals" TO "authenticated";

REVOKE ALL ("reply_id") ON TABLE "public"."appeals" FROM "authenticated";

GRANT INSERT ("reply_id") ON TABLE "public"."appeals" TO "authenticated";

REVOKE ALL ("sanction_id") ON TABLE "public"."appeals" FROM "authenticated";

GRANT INSERT ("sanction_id") ON TABLE "public"."appeals" TO "authenticated";

REVOKE ALL ("text") ON TABLE "public"."appeals" FROM "authenticated";

GRANT INSERT ("text") ON TABLE "public"."appeals" TO "authenticated";

REVOKE ALL ("thread_id") ON TABLE "public"."appeals" FROM "authenticated";

GRANT INSERT ("thread_id") ON TABLE "public"."appeals" TO "authenticated";

REVOKE ALL ("member_id") ON TABLE "public"."member_notes" FROM "authenticated";

GRANT INSERT ("member_id") ON TABLE "public"."member_notes" TO "authenticated";

REVOKE ALL ("note") ON TABLE "public"."member_notes" FROM "authenticated";

GRANT INSERT ("note") ON TABLE "public"."member_notes" TO "authenticated";

REVOKE ALL ("language") ON TABLE "public"."notification_settings" FROM "authenticated";

GRANT INSERT ("language"), UPDATE ("language") ON TABLE "public"."notification_settings" TO "authenticated";

REVOKE ALL ("code") ON TABLE "public"."sanction_reasons" FROM "authenticated";

GRANT INSERT ("code") ON TABLE "public"."sanction_reasons" TO "authenticated";

REVOKE ALL ("is_offered") ON TABLE "public"."sanction_reasons" FROM "authenticated";

GRANT INSERT ("is_offered"), UPDATE ("is_offered") ON TABLE "public"."sanction_reasons" TO "authenticated";

REVOKE ALL ("message") ON TABLE "public"."sanction_reasons" FROM "authenticated";

GRANT INSERT ("message"), UPDATE ("message") ON TABLE "public"."sanction_reasons" TO "authenticated";

REVOKE ALL ("position") ON TABLE "public"."sanction_reasons" FROM "authenticated";

GRANT INSERT ("position"), UPDATE ("position") ON TABLE "public"."sanction_reasons" TO "authenticated";

REVOKE ALL ("sentence_hi") ON TABLE "public"."sanction_reasons" FROM "authenticated";

GRANT INSERT ("sentence_hi"), UPDATE ("sentence_hi") ON TABLE "public"."sanction_reasons" TO "authenticated";

REVOKE ALL ("sentence") ON TABLE "public"."sanction_reasons" FROM "authenticated";

GRANT INSERT ("sentence"), UPDATE ("sentence") ON TABLE "public"."sanction_reasons" TO "authenticated";

REVOKE ALL ("site_description_hi") ON TABLE "public"."site_settings" FROM "authenticated";

GRANT UPDATE ("site_description_hi") ON TABLE "public"."site_settings" TO "authenticated";

REVOKE ALL ("tagline_hi") ON TABLE "public"."site_settings" FROM "authenticated";

GRANT UPDATE ("tagline_hi") ON TABLE "public"."site_settings" TO "authenticated";

-- By hand: the revocations, the reasons, and the sanctions of those who are banned already, who may sign in again.
revoke all on private.sanction_records, private.moderation_mails, private.appeal_decisions
  from public, anon, authenticated, service_role;

insert into public.sanction_reasons (code, sentence, sentence_hi, message, position) values
  ('tips', 'Tips, calls or promised returns', 'टिप, कॉल या पक्के मुनाफ़े का वादा',
    'Posts here explain and discuss. They do not tell others what to buy or sell, and promise no returns.', 1),
  ('spam', 'Advertising or the same text again and again', 'विज्ञापन या बार-बार एक ही संदेश',
    'Please do not advertise groups, channels or services here.', 2),
  ('scam', 'An attempt to get money or personal details', 'पैसे या निजी जानकारी हड़पने की कोशिश', '', 3),
  ('abuse', 'Insults, threats or hate', 'अपमान, धमकी या नफ़रत',
    'Disagree with what somebody says, not with who they are.', 4),
  ('impersonation', 'Posing as somebody else', 'किसी और के रूप में पेश आना', '', 5),
  ('privacy', 'Personal details of others', 'दूसरों की निजी जानकारी',
    'Please post no phone numbers, addresses or account numbers, of others or your own.', 6),
  ('other', 'Against the community guidelines', 'समुदाय के नियमों के ख़िलाफ़', '', 7);

alter table public.sanctions disable trigger tell_of_sanction_insert;

insert into public.sanctions (member_id, kind, message, starts_at)
select p.id, 'banned', l.reason, coalesce(l.created_at, now())
from public.profiles p
left join lateral (
  select l.reason, l.created_at
  from public.moderation_log l
  where l.target_table = 'profiles' and l.target_id = p.id and l.action = 'level' and l.detail like '% → Banned'
  order by l.id desc limit 1
) l on true
where p.user_level = 'Banned';

alter table public.sanctions enable trigger tell_of_sanction_insert;

insert into private.sanction_records (sanction_id, decided_by, level_before)
select s.id, l.actor_id, coalesce(split_part(l.detail, ' → ', 1), 'Regular')
from public.sanctions s
left join lateral (
  select l.actor_id, l.detail
  from public.moderation_log l
  where l.target_table = 'profiles' and l.target_id = s.member_id and l.action = 'level' and l.detail like '% → Banned'
  order by l.id desc limit 1
) l on true;

update auth.users u set banned_until = null
from public.profiles p
where p.id = u.id and p.user_level = 'Banned' and u.banned_until > now() + interval '50 years';

-- Who has written an own description or tagline has none in Hindi yet.
update public.site_settings s
set site_description_hi = case when s.site_description = d.description then s.site_description_hi else '' end,
  tagline_hi = case when s.tagline = d.tagline then s.tagline_hi else '' end
from (
  values (
    'India''s premier financial forum: investors, traders and finance enthusiasts learn from each other.',
    'Where India talks money, plainly.'
  )
) d (description, tagline)
where s.site_description <> d.description or s.tagline <> d.tagline;

-- The sample community of an earlier release has ids that end as they came, so that nothing said it was invented. Its members
-- have addresses of no mailbox and say in their bio what they are; what they wrote is theirs alone, because nobody can sign in
-- as one of them. Addresses of posts begin with the id, and stay. Where the owner may not set triggers aside, as on some hosted
-- databases, the rows stay as they are.
do $$
declare
  earlier uuid[] := array(
    select u.id from auth.users u join public.profiles p on p.id = u.id
    where u.email like '%@example.invalid' and p.bio like 'Sample member.%' and u.id::text not like '%5a3b1e5a3b1e'
  );
  place record;
begin
  if earlier = '{}' then
    return;
  end if;
  earlier := earlier || array(
    select t.id from public.threads t where t.author_id = any (earlier)
    union all select r.id from public.replies r where r.author_id = any (earlier)
    union all select b.id from public.blog_posts b where b.author_id = any (earlier)
  );
  begin
    set local session_replication_role = replica;
  exception when insufficient_privilege then
    raise notice 'The sample community of an earlier release stays without its mark';
    return;
  end;
  for place in
    select c.oid::regclass as in_table, quote_ident(a.attname) as named
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and a.atttypid = 'uuid'::regtype and a.attgenerated = '' and not a.attisdropped
      and c.relnamespace::regnamespace::text in ('auth', 'platform', 'private', 'public', 'realtime', 'storage')
  loop
    execute format(
      'update %1$s set %2$s = (left(%2$s::text, 24) || ''5a3b1e5a3b1e'')::uuid where %2$s = any ($1)',
      place.in_table, place.named
    ) using earlier;
  end loop;
  set local session_replication_role = origin;
  -- Every page that is kept is rendered again.
  perform private.publish_change('{"table": "site_settings", "op": "UPDATE"}');
end
$$;
