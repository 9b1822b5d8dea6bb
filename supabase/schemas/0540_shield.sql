-- The scam shield's rules of administrators, and how often it stopped what. The rules that the site brings are
-- shared/shield; the server judges by both before it stores a text.

create table public.shield_rules (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  pattern text not null,
  effect text not null,
  note text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint shield_rules_pkey primary key (id),
  constraint shield_rules_pattern_key unique (kind, pattern),
  constraint shield_rules_kind check (kind in ('phrase', 'host', 'contact', 'concept')),
  constraint shield_rules_effect check (effect in ('hold', 'refuse', 'allow') and (kind <> 'concept' or effect = 'allow')),
  constraint shield_rules_pattern_length check (char_length(pattern) <= 100 and char_length(btrim(pattern)) >= 3),
  constraint shield_rules_note_length check (char_length(note) <= 300)
);

comment on table public.shield_rules is 'What administrators add to the scam shield, and what of it they switch off.';
comment on column public.shield_rules.kind is
  'phrase: words in this order, in whichever spelling or script; host: of a link; contact: a number, UPI id or handle; concept: a part of the shield itself, which is switched off.';
comment on column public.shield_rules.effect is 'hold, refuse, or allow, which comes first.';
comment on column public.shield_rules.is_active is 'False: it is tried or kept, and decides nothing.';

alter table public.shield_rules enable row level security;

revoke all on public.shield_rules from public, anon, authenticated, service_role;
grant select, delete on public.shield_rules to authenticated;
grant insert (kind, pattern, effect, note, is_active), update (effect, note, is_active) on public.shield_rules to authenticated;
grant select, insert, update, delete on public.shield_rules to service_role;

create policy read_any_admin on public.shield_rules
  for select to authenticated using ((select private.is_admin()));

create policy insert_any_admin on public.shield_rules
  for insert to authenticated with check ((select private.is_admin()));

create policy update_any_admin on public.shield_rules
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create policy delete_any_admin on public.shield_rules
  for delete to authenticated using ((select private.is_admin()));

create function private.log_shield_rule() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.shield_rules := case when tg_op = 'DELETE' then old else new end;
begin
  -- Every node judges by the same rules.
  perform pg_notify('shield_rules', '');
  -- What an operator does in SQL is no act of a member.
  if (select auth.uid()) is not null then
    perform private.log_action(
      lower(tg_op), 'shield_rules', subject.id, subject.pattern, null,
      format('%s, %s%s', subject.kind, subject.effect, case when subject.is_active then '' else ', off' end)
    );
  end if;
  return null;
end
$$;

comment on function private.log_shield_rule() is
  'Tells the nodes, and writes the log, which nobody else may write to.';

create trigger log_shield_rule
  after insert or update or delete on public.shield_rules
  for each row execute function private.log_shield_rule();

create table public.shield_hits (
  day date not null default current_date,
  surface text not null,
  reason text not null,
  hits integer not null default 1,
  constraint shield_hits_pkey primary key (day, surface, reason)
);

comment on table public.shield_hits is
  'How often the shield stopped a text, by day, by where it would have been, and by what was found. Neither texts nor writers.';
comment on column public.shield_hits.surface is 'The table that the text was for.';
comment on column public.shield_hits.reason is 'A concept, a kind of contact, or rule:<id>; `any` counts each text once.';

alter table public.shield_hits enable row level security;

revoke all on public.shield_hits from public, anon, authenticated, service_role;
-- Written by the server alone.
grant select on public.shield_hits to authenticated;
grant select, insert, update, delete on public.shield_hits to service_role;

create policy read_any_admin on public.shield_hits
  for select to authenticated using ((select private.is_admin()));
