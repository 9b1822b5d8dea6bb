// The type of an e-mail, and the layout that all share: as text and as HTML, with the site's name on top. The HTML
// suits old mail clients: one table, inline styles, no external resources. Clients with a dark mode use the colours
// of a style sheet that others drop.
import { wordsOf } from '../../messages/by-language.ts'
import { escapeHtml } from '../../shared/escape-html.ts'
import { inLanguage, LANGUAGES, type Language } from '../../shared/languages.ts'

export type Email = {
  to: string
  /** Of its texts. Default: English. */
  language?: Language
  subject: string
  replyTo?: string
  /** A title, for e-mails with content to read. */
  title?: string
  /** Paragraphs before the button. Line breaks within one are kept. */
  lines: string[]
  /** Lists of links after the lines. */
  sections?: readonly { title: string; entries: readonly EmailEntry[] }[]
  button?: { label: string; address: string }
  /** Six digits, for a reader on another device. */
  code?: string
  /** Small print: its validity, and what to do if it was not requested. */
  remarks: string[]
  /** For bulk mail: the unsubscribe URL, a page for people (in the mail's language) and one POST for mail clients. */
  unsubscribe?: string
  /** Message ids without brackets: its own, the same for each try, and that of the conversation that it belongs to. */
  thread?: { id: string; root: string }
}

/** What happened, and the link to it, by its title. */
export type EmailEntry = { text: string; title: string; address: string }

export type Rendered = {
  to: string
  subject: string
  replyTo?: string
  text: string
  html: string
  headers: Record<string, string>
}

/** @param site its name and address, as the footer shows them */
export function render(email: Email, site: { name: string; url: string }): Rendered {
  const ownSite = { ...site, url: inOwnLanguage(email, site.url) }
  return {
    to: email.to,
    // Headers must not contain line breaks.
    subject: `${email.subject} · ${site.name}`.replaceAll(/[\r\n]+/g, ' '),
    ...(email.replyTo ? { replyTo: email.replyTo } : {}),
    text: asText(email, ownSite),
    html: asHtml(email, ownSite),
    headers: {
      ...(email.unsubscribe ? ofMany(email.unsubscribe) : {}),
      ...(email.thread ? ofThread(email.thread) : {}),
    },
  }
}

/** A page of the site, in the language of the mail. */
function inOwnLanguage({ language = 'en' }: Email, address: string): string {
  const { origin, pathname, search } = new URL(address)
  return language === 'en' ? address : origin + inLanguage(language, pathname + search)
}

/** RFC 2369 and RFC 8058: mail clients show their own unsubscribe button. */
function ofMany(address: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    Precedence: 'bulk',
  }
}

/** RFC 5322: mail clients group mails that refer to the same one, even though nobody got it. */
function ofThread({ id, root }: { id: string; root: string }): Record<string, string> {
  return { 'Message-ID': `<${id}>`, 'In-Reply-To': `<${root}>`, References: `<${root}>` }
}

function asText(email: Email, site: { name: string; url: string }): string {
  const { title, lines, sections = [], button, code, remarks, unsubscribe, language = 'en' } = email
  const t = wordsOf(language).accountMails
  return [
    ...(title ? [title] : []),
    ...lines,
    ...sections.flatMap((section) => [
      section.title,
      ...section.entries.map((entry) => `${entry.text}\n${entry.title}\n${entry.address}`),
    ]),
    ...(button ? [`${button.label}:\n${button.address}`] : []),
    ...(code ? [`${button ? t.orEnterThisCode : t.yourCode}: ${code}`] : []),
    ...remarks,
    ...(unsubscribe ? [`${t.unsubscribe}:\n${inOwnLanguage(email, unsubscribe)}`] : []),
    `-- \n${site.name}\n${site.url}\n`,
  ].join('\n\n')
}

/** Long addresses and words must wrap; old mail clients know the second property only. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word'
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"
const TITLE = `margin:0 0 12px;font-size:22px;line-height:28px;font-weight:700;color:#1f2328;${WRAP};${FONT}`
const HEADING = `margin:24px 0 8px;font-size:18px;line-height:26px;font-weight:700;color:#1f2328;${WRAP};${FONT}`
const ENTRY = `margin:0 0 14px;font-size:14px;line-height:20px;color:#59636e;${WRAP};${FONT}`
const PARAGRAPH = `margin:0 0 16px;font-size:16px;line-height:24px;color:#1f2328;${WRAP};${FONT}`
const SMALL = `margin:0 0 8px;font-size:13px;line-height:20px;color:#59636e;${WRAP};${FONT}`
const BUTTON = `display:inline-block;padding:10px 20px;line-height:24px;border-radius:8px;background:#007a55;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;${FONT}`
const CODE = `margin:0 0 16px;font-size:28px;line-height:36px;letter-spacing:6px;font-weight:700;color:#1f2328;font-family:Consolas,'Courier New',monospace`

/** Overrides inline styles. The colours are those of the site's dark theme. */
const DARK = `@media (prefers-color-scheme: dark) {
.ground { background: #0f1515 !important }
.sheet { background: #182020 !important; border-color: #333d3b !important }
.ink { color: #e7ebe9 !important }
.dim { color: #adb9b4 !important }
.accent { color: #34d399 !important }
.button { background: #34d399 !important; color: #06281d !important }
}`

function asHtml(email: Email, site: { name: string; url: string }): string {
  const { title, lines, sections = [], button, code, remarks, unsubscribe, language = 'en' } = email
  const t = wordsOf(language).accountMails
  const address = button ? escapeHtml(button.address) : ''
  const body = [
    ...(title ? [`<h1 class="ink" style="${TITLE}">${escapeHtml(title)}</h1>`] : []),
    ...lines.map(
      (line) => `<p class="ink" style="${PARAGRAPH}">${escapeHtml(line).replaceAll('\n', '<br>')}</p>`,
    ),
    ...sections.flatMap((section) => [
      `<h2 class="ink" style="${HEADING}">${escapeHtml(section.title)}</h2>`,
      ...section.entries.map(
        (entry) =>
          `<p class="dim" style="${ENTRY}">${escapeHtml(entry.text)}<br><a class="accent" href="${escapeHtml(entry.address)}" style="font-size:16px;line-height:24px;font-weight:600;text-decoration:none;color:#007a55">${escapeHtml(entry.title)}</a></p>`,
      ),
    ]),
    ...(button
      ? [
          `<p style="margin:0 0 16px"><a class="button" href="${address}" style="${BUTTON}">${escapeHtml(button.label)}</a></p>`,
          `<p class="dim" style="${SMALL};margin-bottom:16px">${t.ifTheButtonDoesNothing}<br><a class="accent" href="${address}" style="color:#007a55;word-break:break-all">${address}</a></p>`,
        ]
      : []),
    ...(code
      ? [
          `<p class="ink" style="${PARAGRAPH}">${button ? t.orEnterThisCode : t.yourCode}:</p>`,
          `<p class="ink" style="${CODE}">${escapeHtml(code)}</p>`,
        ]
      : []),
    ...remarks.map((remark) => `<p class="dim" style="${SMALL}">${escapeHtml(remark)}</p>`),
    ...(unsubscribe
      ? [
          `<p class="dim" style="${SMALL}"><a class="dim" href="${escapeHtml(inOwnLanguage(email, unsubscribe))}" style="color:#59636e">${t.unsubscribe}</a></p>`,
        ]
      : []),
  ].join('\n')
  return `<!doctype html>
<html lang="${LANGUAGES[language].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(email.subject)}</title>
<style>
${DARK}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f3f4f1">
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f1"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="accent" style="padding:0 4px 12px;font-size:18px;font-weight:700;color:#007a55;${FONT}">${escapeHtml(site.name)}</td></tr>
<tr><td class="sheet" style="padding:24px;background:#ffffff;border:1px solid #d8dbd4;border-radius:12px">
${body}
</td></tr>
<tr><td style="padding:12px 4px"><p class="dim" style="${SMALL}">${escapeHtml(site.name)} · <a class="dim" href="${escapeHtml(site.url)}" style="color:#59636e">${escapeHtml(site.url)}</a></p></td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}
