// THE map of addresses, in the specification's order.
import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('signin', 'routes/auth/sign-in.tsx'),
  route('signup', 'routes/auth/sign-up.tsx'),
  route('forgot-password', 'routes/auth/forgot-password.tsx'),
  route('reset-password', 'routes/auth/reset-password.tsx'),
  route('confirmed', 'routes/auth/confirmed.tsx'),
  route('about', 'routes/site/about.tsx'),
  route('contact', 'routes/site/contact.tsx'),
  route('experts', 'routes/members/experts.tsx'),
  route('experts/:username', 'routes/members/member.tsx'),
  route('profile', 'routes/profile.tsx'),
  route('reports', 'routes/reports.tsx'),
  route('notifications', 'routes/notifications.tsx'),
  route('bookmarks', 'routes/bookmarks.tsx'),
  route('forums', 'routes/forums/forums.tsx'),
  route('forums/:category', 'routes/forums/category.tsx'),
  route('forums/thread/:reference', 'routes/forums/moved-thread.tsx', { id: 'forums-thread' }),
  route('forums/:category/:threadId', 'routes/forums/thread.tsx'),
  route('thread/:reference', 'routes/forums/moved-thread.tsx'),
  route('new-discussion', 'routes/forums/new-discussion.tsx'),
  route('terms', 'routes/site/terms.tsx'),
  route('privacy', 'routes/site/privacy.tsx'),
  route('disclaimer', 'routes/site/disclaimer.tsx'),
  route('guidelines', 'routes/site/guidelines.tsx'),
  route('cookies', 'routes/site/cookies.tsx'),
  route('admin/claim', 'routes/admin/claim.tsx'),
  // Everything else under /admin stands behind the guard of the layout.
  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/dashboard.tsx'),
    route('content', 'routes/admin/content.tsx'),
    route('moderate', 'routes/admin/moderate.tsx'),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
