// Who may do what with members: profiles, roles, experts, following.
import { otherThan } from '../cast.ts'
import {
  ADMIN_CHANGES,
  ADMIN_INSERTS,
  ADMIN_READS,
  cells,
  EVERYBODY,
  MEMBER_INSERTS,
  NEVER_ANOTHERS,
  NOBODY,
  OWNER_CHANGES,
  OWNER_READS,
  type Rule,
  self,
} from './rule.ts'

const NEWCOMER = '00000000-0000-4000-8000-0000000000aa'
const DEPUTY = '00000000-0000-4000-8000-0000000000bb'

export const peopleRules: Rule[] = [
  {
    table: 'profiles',
    verb: 'select',
    what: 'another member',
    attempt: (actor, ids) => ({ query: `id=eq.${ids[otherThan(actor)]}` }),
    cells: EVERYBODY,
  },
  {
    table: 'profiles',
    verb: 'insert',
    what: 'the own profile, when there is none',
    // A session without a profile may exist when a sign-up was interrupted. A profile is never deleted alone, so no
    // sanction is lost with one.
    prepare: (ids) => `delete from public.profiles where id in ('${Object.values(ids).join("', '")}')`,
    attempt: (actor, ids) => ({
      body: { id: ids[self(actor)], username: 'made.by.client', full_name: 'New' },
    }),
    cells: cells('42501', 'yes', 'yes', 'yes'),
  },
  {
    table: 'profiles',
    verb: 'insert',
    what: 'a profile for another account',
    attempt: () => ({ body: { id: NEWCOMER, username: 'newcomer' } }),
    cells: NOBODY,
  },
  {
    table: 'profiles',
    verb: 'insert',
    what: 'a profile with reputation',
    attempt: (actor, ids) => ({ body: { id: ids[self(actor)], username: 'famous', reputation: 9_000 } }),
    cells: NOBODY,
  },
  {
    table: 'profiles',
    verb: 'update',
    what: 'the own bio',
    attempt: (actor, ids) => ({ query: `id=eq.${ids[self(actor)]}`, body: { bio: 'Changed' } }),
    cells: OWNER_CHANGES,
  },
  {
    table: 'profiles',
    verb: 'update',
    what: 'the bio of another',
    attempt: (actor, ids) => ({ query: `id=eq.${ids[otherThan(actor)]}`, body: { bio: 'Changed' } }),
    cells: cells('42501', 'none', 'PT403', 'none'),
  },
  {
    table: 'profiles',
    verb: 'update',
    what: 'the own level',
    attempt: (actor, ids) => ({ query: `id=eq.${ids[self(actor)]}`, body: { user_level: 'Expert' } }),
    cells: cells('42501', 'PT403', 'yes', 'none'),
  },
  {
    table: 'profiles',
    verb: 'update',
    what: 'the level of another',
    attempt: (actor, ids) => ({ query: `id=eq.${ids[otherThan(actor)]}`, body: { user_level: 'Advanced' } }),
    cells: ADMIN_CHANGES,
  },
  ...['reputation', 'total_posts', 'total_replies', 'joined_at', 'last_active', 'id'].map(
    (column): Rule => ({
      table: 'profiles',
      verb: 'update',
      what: `the own ${column}`,
      attempt: (actor, ids) => ({
        query: `id=eq.${ids[self(actor)]}`,
        body: {
          [column]: column === 'id' ? NEWCOMER : /_at|active/.test(column) ? '2001-01-01T00:00:00Z' : 9_000,
        },
      }),
      cells: NOBODY,
    }),
  ),
  {
    table: 'profiles',
    verb: 'delete',
    what: 'the own profile',
    attempt: (actor, ids) => ({ query: `id=eq.${ids[self(actor)]}` }),
    cells: NOBODY,
  },
  {
    table: 'user_roles',
    verb: 'select',
    what: 'the role of the admin',
    attempt: (_actor, ids) => ({ query: `user_id=eq.${ids.admin}` }),
    cells: ADMIN_READS,
  },
  {
    table: 'user_roles',
    verb: 'insert',
    what: 'a role for another',
    attempt: (actor, ids) => ({ body: { user_id: ids[otherThan(actor)], role: 'admin' } }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'user_roles',
    verb: 'insert',
    what: 'a role for oneself',
    attempt: (actor, ids) => ({ body: { user_id: ids[self(actor)], role: 'admin' } }),
    cells: cells('42501', '42501', '23505', '42501'),
  },
  {
    table: 'user_roles',
    verb: 'update',
    what: 'whose a role is',
    attempt: (actor, ids) => ({ query: 'role=eq.admin', body: { user_id: ids[self(actor)] } }),
    cells: NOBODY,
  },
  {
    table: 'user_roles',
    verb: 'delete',
    what: 'the role of another admin',
    prepare: () => `
      insert into public.profiles (id, username) values ('${DEPUTY}', 'deputy');
      insert into public.user_roles (user_id, role) values ('${DEPUTY}', 'admin')`,
    attempt: () => ({ query: `user_id=eq.${DEPUTY}` }),
    cells: ADMIN_CHANGES,
    unseen: true,
  },
  {
    table: 'user_roles',
    verb: 'delete',
    what: 'the role of the last admin',
    attempt: (_actor, ids) => ({ query: `user_id=eq.${ids.admin}` }),
    cells: cells('42501', 'none', 'PT409', 'none'),
    unseen: true,
  },
  {
    table: 'expert_profiles',
    verb: 'select',
    what: 'a verified expert',
    attempt: (_actor, ids) => ({ query: `user_id=eq.${ids.meera}` }),
    cells: EVERYBODY,
  },
  {
    table: 'expert_profiles',
    verb: 'select',
    what: 'an applicant who is not verified',
    attempt: (actor, ids) => ({ query: `user_id=eq.${ids[otherThan(actor)]}` }),
    cells: cells('none', 'none', 'yes', 'none'),
  },
  {
    table: 'expert_profiles',
    verb: 'select',
    what: 'the own application',
    attempt: (actor, ids) => ({ query: `user_id=eq.${ids[self(actor)]}` }),
    cells: cells('none', 'yes', 'yes', 'yes'),
  },
  {
    table: 'expert_profiles',
    verb: 'insert',
    what: 'an expert',
    prepare: () => 'delete from public.expert_profiles',
    attempt: (actor, ids) => ({ body: { user_id: ids[self(actor)], speciality: 'Tax' } }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'expert_profiles',
    verb: 'update',
    what: 'the verification of an expert',
    attempt: (_actor, ids) => ({ query: `user_id=eq.${ids.meera}`, body: { speciality: 'Changed' } }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'expert_profiles',
    verb: 'update',
    what: 'the number of followers',
    attempt: (_actor, ids) => ({ query: `user_id=eq.${ids.meera}`, body: { followers: 9_000 } }),
    cells: NOBODY,
  },
  {
    table: 'expert_profiles',
    verb: 'insert',
    what: 'an expert as a sample',
    prepare: () => 'delete from public.expert_profiles',
    attempt: (actor, ids) => ({ body: { user_id: ids[self(actor)], speciality: 'Tax', is_sample: true } }),
    cells: NOBODY,
  },
  {
    table: 'expert_profiles',
    verb: 'update',
    what: 'whether an expert is a sample',
    attempt: (_actor, ids) => ({ query: `user_id=eq.${ids.meera}`, body: { is_sample: true } }),
    cells: NOBODY,
  },
  {
    table: 'expert_profiles',
    verb: 'delete',
    what: 'an expert',
    attempt: (_actor, ids) => ({ query: `user_id=eq.${ids.meera}` }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'follows',
    verb: 'select',
    what: 'whom one follows',
    attempt: (actor, ids) => ({ query: `follower_id=eq.${ids[self(actor)]}` }),
    cells: OWNER_READS,
  },
  {
    table: 'follows',
    verb: 'select',
    what: 'whom two others follow',
    prepare: (ids) =>
      `delete from public.follows; insert into public.follows values ('${ids.asha}', '${ids.bala}'), ('${ids.bala}', '${ids.meera}'), ('${ids.meera}', '${ids.admin}')`,
    attempt: (actor, ids) => {
      const [from, to] =
        actor === 'asha'
          ? ([ids.bala, ids.meera] as const)
          : actor === 'bala'
            ? ([ids.meera, ids.admin] as const)
            : ([ids.asha, ids.bala] as const)
      return { query: `follower_id=eq.${from}&followed_id=eq.${to}` }
    },
    cells: NEVER_ANOTHERS,
  },
  {
    table: 'follows',
    verb: 'insert',
    what: 'following somebody',
    prepare: () => 'delete from public.follows',
    attempt: (actor, ids) => ({
      body: { follower_id: ids[self(actor)], followed_id: ids[otherThan(actor)] },
    }),
    cells: MEMBER_INSERTS,
  },
  {
    table: 'follows',
    verb: 'insert',
    what: 'another following oneself',
    prepare: () => 'delete from public.follows',
    attempt: (actor, ids) => ({
      body: { follower_id: ids[otherThan(actor)], followed_id: ids[self(actor)] },
    }),
    cells: NOBODY,
  },
  {
    table: 'follows',
    verb: 'insert',
    what: 'following oneself',
    attempt: (actor, ids) => ({ body: { follower_id: ids[self(actor)], followed_id: ids[self(actor)] } }),
    cells: cells('42501', '23514', '23514', '42501'),
  },
  {
    table: 'follows',
    verb: 'update',
    what: 'who follows whom',
    attempt: (actor, ids) => ({ query: 'created_at=gt.2000-01-01', body: { follower_id: ids[self(actor)] } }),
    cells: NOBODY,
  },
  {
    table: 'follows',
    verb: 'delete',
    what: 'following somebody',
    attempt: (actor, ids) => ({ query: `follower_id=eq.${ids[self(actor)]}` }),
    cells: OWNER_CHANGES,
  },
  {
    table: 'follows',
    verb: 'delete',
    what: 'that another follows oneself',
    prepare: (ids) =>
      `delete from public.follows; insert into public.follows select a.id, b.id from public.profiles a, public.profiles b where a.id <> b.id and '${ids.asha}' in (a.id, b.id)`,
    attempt: (actor, ids) => ({
      query: `follower_id=eq.${ids[otherThan(actor)]}&followed_id=eq.${ids[self(actor)]}`,
    }),
    cells: NEVER_ANOTHERS,
  },
]
