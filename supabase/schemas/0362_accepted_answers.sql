-- The accepted answer of a discussion: one of its replies, chosen by who asked, or by an admin.
--
-- threads.answer_id is what readers see. private.answers has the choice, which outlives that its reply is hidden: shown
-- again, the reply is the answer again, unless another was chosen meanwhile.

create table private.answers (
  thread_id uuid not null,
  reply_id uuid not null,
  constraint answers_pkey primary key (thread_id),
  constraint answers_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint answers_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade
);

comment on table private.answers is 'Which reply was chosen as the answer of a thread, be it hidden now or not.';

create unique index answers_reply_id_idx on private.answers (reply_id);

revoke all on private.answers from public, anon, authenticated, service_role;

-- Each choice may tell somebody and makes cached pages stale.
create trigger zzz_limit_writes after insert on private.answers
  referencing new table as written
  for each statement execute function private.limit_writes('answer', '30', '60', '0', '60');

create trigger zzz_limit_updates after update on private.answers
  referencing new table as written
  for each statement execute function private.limit_writes('answer', '30', '60', '0', '60');

create trigger zz_announce_answer
  after update of answer_id on public.threads
  for each row when (old.answer_id is distinct from new.answer_id)
  execute function private.publish_thread_change();

-- Runs as its owner: whoever hides or deletes a reply may not change the thread of another member. The thread's row is
-- locked by private.recount_reply already.
create function private.follow_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.thread_id <> old.thread_id then
    delete from private.answers a where a.reply_id = old.id;
  end if;
  update public.threads t set answer_id = null where t.id = old.thread_id and t.answer_id = old.id;
  if tg_op = 'UPDATE' and not new.is_hidden then
    update public.threads t set answer_id = new.id
    from private.answers a
    where t.id = new.thread_id and a.thread_id = t.id and a.reply_id = new.id;
  end if;
  return null;
end
$$;

comment on function private.follow_answer() is
  'A reply that is deleted, hidden or moved is no answer any more; one that is shown again is what it was.';

create trigger follow_answer_update
  after update of is_hidden, state, thread_id on public.replies
  for each row when (old.is_hidden <> new.is_hidden or old.thread_id <> new.thread_id)
  execute function private.follow_answer();

create trigger follow_answer_delete
  after delete on public.replies
  for each row execute function private.follow_answer();

-- Runs as its owner: no member is granted answer_id, and the reply is another's. It asks what the page asks: who may edit
-- a thread may choose its answer. A lock ends that for members, because it freezes what they wrote and decided; admins
-- go on.
create function public.mark_answer(reply uuid, is_answer boolean default true) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asker uuid := (select auth.uid());
  is_wanted boolean := coalesce(mark_answer.is_answer, true);
  answer public.replies;
  question public.threads;
begin
  -- Nobody hides the reply meanwhile. The order of locks is in 0310_threads.
  select r.* into answer from public.replies r where r.id = mark_answer.reply for share;
  select t.* into question from public.threads t where t.id = answer.thread_id for no key update;
  if question.id is null or question.is_hidden or answer.is_hidden then
    raise sqlstate 'PT404' using message = 'There is no such reply.';
  end if;
  if not public.can_edit(question) then
    raise sqlstate 'PT403' using message = 'Only the member who asked can choose the answer, until the discussion is locked.';
  end if;
  if is_wanted = (question.answer_id is not distinct from answer.id) then
    return;
  end if;
  delete from public.notifications n
  where n.thread_id = question.id and n.kind = 'reply_accepted' and n.read_at is null;
  if is_wanted then
    insert into private.answers as a (thread_id, reply_id) values (question.id, answer.id)
    on conflict on constraint answers_pkey do update set reply_id = excluded.reply_id;
    if answer.author_id <> asker and not exists (
      select from public.notifications n where n.reply_id = answer.id and n.kind = 'reply_accepted'
    ) then
      perform private.create_notification(answer.author_id, 'reply_accepted', asker, question.id, answer.id);
    end if;
  else
    delete from private.answers a where a.reply_id = answer.id;
  end if;
  update public.threads t
  set answer_id = case when is_wanted then answer.id end
  where t.id = question.id;
  if question.author_id <> asker then
    perform private.log_action(
      case when is_wanted then 'accept' else 'unaccept' end, 'replies', answer.id,
      private.plain_excerpt(answer.content)
    );
  end if;
end
$$;

comment on function public.mark_answer(uuid, boolean) is
  'Makes a visible reply the answer of its thread in place of any other, or takes that back. For who may edit the thread; PT404 for a hidden reply.';

-- Under the caller's policies.
create function public.answered_by(thread public.threads) returns text
language sql stable
return (
  select p.username
  from public.replies r
  join public.profiles p on p.id = r.author_id
  where r.id = thread.answer_id
);

comment on function public.answered_by(public.threads) is 'Who wrote its accepted answer.';

revoke all on function
  public.mark_answer(uuid, boolean), public.answered_by(public.threads)
  from public, anon, authenticated, service_role;
grant execute on function public.mark_answer(uuid, boolean) to authenticated;
grant execute on function public.answered_by(public.threads) to anon, authenticated, service_role;
