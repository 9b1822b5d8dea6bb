-- Functions that give whole rows of discussions or members name their columns as they were when the function was made;
-- threads and profiles have one more since. Each as before.

create or replace function public.find_member(username text) returns setof public.profiles
language sql stable rows 1
begin atomic
  select p.* from public.profiles p where lower(p.username) = lower(find_member.username);
end;

create or replace function public.similar_threads(title text, max_rows integer default 5)
returns setof public.threads
language sql stable rows 5
begin atomic
  select t.*
  from private.find_similar(similar_threads.title, least(greatest(max_rows, 0), 20)) f
  join public.threads t on t.id = f.thread_id
  order by f.likeness desc, t.last_activity desc, t.id;
end;

create or replace function public.tagged_threads(tag text, max_rows integer default 20, skip integer default 0)
returns setof public.threads
language sql stable rows 20
begin atomic
  select t.*
  from private.find_tagged(tagged_threads.tag, max_rows, skip) f
  join public.threads t on t.id = f.thread_id
  order by t.last_activity desc, t.id;
end;

create or replace function public.threads_by_title_slug(slug text) returns setof public.threads
language sql stable rows 1
begin atomic
  select t.*
  from private.thread_ids_by_title_slug(slug) i (id)
  join public.threads t on t.id = i.id;
end;

create or replace function public.threads_with_title(words text) returns setof public.threads
language sql stable rows 100
begin atomic
  select t.*
  from private.thread_ids_with_title(words) i (id)
  join public.threads t on t.id = i.id;
end;

create or replace function public.trending_threads(time_frame text default 'today', max_rows integer default 8)
returns setof public.threads
language sql stable rows 8
begin atomic
  select t.*
  from private.trending(time_frame, null, max_rows) r
  join public.threads t on t.id = r.thread_id
  order by r.score desc, r.last_activity desc, r.thread_id;
end;

