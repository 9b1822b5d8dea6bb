// The page that tells whom to call about a scam, and what leads there.
import { rich, type Tag } from '../rich.ts'

export const home = 'Home'
export const title = 'Scams: whom to call'
export const description =
  'Whom to call about which scam in India: lost money, fake advisers, loan apps, suspicious calls.'
export const firstHour = 'Lost money? The first hour counts.'
export const callNow = (text: Tag) =>
  rich(
    'Call ',
    text('1930'),
    ' at once, from any telephone, and then file the complaint at ',
    text('cybercrime.gov.in'),
    '. Have ready: the UTR or transaction number, the amount, the time, and the account or UPI id that got the money. Tell your bank too, so that it can ask the other bank to hold it.',
  )
export const notAlone = 'Being cheated is nobody’s shame. The people behind it do this for a living.'
export const whoForWhat = 'Who helps with what'
export const moneyWhat = 'Money has gone, by UPI, card, net banking or wallet'
export const moneyWho = '1930, National Cyber Crime Helpline'
export const intermediaryWhat =
  'A broker, adviser, mutual fund, listed company or exchange treats you wrongly'
export const intermediaryWho = 'SEBI SCORES, then SMART ODR; helpline 1800 266 7575'
export const registeredWhat = 'Somebody says that SEBI registered them'
export const registeredWho = 'The list of intermediaries, and SEBI Check for UPI ids and bank accounts'
export const bankWhat = 'A bank, an NBFC, a wallet or a card company does not answer within 30 days'
export const bankWho = 'RBI Ombudsman, by the Complaint Management System; helpline 14448'
export const schemeWhat = 'A scheme collects deposits, promises returns, or a loan app threatens'
export const schemeWho = 'RBI Sachet, and the police'
export const upiWhat = 'A UPI payment failed or went to the wrong person'
export const upiWho = 'Your bank’s app first, then NPCI'
export const callWhat = 'A suspicious call, SMS or WhatsApp message, nothing lost yet'
export const callWho = 'Chakshu on Sanchar Saathi'
export const salesWhat = 'Unwanted sales calls'
export const salesWho = '1909, or the TRAI DND app'
export const insurerWhat = 'An insurer, or a call that sells bonus on a policy'
export const insurerWho = 'Bima Bharosa of IRDAI; helpline 155255'
export const signs = 'How to tell a scam'
export const signPromise =
  'Returns are promised. In markets nobody can promise one; only small savings schemes and deposits have a fixed rate.'
export const signLeadsAway = 'You are led away from here, to WhatsApp, Telegram or a call.'
export const signFee = 'Something is to be paid first: a fee, a tax, a deposit that comes back.'
export const signCode =
  'A code, a PIN, a card number or twelve words are asked for. No bank, broker or authority asks for them.'
export const signInstall = 'You are to install something, or to share your screen.'
export const signPolice = 'Police, CBI or customs on video. There is no digital arrest in Indian law.'
export const signRecovery = 'Somebody offers to get lost money back. It is the second half of the same scam.'
export const hereTitle = 'On this site'
export const here =
  'Texts that offer or demand such things are not posted, whoever writes them. Reporting a scam, warning of one and asking about one is welcome: say in your own words what happened, without the sender’s number, link or handle.'
export const reported =
  'You see one that got through? Report it with the flag below the post: an administrator looks at it.'
export const neverAsks =
  'Nobody who runs this site writes to you first, asks for a password or a code, or takes money.'
export const whomToCall = (text: Tag) => rich('Did you lose money? ', text('Whom to call about which scam'))
