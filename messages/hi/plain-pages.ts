import type { Part } from '../rich.ts'

export const tryAgain = 'फिर कोशिश करें'

export const underMaintenance = 'रखरखाव जारी है'
export const weAreBackSoon = 'हम जल्द लौट रहे हैं'
export const isUnderMaintenance = (site: Part) =>
  `${site} पर रखरखाव चल रहा है। थोड़ी देर के लिए पढ़ना और लिखना रुका है, और आपका लिखा हुआ सब सुरक्षित है। कृपया कुछ मिनट बाद फिर कोशिश करें।`
export const administratorsComeInHere = 'एडमिन यहाँ से आएँ'

export const tooManyPagesAtOnce = 'एक साथ बहुत सारे पेज'
export const aShortPausePlease = 'कृपया थोड़ा रुकें'
export const manyPagesWereAskedFor = (seconds: Part) =>
  `आपके कनेक्शन से थोड़े समय में बहुत सारे पेज माँगे गए। हो सकता है कि यह कनेक्शन दूसरों के साथ साझा हो, जैसा मोबाइल पर अक्सर होता है, इसलिए ज़रूरी नहीं कि वजह आप हों। कृपया ${seconds} सेकंड बाद फिर कोशिश करें।`

export const oneMoment = 'बस एक पल'
export const itIsTriedAgain = 'कुछ सेकंड में फिर कोशिश होगी।'
export const yourBrowserShows = 'आपका ब्राउज़र दिखा रहा है कि वह रोबोट नहीं है। पेज कुछ सेकंड में अपने-आप खुलेगा।'
export const triesAgainEvery = (seconds: Part) => `यह पेज हर ${seconds} सेकंड में अपने-आप फिर कोशिश करता है।`
export const manyPagesAreBeingOpened = (site: Part) => `इस समय ${site} के बहुत सारे पेज एक साथ खोले जा रहे हैं।`

export const youAreOffline = 'आप ऑफ़लाइन हैं'
export const cannotBeReached = (site: Part) =>
  `यहाँ से ${site} तक पहुँचा नहीं जा सका। ड्राफ़्ट इस ब्राउज़र में सुरक्षित हैं, और आपकी पोस्ट की हुई कोई चीज़ नहीं खोई।`

export const somethingWentWrong = (request: Part) => `हमारी ओर से कुछ गड़बड़ हुई। अनुरोध: ${request}`
