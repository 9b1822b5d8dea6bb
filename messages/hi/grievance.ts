import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const complaintsAboutContentAboutAn = 'किसी सामग्री, किसी खाते या आपके डेटा के रखरखाव को लेकर शिकायतें यहाँ भेजें:'
export const grievanceOfficer = (value: Node, legalEntity: Node) =>
  rich(value, 'शिकायत अधिकारी, ', legalEntity)
export const orThroughThe = 'या ऑनलाइन: '
export const throughThe = 'ऑनलाइन: '
export const contactFormSubjectReportA = 'संपर्क फ़ॉर्म, विषय “किसी सामग्री की शिकायत”'
export const tellUsTheAddressOf = (hours: Part, resolveDays: Part, hours2: Part, hours3: Part) =>
  `हमें बताएँ कि पेज का पता क्या है, उसमें क्या गलत है और आपसे संपर्क कैसे किया जाए। हम ${hours} के भीतर शिकायत मिलने की पुष्टि करते हैं और ${resolveDays} के भीतर उसका निपटारा करते हैं। जिस सामग्री की नियमों में मनाही है, वह शिकायत के ${hours2} के भीतर हटा दी जाती है। जिस सामग्री में किसी व्यक्ति को अंतरंग स्थिति में दिखाया गया हो या कोई और वह व्यक्ति बना हो, वह उसी व्यक्ति की शिकायत के ${hours3} के भीतर हटा दी जाती है।`
export const anOrderOfACourt =
  'अदालत या सरकार के सामग्री हटाने के आदेश का पालन उस समय के भीतर किया जाता है जो आदेश या नियमों में तय है; 20 फ़रवरी 2026 से यह समय तीन घंटे है।'
export const thesePeriodsComeFrom = (source: Part) => `इन समय-सीमाओं का आधार: ${source}।`
export const ifOurDecisionDoesNot = (link: Tag) =>
  rich(
    'अगर आप हमारे फ़ैसले से संतुष्ट नहीं हैं, या फ़ैसला समय पर नहीं आया, तो 30 दिन के भीतर शिकायत अपीलीय समिति (Grievance Appellate Committee) में ',
    link('gac.gov.in'),
    ' पर अपील की जा सकती है (नियम 3A)।',
  )
export const hour = 'घंटे'
export const hours = 'घंटे'
export const day = 'दिन'
export const days = 'दिन'
