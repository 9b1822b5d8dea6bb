// All addresses, in the specification's order.
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'

const pages = [
  index('routes/home/home.tsx'),
  route('blog', 'routes/blog/blog.tsx'),
  route('blog/:slug', 'routes/blog/article.tsx'),
  route('newsletter/:step', 'routes/blog/newsletter.tsx'),
  route('mail/:step', 'routes/mail-link.tsx'),
  route('signin', 'routes/auth/sign-in.tsx'),
  route('signup', 'routes/auth/sign-up.tsx'),
  route('forgot-password', 'routes/auth/forgot-password.tsx'),
  route('reset-password', 'routes/auth/reset-password.tsx'),
  route('confirmed', 'routes/auth/confirmed.tsx'),
  route('about', 'routes/site/about.tsx'),
  route('contact', 'routes/site/contact.tsx'),
  route('contact/:result', 'routes/site/contact-result.tsx'),
  route('experts', 'routes/members/experts.tsx'),
  route('experts/:username', 'routes/members/member.tsx'),
  route('dashboard', 'routes/dashboard/dashboard.tsx'),
  route('profile', 'routes/profile.tsx'),
  // A file for all sections: the frame stays while they change.
  ...['settings', 'settings/notifications', 'settings/security', 'settings/privacy'].map((path) =>
    route(path, 'routes/settings.tsx', { id: path }),
  ),
  route('reports', 'routes/reports.tsx'),
  route('sanction', 'routes/sanction.tsx'),
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
  route('scams', 'routes/site/scams.tsx'),
  route('cookies', 'routes/site/cookies.tsx'),
  route('trending', 'routes/trending.tsx'),
  route('latest', 'routes/latest.tsx'),
  route('new', 'routes/new.tsx'),
  route('unread', 'routes/unread.tsx'),
  route('chat', 'routes/chat.tsx'),
  route('search', 'routes/search.tsx'),
  route('tags', 'routes/tags/tags.tsx'),
  route('tags/:tag', 'routes/tags/tag.tsx'),
  route('admin/claim', 'routes/admin/claim.tsx'),
  // Everything else under /admin is inside the layout that checks the role.
  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/dashboard.tsx'),
    route('blog', 'routes/admin/articles.tsx'),
    route('blog/:id', 'routes/admin/edit-article.tsx'),
    route('create-blog', 'routes/admin/create-article.tsx'),
    route('content', 'routes/admin/content.tsx'),
    route('categories', 'routes/admin/categories.tsx'),
    route('moderate', 'routes/admin/moderate.tsx'),
    route('appeals', 'routes/admin/appeals.tsx'),
    route('reasons', 'routes/admin/reasons.tsx'),
    route('users', 'routes/admin/users.tsx'),
    route('settings', 'routes/admin/settings.tsx'),
    route('contact', 'routes/admin/contact.tsx'),
    route('newsletter', 'routes/admin/newsletter.tsx'),
    route('synonyms', 'routes/admin/synonyms.tsx'),
    route('shield', 'routes/admin/shield.tsx'),
    route('names', 'routes/admin/names.tsx'),
    route('log', 'routes/admin/log.tsx'),
    route('database', 'routes/admin/database.tsx'),
  ]),
  route('*', 'routes/not-found.tsx'),
]

/** Addresses are case-sensitive; other spellings redirect to the lower-case one (server/pages/address.ts). */
function caseSensitive(entry: RouteConfigEntry): RouteConfigEntry {
  const { children } = entry
  return { ...entry, caseSensitive: true, ...(children ? { children: children.map(caseSensitive) } : {}) }
}

export default [layout('routes/page.tsx', pages.map(caseSensitive))] satisfies RouteConfig
