// Single words by what they are about. Alone they say little; two of them near each other, in whichever order and grammar, are
// what the model learns from. Words are compared by their sounds, `*` is any ending.

export const ATOMS = {
  '.self':
    'i me my mine myself im ive mujhe mujhse mujhko main mai mera mere meri maine mene मैं मुझे मुझसे मेरा मेरे मेरी मैंने',
  '.we':
    'we us our ours hum hume hame hamse humse hamara hamare hamari humara humare humari humne hamne team company firm group club हम हमें हमसे हमारा हमारे हमारी हमने टीम कंपनी desk institution community',
  '.you':
    'you your ur u yours youre yourself aap aapka aapke aapki aapko apka apke apki apko apne apni apna tum tumhara tumhe tera tere tujhe आप आपका आपके आपकी आपको आपने अपना अपने अपनी तुम dear sir madam maam mam bhai bhaiyo bhaiyon bhaiya didi dosto doston friends guys traders investors members everyone anyone anybody whoever jisko jinko jise jis kisko kiske kisi जिन्हें जिसको जिनको किसी भाइयों दोस्तों customer user folks interested serious icchuk इच्छुक',
  '.they':
    'he she they his her hers their theirs them him usne unhone wo woh unka unke unki uska uske uski unko usko उसने उन्होंने वे वह उनका उनके उनकी उसका उसके उन्हें someone somebody stranger caller guy man woman log logo logon लोग लोगों people banda aadmi व्यक्ति agent',
  '.past':
    'was were had did got said told came went tha thi था थी थे gaya gayi gaye गया गई गए kiya kiye किया किए diya diye दिया दिए liya liye लिया लिए hua hui हुआ हुई aaya aayi आया आई bola boli कहा बोला asked called lost paid received sent tried bought sold filed reported happened promised took withdrew started saw used mila mile मिला मिले',
  '.will':
    'will shall gonna karenge karega karunga dunga dungi denge dega dilayenge dilaunga milega milenge milegi hoga hogi honge करेंगे करेगा दूंगा दूंगी देंगे देगा मिलेगा मिलेंगे मिलेगी होगा होगी jayega jayegi jayenge जाएगा जाएगी जाएंगे batayenge bataunga batata batati deta dete deti karata karwate देते देता देती karte kar karwa can lenge lagenge lagegi karwayenge sikhaunga sikhate provide offer offering provides',
  '.do':
    'karo kare karen karein kijiye kijie kariye kro krein करें करो कीजिए करिए join send pay click tap contact apply download install register invest deposit transfer buy kharido enter fill visit open submit share type comment drop text message msg write ping reply subscribe enroll book grab claim hurry add aao aaiye aaye bhejo bheje bhejiye bhejein भेजें भेजो भेजिए do dijiye dein दें दो दीजिए lo lijiye le लें लो लीजिए dalo daliye daale डालें डालो likho likhe likhiye लिखें bharo bharein भरें bolo batao bataiye bataye बताएं बताइए बताओ lagao lagaye lagaiye लगाएं लगाओ लगाइए pao paye paiye पाएं kamao kamaye कमाएं judo jude judiye जुड़ें जुड़िए chuno milo mile मिलें dekho dekhiye देखें scan connect verify confirm update start try let come get earn become learn exit act press dial save karwao karwaye kholo chalo sikho allow approve accept',
  '.profit':
    'profit profits profitable munafa munafe return returns income earning earnings kamai gain gains payout payouts dividend roi interest byaj earn earned earns kama kamao kamaye kamana kamaya fayda faida labh laabh kamate मुनाफा मुनाफे मुनाफ़ा रिटर्न आमदनी कमाई कमाएं कमाओ कमा लाभ फायदा ब्याज प्रॉफिट salary vetan wages margin',
  '.percent': '#% percent percentage pct pratishat प्रतिशत फीसदी परसेंट taka times guna गुना x fold',
  '.often':
    'daily weekly monthly roz roj rozana rojana everyday day week month mahine mahina hafte hafta din subah रोज रोज़ रोजाना रोज़ाना हफ्ते महीने महीना दिन प्रतिदिन hour hours ghante घंटे yearly per every har हर each minute minutes mins मिनट evening morning tonight',
  '.sure':
    'guarantee* guaranteed guarantees assured assure pakka pakki pakke sure surely sureshot confirm confirmed fixed fix fire pass fikas गारंटी गारंटीड पक्का पक्की पक्के निश्चित सुनिश्चित फिक्स certain hamesha always definitely definite zaroor accurate accuracy success exact promise riskfree safe secure surakshit सुरक्षित सौ',
  '.money':
    'money paisa paise paisay cash rs rupees rupaye rupay rupye inr lakh lakhs crore crores hazaar hazar hajar thousand thousands k cr amount rakam raashi capital fund funds पैसा पैसे रुपये रुपए रुपया लाख हजार हज़ार करोड़ रकम राशि पूंजी नकद usd dollars dollar usdt payment payments balance savings rupee',
  '.double':
    'double doubled doubles triple multiply multiplied grow flip flips dugna doguna duguna tiguna guna multibagger rocket moon jackpot bumper millionaire crorepati lakhpati rich ameer डबल दुगना दोगुना तिगुना अमीर करोड़पति जैकपॉट rich wealth wealthy profitable badhao 10x 100x 3x',
  '.invest':
    'invest investing investment investments investor nivesh deposit deposits deposited capital lagao lagaye lagaiye lagaya लगाएं लगाइए लगाओ लगाए निवेश जमा jama plan plans scheme yojana योजना स्कीम स्कीमें minimum put daalo',
  '.tip':
    'tip tips call calls signal signals entry target targets levels strategy setup trade trades jackpot btst intraday option options premium expiry prediction टिप टिप्स कॉल कॉल्स सिग्नल ट्रेड सौदे सौदा khabar खबर insider operator inside pick picks report leak mentor',
  '.stock':
    'stock stocks share shares nifty banknifty sensex market equity ipo fno forex commodity mcx trading trader demat portfolio शेयर शेयरों बाजार निफ्टी स्टॉक ट्रेडिंग आईपीओ डीमैट allotment quota listing unlisted circuit smallcap',
  '.hurry':
    'hurry fast jaldi turant abhi immediately urgent urgently asap today tonight aaj now soon limited only sirf kewal last few seats slots slot seat spots closing closes expire expires expiring expired quick quickly instant instantly जल्दी तुरंत अभी आज सिर्फ केवल सीमित तत्काल आखिरी अंतिम chance mauka mouka moka मौका अवसर vacancy vacancies remaining baki midnight',
  '.free':
    'free muft bonus trial demo gift gifts फ्री मुफ्त मुफ़्त उपहार cashback offer discount sasta saste lifetime complimentary zero joining giveaway',
  '.reach':
    'dm dms inbox pm ping message messages msg text contact call whatsapp telegram chat sampark baat number no mobile email mail sms reach connect private privately personal personally nijee निजी संपर्क मैसेज संदेश बात नंबर इनबॉक्स कॉल फोन व्हाट्सएप व्हाट्सऐप टेलीग्राम phone talk speak skype hangouts insta instagram facebook username handle bio profile signal discord request hi hello milo mile mujhse humse',
  '.group':
    'group groups channel channels community club vip premium room batch class classes course members membership member circle ग्रुप चैनल समूह सदस्य grup webinar masterclass workshop session inner elite family parivar mentorship coaching students',
  '.link':
    'link links website site url bio click portal form app page लिंक साइट वेबसाइट फॉर्म ऐप ⟨link⟩ ⟨odd⟩ ⟨short⟩ ⟨invite⟩ ⟨phish⟩ ⟨form⟩ browser code qr scan scanner',
  '.hot': '⟨odd⟩ ⟨short⟩ ⟨invite⟩ ⟨phish⟩ ⟨apk⟩ ⟨upi⟩ ⟨phone⟩ ⟨crypto⟩ ⟨handle⟩ ⟨intl⟩ ⟨email⟩ ⟨link⟩',
  '.who':
    'naam name age umar city pata address details detail aadhaar aadhar pan selfie photo id kahani नाम उम्र पता आधार पैन फोटो document documents passbook kagaz दस्तावेज',
  '.fee':
    'fee fees charge charges tax gst shulk token advance commission deposit security registration processing file clearance customs duty refundable फीस शुल्क चार्ज टैक्स जीएसटी कमीशन रजिस्ट्रेशन पंजीकरण insurance brokerage subscription membership stamp penalty courier medical रजिस्ट्रेशन एडवांस सुरक्षा fine jurmana जुर्माना चालान challan dues',
  '.loan':
    'loan loans lon karz karja udhaar credit cibil finance emi limit grant subsidy लोन कर्ज ऋण सिबिल उधार overdraft score grant guarantor',
  '.job':
    'job jobs work kaam naukri task tasks part hiring hire vacancy vacancies recruit* salary hr fresher freshers typing packing rating review reviews likes part-time काम नौकरी जॉब टास्क पैकिंग टाइपिंग भर्ती रोजगार employment opening joining visa student students housewife housewives boss youtube data captcha mahila महिलाओं गृहिणी skill experience',
  '.prize':
    'lottery prize reward rewards won winner win jeeta jeete jeeti jeeto lucky congratulations badhai inaam draw kbc gift selected chosen eligible nikli nikla लॉटरी इनाम जीता जीते जीती बधाई विजेता लकी पुरस्कार claim unclaimed relief giveaway cashback bonus subsidy compensation चुना चुने',
  '.crypto':
    'crypto bitcoin btc usdt eth wallet airdrop mining staking token coin coins bnb presale whitelist nft defi binance blockchain metamask seed phrase forex क्रिप्टो बिटकॉइन वॉलेट माइनिंग node bot robot ai algo arbitrage leverage',
  '.recover':
    'recover recovered recovery recovers retrieve refund wapas wapsi restore unlock release nikalwa* nikalwana dilwa* dila* dilayenge lauta* reclaim रिकवर रिकवरी वापस लौटा* दिला* दिलवा* निकलवा* रिफंड hack hacker hackers hacked trace stuck fas* phas* phansa फंसा फंसे victim victims शिकार lawyer कानूनी legal',
  '.police':
    'police cbi ed court arrest arrested warrant fir case jail crime customs narcotics drugs laundering illegal legal raid inquiry giraftar* पुलिस सीबीआई कोर्ट अदालत गिरफ्तार* वारंट केस जेल मामला मामले जांच ड्रग्स अरेस्ट अवैध mdma passport passports skype camera video कैमरा वीडियो notice नोटिस action कार्रवाई investigation confidential khilaf khilaaf खिलाफ',
  '.bank':
    'bank sbi hdfc icici axis rbi paytm phonepe gpay upi yono netbanking card atm credit debit बैंक एटीएम कार्ड यूपीआई पेटीएम wallet policy lic epfo pension insurance zerodha groww upstox broker amazon netflix fastag सिम sim trai telecom electricity bijli bijlee meter gas बिजली मीटर गैस ट्राई बीमा पॉलिसी पेंशन fedex courier कूरियर india-post connection number आयकर incometax',
  '.officer':
    'officer manager executive department office branch head official support care helpline customer team engineer inspector adhikari desk moderator admin representative agent अधिकारी विभाग मैनेजर मुख्यालय कार्यालय हेल्पलाइन कस्टमर केयर government govt sarkari sarkar सरकार सरकारी sebi ministry registered approved licensed certified genuine authorised मान्यता',
  '.account':
    'account accounts khata khaata khate khaate khaton demat wallet sim id card खाता खाते अकाउंट passbook licence license profile login',
  '.rent':
    'rent rental kiraye kiraya bech* sell selling buy hire lease idle bulk किराए किराये बेच* provider dealer use withdraw forward',
  '.block':
    'block* suspend* band bandh freeze frozen froze deactivat* expire* closed disabled restrict* limited terminat* disconnect* cut kat katega kati jayega blacklist* ब्लॉक बंद सस्पेंड फ्रीज रद्द समाप्त कट कटेगा removed cancel* shut shuts stop* warna varna otherwise avoid वरना नहीं तो lapse hold held pending incomplete adhuri unpaid undelivered failed invalid',
  '.kyc':
    'kyc verify verification verified update upgrade link re-kyc केवाईसी अपडेट सत्यापन वेरिफाई details validate restore reactivate chalu चालू',
  '.code':
    'otp pin cvv password passcode mpin totp seed phrase ओटीपी पिन सीवीवी पासवर्ड कोड credentials code private-key',
  '.app':
    'app apk application software anydesk teamviewer install download quicksupport rustdesk ऐप एप इंस्टॉल डाउनलोड एपीके screen remote install program support',
  '.parcel':
    'parcel package courier delivery deliver delivered shipment consignment post packet पार्सल पैकेट कूरियर डिलीवरी airport address warehouse gift',
  '.bet':
    'bet bets betting satta matka casino match fixing fixed toss session jodi ipl game gaming rummy aviator teen patti id bookie punters सट्टा मटका जोड़ी मैच गेम satte जुआ win panel',
  '.expert':
    'expert experts mentor guru guruji teacher professor analyst advisor adviser trader coach sir maam madam dr specialist professional master wizard king guruji एक्सपर्ट विशेषज्ञ गुरु गुरुजी सर मैडम सज्जन सलाहकार uncle cousin assistant hacker insider experience ex employee jaan-pehchaan setting',
  '.real':
    'genuine legit real trusted trust proof proofs screenshot asli bharosa legal registered honest सच असली भरोसा भरोसेमंद likhit agreement written certified gawah results verified stories happy testimonials thanks credit recommend joined withdrew withdrawn नफ़ा',
  '.loss':
    'loss losses nuksan ghata lost risk jokhim losing नुकसान घाटा घाटे जोखिम रिस्क लॉस loses tension chinta चिंता stress pareshaan परेशान tired struggle struggling broke',
  '.none':
    'no not without zero bina nahi nahin nhi never nothing koi dont mat na none kabhi बिना नहीं नही कोई शून्य मत न ना कभी wont cant cannot neither doesnt didnt isnt',
  '.easy':
    'easy simple simply home ghar baithe mobile relax spare aasan sirf just ghante घर बैठे आसान आराम मोबाइल आसानी laptop anywhere sit back copy paste phone passive automatic extra',
  '.care':
    'beware careful savdhan satark alert warning avoid scam* fraud* fake thag* thagi dhokha farzi nakli phishing cheat* loot* red flag psa caution सावधान सावधानी सतर्क ठग* ठगी धोखा धोखाधड़ी फर्जी नकली फ्रॉड स्कैम बचें बचकर बच झूठ jhooth mule ponzi impostor suspicious',
  '.how':
    'what how why which when where who does did is are should can could kya kaise kyu kyun kab kaha kahan kaun kitna kitne kitni क्या कैसे क्यों कब कहां कौन कितना कितने कितनी anyone ? correct right sahi सही better best difference farak फर्क',
  '.tell':
    'complaint complain report reported filed fir shikayat police-station refused blocked ignored 1930 scores ombudsman news article शिकायत रिपोर्ट दर्ज ⟨trusted⟩ ⟨tollfree⟩ screenshot told tweeted banned barred order arrested claimed posing pretending so-called called',
  '.kin':
    'father mother papa mummy mom dad uncle aunt friend neighbour cousin dost wife husband parents brother sister dadi nani sasur beti beta bua पिता पिताजी मां माता दोस्त ससुर बेटी बेटा पापा मम्मी भाई colleague grandmother daughter son relatives',
  '.learn':
    'think learn learned understand explain opinion example rule article book read study spreadsheet calculator excel data numbers thread forum question sawal सवाल जानना सीख समझ section tax itr fund funds sip fd ppf nps epf lic insurance term home rate charges index nav टैक्स सिप फंड एफडी पीपीएफ बीमा',
} as const
