-- What a member has typed and not sent, kept across devices. Nobody else ever sees it.

create table public.thread_drafts (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  thread_id uuid,
  category_id uuid,
  title text,
  content text not null default '',
  tags text[] not null default '{}',
  updated_at timestamptz not null default now(),
  constraint thread_drafts_pkey primary key (id),
  constraint thread_drafts_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint thread_drafts_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint thread_drafts_category_id_fkey foreign key (category_id) references public.forum_categories (id) on delete set null,
  constraint thread_drafts_one_each unique nulls not distinct (user_id, thread_id),
  constraint thread_drafts_title_length check (char_length(title) <= 200),
  constraint thread_drafts_content_length check (char_length(content) <= 200000),
  constraint thread_drafts_tags_bounds check (cardinality(tags) <= 20)
);

comment on table public.thread_drafts is
  'What a member has not sent yet: one new discussion (thread_id null) and one reply per discussion. Upsert on (user_id, thread_id).';
comment on column public.thread_drafts.content is 'As it was typed; shown to nobody else and sanitised when it is sent.';
create index thread_drafts_thread_id_idx on public.thread_drafts (thread_id);
create index thread_drafts_category_id_idx on public.thread_drafts (category_id);

alter table public.thread_drafts enable row level security;

create policy read_own on public.thread_drafts
  for select to authenticated using (user_id = (select auth.uid()));
create policy insert_own on public.thread_drafts
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy update_own on public.thread_drafts
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy delete_own on public.thread_drafts
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_write()));

revoke all on public.thread_drafts from public, anon, authenticated, service_role;
grant select, delete on public.thread_drafts to authenticated;
grant insert (user_id, thread_id, category_id, title, content, tags) on public.thread_drafts to authenticated;
-- An upsert sets every column that it was given, so the two that name the draft are granted; the policy holds user_id.
grant update (user_id, thread_id, category_id, title, content, tags) on public.thread_drafts to authenticated;
grant select, insert, update, delete on public.thread_drafts to service_role;

create trigger touch_updated_at
  before update on public.thread_drafts
  for each row execute function private.touch_updated_at();
