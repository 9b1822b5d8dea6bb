// Hosts by what a link to them means. Staff add to them in /admin/shield.

const words = (list: string) => list.split(/[\s]+/).filter(Boolean)

export const INVITES: ReadonlySet<string> = new Set(
  words(`t.me telegram.me telegram.dog telegram.org wa.me wa.link chat.whatsapp.com whatsapp.com api.whatsapp.com discord.gg
    discord.com signal.group signal.me m.me ig.me instagram.com facebook.com fb.me fb.com join.skype.com line.me viber.com
    botim.me arattai.in imo.im snapchat.com threema.id kik.me`),
)

export const SHORTENERS: ReadonlySet<string> = new Set(
  words(`bit.ly tinyurl.com cutt.ly rb.gy is.gd shorturl.at t.ly goo.gl ow.ly tiny.cc surl.li s.id linktr.ee t.co buff.ly
    shorte.st rebrand.ly bl.ink clck.ru v.gd u.to lnkd.in bitly.com smarturl.it urlz.fr qr.ae gg.gg adf.ly dub.sh tiny.one`),
)

export const TRUSTED: ReadonlySet<string> = new Set(
  words(`gov.in nic.in bank.in rbi.org.in npci.org.in nseindia.com bseindia.com mcxindia.com amfiindia.com nism.ac.in
    licindia.in irctc.co.in indiapost.gov.in nsdl.com nsdl.co.in cdslindia.com camsonline.com kfintech.com mfcentral.com
    sbi.co.in onlinesbi.sbi hdfcbank.com icicibank.com axisbank.com kotak.com pnbindia.in zerodha.com kite.zerodha.com
    groww.in upstox.com angelone.in dhan.co 5paisa.com hdfcsec.com icicidirect.com paytm.com phonepe.com bhimupi.org.in
    moneycontrol.com economictimes.com indiatimes.com livemint.com thehindu.com thehindubusinessline.com
    business-standard.com ndtv.com ndtvprofit.com indianexpress.com hindustantimes.com reuters.com bloomberg.com bbc.com
    bbc.co.uk cnbctv18.com pib.gov.in wikipedia.org youtube.com youtu.be github.com google.com reddit.com medium.com
    quora.com x.com twitter.com linkedin.com stackexchange.com screener.in tickertape.in tradingview.com
    valueresearchonline.com morningstar.in trendlyne.com investopedia.com cleartax.in taxguru.in freefincal.com
    policybazaar.com bankbazaar.com amazon.in amazon.com flipkart.com ssrn.com arxiv.org varsity.zerodha.com
    tradingqna.com python.org npmjs.com example.com example.org epfindia.gov.in jagran.com amarujala.com bhaskar.com
    aajtak.in sebi.gov.in scores.sebi.gov.in smartodr.in cms.rbi.org.in cibil.com experian.in`),
)

/** Names that a host imitates when it is none of theirs. */
export const BRANDS: readonly string[] = words(
  `sbi hdfc icici axis kotak pnb zerodha groww upstox angelone paytm phonepe gpay sebi rbi npci lic irctc aadhaar aadhar uidai
    parivahan echallan challan incometax epfo amazon flipkart fedex dhl indiapost kyc refund`,
)

/** Endings that cost next to nothing, and shops, banks and offices do not use. */
export const ODD_ENDINGS: ReadonlySet<string> = new Set(
  words(`xyz top vip club icu live shop site online info link click win fun space cc tk ml cf ga gq ru cn loan loans bet casino
    cfd sbs lol cam rest buzz bid bond pro trade cash money fund world life support center help`),
)

export const UPI_HANDLES: ReadonlySet<string> = new Set(
  words(`ybl ibl axl okaxis okhdfcbank okicici oksbi paytm ptyes ptaxis pthdfc ptsbi upi apl yapl rapl axisb axisbank hdfcbank
    icici icicibank sbi kotak kotak811 kmbl barodampay cnrb idfcbank idfcfirst indus federal fbl freecharge ikwik jupiteraxis
    naviaxis niyoicici pingpay pnb postbank rbl slice superyes tapicici timecosmos unionbank uboi utbi waaxis wahdfcbank
    waicici wasbi yesbank yescred ypay airtel jio dbs aubank citi hsbc pockets payzapp amazonpay gpay phonepe bhim goaxb
    oneyes shriramhdfcbank zoicici axis`),
)
