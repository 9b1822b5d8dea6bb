// The example of docs/trending.md, counted by the database; and the ranking over the sample community.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSampleDatabase, type TestDatabase } from '../tests/support/database.ts'
import { stableId } from './seed/read.ts'

type Ranked = {
  thread_id: string
  score: string
  change_percent: number | null
  replies: number
  upvotes: number
  views: number
  activity: string[]
}

let database: TestDatabase

beforeAll(async () => {
  database = await startSampleDatabase()
})

afterAll(() => database.stop())

/** The response to a guest. */
async function trending(frame: string, category: string | null = null, rows = 20): Promise<Ranked[]> {
  const { sql } = database
  return sql.begin(async (work) => {
    await work`select set_config('role', 'anon', true)`
    return work<Ranked[]>`select * from public.trending(${frame}, ${category}::uuid, ${rows})`
  })
}

/** Daily figures of discussions that differ from the rows. */
async function wrongDays(): Promise<number> {
  const [row] = await database.sql<{ n: string }[]>`select private.recount_thread_days() as n`
  return Number(row?.n)
}

describe('the sample community', () => {
  test.each(['today', 'week', 'month', 'year'])(
    'has something to show for %s from the first start on',
    async (frame) => {
      const ranked = await trending(frame)
      expect(ranked.length).toBeGreaterThanOrEqual(8)
      expect(ranked.map(({ score }) => Number(score))).toEqual(
        ranked.map(({ score }) => Number(score)).toSorted((a, b) => b - a),
      )
      expect(ranked.reduce((views, row) => views + row.views, 0)).toBeGreaterThan(0)
      expect(new Set(ranked.map(({ activity }) => activity.length))).toEqual(
        new Set([frame === 'week' ? 7 : frame === 'month' ? 15 : 12]),
      )
    },
  )

  test('is ranked the same for the front page', async () => {
    const rows = await database.sql<{ id: string }[]>`select id from public.trending_threads('week', 8)`
    expect(rows.map(({ id }) => id)).toEqual((await trending('week', null, 8)).map((row) => row.thread_id))
  })

  test('counts as many discussions in its categories as in all, and as it lists', async () => {
    const [figures] = await database.sql<
      Record<string, string>[]
    >`select * from public.trending_figures('week')`
    const categories = await database.sql<{ id: string; discussions: string }[]>`
      select * from public.trending_categories('week')`
    const sum = categories.reduce((all, { discussions }) => all + Number(discussions), 0)
    expect(Number(figures?.trending)).toBe(sum)
    expect((await trending('week', null, 100)).length).toBe(sum)
    for (const { id, discussions } of categories)
      expect((await trending('week', id, 100)).length).toBe(Number(discussions))
  })

  test('has as many views by the hour as its discussions count', async () => {
    const [sums] = await database.sql`
      select (select sum(view_count) from public.threads)::int as counted,
        (select sum(views) from private.thread_view_counts)::int as kept,
        (select sum(views) from private.site_view_counts)::int as of_site`
    expect(sums?.kept).toBe(sums?.counted)
    expect(sums?.of_site).toBe(sums?.counted)
  })
})

describe('the example', () => {
  const [old, fresh] = [stableId('example old'), stableId('example fresh')]
  const author = stableId('member meera.k')
  const category = stableId('category taxation')

  // No other discussion has activity while the example is counted.
  beforeEach(async () => {
    const { sql } = database
    await sql`truncate public.threads cascade`
    await sql`truncate private.site_view_counts`
    await sql`
      insert into public.threads (id, title, content, author_id, category_id, view_count, created_at, last_activity)
      values
        (${old}, 'Three days old', '<p>Still much talked about.</p>', ${author}, ${category}, 1000,
          now() - interval '3 days', now() - interval '3 days'),
        (${fresh}, 'Six hours old', '<p>Only just asked.</p>', ${author}, ${category}, 60,
          now() - interval '6 hours', now() - interval '6 hours')`
    await sql`
      insert into public.replies (thread_id, author_id, content, created_at)
      select thread_id::uuid, ${author}, '<p>An answer.</p>', now() - ago::interval
      from (values
        (${old}, '30 hours'), (${old}, '28 hours'), (${old}, '3 hours'), (${old}, '2 hours'), (${old}, '1 hour'),
        (${fresh}, '5 hours'), (${fresh}, '4 hours')
      ) as v (thread_id, ago)`
    await sql`
      insert into public.reactions (thread_id, user_id, created_at)
      select v.thread_id::uuid, p.id, now() - v.ago::interval
      from (values (${old}, '29 hours', 2), (${old}, '2 hours', 5), (${fresh}, '3 hours', 4)) as v (thread_id, ago, votes)
      cross join lateral (
        select p.id from public.profiles p where p.id <> ${author} order by md5(p.id::text || v.ago) limit v.votes
      ) p
      on conflict do nothing`
    await sql`
      insert into private.thread_view_counts (thread_id, since, views)
      select thread_id::uuid, date_trunc('hour', now()) - ago::interval, views
      from (values (${old}, '40 hours', 100), (${old}, '2 hours', 80), (${fresh}, '2 hours', 60)) as v
        (thread_id, ago, views)`
  })

  test('counts what happened within the frame, and weighs it by age', async () => {
    const [first, second] = await trending('today')
    const [votes] = await database.sql`
      select count(*)::int as n from public.reactions where thread_id = ${old} and created_at > now() - interval '1 day'`
    expect(votes?.n, 'the premise: five upvotes on the old one today').toBe(5)
    // Fresh: 3 x 2 + 5 x 4 + 60 / 20 = 29 points, a quarter of a day old: 29 / sqrt(1.25) = 25.94.
    expect(first).toMatchObject({ thread_id: fresh, replies: 2, upvotes: 4, views: 60, change_percent: null })
    expect(Number(first?.score)).toBeCloseTo(25.94, 1)
    // Old: 3 x 3 + 5 x 5 + 80 / 20 = 38 points, three days old: 38 / sqrt(4) = 19. The day before it had
    // 3 x 2 + 5 x 2 + 100 / 20 = 21 points: 81 % more.
    expect(second).toMatchObject({ thread_id: old, replies: 3, upvotes: 5, views: 80, change_percent: 81 })
    expect(Number(second?.score)).toBeCloseTo(19, 1)
    const sum = (activity: string[] | undefined) => activity?.reduce((all, points) => all + Number(points), 0)
    expect(sum(first?.activity)).toBeCloseTo(29)
    expect(sum(second?.activity)).toBeCloseTo(38)
  })

  test('over a week the older one, with more activity, is first', async () => {
    const ranked = await trending('week')
    expect(ranked.map(({ thread_id }) => thread_id)).toEqual([old, fresh])
    expect(ranked[0], 'its whole life lies within').toMatchObject({
      replies: 5,
      upvotes: 7,
      change_percent: null,
    })
  })

  test('leaves out discussions without activity, hidden ones, and other categories', async () => {
    const { sql } = database
    await sql`update public.threads set is_hidden = true where id = ${fresh}`
    expect((await trending('today')).map(({ thread_id }) => thread_id)).toEqual([old])
    expect(await trending('today', stableId('category ipos'))).toEqual([])
    await sql`update public.threads set last_activity = now() - interval '2 days' where id = ${old}`
    expect(await trending('today')).toEqual([])
    const [figures] = await sql<Record<string, string>[]>`select * from public.trending_figures('today')`
    expect(figures).toMatchObject({ trending: '0', posts: '3' })
  })

  test('days of discussions follow what happens to replies and votes, whenever they were written', async () => {
    const { sql } = database
    const days = async () =>
      (
        await sql`select sum(replies)::int as replies, sum(upvotes)::int as upvotes from private.thread_days`
      )[0]
    expect(await days()).toEqual({ replies: 7, upvotes: 11 })
    const [hidden, deleted] = await sql<{ id: string }[]>`
      select id from public.replies where thread_id = ${old} order by created_at limit 2`
    await sql`update public.replies set is_hidden = true where id = ${hidden?.id ?? ''}`
    await sql`delete from public.replies where id = ${deleted?.id ?? ''}`
    await sql`delete from public.reactions where thread_id = ${fresh}`
    expect(await days()).toEqual({ replies: 5, upvotes: 7 })
    await sql`delete from public.replies where id = ${hidden?.id ?? ''}`
    expect(await wrongDays()).toBe(0)
    await sql`update private.thread_days set replies = replies + 3 where thread_id = ${fresh}`
    expect(await wrongDays(), 'the premise: what is wrong is found').toBeGreaterThan(0)
    expect(await wrongDays()).toBe(0)
    await sql`insert into private.thread_days (thread_id, day) values (${old}, current_date - 800)`
    expect((await sql`select private.delete_old_thread_days() as n`)[0]?.n).toBe('1')
  })

  test.each(['today', 'week', 'month', 'year'])(
    'over %s what is counted by days is what the rows say, to the instant',
    async (frame) => {
      const { sql } = database
      await sql`
        insert into public.replies (thread_id, author_id, content, created_at)
        select ${old}, ${author}, '<p>Of long ago</p>', now() - private.frame_length(${frame}) + n * interval '1 hour'
        from generate_series(-30, 20) n where n <> 0`
      await sql`update public.threads set created_at = now() - interval '800 days' where id = ${old}`
      const [truth] = await sql<{ now: number; before: number; votes: number }[]>`
        select count(*) filter (where created_at >= now() - private.frame_length(${frame}))::int as now,
          count(*) filter (where created_at < now() - private.frame_length(${frame}))::int as before,
          (select count(*) from public.reactions
            where thread_id = ${old} and created_at >= now() - private.frame_length(${frame}))::int as votes
        from public.replies where thread_id = ${old} and created_at >= now() - 2 * private.frame_length(${frame})`
      const ranked = (await trending(frame)).find((row) => row.thread_id === old)
      expect(truth?.before, 'the premise: something lies just outside').toBeGreaterThanOrEqual(23)
      expect(ranked).toMatchObject({ replies: truth?.now, upvotes: truth?.votes })
      const points = ranked?.activity.reduce((all, one) => all + Number(one), 0) ?? 0
      expect(points).toBeCloseTo(
        3 * (truth?.now ?? 0) + 5 * (truth?.votes ?? 0) + (ranked?.views ?? 0) / 20,
        0,
      )
    },
  )

  test('over a year the weekly figures match the rows exactly', async () => {
    const { sql } = database
    const folded = async () => {
      let all = 0
      for (let more = -1; more !== 0; all += more)
        more = Number((await sql<{ n: string }[]>`select private.fold_thread_days() as n`)[0]?.n)
      return all
    }
    const daysOverLongAgo = async () =>
      (
        await sql`select count(*)::int as n from private.thread_days
          where day < private.weeks_until() and extract(isodow from day) <> 1`
      )[0]?.n
    await sql`update public.threads set created_at = now() - interval '800 days' where id = ${old}`
    await sql`
      insert into public.replies (thread_id, author_id, content, created_at)
      select ${old}, ${author}, '<p>Of long ago</p>', now() - n * interval '35 hours'
      from generate_series(1, 496) n`
    expect(await daysOverLongAgo(), 'the premise: it is counted by weeks from the beginning').toBe(0)
    // These views are where they were counted when they were new.
    await sql`delete from private.thread_days`
    await sql`
      insert into private.thread_days (thread_id, day, replies)
      select thread_id, private.utc_day(created_at), count(*) from public.replies group by 1, 2`
    await sql`
      insert into private.thread_days as d (thread_id, day, upvotes)
      select thread_id, private.utc_day(created_at), count(*) from public.reactions where thread_id is not null
      group by 1, 2
      on conflict on constraint thread_days_pkey do update set upvotes = excluded.upvotes`
    expect(await wrongDays()).toBe(0)
    const truth = async () =>
      (
        await sql<{ now: number; all: number }[]>`
          select count(*) filter (where created_at >= now() - interval '365 days')::int as now, count(*)::int as all
          from public.replies where thread_id = ${old}`
      )[0]
    const told = async () => (await trending('year')).find((row) => row.thread_id === old)?.replies
    expect(await told()).toBe((await truth())?.now)
    expect(await folded()).toBeGreaterThan(200)
    expect(await daysOverLongAgo()).toBe(0)
    expect(await told()).toBe((await truth())?.now)
    expect(await wrongDays(), 'weeks are what the rows say').toBe(0)

    await sql`
      delete from public.replies where id in (
        select id from public.replies where thread_id = ${old} and created_at < now() - interval '100 days'
        order by md5(id::text) limit 20)`
    expect((await truth())?.all, 'the premise').toBe(496 + 5 - 20)
    expect(await told()).toBe((await truth())?.now)
    expect(await wrongDays()).toBe(0)
    const [first] = await sql<{ activity: string[] }[]>`
      select private.activity_slices(${old}, now() - interval '365 days', 12) as activity`
    const points = first?.activity.map(Number) ?? []
    expect(points.reduce((all, one) => all + one, 0)).toBeGreaterThan(3 * ((await truth())?.now ?? 0) - 1)
    // A slice of 30 days has some 20 replies; a week at its edge falls into one of the two.
    for (const one of points.slice(0, -1)) expect(one).toBeGreaterThan(3 * 8)
  })

  test('views are stored by the hour, merged by the day after three days, and then by the week', async () => {
    const { sql } = database
    await sql`truncate private.thread_view_counts`
    await sql`
      insert into private.uncounted_views (thread_id) values (${old}), (${old}), (${fresh})`
    expect((await sql`select private.flush_thread_views() as n`)[0]?.n).toBe('3')
    await sql`
      insert into private.thread_view_counts (thread_id, since, views)
      select ${old}, date_trunc('day', now(), 'UTC') - interval '9 days' + hour * interval '1 hour', 10
      from generate_series(0, 23) as hour`
    await sql`
      insert into private.thread_view_counts (thread_id, since, views) values (${old}, now() - interval '800 days', 1)`
    await sql`select private.fold_view_counts()`
    const kept = await sql<{ thread_id: string; views: number }[]>`
      select thread_id, views from private.thread_view_counts order by since, views`
    expect(kept.map(({ views }) => views)).toEqual([240, 1, 2])
    await sql`
      insert into private.thread_view_counts (thread_id, since, views)
      select ${old}, private.utc_midnight(private.weeks_until() - day), 10 from generate_series(1, 14) as day`
    await sql`select private.fold_view_counts()`
    const weeks = await sql<{ day: string; views: number }[]>`
      select (private.weeks_until() - private.utc_day(since))::int as day, views
      from private.thread_view_counts order by since limit 3`
    expect(weeks, 'and by the week after 62').toMatchObject([
      { day: 14, views: 70 },
      { day: 7, views: 70 },
      { views: 240 },
    ])
    const [site] = await sql<{ views: string }[]>`select views from private.site_view_counts`
    expect(site?.views).toBe('3')
  })
})
