// What is demanded, what is threatened with, and in whose name. The language of the lines is that of offers.ts.

export const DEMANDS = {
  /** A code, a secret, a card. */
  secret: `
    (share|send|tell|give|forward|provide|confirm|submit|enter|type|read|batao|bataye|bataiye|bata|bhejo|bheje|bhejiye|dijiye|batayein|update|verify|import|input|disclose|reply with) ~ (otp|pin|cvv|password|passcode|upi pin|mpin|seed phrase|seed|recovery phrase|private key|card number|card details|atm pin|code|aadhaar|aadhar|pan|netbanking|user id|login|bank details|ओटीपी|पिन|आधार|12 word|passbook|card no|expiry)
    (otp|pin|cvv|password|upi pin|mpin|code|card number|seed phrase|aadhaar|aadhar|pan card|ओटीपी|पिन|सीवीवी|कोड|पासवर्ड|कार्ड|आधार|पैन|user id|account number|bank details|passbook|cheque|selfie) ~ (batao|bataye|bataiye|bata|bhejo|bheje|bhejiye|dijiye|share|send|de|do|dena|dalo|daale|daalo|daaliye|बताएं|बताइए|बताओ|बता|भेजें|भेजो|भेजिए|डालें|डालो|डालिए|दें|दीजिए|साझा|confirm|aaya|aayega|आया|आएगा|photo|batana|forward|required|update)
    (seed phrase|recovery phrase|secret phrase|private key|12 words|24 words|# words|mnemonic|sync wallet|validate wallet|wallet connect|connect wallet|connect your wallet|wallet validation|verify your wallet|walletconnect)
    (otp|ओटीपी) (for|aayega|aaya|आएगा|आया|bol*|share|batao|received)
    (upi pin|pin|mpin|पिन) (daal*|enter|dal*|डाल*|set|lagao)
    (verify|update|confirm|validate) (your|account|bank|card|kyc|details|identity|wallet|aadhaar|pan|now|immediately)`,
  /** Control of the reader's telephone or computer. */
  remote: `
    (anydesk|any desk|teamviewer|team viewer|quicksupport|quick support|rustdesk|rust desk|airdroid|alpemix|ultraviewer|ammyy|एनीडेस्क|टीमव्यूअर|hoptodesk|avica|एनी डेस्क|remote access|remote app|screen shar*|screen share|स्क्रीन शेयर|screensharing)
    (apk|एपीके)
    (install|download|dwonload|इंस्टॉल|डाउनलोड) ~ (app|apk|application|software|link|file|ऐप|एप|एपीके|support|mod)
    (app|apk|application|ऐप|एप|file) ~ (install|download|daal*|इंस्टॉल|डाउनलोड)
    (sms|message) forward*
    (allow|give|grant) ~ (permission*|access|screen)
    dial (*|star|#)`,
  /** Money first. */
  fee: `
    (processing|registration|joining|activation|security|advance|file|documentation|clearance|customs|custom|gst|courier|delivery|convenience|refundable|agreement|verification|token|withdrawal|unlock|release|insurance|membership|subscription|booking|handling|service|entry|login|training|kit|id card|uniform|legal|tax|conversion|stamp duty|noc|upgrade|maintenance|gas|transfer|settlement|admission|redelivery|reattempt|rto|consultation|प्रोसेसिंग|रजिस्ट्रेशन|जॉइनिंग|फाइल|सिक्योरिटी|एडवांस|पंजीकरण|कस्टम|मेंबरशिप|brokerage|demurrage|penalty|anti money laundering) (fee|fees|charge|charges|deposit|amount|tax|money|payment|cost|shulk|फीस|शुल्क|चार्ज|राशि|डिपॉजिट|रकम|duty|paise|bond)
    (fee|fees|charge|charges|shulk|फीस|शुल्क|चार्ज|gst|tax|deposit|advance) ~ (pay|pehle|first|jama|bhej*|refundable|only|sirf|#|bhar*|deposit|de|dena|do|dijiye|जमा|पहले|भेज*|भर*|सिर्फ|केवल|रुपये|before|clear|transfer|kar*)
    (pay|jama|bhej*|deposit|transfer|send|bharo|जमा|भेज*|भर*|bhar*) ~ (fee|fees|charge*|gst|tax|advance|deposit|fine|penalty|challan|dues|security|फीस|शुल्क|चालान|चार्ज|jurmana|जुर्माना|insurance|duty|customs)
    (pay|bhugtan|भुगतान|jama|जमा|payment|paise bhej*|पैसे भेज*|advance) (kar*|करें|करे|करो|कीजिए|करके|bhej*|do|dijiye|now|first|karna|करना|immediately|online|today|here|#|via|through|on)
    (deposit|send|transfer|pay|recharge|invest|add|put|dalo|जमा|भेजें) (#|money|fund|funds|minimum|min|usdt|amount|just|only|at least|rs|paise|paisa|पैसे|some)
    (minimum|min|starting|start|न्यूनतम|शुरुआत|shuruat|starts) (deposit|investment|amount|#|from|at|with|capital|#|निवेश|rs|nivesh)
    (sirf|only|just|kewal|मात्र|सिर्फ|केवल|bas|matra) # (rs|rupaye|rupees|me|mein|में|रुपये|rupay|se|से|रु|usdt|dollar|per|inr|only|for|a month|ka|lagao|jama|से|का)
    # (me|mein|में|se|से) (shuru|start|join|शुरू|registration|joining)
    (recharge|top up|topup|reinvest) ~ (wallet|account|your|#|task|continue|to|unlock|withdraw|id)
    (withdraw*|withdrawal|nikal*|निकाल*|payout|release) ~ (tax|fee|pay|deposit|charge|unlock|gst|first|instant|anytime|kabhi bhi|कभी भी|daily|minutes|any time|same day)
    (qr|क्यूआर|qr code|scanner|barcode) ~ (scan|स्कैन|par|पर|pay*|receive|bhej*|send)
    (scan|स्कैन) ~ (receive|get|qr|pay|paane|milega|refund|cashback|money|paise|this|karo|kare|करें|and|code|yeh|ye|इस)
    (collect request|request accept|approve the request|accept the request|approve request|pay request|accept kar*)
    (gift card|google play|itunes|steam|amazon card|voucher) (code*|card*|#|buy|kharid*|send|photo)
    (refundable|wapas mil jayega|refund ho jayega|वापसी योग्य|वापस मिल जाएगा|adjust ho jayega)
    (galti se|mistakenly|by mistake|wrongly|गलती से|accidentally) ~ (sent|bhej*|transfer*|credited|aa gaye|paise|#|चले|भेज*|transferred|चला|aa gaya|आ गए|paid)
    (wapas|return|refund|वापस) ~ (bhej*|kar do|kar dijiye|kar de|send|भेज*|कर दो|कर दें|कर दीजिए|karo|back|on this|is number|isi)
    (musibat|mushkil|मुसीबत|अस्पताल|hospital|accident|pakda|phas|fas|stuck|kho gaya|toot|टूट|खो|emergency|urgent|jaldi|जल्दी|naya number|new number|phone lost) ~ (bhej*|भेज*|send|dal do|daal do|daal|transfer|help|डाल|paise|पैसे|#)
    (papa|mummy|mama|beta|bua|bhai|bro|dad|mom|uncle|chacha|पापा|बेटा|मम्मी|मामा|दोस्त|yaar|beta) ~ (hospital|musibat|accident|police|new number|naya number|phone|अस्पताल|मुसीबत|phas*|help|मदद|jaldi|urgent)
    (is|इस|isi|this|my|mere|neeche|given) (upi|number|account|qr|यूपीआई|नंबर|खाते|khate|link) ~ (bhej*|भेज*|send|daal*|dal|pay|transfer|jama|डाल*|# |paise)
    (bhej*|send|भेज*|transfer|pay) ~ (this|is|my|mere|given|isi|इस|बताए गए|bataye gaye|safe|rbi|verification|security) (upi|number|account|qr|यूपीआई|नंबर|खाते|khate|amount)
    (emergency|hospital|accident|operation|police station|surgery|stuck|admitted|phas*|fas*|हॉस्पिटल|अस्पताल|एक्सीडेंट|lost my) ~ (send|money|paise|need|bhej*|help|#|पैसे|भेज*|urgent|gpay|upi|transfer)`,
  /** What happens otherwise. */
  fear: `
    (challan|rto|vehicle|traffic|gadi|गाड़ी|licence|license) ~ (pay|download|link|app|seize*|suspend*|cancel*|apk|court)
    (नाम|naam|name|against|khilaf|khilaaf|खिलाफ) ~ (arrest*|warrant|वारंट|गिरफ्तारी|गिरफ्तार|case|केस|मामला|fir|video|complaint)
    (drugs|ड्रग्स|नशीले|mdma|passport*|narcotic*|illegal|अवैध) ~ (parcel|package|packet|पैकेट|पार्सल|skype|camera|video|officer|customs|अधिकारी|कैमरा|arrest)
    (packet|पैकेट|parcel|package|courier) ~ (drugs|ड्रग्स|नशीले|mdma|passport*|narcotic*|illegal|अवैध|detained|पकड़ा)
    (camera|कैमरा|call|line) ~ (chalu|on|चालू|connected|रखें)
    (family|parivar|परिवार|kisi|किसी|anyone|ghar) (ko|को) (na|mat|न|मत|nahi) (bata*|बता*|kahe*)
    (pan|पैन|aadhaar|आधार|card|कार्ड|sim|सिम|licence|policy|number) ~ (radd|रद्द|cancel*|invalid|inoperative)
    (dobara|दोबारा|again|phir) ~ (chalu|चालू|activate|start)
    (settle|delete|niptan*|निपटान*|rafa dafa|hata*) ~ (#|fee|amount|राशि|bhej*|भेज*|upi|raid)
    (kyc|केवाईसी|e kyc|ekyc|k y c|re kyc) ~ (expire*|pending|update*|suspend*|block*|incomplete|band|adhuri|adhura|complete*|verify|verification|khatam|failed|karwa*|required|अपडेट|एक्सपायर|पेंडिंग|समाप्त|अधूरी|अधूरा|करवा*|पूरा|पूरी|बंद|nahi|नहीं|poori|poora|kara*|done|not|do|document*|overdue|invalid|mandatory|link|expiry|kar*|re)
    (account|khata|khaata|card|sim|wallet|number|upi|demat|netbanking|net banking|yono|paytm|खाता|अकाउंट|सिम|कार्ड|नंबर|service|services|line|id|debit card|connection|profile|policy|aadhaar|pan|fastag|access|app) ~ (block*|suspend*|band|bandh|freeze|frozen|froze|deactivat*|expire*|closed|disabled|limited|terminate*|hold|seiz*|ब्लॉक|बंद|सस्पेंड|फ्रीज|फ्रीज़|deactivation|locked|lock|restrict*|disconnect*|compromised|hacked|blacklist*|lapse*|debit freeze|close|cancel*|nishkriya|निष्क्रिय)
    (electricity|bijli|power|light|बिजली|gas|meter|लाइट|water) ~ (cut|kat*|disconnect*|band|बंद|कट*|काट*|connection|bill|disconnection|bandh|tonight)
    (digital arrest|डिजिटल अरेस्ट|arrest warrant|non bailable|house arrest|under arrest|online arrest|video call par|वीडियो कॉल पर|skype par|camera on|skype call|on camera)
    (arrest*|giraftar*|गिरफ्तार*|warrant|वारंट|jail|जेल|custody|sajha|hathkadi) ~ (you|aap|aapke|your|against|hoga|ho|issued|naam|आप*|jari|जारी|avoid|bach*|होगी|will|kiya|jaoge|jayenge)
    (money laundering|मनी लॉन्ड्रिंग|laundering|drugs|ड्रग्स|narcotics|illegal|avaidh|अवैध|mdma|contraband|fake passport*|hawala|terror|human trafficking|trafficking|obscene|pornograph*|harassment) ~ (parcel|case|found|mila|mile|involved|account|aapke|your|naam|activity|activities|name|linked|transaction*|number|पार्सल|मिला|mile hain|मिले|कूरियर|sim|aadhaar|आपके|complaint*|detected|package|material|video*)
    (parcel|package|courier|consignment|shipment|पार्सल|कूरियर|delivery|order|packet) ~ (seized|held|hold|drugs|illegal|customs|custom|stuck|roka|ruka|return*|address|failed|incomplete|pakda|रोका|जब्त|पकड़ा|रुका|अवैध|कस्टम*|pending|undelivered|could not|pakad*|detained|reschedule|adhura|भुगतान|clear*|on hold|suspended|unable|delivered|warehouse)
    (case|fir|केस|एफआईआर|complaint|legal notice|court notice|summon*|sammon|मुकदमा|mukadma|legal action|कानूनी|lawsuit) ~ (darj|register*|against|aapke|your|filed|file|hoga|will|दर्ज|आपके|आप|kar|khilaf|खिलाफ|initiated|करेंगे|होगा|जाएगा|issued|कार्रवाई)
    (challan|चालान|e challan|echallan|traffic fine|traffic violation|parivahan|fastag|rto|toll) ~ (pending|pay|link|due|generated|issued|bharo|court|vehicle|gadi|गाड़ी|बकाया|भरें|भर*|kata|कटा|app|apk|download|jurmana|unpaid|expire*|kyc|penalty|fine|blacklist*|baki|click|check|against|overdue|cut|lok adalat)
    (trai|ट्राई|dot|telecom|telecom department|doorsanchar) ~ (disconnect*|block*|band|officer|department|calling|notice|number|from|sim|बंद|number*|2 hours|hours|authority)
    (income tax|itr|आयकर|tds|gst|tax) (refund|रिफंड|notice|credited|approved|pending|raid|dues|department|officer)
    (refund|रिफंड) ~ (approved|initiated|pending|process*|claim|click|link|credited|credit|amount|form|eligible|received|प्राप्त|apply|लिंक|failed|stuck|get|lene|paane|लेने|पाने|status)
    (suspicious|unauthorised|unauthorized|unusual|fraudulent|irregular) (activity|transaction*|login|access|payment|activities|device)
    (last|final|antim|अंतिम|आखिरी|immediate|aakhri) (warning|notice|reminder|chetavani|चेतावनी|suchna|सूचना|attention|intimation|action)
    (legal|penal|police|कानूनी|strict|criminal|court) (action|karyawahi|karwai|कार्रवाई|proceeding*|case|complaint)
    (secret|kisi ko mat|don't tell|do not tell|dont tell|confidential|किसी को|kisi ko na|kisi ko nahi|disconnect mat|don't disconnect|do not disconnect|call mat kaat*|phone mat kaat*) ~ (batana|batao|family|anyone|call|बताना|बताओ|bata*|investigation|tell|kaat*|disconnect|मत|परिवार)
    (private|nude|obscene|personal|intimate|ashleel|अश्लील) (video|videos|photo*|pic*|clip|वीडियो|फोटो|recording|images)
    (video|photos|photo|pics|वीडियो) ~ (viral|leak*|send to|contacts|upload|वायरल|youtube|relatives|family)`,
  /** In whose name. */
  authority: `
    (sebi|सेबी|rbi|आरबीआई|govt|government|sarkari|amfi|nse|bse|irdai|mca|iso|सरकार*) (regist*|approved|registered|certified|licensed|authori*|recognised|recognized|verified|reg|manyata|मान्यता*|रजिस्टर्ड|पंजीकृत|प्रमाणित|se manyata|license|licence|से|guidelines|ke|compliant|regd|backed|officer)
    (registered|licensed|certified|verified|authorised|authorized|government|govt|approved) (company|firm|advisor|analyst|platform|agent|broker|ra|ria|by sebi|by rbi|dealer|partner|expert|lender|nbfc|investment|trader|account manager|fund)
    (official|आधिकारिक|toll free|24x7|customer|कस्टमर|grahak|ग्राहक|tech|technical|live|service|backend|head) (helpline|support|customer|care|team|desk|number|agent|handle|page|group|channel|executive|सेवा|केयर|सहायता|हेल्पलाइन|नंबर|office|account|seva|department)
    (customer care|customer support|help desk|helpdesk|helpline|हेल्पलाइन|कस्टमर केयर|support team|care number|support number|helpline number|complaint number|toll free number)
    (bank|बैंक|sbi|hdfc|icici|axis|kotak|rbi|paytm|phonepe|gpay|google pay|cbi|सीबीआई|ed|crime branch|क्राइम ब्रांच|customs|custom|narcotics|cyber cell|cyber crime|police|पुलिस|court|telecom|trai|income tax|electricity|bijli vibhag|zerodha|groww|upstox|angel one|dhan|lic|epfo|uidai|fedex|dhl|india post|amazon|flipkart|insurance|policy|npci|sebi|pension|जीवन प्रमाण|bijli|supreme court|mumbai police|delhi police|blue dart|airport|credit card|card|एसबीआई|पेंशन|loan|courier) (manager|officer|team|department|support|se|से|branch|official|executive|head office|inspector|adhikari|अधिकारी|employee|desk|agent|representative|care|helpdesk|wallet|headquarter*|authority|vibhag|विभाग|ki taraf|की|की तरफ|kyc|verification|control room|office|ki or|division|notice|message|alert|cell|police|customer)
    (officer|inspector|adhikari|अधिकारी|sub inspector|commissioner|dcp|acp|इंस्पेक्टर|advocate|relationship manager|senior officer|head constable|deputy) (bol|speaking|bol raha|calling|here|se baat|बोल|sharma|singh|verma|kumar|se|से|from|of|ne|ko)
    (speaking|calling|bol|baat|बोल|बात) (from|raha|rahe|rahi|kar|रहा|रहे|रही|कर)
    (regarding|about) your
    (main|mai|hum|मैं|हम|i am|this is|we are|यह) ~ (se bol|bank se|से बोल|bol rahe|बोल रहे|department se|from|विभाग से|ki taraf|calling from|office se|team of|हूं बैंक|speaking)`,
  /** Proof by others. */
  testimony: `
    (thanks|thank|thanx|grateful|dhanyavaad|shukriya|धन्यवाद|शुक्रिया|credit|kudos|hats off|god bless) ~ (to|sir|madam|mam|him|her|mentor|team|mrs|mr|expert|group|सर|मैडम|⟨handle⟩|goes|ji|for helping|whose|prof*)
    (highly|strongly|truly|definitely) (recommend|recommended)
    (recommend|suggest|introduce*|refer*) (him|her|them|this|you|everyone|to|his|my|the group|me to)
    (i|maine|humne|my|मैंने|we|just|bhai maine) ~ (made|earned|received|withdrew|kamaye|kamaya|kama|profit|got|withdrawal|withdrawn|mila|mile|कमाए|कमाया|मिले|मिला|cashed|booked|nikale) ~ (#|profit|lakh*|return*|payout|payment|today|sir|every|लाख|हजार|ki|से|in|se|with|from)
    (changed|change|badal) ~ (my|meri|mera|zindagi|life|ज़िंदगी|जिंदगी|lives)
    (best|trusted|legit|genuine|real|honest|reliable|trustworthy|top|number #|bharosemand|भरोसेमंद|no #) (trader|mentor|analyst|guide|group|channel|expert|manager|platform|company|service|broker|hacker|advisor|site|app|advice|agent|teacher|person|investment|forex|adviser|टीम|ग्रुप|team|man|lady|tips|source|academy)
    (#%|fully|totally|completely|pure|ekdum|bilkul|पूरी तरह|bilkul|शत प्रतिशत|purely|very) (genuine|legit|real|safe|legal|trusted|asli|surakshit|असली|सुरक्षित|वास्तविक|authentic|secure|sach|accurate|working|safe|risk free|original|transparent|government|honest|confirm|sure)
    (proof|proofs|screenshot*|testimonial*|payment proof|withdrawal proof|सबूत|saboot|results|feedback|reviews|स्क्रीनशॉट) (available|mil*|dekh*|attached|bhej*|de*|on|hai|with|below|मिल*|दे*|check|see|share*|daily|के|me|in|given|guaranteed|diya)
    (she|he|they|sir|madam|mentor|admin|prof*|wo|vo|team|⟨handle⟩|expert) ~ (helped|taught|guided|guides|made me|showed|recovered|got me|trades|changed|guide kar*|sikha*|gave me|helps|earned me|works|can help|handles|manages)
    (never|kabhi) (disappoint*|fails|failed|dhokha nahi|loss nahi)
    (fraud|scam|dhokha|फ्रॉड|धोखा|froud) (nahi|nahin|नहीं|free|mat samjh*|na samjh*|नही|nhi)
    (no|not|zero|never|without|koi|कोई) (a)? (scam|fraud|fake|froud|dhokha|फ्रॉड|धोखा|scams|cheating|jhansa)
    (join*|jud*|trust|bharosa|भरोसा|जुड़*) ~ (# lakh|# people|thousands|hazaron|lakhs of|happy|#|हजारों|लाखों|satisfied|others|members)
    (#|thousands|lakhs|many|hundreds|hazaron|हजारों|लाखों) (members|people|students|clients|investors|users|log|traders|लोग|सदस्य|families|subscribers|happy) ~ (already|trust*|join*|earn*|kama*|satisfied|profit*|happy|jud*|benefit*|जुड़*|कमा*|with us|le rahe|making)
    (today's|todays|aaj ka|aaj ki|kal ka|yesterday|yesterdays|आज का|last week|today|last month|this week) ~ (profit|call|jackpot|मुनाफा|munafa|booked|calls|target hit|profits|trades|gain|performance)
    (target|all targets) (hit|achieved|done|blast)
    (our|hamare|my|mere|हमारे) (members|clients|students|subscribers|users|मेंबर|investors|followers|group members|traders|vip members) ~ (profit|earn*|kama*|made|making|daily|got|booked|कमा*|happy|already|le|mila|exited|enjoy*|book)`,
} as const
