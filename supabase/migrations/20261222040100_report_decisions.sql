-- Who decided on a report is for administrators: the reporter reads the report, so the column had to leave its table.

create table private.report_decisions (
  report_id uuid not null,
  admin_id uuid not null,
  constraint report_decisions_pkey primary key (report_id),
  constraint report_decisions_report_id_fkey foreign key (report_id) references public.reports (id) on delete cascade,
  constraint report_decisions_admin_id_fkey foreign key (admin_id) references public.profiles (id) on delete cascade
);

comment on table private.report_decisions is 'Which administrator resolved or dismissed a report. Administrators read it through public.resolver(reports).';

create index report_decisions_admin_id_idx on private.report_decisions (admin_id);

alter table private.report_decisions enable row level security;

revoke all on private.report_decisions from public, anon, authenticated, service_role;

insert into private.report_decisions (report_id, admin_id)
select r.id, r.resolved_by from public.reports r where r.resolved_by is not null;

-- security definer: nobody writes the table otherwise.
create or replace function private.resolve_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.state = 'open' then
    new.resolved_at := null;
    delete from private.report_decisions d where d.report_id = new.id;
  elsif old.state = 'open' then
    new.resolved_at := now();
    insert into private.report_decisions (report_id, admin_id)
    select new.id, p.id from public.profiles p where p.id = (select auth.uid());
  end if;
  return new;
end
$$;

CREATE OR REPLACE FUNCTION private.erase_accounts()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  next private.account_erasures;
  gone integer;
begin
  -- At random: an account that cannot be erased, for whatever reason, holds up nobody behind it.
  select e.* into next from private.account_erasures e order by random() limit 1 for update skip locked;
  if not found then
    return 0;
  end if;
  gone := private.erase_belongings(next.user_id);
  if gone = 0 and next.with_posts then
    gone := private.erase_posts(next.user_id);
  end if;
  if gone > 0 then
    return gone;
  end if;
  delete from private.account_erasures e where e.user_id = next.user_id;
  -- Nothing of theirs is left that anybody could see: neither is there anything to hold together.
  delete from public.profiles p
  where p.id = next.user_id and p.is_deleted
    and not exists (select from public.threads t where t.author_id = p.id)
    and not exists (select from public.replies r where r.author_id = p.id)
    and not exists (select from public.reactions x where x.user_id = p.id)
    and not exists (select from public.blog_posts b where b.author_id = p.id)
    and not exists (select from public.post_revisions v where v.editor_id = p.id)
    and not exists (select from public.reports r where p.id in (r.reporter_id, r.target_author_id, r.profile_id))
    and not exists (select from private.report_decisions d where d.admin_id = p.id)
    and not exists (select from public.moderation_log l where l.actor_id = p.id);
  return 1;
end
$function$;

comment on function private.erase_accounts() is 'Erases a piece of one closed account and gives how much; 0 when no account waits. Called by a job.';

alter table public.reports drop column resolved_by;

-- security definer: the table is closed. It tells nobody but administrators.
create function public.resolver(report public.reports) returns text
language sql stable security definer set search_path = ''
as $$
  select p.username from private.report_decisions d join public.profiles p on p.id = d.admin_id
  where d.report_id = (report).id and (select private.is_admin())
$$;

comment on function public.resolver(public.reports) is 'The username of the administrator who resolved or dismissed it, for administrators; null for everybody else, and when the site did.';

revoke execute on all functions in schema private from public;
revoke all on function public.resolver(public.reports) from public, anon, authenticated, service_role;
grant execute on function public.resolver(public.reports) to authenticated;
