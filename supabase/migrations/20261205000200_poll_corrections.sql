-- The author of a poll may correct its question, options and end while nobody has voted.
--
-- The counts in the poll's own row decide, because an update that waited for a vote reads them again, and then finds no
-- row. A vote that waited for a correction counts for the option that has the place now; the voter sees it and may change
-- it.

create function public.can_edit(poll public.polls) returns boolean
language sql stable
return 0 = all (poll.votes) and (select private.may_write()) and exists (
  select from public.threads t
  where t.id = poll.thread_id and t.author_id = (select auth.uid())
    and not t.is_locked and not t.is_hidden and not t.is_deleted
);

comment on function public.can_edit(public.polls) is
  'Whether the caller may correct it: who wrote its thread, while nobody has voted.';

revoke all on function public.can_edit(public.polls) from public, anon, authenticated, service_role;
grant execute on function public.can_edit(public.polls) to anon, authenticated, service_role;

-- The counts follow from the votes, and the end from open_days.
grant update (question, options, open_days) on public.polls to authenticated;

-- The new row is the same thread's, and its counts are 0.
create policy update_editable on public.polls
  for update to authenticated
  using (public.can_edit(polls))
  with check (public.can_edit(polls));

create or replace function private.prepare_poll() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hidden_signs constant text := '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]';
begin
  new.question := btrim(new.question);
  new.options := array(select btrim(o) from unnest(new.options) with ordinality as x (o, place) order by place);
  if char_length(new.question) > 200 or private.shown_length(new.question) < 3 or new.question ~ hidden_signs then
    perform private.raise_check_violation('polls', 'polls_question_length');
  end if;
  if cardinality(new.options) not between 2 and 10
    or exists (
      select from unnest(new.options) as o
      where o is null or char_length(o) > 100 or private.visible_part(o) = '' or o ~ hidden_signs
    )
    or (select count(distinct lower(o)) from unnest(new.options) as o) < cardinality(new.options) then
    perform private.raise_check_violation('polls', 'polls_options_bounds');
  end if;
  new.votes := array_fill(0, array[cardinality(new.options)]);
  -- The same for a poll that is new, and one that is corrected.
  new.closes_at := new.created_at + make_interval(days => new.open_days::integer);
  return new;
end
$$;

create trigger prepare_poll_update
  before update of question, options, open_days on public.polls
  for each row execute function private.prepare_poll();

-- Runs as its owner: the log of changes is written by functions alone.
create function private.publish_corrected_poll() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.publish_poll(new.thread_id);
  return null;
end
$$;

create trigger zz_announce_update
  after update of question, options, open_days on public.polls
  for each row execute function private.publish_corrected_poll();

revoke execute on all functions in schema private from public;
