-- Why members are sanctioned: rows that administrators write, each with the sentence that the member reads in either
-- language, and with what the message to the member begins with.

create table public.sanction_reasons (
  code text not null,
  sentence text not null,
  sentence_hi text not null,
  message text not null default '',
  position smallint not null default 0,
  is_offered boolean not null default true,
  constraint sanction_reasons_pkey primary key (code),
  constraint sanction_reasons_code_format check (code ~ '^[a-z][a-z_]{1,39}$'),
  constraint sanction_reasons_sentence_length check (char_length(sentence) between 3 and 300),
  constraint sanction_reasons_sentence_hi_length check (char_length(sentence_hi) between 3 and 300),
  constraint sanction_reasons_message_length check (char_length(message) <= 1000)
);

comment on table public.sanction_reasons is 'The reasons that the dialog of a sanction offers. Administrators write them.';
comment on column public.sanction_reasons.sentence is 'What the member reads as the reason; sentence_hi is the same in Hindi.';
comment on column public.sanction_reasons.message is 'What the message to the member begins with; edited before it is sent.';
comment on column public.sanction_reasons.is_offered is 'False: only earlier sanctions have it.';

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

alter table public.sanction_reasons enable row level security;

revoke all on public.sanction_reasons from public, anon, authenticated, service_role;
grant select on public.sanction_reasons to authenticated;
grant insert (code, sentence, sentence_hi, message, position, is_offered) on public.sanction_reasons to authenticated;
grant update (sentence, sentence_hi, message, position, is_offered) on public.sanction_reasons to authenticated;
-- `delete` is not granted: a sanction names its reason for as long as it is kept.
grant select, insert, update, delete on public.sanction_reasons to service_role;

create policy read_all on public.sanction_reasons for select to authenticated using (true);

create policy insert_any_admin on public.sanction_reasons
  for insert to authenticated with check ((select private.is_admin()));

create policy update_any_admin on public.sanction_reasons
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
