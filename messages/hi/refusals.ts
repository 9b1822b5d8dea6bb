// What the database refuses, by the sentence that it raises (supabase/schemas), and what the auth API, its client and the
// storage refuse. `%s` stands for a number.
export const refusals: Readonly<Record<string, string>> = {
  // Sanctions and appeals.
  'Your account may not post links at present.': 'आपके खाते से फ़िलहाल लिंक पोस्ट नहीं किए जा सकते।',
  'You cannot sanction yourself.': 'खुद पर रोक नहीं लगाई जा सकती।',
  'The end of a sanction is in the future.': 'रोक आगे की किसी तारीख तक ही हो सकती है।',
  'A ban has no end. Suspend the member until then.':
    'प्रतिबंध की कोई अवधि नहीं होती। सदस्य को उस तारीख तक निलंबित करें।',
  'This member is banned already.': 'यह सदस्य पहले से प्रतिबंधित है।',
  'This sanction has ended already.': 'यह रोक हट चुकी है।',
  'This sanction does not exist any more.': 'यह रोक अब नहीं है।',
  'Somebody else has to decide this.': 'इसका फ़ैसला किसी और को करना होगा।',
  'This was answered already. You can ask again 30 days after the answer.':
    'इसका जवाब दिया जा चुका है। जवाब के 30 दिन बाद फिर अपील की जा सकती है।',
  'Please answer in 3 to 2,000 characters.': '3 से 2,000 अक्षरों में जवाब दें।',
  'This appeal does not exist any more.': 'यह अपील अब नहीं है।',
  'This appeal was decided already.': 'इस अपील पर फ़ैसला हो चुका है।',
  // The shield.
  'This reads like what scams offer or ask for, so it was not posted. Take out contacts, invitations and promised returns, or tell of it in your own words. Help: /scams':
    'यह ठगी के प्रस्ताव या माँग जैसा है, इसलिए पोस्ट नहीं हुआ। संपर्क, न्योते और मुनाफ़े के वादे हटाएँ, या बात अपने शब्दों में लिखें। मदद: /scams',
  // Discussions and replies.
  'Discussion not found': 'चर्चा नहीं मिली',
  'This discussion is locked.': 'यह चर्चा बंद है।',
  'This discussion cannot be deleted.': 'यह चर्चा हटाई नहीं जा सकती।',
  'The discussion was changed while you replied. Please try again.':
    'आपके जवाब देते समय यह चर्चा बदल गई। फिर कोशिश करें।',
  'The reply that you answer is in another discussion.': 'जिस जवाब पर आपने लिखा, वह किसी दूसरी चर्चा का है।',
  'The reply that you answer is no longer shown.': 'जिस जवाब पर आपने लिखा, वह अब नहीं दिखता।',
  'There is no such reply.': 'यह जवाब नहीं मिला।',
  'Only the member who asked can choose the answer, until the discussion is locked.':
    'उत्तर वही सदस्य चुन सकता है जिसने पूछा था, और वह भी चर्चा बंद होने से पहले तक।',
  'Only the text of a wiki can be changed by other members.': 'दूसरे सदस्य विकी का सिर्फ़ टेक्स्ट बदल सकते हैं।',
  'This version does not exist any more.': 'यह संस्करण अब नहीं है।',
  'The poll has no such option.': 'पोल में ऐसा कोई विकल्प नहीं है।',
  'You posted the same text a moment ago.': 'आपने अभी-अभी यही पोस्ट किया है।',
  'Please wait %s seconds before you post again.': 'फिर से पोस्ट करने से पहले %s सेकंड रुकें।',
  'You have reached the limit of %s posts a day. Please come back tomorrow.':
    'एक दिन में %s पोस्ट हो सकती हैं, और आज की सीमा पूरी हो गई है। अब कल लिखें।',
  'That was a lot at once. Please wait %s seconds.': 'एक साथ बहुत कुछ हो गया। %s सेकंड रुकें।',

  // Names and profiles.
  'A username has 3 to 30 letters, numbers, _ . -': 'यूज़रनेम में 3 से 30 अक्षर, अंक या ये चिह्न हों: _ . -',
  'That username is already taken.': 'यह यूज़रनेम पहले ही लिया जा चुका है।',
  'That username is reserved. Please choose another.': 'यह यूज़रनेम आरक्षित है। कोई दूसरा चुनें।',
  'That username looks like one that is taken already. Please choose another.':
    'यह किसी मौजूदा यूज़रनेम से बहुत मिलता-जुलता है। कोई दूसरा चुनें।',
  'That name is reserved. Please choose another.': 'यह नाम आरक्षित है। कोई दूसरा चुनें।',
  'That name belongs to a member. Please choose another.': 'यह नाम किसी सदस्य का है। कोई दूसरा चुनें।',
  'The full name has signs that cannot be seen. Please type it again.':
    'पूरे नाम में ऐसे चिह्न हैं जो दिखाई नहीं देते। इसे फिर से टाइप करें।',
  'A picture is uploaded here first, then shown.': 'तस्वीर पहले यहाँ अपलोड करें, फिर वह दिखेगी।',
  'Only the member may change this.': 'इसे सिर्फ़ वही सदस्य बदल सकता है।',
  'Your account may not change this.': 'आपके खाते को यह बदलने की अनुमति नहीं है।',
  'Unauthorized: Admin access required': 'अनुमति नहीं: इसके लिए एडमिन होना ज़रूरी है',
  'You are the last admin. Make somebody else admin first.':
    'आपके अलावा कोई एडमिन नहीं है। पहले किसी और को एडमिन बनाएँ।',

  // Chat.
  'Guests can read the chat, not write in it. Please sign in.':
    'मेहमान चैट पढ़ सकते हैं, लिख नहीं सकते। लिखने के लिए साइन इन करें।',
  'You cannot write in the chat for now.': 'आपके लिए चैट में लिखना फ़िलहाल बंद है।',
  'The chat has no rooms at the moment. Please write in the common one.':
    'फ़िलहाल चैट में अलग रूम नहीं हैं। ‘सबके लिए’ रूम में लिखें।',
  'Slow mode: one message every %s seconds. Please wait a moment.': 'धीमी चैट: हर %s सेकंड में एक संदेश। थोड़ा रुकें।',

  // Reports, lists, pictures and copies of one's data.
  'You have reported a lot within an hour. Please wait before you report more.':
    'एक घंटे में आपने बहुत सारी शिकायतें कर दी हैं। अगली शिकायत थोड़ी देर बाद करें।',
  'Please say why in 3 to 500 characters.': 'वजह 3 से 500 अक्षरों में बताएँ।',
  'A reminder must be within the next 366 days.': 'रिमाइंडर अगले 366 दिनों के भीतर का होना चाहिए।',
  'You can have push on ten devices. Turn it off on one first.':
    'पुश ज़्यादा से ज़्यादा दस डिवाइस पर चालू रह सकता है। पहले किसी एक पर बंद करें।',
  'You can watch 100 categories and tags. Stop watching one first.':
    'ज़्यादा से ज़्यादा 100 श्रेणियों और टैग पर नज़र रखी जा सकती है। पहले किसी एक को हटाएँ।',
  'You can mute 200 members, words, tags and categories. Unmute one first.':
    'ज़्यादा से ज़्यादा 200 सदस्य, शब्द, टैग और श्रेणियाँ म्यूट हो सकती हैं। पहले किसी एक से म्यूट हटाएँ।',
  // Without the full stop, which the page adds.
  'Your pictures take up 1 GB, which is the limit for one member':
    'आपकी तस्वीरें 1 GB की हो चुकी हैं, और एक सदस्य के लिए सीमा इतनी ही है',
  'You added 200 MB of pictures within 24 hours, which is the limit. Please try again tomorrow':
    '24 घंटे में 200 MB तस्वीरें जोड़ी जा सकती हैं, और यह सीमा पूरी हो गई है। कल फिर कोशिश करें',
  'The object exceeded the maximum allowed size': 'यह तस्वीर बहुत बड़ी है',
  'The image has more than %s megapixels': 'यह तस्वीर %s मेगापिक्सल से बड़ी है',
  'You can ask for your data once a day.': 'अपना डेटा दिन में एक बार मँगाया जा सकता है।',
  'The site is under maintenance. Please try again later.':
    'साइट पर रखरखाव का काम चल रहा है। थोड़ी देर बाद फिर कोशिश करें।',

  // The auth API: signing in and up.
  'Invalid login credentials': 'ईमेल पता या पासवर्ड सही नहीं है।',
  'Email not confirmed': 'आपके ईमेल पते की पुष्टि अभी बाकी है। पुष्टि के ईमेल में दिया लिंक खोलें।',
  'User is banned': 'यह खाता प्रतिबंधित है।',
  'User already registered': 'इस ईमेल पते से खाता पहले से बना है। साइन इन करें।',
  'A user with this email address has already been registered': 'इस ईमेल पते से खाता पहले से बना है।',
  'Signups not allowed for this instance': 'अभी नए खाते नहीं बनाए जा सकते।',
  'Unable to validate email address: invalid format': 'यह ईमेल पता सही नहीं है।',
  'An email address is too long': 'यह ईमेल पता बहुत लंबा है।',
  'Password should be at least %s characters.': 'पासवर्ड कम से कम %s अक्षरों का होना चाहिए।',
  'Password is known to be weak and easy to guess, please choose a different one.':
    'यह पासवर्ड कमज़ोर है और आसानी से भाँपा जा सकता है। कोई दूसरा चुनें।',
  'Password should be at least %s characters. Password is known to be weak and easy to guess, please choose a different one.':
    'यह पासवर्ड कमज़ोर है और आसानी से भाँपा जा सकता है। कम से कम %s अक्षरों का कोई दूसरा पासवर्ड चुनें।',
  'Password cannot be longer than %s bytes': 'पासवर्ड ज़्यादा से ज़्यादा %s बाइट का हो सकता है।',
  'Token has expired or is invalid': 'यह कोड सही नहीं है, या पुराना हो चुका है।',
  'Email link is invalid or has expired': 'यह लिंक अब काम नहीं करता।',

  // The auth API: one's own account.
  'New password should be different from the old password.': 'नया पासवर्ड पुराने से अलग होना चाहिए।',
  'The current password is wrong': 'मौजूदा पासवर्ड सही नहीं है।',
  'Nonce has expired or is invalid': 'यह कोड सही नहीं है, या पुराना हो चुका है।',
  'AAL2 session is required to update email or password when MFA is enabled.':
    'ईमेल पता या पासवर्ड बदलने के लिए दूसरे चरण के साथ फिर साइन इन करें।',
  'AAL2 session is required to close the account when MFA is enabled.':
    'खाता बंद करने के लिए दूसरे चरण के साथ फिर साइन इन करें।',
  'AAL2 required to reauthenticate': 'पुष्टि के लिए दूसरे चरण के साथ फिर साइन इन करें।',
  'AAL2 required to link an identity': 'दूसरा खाता जोड़ने के लिए दूसरे चरण के साथ फिर साइन इन करें।',
  'AAL2 required to unlink an identity': 'जुड़ा खाता हटाने के लिए दूसरे चरण के साथ फिर साइन इन करें।',
  'AAL2 required to see the sessions': 'अपने डिवाइस देखने के लिए दूसरे चरण के साथ फिर साइन इन करें।',
  'AAL2 required to end a session': 'डिवाइस साइन आउट करने के लिए दूसरे चरण के साथ फिर साइन इन करें।',
  'AAL2 required to enroll a new factor': 'नया ऐप जोड़ने के लिए दूसरे चरण के साथ फिर साइन इन करें।',
  'AAL2 required to unenroll verified factor': 'दूसरा चरण बंद करने के लिए पहले दूसरे चरण के साथ फिर साइन इन करें।',
  'AAL2 required to generate recovery codes': 'रिकवरी कोड बनाने के लिए दूसरे चरण के साथ फिर साइन इन करें।',
  'AAL2 required to regenerate recovery codes': 'नए रिकवरी कोड बनाने के लिए दूसरे चरण के साथ फिर साइन इन करें।',
  'User must have at least 1 identity after unlinking': 'साइन इन का कम से कम एक तरीका रहना ज़रूरी है।',
  "Identity doesn't exist": 'यह खाता अब जुड़ा नहीं है।',
  'Unsupported provider: provider is not enabled': 'साइन इन का यह तरीका इस साइट पर उपलब्ध नहीं है।',
  'Manual linking is disabled': 'इस साइट पर दूसरे खाते जोड़े नहीं जा सकते।',
  'Session not found': 'यह डिवाइस पहले ही साइन आउट हो चुका है।',
  'Invalid TOTP code entered': 'यह कोड सही नहीं है।',
  'Invalid recovery code entered': 'यह रिकवरी कोड सही नहीं है, या पहले इस्तेमाल हो चुका है।',
  'Code needs to be non-empty': 'कोड डालें।',
  'Challenge and verify IP addresses mismatch.': 'इस बीच आपका कनेक्शन बदल गया। फिर कोशिश करें।',
  'MFA factor with the provided challenge ID not found': 'इस कोड का समय निकल गया। फिर कोशिश करें।',
  'Factor not found': 'दो चरणों वाला साइन-इन पहले ही बंद है।',
  'Maximum number of verified factors reached, unenroll to continue':
    'इससे ज़्यादा ऐप नहीं जोड़े जा सकते। पहले किसी एक को हटाएँ।',
  'At least one other verified factor is required to generate recovery codes':
    'रिकवरी कोड से पहले दो चरणों वाला साइन-इन चालू करें।',
  'Recovery codes are already enrolled for this user, use regenerate to rotate them':
    'रिकवरी कोड पहले से बने हैं। चाहें तो नए बनाएँ।',
  'The user has not enrolled recovery codes': 'रिकवरी कोड अभी बने नहीं हैं।',

  // A sign-in that is over, in the words of the API and of its client.
  'Sign in again.': 'फिर से साइन इन करें।',
  'Auth session missing!': 'आपके साइन-इन की अवधि खत्म हो गई है। फिर से साइन इन करें।',
  'Auth session or user missing': 'आपके साइन-इन की अवधि खत्म हो गई है। फिर से साइन इन करें।',
  'Session from session_id claim in JWT does not exist': 'आपके साइन-इन की अवधि खत्म हो गई है। फिर से साइन इन करें।',
  'User from sub claim in JWT does not exist': 'यह खाता अब नहीं है।',
  'This token belongs to no session': 'आपके साइन-इन की अवधि खत्म हो गई है। फिर से साइन इन करें।',
  'This endpoint requires a Bearer token': 'आपके साइन-इन की अवधि खत्म हो गई है। फिर से साइन इन करें।',
  'Invalid Refresh Token: Refresh Token Not Found': 'आपके साइन-इन की अवधि खत्म हो गई है। फिर से साइन इन करें।',
  'Invalid Refresh Token: Already Used': 'आपके साइन-इन की अवधि खत्म हो गई है। फिर से साइन इन करें।',
  'Invalid Refresh Token: Session Expired': 'आपके साइन-इन की अवधि खत्म हो गई है। फिर से साइन इन करें।',
  'Invalid Refresh Token: Session Expired (Inactivity)': 'आपके साइन-इन की अवधि खत्म हो गई है। फिर से साइन इन करें।',
  'Invalid Refresh Token: User Banned': 'यह खाता प्रतिबंधित है।',

  // The server's own faults.
  'Processing this request timed out, please retry after a moment.':
    'इसमें बहुत समय लग गया। थोड़ी देर में फिर कोशिश करें।',
  'Unexpected failure, please check server logs for more information':
    'गड़बड़ी हमारी ओर से है। थोड़ी देर में फिर कोशिश करें।',
}
