// What the page's inline script (app/shell/first-paint), its components and the server agree on: attributes, ids,
// selectors, events and storage keys. Code that finds an element finds it by these names, never by a label, which a
// translation changes. Styles repeat the names; tests/unit/page-contract.test.ts compares them, and names other files
// that write one by hand.

// Attributes of <html>.
/** JavaScript works: the modules are loaded, or can be. */
export const ROOT_SCRIPT = 'data-script'
/** The page is hydrated. */
export const ROOT_HYDRATED = 'data-hydrated'
/** Somebody is signed in. */
export const ROOT_SESSION = 'data-session'
/** `light` or `dark`, if the reader chose. */
export const ROOT_THEME = 'data-theme'
/** `hidden` while the line under the header is. */
export const ROOT_NOTICE = 'data-notice'
export const ROOT_OFFLINE = 'data-offline'
/** A key opened the search before the page was hydrated. */
export const ROOT_SEARCH = 'data-search'
/** The letter that was pressed before the page was hydrated. */
export const ROOT_KEY = 'data-key'
/** The id of the discussion whose view is counted. */
export const ROOT_VIEWED = 'data-viewed'
/** A phone's keyboard covers a part of the page. */
export const ROOT_KEYBOARD = 'data-keyboard'
/** A property of the style: the width of the member's name. */
export const OWN_NAME_WIDTH = '--own-name'

// Attributes of elements.
/** What a button does (`Act`). */
export const ACT = 'data-act'
/** A link that opens the search over the page. */
export const OPENS_SEARCH = 'data-opens-search'
/** A row of a list of discussions: which one, and its replies (app/domain/threads/read-mark.ts). */
export const READ_MARK = 'data-read-mark'
/** Of the line about being offline: what it says in a copy, with %s for when the page was read … */
export const COPIED = 'data-copied'
/** … and in a copy, the whole of it (public/sw.js). */
export const COPY_OF = 'data-copy'
/** The id of a chat message, at its row. */
export const MESSAGE = 'data-message'
/** Around the words of the page of an error. */
export const ERROR_PAGE = 'data-error-page'
/** A placeholder in whose place the first rows stand (app/ui/first-rows.tsx). */
export const AWAITS_ROWS = 'data-awaits-rows'

/** What a button of a post does, whatever its label says. */
export type Act = 'upvote' | 'reply' | 'bookmark' | 'share' | 'report' | 'edit'

/**
 * An attribute of this contract as properties of an element: `<button {...attribute(ACT, 'reply')}>`. Without a value
 * the element does not get it.
 */
export const attribute = (name: string, value: string | undefined) => ({ [name]: value })

// Ids.
export const MAIN = 'main'
export const HEADER_SEARCH = 'header-search'
export const NOTICE = 'notice'
export const OFFLINE_LINE = 'offline-line'
export const SCRIPTS_FAILED = 'scripts-failed'
/** Of the opening post of a discussion; `replyAnchor` (app/domain/replies/paging.ts) makes those of replies. */
export const OPENING_ANCHOR = 'opening-post'

/** Where the inline script puts the first rows of a member's page. */
export const FIRST_ROWS = 'first-rows'

// Selectors.
/** Links of pictures in posts (server/content adds the class); they open over the page. */
export const PICTURES = 'a.picture'
/** Names of members that show a card. */
export const NAMES = '.name > a, .faces a'
/** What surrounds a post: the element of its anchor. */
export const POSTS = `#${OPENING_ANCHOR}, .reply`
/** In a post: its card and its text. */
export const POST_CARD = '.post-card'
export const POST_TEXT = '.post'
/** Its writer's name, and when it was written (app/ui/post-card.tsx). */
export const POST_AUTHOR = '.byline > .name > a'
export const POST_TIME = '.when > a > time'
/** Its last node is the text of the reply that a reply answers (app/domain/replies/quote.tsx). */
export const QUOTED_TEXT = '.quote-line > span'
/** Of the discussions beside one, in their order (app/features/discussion/related-threads.tsx). */
export const RELATED_TITLES = '.related a > span:first-child'
/** Titles of lists of discussions. */
export const TITLES = `#${MAIN} li h3 a`
export const CRUMBS = '.crumbs a'
/** Below the prefix of any language. */
export const NEW_DISCUSSION_LINKS = `#${MAIN} a[href*="/new-discussion"]`
/** Text for screen readers alone. */
export const SPOKEN_ONLY = '.sr-only'
/** What takes typed text. */
export const TEXT_FIELDS = 'input, textarea, select'

/** The type of the page's module script while hydration is deferred (server/pages/defer-hydration.ts). */
export const DEFERRED_TYPE = 'text/deferred'

// Names of <meta> elements.
export const META_PUBLISHABLE_KEY = 'publishable-key'
/** The id of the page's discussion. */
export const META_DISCUSSION = 'discussion'
/** The page's discussion in its current state. */
export const META_READ_MARK = 'read-mark'

// Events of the window.
/** `detail`: the mark of an opened discussion, or '' when somebody has signed in or out. */
export const READ_EVENT = 'discussion-read'
/** `detail`: the link whose picture or member opens over the page. */
export const OPEN_OVER_EVENT = 'open-over'
export const HYDRATED_EVENT = 'hydrated'

declare global {
  interface WindowEventMap {
    [READ_EVENT]: CustomEvent<string>
    [OPEN_OVER_EVENT]: CustomEvent<HTMLAnchorElement>
    [HYDRATED_EVENT]: Event
  }
  interface Window {
    /** What the inline script has asked for, and when; for requests with the same token. Null: it was not answered. */
    ownPart?: { authorization: string; at: number; answer: Promise<OwnPart | null> }
  }
}

// The API of the page.
/** GET with the address as `page`: what the page of a member shows first (server/pages/own-part.ts). */
export const OWN_PART_PATH = '/site/v1/own-part'
/** `html`: of the first rows; '' without. `reads`: what was read for it, by the path of the read. */
export type OwnPart = { html: string; reads: Record<string, unknown> }

// Keys of local storage; /cookies lists all.
/** Of the official client. */
export const SESSION_KEY = 'arthachowk-session'
/** The member's public profile as last loaded here, so that the next page shows the name at once. */
export const PROFILE_KEY = 'arthachowk-profile'
/** The read discussions of a guest, and a copy of those of the member. */
export const GUEST_READ_KEY = 'arthachowk-read'
export const OWN_READ_KEY = 'arthachowk-own-read'
/** The prefix of the language that a reader chose (shared/languages.ts). */
export const LANGUAGE_KEY = 'language'
/** The same as the member's account had it last. */
export const LANGUAGE_TOLD_KEY = 'language-told'
export const THEME_KEY = 'theme'
/** Milliseconds since 1970 until which the line under the header is hidden. */
export const NOTICE_KEY = 'notice-until'
export const LETTER_KEYS_KEY = 'arthachowk-keys'
export const SEARCHES_KEY = 'recent-searches'
export const INTENT_KEY = 'intent'
export const CHAT_NAME_KEY = 'chat-name'

/** The service worker's cache of the discussions that were read last (public/sw.js). */
export const READ_CACHE = 'read-discussions'

/** The most marks under each of the two keys of read discussions. */
export const MOST_READ_MARKS = 300
