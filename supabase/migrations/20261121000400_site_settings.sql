-- How the site behaves, as admins set it: one row. Nothing in it is secret, so everybody may read it whole.

create table public.site_settings (
  id boolean not null default true,
  site_name text not null default 'ArthaChowk',
  site_description text not null
    default 'India''s premier financial forum: investors, traders and finance enthusiasts learn from each other.',
  tagline text not null default 'Where India talks money, plainly.',
  legal_entity text not null default 'ArthaChowk',
  maintenance_mode boolean not null default false,
  require_email_verification boolean not null default true,
  auto_moderation boolean not null default true,
  max_posts_per_day integer not null default 10,
  headline_figures text not null default 'fixed',
  updated_at timestamptz not null default now(),
  constraint site_settings_pkey primary key (id),
  constraint site_settings_one_row check (id),
  constraint site_settings_site_name_length check (char_length(btrim(site_name)) between 1 and 60),
  constraint site_settings_site_description_length check (char_length(site_description) <= 300),
  constraint site_settings_tagline_length check (char_length(tagline) <= 120),
  constraint site_settings_legal_entity_length check (char_length(btrim(legal_entity)) between 1 and 120),
  constraint site_settings_max_posts_per_day_bounds check (max_posts_per_day between 1 and 1000),
  constraint site_settings_headline_figures_known check (headline_figures in ('fixed', 'live'))
);

comment on table public.site_settings is 'One row: how the site behaves.';
comment on column public.site_settings.legal_entity is 'Who answers for the site; named on the legal pages.';
comment on column public.site_settings.maintenance_mode is 'Only admins may write, and only they see the pages.';
comment on column public.site_settings.require_email_verification is 'Where mail can be sent, an account starts with a confirmed address.';
comment on column public.site_settings.auto_moderation is 'A post that three members reported is hidden until an admin has looked.';
comment on column public.site_settings.max_posts_per_day is 'Discussions and replies of one member in 24 hours.';
comment on column public.site_settings.headline_figures is 'The home page''s four figures: the fixed text, or counted live.';

insert into public.site_settings default values;

alter table public.site_settings enable row level security;

create policy read_all on public.site_settings
  for select to anon, authenticated using (true);

create policy update_any_admin on public.site_settings
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke all on public.site_settings from public, anon, authenticated, service_role;
grant select on public.site_settings to anon, authenticated;
grant update (
  site_name, site_description, tagline, legal_entity, maintenance_mode, require_email_verification,
  auto_moderation, max_posts_per_day, headline_figures
) on public.site_settings to authenticated;
-- Neither `insert` nor `delete` is granted to members or admins: the row is always there, once.
grant select, insert, update, delete on public.site_settings to service_role;

create trigger touch_updated_at
  before update on public.site_settings
  for each row execute function private.touch_updated_at();

create trigger zz_announce
  after update on public.site_settings
  for each row execute function private.announce_row();
