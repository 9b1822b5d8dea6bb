export const oneMoment = 'बस एक पल'
export const tooManySearches = (when: string) => `थोड़ी देर में बहुत सारी खोजें हो गईं। कृपया ${when} फिर कोशिश करें।`
export const inSeconds = (seconds: number) => `${seconds} सेकंड बाद`
export const inMinutes = (minutes: number) => `${minutes} मिनट बाद`
export const inHours = (hours: number) => `${hours} घंटे बाद`
export const withinDays = (days: number) => `${days} दिन के भीतर`
export const withinHours = (hours: number) => `${hours} घंटे के भीतर`
export const titleWithinDays = (days: number) => `${days} दिन के भीतर`
export const titleWithinHours = (hours: number) => `${hours} घंटे के भीतर`
