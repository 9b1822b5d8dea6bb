-- How the site behaves, as admins set it: one row. Nothing in it is secret, so everybody may read it whole.
--
-- The grievance officer answers complaints. Rule 3(2) of the IT Rules, 2021 asks a site to publish the officer's name
-- and address; its clocks were changed by an amendment before and will be again, so they are settings, with their
-- source.

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
  guest_chat boolean not null default true,
  chat_gap_seconds integer not null default 0,
  grievance_officer text not null default '',
  grievance_address text not null default '',
  grievance_acknowledge_hours integer not null default 24,
  grievance_resolve_days integer not null default 7,
  grievance_removal_hours integer not null default 36,
  grievance_urgent_hours integer not null default 2,
  grievance_source text not null default
    'Rule 3(2) of the Information Technology (Intermediary Guidelines and Digital Media Ethics Code) Rules, 2021, '
    'as amended with effect from 20 February 2026',
  notification_mail boolean not null default true,
  chat_rooms boolean not null default false,
  web_push boolean not null default false,
  contact_hours integer not null default 24,
  contact_exceptions text not null default '',
  site_description_hi text not null
    default 'भारत का अग्रणी वित्तीय फ़ोरम: निवेशक, ट्रेडर और वित्त में रुचि रखने वाले लोग एक-दूसरे से सीखते हैं।',
  tagline_hi text not null default 'जहाँ भारत पैसों की बात करता है, सीधे शब्दों में।',
  hold_first_posts text not null default 'contacts',
  constraint site_settings_pkey primary key (id),
  constraint site_settings_one_row check (id),
  constraint site_settings_site_name_length check (char_length(btrim(site_name)) between 1 and 60),
  constraint site_settings_site_description_length check (char_length(site_description) <= 300),
  constraint site_settings_tagline_length check (char_length(tagline) <= 120),
  constraint site_settings_legal_entity_length check (char_length(btrim(legal_entity)) between 1 and 120),
  constraint site_settings_max_posts_per_day_bounds check (max_posts_per_day between 1 and 1000),
  constraint site_settings_headline_figures_known check (headline_figures in ('fixed', 'live')),
  constraint site_settings_chat_gap_seconds_bounds check (chat_gap_seconds between 0 and 600),
  constraint site_settings_grievance_officer_length check (char_length(grievance_officer) <= 120),
  constraint site_settings_grievance_address_length check (char_length(grievance_address) <= 500),
  constraint site_settings_grievance_source_length check (char_length(btrim(grievance_source)) between 1 and 300),
  constraint site_settings_grievance_acknowledge_hours_bounds check (grievance_acknowledge_hours between 1 and 720),
  constraint site_settings_grievance_resolve_days_bounds check (grievance_resolve_days between 1 and 90),
  constraint site_settings_grievance_removal_hours_bounds check (grievance_removal_hours between 1 and 720),
  constraint site_settings_grievance_urgent_hours_bounds check (grievance_urgent_hours between 1 and 720),
  constraint site_settings_contact_hours_bounds check (contact_hours between 1 and 720),
  constraint site_settings_contact_exceptions_length check (char_length(contact_exceptions) <= 200),
  constraint site_settings_site_description_hi_length check (char_length(site_description_hi) <= 300),
  constraint site_settings_tagline_hi_length check (char_length(tagline_hi) <= 120),
  constraint site_settings_hold_first_posts_known check (hold_first_posts in ('off', 'contacts', 'all'))
);

comment on table public.site_settings is 'One row: how the site behaves.';
comment on column public.site_settings.legal_entity is 'Who answers for the site; named on the legal pages.';
comment on column public.site_settings.maintenance_mode is 'Only admins may write, and only they see the pages.';
comment on column public.site_settings.require_email_verification is 'Where mail can be sent, an account starts with a confirmed address.';
comment on column public.site_settings.auto_moderation is 'A post that three members reported is hidden until an admin has looked.';
comment on column public.site_settings.max_posts_per_day is 'Threads and replies of one member in 24 hours.';
comment on column public.site_settings.headline_figures is 'The home page''s four figures: the fixed text, or counted live.';
comment on column public.site_settings.guest_chat is 'Guests may write in the live chat. Everybody reads it.';
comment on column public.site_settings.chat_gap_seconds is 'Slow mode: seconds between two messages of one writer in the chat; 0: none.';
comment on column public.site_settings.grievance_officer is 'The Grievance Officer''s name; empty until somebody is named.';
comment on column public.site_settings.grievance_address is 'How to reach the officer: e-mail and postal address.';
comment on column public.site_settings.grievance_acknowledge_hours is 'Within how many hours a complaint is acknowledged.';
comment on column public.site_settings.grievance_resolve_days is 'Within how many days a complaint is resolved.';
comment on column public.site_settings.grievance_removal_hours is 'Within how many hours a request to remove unlawful content is acted on.';
comment on column public.site_settings.grievance_urgent_hours is 'Within how many hours intimate or impersonating content is removed.';
comment on column public.site_settings.grievance_source is 'The rule that these periods come from, and since when.';
comment on column public.site_settings.notification_mail is 'Members get replies and mentions by mail.';
comment on column public.site_settings.chat_rooms is 'The live chat has a room for each forum category beside the common one.';
comment on column public.site_settings.web_push is
  'Members may get notifications on their devices, by the push services of the browsers'' makers.';

comment on column public.site_settings.contact_hours is 'Within how many hours a message of the contact form is answered.';
comment on column public.site_settings.contact_exceptions is 'A sentence about when it is not, such as Sundays and holidays; or empty.';
comment on column public.site_settings.site_description_hi is 'The description for pages in Hindi; empty: the English one.';
comment on column public.site_settings.hold_first_posts is
  'Which posts of newcomers wait for a moderator: off; contacts: those with a link, a phone number or a UPI id; all.';
comment on column public.site_settings.tagline_hi is 'The tagline for pages in Hindi; empty: the English one.';

alter table public.site_settings enable row level security;

revoke all on public.site_settings from public, anon, authenticated, service_role;
grant select on public.site_settings to anon, authenticated;
grant update (
  site_name, site_description, tagline, legal_entity, maintenance_mode, require_email_verification, auto_moderation,
  max_posts_per_day, headline_figures, guest_chat, chat_gap_seconds, grievance_officer, grievance_address,
  grievance_acknowledge_hours, grievance_resolve_days, grievance_removal_hours, grievance_urgent_hours,
  grievance_source, notification_mail, chat_rooms, web_push, contact_hours, contact_exceptions,
  site_description_hi, tagline_hi, hold_first_posts
) on public.site_settings to authenticated;
-- Neither `insert` nor `delete` is granted to members or admins: the row is always there, once.
grant select, insert, update, delete on public.site_settings to service_role;

create policy read_all on public.site_settings
  for select to anon, authenticated using (true);

create policy update_any_admin on public.site_settings
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

insert into public.site_settings default values;

create trigger touch_updated_at
  before update on public.site_settings
  for each row execute function private.touch_updated_at();

create trigger zz_announce
  after update on public.site_settings
  for each row execute function private.publish_row_change();
