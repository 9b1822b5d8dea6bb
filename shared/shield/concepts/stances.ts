// What shows that somebody tells, warns, asks, or talks of something else. The language of the lines is that of offers.ts.

export const STANCES = {
  /** Told of somebody else, in the past. */
  report: `
    (got|received|getting|get|receiving|keep getting|aaya|aayi|mila|आया|आई|मिला|aa rahe|आ रहे|aate|आते) (a|an|this|these|many|another|some|one|random|message|call|calls|sms|mail|email|messages|spam|such|unknown|multiple|daily|the same)
    (call|phone|message|sms|mail|link|msg|email|request|whatsapp|कॉल|फोन|मैसेज|लिंक|एसएमएस|ईमेल) (aaya|aayi|aa raha|aaye|aata|mila|आया|आई|आ रहा|आए|आता|मिला|aa rahi|aa rahe|aya|ayi|आ रहे|आते|tha|थी|था|received|came)
    (someone|somebody|a guy|a man|a woman|a lady|a stranger|stranger|some guy|some people|caller|the caller|kisi ne|किसी ने|ek aadmi|एक आदमी|ek ladki|एक लड़की|unknown number|koi banda|koi aadmi|unhone|usne|उन्होंने|उसने|uncle ne|they|woh log|वो लोग|वे लोग|he|she|ek banda|ek banday|koi|कोई|scammer*|fraudster*|thug*|thag|ठग*|group admin|the admin|the group|the app|one guy|one lady|ek number|एक व्यक्ति|agent ne|the so called) ~ (called|messaged|asked|asks|sent|added|said|says|claimed|claims|claiming|told|tells|wanted|wants|demanded|demands|promised|promises|offered|offers|kaha|bola|boli|bole|maanga|mange|maang|कहा|बोला|बोली|मांगा|मांगे|मांग|भेजा|bheja|texted|dmed|pinged|convinced|keeps|kept|tried|trying|asking|promising|saying|sends|insisted|impersonat*|pretend*|pressur*|showed|got|took|le|ठग*|thag*|lure*|steal*|stole|contact*|guarantee*)
    (bol|kah|keh|बोल|कह|maang|mang|मांग|bhej|de|भेज) (raha|rahe|rahi|रहा|रहे|रही) (tha|the|thi|था|थे|थी|hai|hain|है|हैं)
    (said|told|asked|asks|claimed|claims|claiming|demanded|insisted|offered|promised|pretended|pretending|impersonat*|called) (me|us|my|he|she|that|they|to|for|ki|his|her|it|i|by|from|saying|as|himself)
    (my|mere|meri|hamare|मेरे|मेरी|हमारे|our) (father|mother|dad|mom|uncle|aunt|neighbour|neighbor|friend|colleague|cousin|wife|husband|grandfather|grandmother|in law|father in law|brother|sister|parents|papa|mummy|dost|chacha|padosi|nana|dadi|dada|mausi|sasur|bhai|behen|पिता|पिताजी|पापा|मां|माँ|माताजी|दोस्त|चाचा|पड़ोसी|भाई|ससुर|पत्नी|दादी|नानी|maa|mama|office|society|roommate|boss|relative|jija|bua|मामा|मौसी|बुआ|father's|mother's|बहन)
    (main|maine|मैंने|i|we|humne|हमने) (refused|blocked|ignored|hung|reported|cut|block|report|mana|kaat|disconnect*|मना|ब्लॉक|रिपोर्ट|did not|didn't|didnt|never|deleted|almost|nearly|left|immediately|complained|filed|exited|शिकायत|विश्वास|kabhi|nahi|नहीं|turant|तुरंत)
    (i was|was|got|been|i have been) (added|contacted|asked|approached|cheated|scammed|told|lured|duped|defrauded|tricked|conned|forced|threatened|robbed|shown|promised|called|kicked|removed)
    (added|add) (me|kar diya|hua|kiya|my|किया|कर दिया) ~ (group|to|in|telegram|whatsapp|ग्रुप)
    (claiming|pretending|posing|claims|masquerading|impersonating|khud ko|अपने को|खुद को) ~ (to be|as|from|batata|batakar|बताकर|बता*|kehkar|bata*|be|कहकर)
    (news|article|reported|report|according|police said|sebi said|rbi said|khabar|खबर|paper|sebi ne|rbi ne|सेबी ने|आरबीआई ने|police ne|पुलिस ने|अखबार|times of|circular|advisory|press release|order against|the order|barred|banned|raided|arrested|ed attached|busted|गिरफ्तार)`,
  scamword: `
    (scam*|fraud*|frod|froud|fake|dhokha|dhokhadhadi|dhokhebaaz|thag*|thagi|farzi|farji|nakli|jhansa|jhanse|phishing|phished|cheat*|cheater*|loot*|ponzi|pyramid|conman|con artist|swindl*|hoax|bogus|vishing|smishing|spoof*|imposter*|impersonat*|impostor*|skimming|duped|malware|trojan|spam|spammer*|धोखा|धोखाधड़ी|फ्रॉड|ठग|ठगी|ठगों|फर्जी|नकली|झांसा|झांसे|स्कैम|लूट|फिशिंग|जालसाज*|jaalsaaz*|chit fund|bakwas|jhooth*|झूठ*|misleading|mis selling|misselling|unsolicited|too good|mule|mules|finfluencer*)`,
  warn: `
    (beware|careful|alert|savdhan|savdhaan|satark|stay away|avoid|watch out|cautious|caution|vigilant|सावधान|सतर्क|सावधानी|होशियार|dhyan rakh*|ध्यान रख*|bach ke|bachke|bacho|bachiye|bachna|बचें|बचकर|बचो|बचना|red flag*|awareness|jagruk*|जागरूक*|psa|be aware|public service|heads up|chaukanna|khabardar|खबरदार|door rahe*|दूर रहें|दूर रहो|दूर रहिए|dur rah*|door raho|be wary|warning signs|warned|warns|reminder|fyi|public interest|saavdhan|safe rahe*|stay safe)
    (never|don't|dont|do not|should not|shouldn't|must not|kabhi|kabhi bhi|कभी|कभी भी|please don't|please do not) ~ (share|trust|click|pay|install|send|join|invest|give|fall|believe|download|scan|enter|disclose|transfer|respond|na|mat|mangta|maangta|maangte|ask*|मत|न|नहीं|ना|मांगता|मांगते|tell|forward|rent|lend|engage|call|approve|open)
    (mat|मत|na|ना|न) (karo|karna|kare|kijiye|do|dena|bhejo|bhejna|share|karein|kariye|jao|jaana|dijiye|करो|करना|करें|कीजिए|दो|देना|दें|भेजो|भेजना|भेजें|aao|aana|आना|आओ|आएं|bharosa|fas*|फंस*|phas*|उठाएं|click|join|download|install|खोलें|डालें|क्लिक|बताएं|batao|batana|batayein)
    (share|click|trust|bharosa|install|download|क्लिक|शेयर|भरोसा|साझा|pay|invest|join|otp|pin|link) (mat|na|nahi|मत|न|ना|नहीं|na karein)
    (doesn't|does not|doesnt|never|kabhi nahi|don't|do not|nahi|नहीं|won't|will not|can't|cannot|no|कभी नहीं|koi|कोई) ~ (ask*|maangta|mangta|maangte|mangte|मांगता|मांगते|guarantee*|need otp|require*|call you|deta|देता|calls|arrest*|request)
    (no|koi|कोई) (bank|broker|sebi|rbi|police|government|genuine|regulated|registered|real|legit|बैंक|agency|court|officer|company|one can) ~ (will|asks|ask|can|would|ever|does|nahi|kabhi|calls|guarantees|नहीं|कभी|guarantee|promise*|arrest*)
    (such|these|aise|aisi|ऐसे|ऐसी|those|इन|in sab) (scam*|fraud*|messages|calls|groups|channels|links|offers|log|logon|group|call|link|message|apps|app|schemes|ads|लोगों|कॉल|ग्रुप|मैसेज|लिंक|ऐप|झांसे|scheme|job*|tips|people|numbers|offer|websites|sites)`,
  ask: `
    (is|are|was|kya|क्या) (this|it|that|these|there|he|they|the|ye|yeh|yah|wo|woh|यह|ये|वो|वह|aisa|ऐसा|such|isme|इसमें|any|anyone) ~ (legit*|genuine|scam|safe|real|true|fraud|fake|legal|allowed|sahi|asli|sach|possible|risky|normal|phishing|सही|असली|फर्जी|सुरक्षित|सच|फ्रॉड|safe|nakli|illegal|any|trust*|correct|worth|valid|regulated|farzi|legitimate|ok|okay|taxable|good|bad|better|ठीक|theek)
    (has|did|does|is|can|could|would|will|anyone|has any) (anyone|anybody|someone|any one|else|any) ~ (used|tried|heard|know|knows|faced|here|received|got|getting|experience|else|explain|seen|tell|verify|confirm|facing|dealt|share|had|actually|have|help|recommend)
    (koi|kisi|किसी|कोई|kisi ko|किसी को) ~ (bata|batao|bataye|jaanta|pata|help|use|suggest|experience|बता|बताए|बताएं|जानता|पता|मदद|अनुभव|try|kiya|hua|idea|confirm|mila|aaya|guide|jankari|samjha*|समझा*)
    (should|shall|can|may|do|could|must|would) (i|we|my|one|he|she|it|they)
    (what|how|where|when|why|which|who|whom|whose) (should|do|can|is|are|to|does|did|would|could|will|has|happens|about|else|if|much|many|long|was|exactly|kind)
    (kya|kaise|kaha|kahan|kab|kyun|kyu|kaun|kitna|kitne|kitni|क्या|कैसे|कहां|कहाँ|कब|क्यों|कौन|कितना|कितने|कितनी|kahaan|kisko|किसे|kise) (karu|karun|kare|karna|karein|hota|hoti|pata|report|shikayat|hai|kar|करूं|करें|करना|होता|होती|पता|शिकायत|है|कर|चाहिए|chahiye|bache|bachein|बचें|lagta|milega|milta|लगता|मिलता|kiya|किया|रहेगा|rahega|sakte|सकते|hona|sa|सा|farak|फर्क|होगा|hoga|tarika|jaye|जाए|जा|ja|ho|block|verify|check|samjhe*)
    (please|plz|pls|kripya|कृपया|koi) (advise|suggest|guide|help|clarify|confirm|batao|bataye|bataiye|सलाह|बताएं|मदद|samjha*|tell|share your|explain|बताइए|salah)
    (sahi|legit|genuine|safe|asli|scam|fraud|सही|फर्जी|असली|सच|सुरक्षित|fake|real|फ्रॉड|farzi|legal|theek) (hai|h|है|hota|he|hain|lag*|लग*|or|ya|या) (kya|क्या|na|ना|?|nahi|नहीं|not|scam|fraud|fake|genuine|nakli|raha|रहा)
    (any|koi|kisi) (idea*|suggestion*|experience*|advice|thoughts|views|review*|feedback|opinion*|inputs|recommendation*|salah|alternative*|tips for|chance|way|body|member|update*)
    (looking for|need|wanted|want to|trying to|planning to|would like to) (advice|suggestion*|help|understand|know|opinion*|clarity|feedback|learn|figure|compare|views)
`,
  question: `
    ?`,
  official: `
    (1930|cybercrime|cyber crime|sanchar saathi|sancharsaathi|sachet|chakshu|scores|scores portal|smart odr|smartodr|ombudsman|lokpal|लोकपाल|cyber police|cyber cell|साइबर|साइबर सेल|consumer court|consumer forum|consumer helpline|ncrp|sebi check|tafcop|ceir|iepf|grievance*|nodal officer|irdai|bima bharosa|rbi cms|cms|1945|14448|1909|14404|nch|pgportal|cpgrams|banking ombudsman|उपभोक्ता|investor helpline)
    ⟨trusted⟩
    ⟨tollfree⟩
    (file|filed|lodge*|register*|raise*|complain*|shikayat|darj|report*|शिकायत|दर्ज|रिपोर्ट|raised|file ki|escalate*) ~ (complaint|fir|complain|report*|ticket|case|kar*|portal|police|bank|cyber|1930|करें|कराएं|करो|दर्ज|grievance|scores|dispute|ki|की|with|number|kiya|them|immediately|online|to|thana|it)
    (police|bank|cyber|पुलिस|बैंक|home|थाने|thane|nearest|the) (station|complaint|branch|cell|ko|को|mein|me|में|शिकायत|branch me|report)
    (back of|printed|official website|official site|official app|on the website|app store|play store|card ke peeche|कार्ड के पीछे|aadhikarik website|आधिकारिक वेबसाइट|passbook par|registered mobile|their website|branch jaakar|branch visit|branch jakar|sebi website|rbi website|sebi ki website|sebi site)
    (block|freeze|hotlist) (card|account|it|the|kar*|my|your|immediately|karwa*|number)`,
  lost: `
    (lost|lose|losing|gawa*|gavaye|gaye|doob*|गए|गंवा*|डूब*|गवा*|गँवा*) ~ (#|money|lakh*|savings|paise|paisa|everything|all|rs|amount|पैसे|लाख|हजार|रुपये|chale|chala|चले|crore|thousand*|rupees|hard earned)
    (fell for|fallen for|fallen victim|fell victim|fas gaya|phas gaya|fas gaye|phans|fans gay*|फंस गया|फंस गए|शिकार|shikaar|victim|shikar ho|ठगे गए|thaga gaya|thage gaye)
    (debited|deducted|kat gaye|kat gaya|kata|कट गए|कट गया|डेबिट|charged|credited|atak|अटक|atka|अटका|not credited|pending|nahi aaya|nahi aaye|reversed|reversal|delay*|अभी तक नहीं|refund nahi|नहीं आया|नहीं आए|wapas aa|rejected|nahi mila|नहीं मिला|not received|yet to|still not|double debit)
    (withdraw*|nikal*|निकाल*) ~ (not|nahi|नहीं|can't|cannot|unable|blocked|refused|stop*|na|rok|won't|wouldn't|failed|naa|possible)
    (paise|money|paisa|amount|पैसे|पैसा) (gaye|gaya|wapas nahi|doob*|chale gaye|kat*|गए|गया|चले|डूब*|फंसे|phase|fase|is gone|gone|vanished)`,
  scheme: `
    (ppf|scss|ssy|sukanya|nsc|kvp|pomis|mis|post office|lic|epf|eps|nps|apy|atal pension|rbi bond*|floating rate|g sec|gsec|gilt|t bill*|tbill*|fd|fds|rd|fixed deposit*|recurring|sgb|sovereign|treasury|pmjjby|pmvvy|senior citizen*|small savings|kisan vikas|mssc|mahila samman|annuity|endowment|जीवन|पीपीएफ|डाकघर|सुकन्या|एफडी|एलआईसी|पोस्ट ऑफिस|वरिष्ठ नागरिक|ईपीएफ|अटल पेंशन|पेंशन|किसान विकास|एनएससी|govt bond*|government bond*|vpf|pran|dicgc|deposit insurance|sum assured|surrender value|term plan|bonds|sovereign gold|credit guarantee|bank guarantee|आरडी|capital guaranteed|guaranteed return plan|gsecs|state development|sdl|rbi retail direct|retail direct|guaranteed addition*|maturity|lock in|premium)
    (section|sec|dhara|धारा) #
    #c
    (current rate|interest rate|rate of interest|byaj dar|ब्याज दर|quarterly|compounded|per annum|p a|annual|yearly|saalana|सालाना|sal|tax free|taxable|एनुअल)`,
  record: `
    ⟨longid⟩
    (utr|rrn|यूटीआर|order id|order no|order number|txn|txn id|transaction id|transaction no|ref no|reference|reference number|refrence|folio|pnr|acknowledgement|ack no|ticket no|ticket number|ticket id|complaint number|complaint no|application no|application number|docket|isin|dp id|client id|challan no|crn|srn|arn|pran|uan|ifsc|रेफरेंस|संदर्भ|शिकायत संख्या|ऑर्डर|policy no|policy number|ledger|contract note|invoice|case number|case id|fir no|service request|sr no)
    (imps|neft|rtgs|nach|mandate|autopay|ecs|chargeback|t plus|settlement|margin|payin|payout|pledge|dp charges|stt|dividend|bonus issue|split|buyback|rights issue|ex date|record date|asba|upi mandate)`,
  hedge: `
    (not a recommendation|not advice|not investment advice|not financial advice|dyor|do your own|my view|my opinion|opinion|imo|imho|personally|in my experience|i think|i feel|i believe|mere hisab|mere hisaab|meri raay|meri rai|mera manna|मेरे हिसाब|मेरी राय|mujhe lagta|मुझे लगता|disclosure|disclaimer|no recommendation|views are|just my|don't know|not sure|pata nahi|पता नहीं|consult|sebi registered advisor|fee only|check with|your risk|lagta hai|लगता है|shayad|शायद|probably|maybe|might|could be|depends|generally|usually|अक्सर|on average|historically|past performance|market risk*|at your own risk|as per|learnt|learned|lesson|sabak|सबक|galti|गलती|mistake)`,
  market: `
    (sip|mutual fund*|index fund*|expense ratio|large cap|mid cap|small cap|midcap|smallcap|largecap|elss|nifty 50|nifty50|etf|etfs|balance sheet|quarterly results|q#|eps|roe|roce|promoter holding|pledged|capex|revenue|ebitda|valuation|dividend yield|ltcg|stcg|capital gains|tax slab|new regime|old regime|itr|form 16|ais|tds|80c|80d|hra|nav|xirr|cagr|rebalanc*|asset allocation|emergency fund|term insurance|health insurance|claim settlement|portfolio|diversif*|retirement|stop loss|ema|rsi|moving average|breakout|option chain|open interest|theta|iron condor|straddle|strangle|hedging|covered call|backtest*|drawdown|म्यूचुअल फंड|सिप|एसआईपी|इंडेक्स|पोर्टफोलियो|बीमा|टैक्स|बजट|drhp|grey market premium|gmp|oversubscri*|brokerage|kite|demat|nominee|transmission|repo rate|inflation|gdp|monsoon|rupee|yield*|duration|budget)`,
} as const
