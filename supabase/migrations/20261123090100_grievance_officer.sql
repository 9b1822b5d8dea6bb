-- Who answers complaints, and by when. Rule 3(2) of the IT Rules, 2021 asks a site to publish the officer's name and
-- address; its clocks were changed by an amendment before and will be again, so they are settings, with their source.

alter table public.site_settings
  add column grievance_officer text not null default '',
  add column grievance_address text not null default '',
  add column grievance_acknowledge_hours integer not null default 24,
  add column grievance_resolve_days integer not null default 7,
  add column grievance_removal_hours integer not null default 36,
  add column grievance_urgent_hours integer not null default 2,
  add column grievance_source text not null default
    'Rule 3(2) of the Information Technology (Intermediary Guidelines and Digital Media Ethics Code) Rules, 2021, '
    'as amended with effect from 20 February 2026',
  add constraint site_settings_grievance_officer_length check (char_length(grievance_officer) <= 120),
  add constraint site_settings_grievance_address_length check (char_length(grievance_address) <= 500),
  add constraint site_settings_grievance_source_length check (char_length(btrim(grievance_source)) between 1 and 300),
  add constraint site_settings_grievance_acknowledge_hours_bounds check (grievance_acknowledge_hours between 1 and 720),
  add constraint site_settings_grievance_resolve_days_bounds check (grievance_resolve_days between 1 and 90),
  add constraint site_settings_grievance_removal_hours_bounds check (grievance_removal_hours between 1 and 720),
  add constraint site_settings_grievance_urgent_hours_bounds check (grievance_urgent_hours between 1 and 720);

comment on column public.site_settings.grievance_officer is 'The Grievance Officer''s name; empty until somebody is named.';
comment on column public.site_settings.grievance_address is 'How to reach the officer: e-mail and postal address.';
comment on column public.site_settings.grievance_acknowledge_hours is 'Within how many hours a complaint is acknowledged.';
comment on column public.site_settings.grievance_resolve_days is 'Within how many days a complaint is resolved.';
comment on column public.site_settings.grievance_removal_hours is 'Within how many hours a request to remove unlawful content is acted on.';
comment on column public.site_settings.grievance_urgent_hours is 'Within how many hours intimate or impersonating content is removed.';
comment on column public.site_settings.grievance_source is 'The rule that these periods come from, and since when.';

grant update (
  grievance_officer, grievance_address, grievance_acknowledge_hours, grievance_resolve_days, grievance_removal_hours,
  grievance_urgent_hours, grievance_source
) on public.site_settings to authenticated;
