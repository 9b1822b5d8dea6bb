-- From the 83 migrations that ended with 20261124030030_slow_mode_wait to the files 0100 to 0930: what the two make
-- otherwise, but for functions and comments, which are defined again. upgrade.test.ts compares the schemas.

-- Was added without a look at the messages of that time, which are deleted after 12 hours.
alter table public.chat_messages
  validate constraint chat_messages_message_visible,
  validate constraint chat_messages_username_visible;
