import type { Part } from '../rich.ts'

export const breadcrumb = 'आप यहाँ हैं'
export const sample = 'नमूना'
export const staff = 'स्टाफ़'
export const anAdministratorOfThisSite = 'इस साइट के एडमिन'
export const sample2 = ' · नमूना'
export const thisCouldNotBeLoaded = 'यह लोड नहीं हो सका। अपना कनेक्शन जाँचें।'
export const tryAgain = 'फिर कोशिश करें'
export const previous = 'पिछला'
export const page = 'पेज '
export const next = 'अगला'
export const answer = 'उत्तर'
export const linkedHere = 'इसमें दिए गए लिंक'
export const theLinkCouldNotBe = 'लिंक कॉपी नहीं हो सका'
export const linkCopied = 'लिंक कॉपी हो गया!'
export const sendTo = 'यहाँ भेजें…'
export const share = 'साझा करें'
export const labelOf = (label: Part, what: Part) => `${label}: ${what}`
export const needsScript = (what: Part) => `${what} के लिए JavaScript चाहिए। पढ़ने के लिए नहीं।`
export const thisPartOfThePage = 'पेज का यह हिस्सा लोड नहीं हुआ। पेज फिर से लोड करें।'

const LEVELS: Readonly<Record<string, string>> = {
  Beginner: 'शुरुआती',
  Regular: 'नियमित',
  Advanced: 'अनुभवी',
  Expert: 'विशेषज्ञ',
  Moderator: 'मॉडरेटर',
  Banned: 'प्रतिबंधित',
}

/** How a level is shown; the database has the English words. */
export const levelName = (level: string) => LEVELS[level] ?? String(level)
