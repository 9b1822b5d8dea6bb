import { type Node, type Part, rich } from '../rich.ts'

export const latestNotifications = 'ताज़ा सूचनाएँ'
export const notifications = 'सूचनाएँ'
export const markAllAsRead = 'सब पढ़ा हुआ मार्क करें'
export const yourNotificationsCouldNotBe = 'आपकी सूचनाएँ लोड नहीं हो सकीं।'
export const loadingNotifications = 'सूचनाएँ लोड हो रही हैं...'
export const nothingYetRepliesMentionsAnd = 'अभी कुछ नहीं। जवाब, ज़िक्र और अपवोट यहाँ दिखेंगे।'
export const allNotifications = 'सभी सूचनाएँ'
export const notificationsUnread = (shown: Part) => `सूचनाएँ, ${shown} बिना पढ़ी`
export const youHaveANewNotification = 'एक नई सूचना आई है।'
export const youHaveNewNotifications = (arrived: Part) => `${arrived} नई सूचनाएँ आई हैं।`
export const repliesMentionsAndUpvotesAppear = 'जवाब, ज़िक्र और अपवोट यहाँ दिखेंगे। शुरुआत किसी साफ़ सवाल से करें।'
export const nothingYet = 'अभी कुछ नहीं'
export const newDiscussion = 'नई चर्चा'
export const mailIsOnAgain = 'ईमेल फिर से चालू है'
export const itStopsAgainIfYour = 'अगला ईमेल भी आपके पते से लौटा, तो यह फिर रुक जाएगा।'
export const notChanged = 'बदलाव नहीं हुआ'
export const mailIsStillPausedPlease = 'ईमेल अब भी रुका हुआ है। फिर कोशिश करें।'
export const mailIsPaused = 'ईमेल रुका हुआ है'
export const mailToOnNotificationsAnd = (shortened: Node, value: Node, refused_at: Node) =>
  rich(
    shortened,
    ' पर भेजा ईमेल ',
    refused_at,
    ' ',
    value,
    '; इसलिए सूचनाओं के ईमेल और सार-मेल रोक दिए गए हैं। आपके खाते से जुड़े ईमेल उस पते पर आते रहेंगे।',
  )
export const tryAgain = 'फिर कोशिश करें'
export const checkTheAddress = 'पता जाँचें'
export const notificationDeleted = 'सूचना हटाई गई'
export const thereWasAnErrorDeleting = 'सूचना हटाने में गड़बड़ी हुई। फिर कोशिश करें।'
export const unread = 'बिना पढ़ी: '
export const markAsRead = (plain: Part) => `पढ़ा हुआ मार्क करें: ${plain}`
export const deleteLabel = (plain: Part) => `हटाएँ: ${plain}`
export const youAreToldHereWhen = 'कोई आपको जवाब दे, आपका ज़िक्र करे या आपके लिखे को अपवोट करे, तो सूचना यहाँ मिलेगी।'
export const noNotificationsYet = 'अभी कोई सूचना नहीं'
export const browseTheForums = 'फ़ोरम देखें'
export const moreThanUnread = (mostCounted: Part) => `${mostCounted} से ज़्यादा बिना पढ़ी`
export const unreadNotification = 'बिना पढ़ी सूचना'
export const unreadNotifications = 'बिना पढ़ी सूचनाएँ'
export const everythingIsRead = 'आपने सब पढ़ लिया है'
export const loading = 'लोड हो रहा है...'
export const loadMore = 'और दिखाएँ'
export const replies = 'जवाब'
export const toYouAndRepliesOf = 'आपको मिले जवाब, और मेरे वे जवाब जिनसे सवाल हल हुआ'
export const mentions = 'ज़िक्र'
export const ofMyNameInThe = 'मेरे नाम का ज़िक्र; लाइव चैट में सिर्फ़ घंटी और पुश से'
export const followedDiscussions = 'फ़ॉलो की हुई चर्चाएँ'
export const repliesThere = 'उनमें आए जवाब'
export const followedMembers = 'फ़ॉलो किए हुए सदस्य'
export const theirNewDiscussions = 'उनकी नई चर्चाएँ'
export const watchedSubjects = 'नज़र में रखे विषय'
export const newDiscussionsInTheseCategories = 'इन श्रेणियों और टैग में नई चर्चाएँ'
export const upvotes = 'अपवोट'
export const the1st5th10th25th = 'पहला, 5वाँ, 10वाँ, 25वाँ और आगे'
export const reminders = 'रिमाइंडर'
export const ofMyBookmarks = 'मेरे बुकमार्क के'
export const wikiEdits = 'विकी में बदलाव'
export const byOthersOnceAnHour = 'दूसरों के, हर विकी के लिए घंटे में एक बार'
export const atOnce = 'तुरंत'
export const noDigest = 'सार-मेल नहीं'
export const everyDay = 'हर दिन'
export const everyWeek = 'हर हफ़्ते'
export const yourChoicesCouldNotBe = 'आपकी सेटिंग लोड नहीं हो सकी।'
export const loadingYourChoices = 'आपकी सेटिंग लोड हो रही है...'
export const hideNamesAndTextIn = 'सूचनाओं में नाम और टेक्स्ट छिपाएँ'
export const forAPhoneOrMailbox =
  'ऐसे फ़ोन या मेलबॉक्स के लिए जिसे और लोग भी देखते हैं। जो घंटी पर बंद है, वह न ईमेल से आता है, न पुश से। ईमेल एक मिनट बाद जाता है, अगर आपने तब तक पढ़ न लिया हो; एक चर्चा के कई जवाब एक ही ईमेल में आते हैं। एक घंटे में ज़्यादा से ज़्यादा 20 ईमेल आते हैं, बाकी एक साथ। आपकी पोस्ट का मॉडरेशन, आपकी शिकायतें और स्तर के बदलाव हमेशा घंटी पर आते हैं।'
export const whichNotificationsYouGetAnd = 'कौन-सी सूचनाएँ मिलें, और कैसे'
export const what = 'क्या'
export const bell = 'घंटी'
export const mail = 'ईमेल'
export const push = 'पुश'
export const mail2 = (label: Part) => `${label}: ईमेल`
export const digest = 'सार-मेल'
export const oneMailOfWhatYou = 'तब तक जो भी बिना पढ़ा रह गया हो, वह सब एक ईमेल में। कुछ नया न हो, तो ईमेल नहीं आता।'
export const howOften = 'कितनी बार'
export const day = 'दिन'
export const timeIST = 'समय (IST)'
export const withNewDiscussionsByMembers = 'मेरे फ़ॉलो किए हुए सदस्यों की और मेरी पढ़ी हुई श्रेणियों की नई चर्चाएँ भी जोड़ें'
export const pushIsOn = 'पुश चालू है'
export const thisDeviceShowsWhatRings = 'घंटी पर जो भी आएगा, वह इस डिवाइस पर दिखेगा।'
export const pushIsOffOnThis = 'इस डिवाइस पर पुश बंद है'
export const pushIsOffOnAll = 'सभी डिवाइस पर पुश बंद है'
export const pleaseTryAgain = 'फिर कोशिश करें।'
export const pushOnThisDevice = 'इस डिवाइस पर पुश'
export const yourPushSettingCouldNot = 'आपकी पुश सेटिंग लोड नहीं हो सकी।'
export const loadingYourPushSetting = 'आपकी पुश सेटिंग लोड हो रही है...'
export const turnOff = 'बंद करें'
export const turnOn = 'चालू करें'
export const turnOffOnAllDevices = (value: Part) => `सभी ${value} डिवाइस पर बंद करें`
export const turnOffOn = (elsewhere: Part) => `${elsewhere} पर बंद करें`
export const thisBrowserCannotShow =
  'यह ब्राउज़र वेबसाइटों की सूचनाएँ नहीं दिखा सकता। iPhone या iPad पर साइट को होम स्क्रीन पर जोड़ें और वहीं से खोलें।'
export const yourBrowserBlocksNotificationsOf =
  'आपका ब्राउज़र इस साइट की सूचनाएँ रोक रहा है। ब्राउज़र में इस साइट की सेटिंग खोलकर सूचनाओं की इजाज़त दें, फिर यहाँ लौटें।'
export const messagesPassThroughYourBrowser =
  'पुश के संदेश आपका ब्राउज़र बनाने वाली कंपनी के सर्वर से होकर आते हैं: Chrome और ज़्यादातर ब्राउज़रों में Google, Firefox में Mozilla, Safari में Apple और Edge में Microsoft। ये इसी डिवाइस के लिए एन्क्रिप्ट किए जाते हैं। कंपनी को यह दिखता है कि इस साइट ने आपको संदेश भेजा, कब भेजा और वह कितना लंबा है, पर उसमें लिखा क्या है, यह नहीं दिखता।'
export const pushFollowsYourChoicesAbove =
  'पुश ऊपर की पसंद के अनुसार चलता है: जो वहाँ बंद है वह पुश नहीं होता, और छिपाए गए नाम और टेक्स्ट छिपे रहते हैं। इसे बंद करने, इस डिवाइस पर साइन आउट करने या ब्राउज़र की सेटिंग में रोकने पर यह रुक जाता है।'
export const wasRefused = 'को लौट आया'
export const wasRefusedSeveralTimes = 'को लौटा, और पहले भी कई बार लौट चुका है'
export const wasReportedAsUnwanted = 'को अनचाहा बताया गया'
export const off = 'बंद है। साइट बंद रहने पर यह डिवाइस कुछ नहीं दिखाता।'
export const on = 'चालू है। घंटी पर जो भी आता है, वह कुछ सेकंड बाद इस डिवाइस पर दिखता है, अगर आपने तब तक उसे न पढ़ा हो।'
export const yourBrowserDidNotInstall =
  'सूचनाएँ दिखाने वाला हिस्सा आपके ब्राउज़र में इंस्टॉल नहीं हुआ। थोड़ी देर बाद फिर कोशिश करें।'
export const yourBrowserBlocks = 'आपका ब्राउज़र इस साइट की सूचनाएँ रोक रहा है।'
export const notificationsWereNotAllowed = 'सूचनाओं की इजाज़त नहीं मिली। दोबारा पूछने के लिए पुश फिर चालू करें।'
export const yourBrowserCouldNotReach = 'आपका ब्राउज़र अपनी पुश सेवा तक नहीं पहुँच सका। थोड़ी देर बाद फिर कोशिश करें।'
export const otherDevice = 'दूसरे डिवाइस'
export const otherDevices = 'दूसरे डिवाइस'
export const no = 'बंद'
export const weekdays = ['सोमवार', 'मंगलवार', 'बुधवार', 'गुरुवार', 'शुक्रवार', 'शनिवार', 'रविवार']
export const bellOf = (label: Part) => `${label}: घंटी`
export const pushOf = (label: Part) => `${label}: पुश`
export const ist = (time: Part) => `${time} बजे IST`
