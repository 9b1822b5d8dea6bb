-- Notifications of upvotes and of what moderation did.

create table private.upvote_milestones (
  id bigint generated always as identity,
  thread_id uuid,
  reply_id uuid,
  threshold integer not null,
  constraint upvote_milestones_pkey primary key (id),
  constraint upvote_milestones_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint upvote_milestones_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint upvote_milestones_once unique nulls not distinct (thread_id, reply_id, threshold)
);

comment on table private.upvote_milestones is 'The numbers of upvotes that a post has been told of.';

create index upvote_milestones_reply_id_idx on private.upvote_milestones (reply_id) where reply_id is not null;

revoke all on private.upvote_milestones from public, anon, authenticated, service_role;
revoke all on sequence private.upvote_milestones_id_seq from public, anon, authenticated, service_role;

create function private.is_upvote_milestone(upvotes integer) returns boolean
language sql immutable strict parallel safe
return upvotes in (1, 5, 10, 25, 50)
  -- 100, 250, 500, and these times 10, 100 …
  or upvotes >= 100 and regexp_replace(upvotes::text, '0+$', '') in ('1', '25', '5');

create function private.tell_of_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid;
  thread uuid;
  upvotes integer;
begin
  if new.thread_id is not null then
    select t.author_id, t.id, t.upvote_count into author, thread, upvotes
    from public.threads t where t.id = new.thread_id;
    upvotes := upvotes - (
      select count(*) from public.reactions x where x.thread_id = new.thread_id and x.user_id = author
    );
  else
    select r.author_id, r.thread_id, r.upvote_count into author, thread, upvotes
    from public.replies r where r.id = new.reply_id;
    upvotes := upvotes - (
      select count(*) from public.reactions x where x.reply_id = new.reply_id and x.user_id = author
    );
  end if;
  if author = new.user_id or not private.is_upvote_milestone(upvotes) then
    return null;
  end if;
  insert into private.upvote_milestones (thread_id, reply_id, threshold)
  values (new.thread_id, new.reply_id, upvotes)
  on conflict on constraint upvote_milestones_once do nothing;
  if found then
    perform private.create_notification(author, 'upvotes', null, thread, new.reply_id, upvotes);
  end if;
  return null;
end
$$;

-- Fires after count_reaction, because of its name: the count includes this vote.
create trigger tell_of_upvotes
  after insert on public.reactions
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.tell_of_upvotes();

-- The author of a post that waited learns of the decision by mail, too. A decision that is taken back is told no longer.
create function private.tell_of_state(author uuid, thread uuid, reply uuid, kind text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  post uuid := coalesce(tell_of_state.reply, tell_of_state.thread);
begin
  delete from public.notifications n
  where n.user_id = tell_of_state.author and n.kind in ('post_published', 'post_refused')
    and n.thread_id = tell_of_state.thread and n.reply_id is not distinct from tell_of_state.reply;
  delete from private.moderation_mails m where m.subject = 'post:' || post;
  if tell_of_state.kind is null then
    return;
  end if;
  perform private.create_notification(
    tell_of_state.author, tell_of_state.kind, null, tell_of_state.thread, tell_of_state.reply, null,
    case when tell_of_state.kind = 'post_refused' then nullif(current_setting('moderation.reason', true), '') end
  );
  if tell_of_state.kind in ('post_published', 'post_refused') then
    insert into private.moderation_mails (subject) values ('post:' || post);
  end if;
end
$$;

create function private.tell_of_thread_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- Only by an admin's hand; with its account a thread goes without a word.
    if (select auth.uid()) <> old.author_id and private.is_admin() then
      perform private.create_notification(old.author_id, 'post_removed', null, null, null, null, old.title);
    end if;
    return null;
  end if;
  if new.author_id = (select auth.uid()) then
    return null;
  end if;
  if new.state <> old.state then
    perform private.tell_of_state(
      new.author_id, new.id, null, private.kind_of_state_change(old.state, new.state, new.created_at > old.created_at));
  end if;
  if new.is_locked <> old.is_locked then
    perform private.create_notification(
      new.author_id, case when new.is_locked then 'post_locked' else 'post_unlocked' end, null, new.id, null);
  end if;
  return null;
end
$$;

create trigger tell_of_moderation_update
  after update of is_hidden, state, is_locked on public.threads
  for each row when (old.state <> new.state or old.is_locked <> new.is_locked)
  execute function private.tell_of_thread_moderation();

create trigger tell_of_moderation_delete
  after delete on public.threads
  for each row when (pg_trigger_depth() = 0)
  execute function private.tell_of_thread_moderation();

create function private.tell_of_reply_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if (select auth.uid()) <> old.author_id and private.is_admin() then
      perform private.create_notification(
        old.author_id, 'post_removed', null, old.thread_id, null, null,
        (select t.title from public.threads t where t.id = old.thread_id)
      );
    end if;
  elsif new.author_id is distinct from (select auth.uid()) then
    perform private.tell_of_state(
      new.author_id, new.thread_id, new.id,
      private.kind_of_state_change(old.state, new.state, new.created_at > old.created_at)
    );
  end if;
  return null;
end
$$;

create trigger tell_of_moderation_update
  after update of is_hidden, state on public.replies
  for each row when (old.state <> new.state)
  execute function private.tell_of_reply_moderation();

create trigger tell_of_moderation_delete
  after delete on public.replies
  for each row when (pg_trigger_depth() = 0)
  execute function private.tell_of_reply_moderation();

-- Of a report no post is named: what it was about may be hidden by now.
create function private.tell_of_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.reporter_id is not null and new.reporter_id is distinct from (select auth.uid()) then
    perform private.create_notification(
      new.reporter_id, case new.state when 'resolved' then 'report_resolved' else 'report_dismissed' end,
      null, null, null, null, new.resolution
    );
  end if;
  return null;
end
$$;

-- Of a ban and its end the sanction tells (0225_sanctions).
create function private.tell_of_level() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.id is distinct from (select auth.uid()) then
    perform private.create_notification(new.id, 'level_changed', null, null, null, null, new.user_level);
  end if;
  return null;
end
$$;

create trigger tell_of_level
  after update of user_level on public.profiles
  for each row when (old.user_level <> new.user_level and 'Banned' not in (old.user_level, new.user_level))
  execute function private.tell_of_level();
