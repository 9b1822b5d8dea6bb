-- How often anybody asked identity for something, when several processes of one site must count together.
-- Unlogged: after a crash everybody starts at nought again, which costs less than writing every count to disk.

create unlogged table auth.request_limits (
  key varchar(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint request_limits_pkey primary key (key)
);

comment on table auth.request_limits is 'Auth: counts of server/limits (addresses, hashed accounts), each until it expires.';
comment on column auth.request_limits.expire is 'Milliseconds since 1970.';

create index request_limits_expire_idx on auth.request_limits (expire);
