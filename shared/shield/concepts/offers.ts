// What somebody asks the reader to do, and where. A line an idea; `(a|b)` is a choice, `~` up to three words, `*` any ending.
// Words are compared by their sounds, so that one spelling stands for all, and Hindi may be written in either script.

export const OFFERS = {
  /** Come to me privately. */
  private: `
    (dm|pm|inbox|ping|message|msg|text|contact|whatsapp|telegram|call|reach|write|connect|talk|sms|mail|email|buzz|hmu|chat) (me|us|him|her|my|admin|sir|madam|them|to|with|our|karo|kare|karen|kijiye|kijie|kro|krein|karlo|krlo|kardo|karna|now|privately|personally|directly|today|fast|asap|only)
    (dm|inbox|pm) (for|open|fast|kar*|me|mein|par|pe|mai)
    (reach|get|be) (out|in touch) ~ (me|us|with|him|her)
    drop (me|us|a|your) (line|message|dm|number|hi|whatsapp|email|mail)
    (mujhe|mujhko|humko|hume|hame|hamein|muje) ~ (dm|inbox|message|msg|whatsapp|call|contact)
    (mujhse|humse|hamse|hamari team se|admin se|sir se) ~ (sampark|contact|baat|jud*|mile*|mil*)
    sampark (kar*|kijiye|kijie|sutra)
    संपर्क (करें|करे|कीजिए|करो|कर|सूत्र)
    बात (करें|कीजिए|करे) ~ (सर|मैडम|मेंटर|एडमिन|हमसे|मुझसे)
    (मैसेज|मेसेज|संदेश|इनबॉक्स|कॉल|फोन|व्हाट्सएप|व्हाट्सऐप|वॉट्सऐप|टेलीग्राम|डीएम) (करें|करे|करो|कीजिए|भेजें|भेजो|भेजिए|कर दें|कर|पर|में)
    (personal|private) (message|msg|chat|dm|mein|me|pe|par|number)
    (link|number|details|no|contact|id) ~ (bio|profile|dp|description|about)
    (check|see|visit|dekh*|click|open) ~ (bio|profile|dp|pinned)
    (comment|type|reply|send|likho|likhe*|bhej*) (yes|interested|done|info|start|join|hi|hello|yes or|me|1|plus)
    (send|share|drop|leave|bhej*|do) ~ (your|apna|aapka) (number|no|whatsapp|mobile|contact|details|whatsapp number|email|mail)
    apna (number|no|mobile|whatsapp|naam) ~ (bhej*|do|de|dijiye|share|drop|likh*)
    अपना (नंबर|मोबाइल|नाम|व्हाट्सएप) ~ (भेज*|दें|दीजिए|दे|लिख*)
    (interested|serious) (log|people|members|person|candidates|investors|traders|folks|wale|only|can|may|then|to)
    (interested|serious|icchuk|chahiye) ~ (dm|ping|inbox|message|contact|call|whatsapp|telegram)
    (ping|message|inbox|dm|text|whatsapp) (karo|kare|karna|karke|kr|krna|karein|kijiye|dijiye|kar)
    (whatsapp|telegram|signal|insta|instagram|skype|tg|wa|watsapp|watsap|whatsap) (me|us|par|pe|pr|on|at|no|number|id|only|link|group|channel|hai|karo)
    (व्हाट्सएप|व्हाट्सऐप|वॉट्सऐप|वाट्सऐप|वाट्सएप|वॉट्सएप|टेलीग्राम|सिग्नल) (पर|नंबर|ग्रुप|चैनल|करें|लिंक|में)
    on (telegram|whatsapp|signal|insta|instagram|tg|wa|skype)
    (move|shift|continue|talk|chat|connect) ~ (to|on) (telegram|whatsapp|signal|another|private|hangouts)
    (hit|slide) ~ (dm|dms|inbox|up)
    my (dm|dms|inbox|whatsapp|telegram|number|channel|group|id)
    dms (are)? open
    (username|handle|search) ~ (telegram|tg|insta|instagram)
    (talk|speak|chat|baat) ~ (expert|mentor|manager|advisor|analyst|guide|executive|assistant|professor|team|counsellor|receptionist)
    (chahiye|chaiye|chahie|चाहिए|चाहें|chahte|want|wants|need) (to|toh|तो|ho to|hai to|ho|it|in)? (likho|लिखें|likhe|bolo|batao|बताइए|बताएं|msg|message|bhejo|ping|aao|jaldi|inbox|dm|whatsapp)
    (no|number|naam|no chahiye|link|id|telegram|उनका) ~ (chahiye|चाहिए|wants) ~ (likho|bolo|batao|बताइए|लिखें|bata)
    (hi|hello|yes|interested|start|room|job|join) (likh*|लिख*|bhej*|भेज*|send|type)
    (send|message|type|text|comment|drop|bhejo|likho) (hi|hello|yes|start|room|job|join|interested|a hi)
    (contact|details|number|link|telegram|handle|id) ~ (on|in|same as|at) ~ (profile|bio|username|page)
    (more|details|rest|naam|name|full|baaki) (in|on|via|through) (private|dm|inbox|pm|telegram|whatsapp|group)
    (mujhse|humse|mujhko|hamse|मुझसे|हमसे) (puch*|pooch*|poochh*|पूछ*|mile*|मिल*|le lo|lo)
    (ask|pucho|puchho|poocho|puchiye|पूछिए|पूछें|poochiye) (how|kaise|कैसे|privately|for|details)
    (kaise|how) (mujhse|ask|pucho|puchho|poocho)
    (want|need|chahiye) (my|the|an|our) (deck|plan|list|invite|link|blueprint|setup|code|entry|contact)
    (want|if you want|chahiye to) ~ (invite|add you|link|in)
    (comment|reply|type) (alert|room|info|link|price|plan|details|course|guide|ready|in|me|done|now|interested)
    (wohi|wahi|only|bas|sirf) ~ (comment|message|inbox|dm|reply|msg) (kare*|karo|karein|kijiye)
    interested ?
    (photo|detail*|resume|cv|biodata|document*|id) (bhej*|भेज*|send|share|whatsapp)
    (i will|ill|will|main|main aapko|i can) (add|send|share|give|provide|guide|teach|arrange|introduce) (you|u|the link|it|everyone)
    (with|under|through) (me|us|our team|my team|sir)
    (reach|reachout) out
    ask (me|us|for|admin) ~ (how|plan|dm|link|contract|details|price|entry|privately|more|about|kaise|name|access)
    ask me
    (text|write|ping|buzz|message|msg|inbox|tell) me
    (write|writing|speak|talk) to me
    (bolo|batao|bataiye|kahiye|poocho|puchho|pucho) ~ (milwa*|link|naam|dunga|bhej*|details)
    (milwa*|मिलवा*|jodwa*|connect kara*|baat kara*) (dunga|dungi|denge|deta|do|du|दूंगा|दूंगी|sakta)
    (details|link|info|code|price|name|list|contract|brochure) (on|in|via|ke liye|by) (request|dm|inbox|private|message|mail|whatsapp|ping)
    (find|reach|catch) me (at|on|in|there|by)?
    (where|kaha) to find me
    (baat|sampark|contact|mulakat|milo|mile) (kijiye|kare|karen|karo|करें|kar lo)
    (naam|number|name|age|umar) (aur|and) (number|phone|age|umar|city|naam|mobile)
    (ruchi|ichchhuk|ichuk|icchuk|इच्छुक|रुचि) ~ (log*|व्यक्ति|हो|ho|baat|sampark|message|संपर्क|संदेश|लोग|inbox|whatsapp)
    निजी (संदेश|मैसेज|चैट|नंबर)
    (inbox|dm|ping|इनबॉक्स)
    (humare|hamare|mere|mujhse|hum se|humse|mere paas) (paas|pass|yahan)? (aao|aaiye|aa jao|milo|mile|miliye|aaye)
    (humare|hamare|mere) (paas|pass) (aao|aaiye|aa jao|aaye)
    (press|dial|dabaye*|dabao|दबाएं) #
    # (press|dial|dabaye*|dabao|दबाएं)
    (form|link|button) on my (page|profile|bio|website)
    (send|give|share|tell) me (your|a|hi|the)
    (like|retweet|react|comment) (this)? (and|aur) (send|dm|comment|follow|ping|message)
    (add|save) (me|my|this|him|her|the|our) (number|contact|on|id)`,
  platform: `
    telegram
    टेलीग्राम
    टेलिग्राम
    tele gram
    tg
    whatsapp
    watsapp
    whatsap
    watsap
    whats app
    वॉट्सएप
    वॉट्सऐप
    वाट्सएप
    व्हाट्सएप
    व्हाट्सऐप
    व्हाट्सअप
    वाट्सअप
    discord
    skype
    hangouts
    imo
    botim
    (free|vip|premium|private|paid|our|my|hamara|hamare|mera|secret|broadcast|trading|stock|investment|signal) (group|channel|community|room|grup|ग्रुप|चैनल)
    (ग्रुप|चैनल|समूह) (में|से|का|ज्वाइन|जॉइन)`,
  join: `
    join (my|our|the|vip|karo|kare|karen|kar|now|us|fast|kijiye|here|free|telegram|whatsapp|channel|group|today|before|in|immediately|premium|kro|hone|ho|krlo|karlo|this|link|via|hands)
    joining (link|open|fee|free|close*)
    (add|jod*) ~ (you|group|channel|community|aapko)
    (group|channel|grup|team|parivar|family) ~ (join|jud*|add)
    jud (jao|jaye|jaao|jayen|jaiye|jaaiye|sakte)
    jude*
    judiye
    jodiye
    जुड़ें
    जुड़े
    जुड़िए
    जुड़ने
    जुड़ो
    जुड़ जाएं
    (जॉइन|ज्वाइन|ज्वॉइन|जॉइनिंग) (करें|करे|करो|कीजिए|कर)
    subscribe (to)? (our|my|now|premium|today)
    (register|enrol|enroll|sign up|signup|apply|book|reserve) (now|today|here|karo|kare|karen|your|fast|at|via|through|on|link|with)
    (registration|admission|enrolment|entry|admissions) (open|started|closing|link|shuru|free|band)
    (रजिस्टर|रजिस्ट्रेशन|पंजीकरण|आवेदन|अप्लाई) (करें|करे|करो|कीजिए|शुरू|अभी|करवाएं)
    (seat|slot|jagah|place) (book|reserve|pakki|confirm)
    become (a)? (member|partner|premium|our|agent|distributor)
    membership
    (create|open|khol*|khulwa*) ~ (id|account|demat) ~ (link|with me|through|humse|code|bonus|today|now)
    referral (code|link)
    refer code
    click (here|now|kare|karen|karo|on|the|below|this|link|kar|immediately)
    (link|लिंक) (par|pe|पर|se|से) ~ (click|jaye*|jaakar|क्लिक|जाएं|जाकर|tap)
    (क्लिक) (करें|करे|कर|कीजिए)
    tap (here|the|on|below|link)
    (visit|open|use|follow) (the|this|below|our|given) (link|website|site|portal|url|app|page)
    (fill|bhar*) ~ (form|details|फॉर्म)
    (form|link) (niche|neeche|below|in)
    (start|begin|shuru) (today|now|earning|earn|with|kar*|kijiye|invest*|aaj|your)
    (invest|nivesh|trade) (with|now|today|here|kar*|kijiye|kare|in my|through|minimum)
    निवेश (करें|कीजिए|करे|करो)
    (book|grab|secure|claim|reserve|lock) (your|the|it|ur|now|apni|apna|a)`,
  urgent: `
    (limited|last|few|only|sirf|kewal|bas|baki|remaining|bache|final) (#|few|limited|seats|slots|time|spots|offer|chance|day|date|members|people|log|logon|entries|batch|call|warning|notice)
    # (seats|slots|spots|seat|slot|members|log|logon|people|entries|jagah|places) (left|only|remaining|baki|bache|bachi|hi|ke|available|bach*)
    (sirf|kewal|only|just|first|pehle|pahle|bas|केवल|सिर्फ|पहले|बस) # (seat*|slot*|member*|log*|people|spots|sadasya|लोग*|सीट*|सदस्य*|ghante|hours|din|minute*|घंटे|मिनट|din)
    hurry
    jaldi (kar*|se|kijiye|jud*|join|apply|contact)
    जल्दी (करें|करो|कीजिए|से|जुड़*)
    (today|aaj|tonight|abhi|tomorrow|kal|aaj raat|this week|shaam) (only|hi|tak|last|se pehle|close*|band|evening)
    (आज|अभी|कल|रात|शाम) (ही|तक)
    (turant|तुरंत|तत्काल|फौरन|fauran|immediately|urgently|asap|urgent|instantly)
    within (#|24|twenty|two|one|few|next) (hour*|minute*|hrs|min|mins|day*|h)
    # (ghante|ghanton|minute*|hours|hrs|min|mins|घंटे|घंटों|मिनट) (me|mein|ke|में|के|ke andar|or|otherwise|only)
    act (now|fast|immediately|quickly)
    right now
    (aakhri|akhri|antim|अंतिम|आखिरी|sunehra|सुनहरा|golden) (mauka|moka|din|date|chance|मौका|दिन|तारीख|chetavani|चेतावनी|opportunity|avsar|अवसर)
    (mauka|moka|मौका|chance|opportunity|अवसर) ~ (mat|na|haath|चूक*|chook*|miss|chhod*|मत|ना|गंवा*)
    (don't|dont|do not|never) miss
    miss (mat|na)
    (closing|closes|band|expires|ends|khatam) (soon|today|tonight|tomorrow|in|hone|ho)
    (warna|varna|otherwise|else|nahi to|nahin to|nahi toh|failing which|वरना|अन्यथा|नहीं तो) ~ (block|band|cut|kat*|bandh|arrest|legal|penalty|action|suspend*|jail|case|lock*|ब्लॉक|बंद|गिरफ्तार*|कट|केस|कार्रवाई|close*|deactivat*|warrant|lose|fine|jurmana|जुर्माना|freeze|seize)
    seats (filling|fill|full|going)
    (hot|best) time
    first come`,
} as const
