export const months = ['जन॰', 'फ़र॰', 'मार्च', 'अप्रैल', 'मई', 'जून', 'जुल॰', 'अग॰', 'सित॰', 'अक्टू॰', 'नव॰', 'दिस॰']
export const thousands = (amount: string) => `${amount} हज़ार`
export const lakhs = (amount: string) => `${amount} लाख`
export const crores = (amount: string) => `${amount} करोड़`

/** The parts of the day, as they are said: 'सुबह 9:30', 'रात 9:30'. */
export function time(clock: string, hour: number): string {
  if (hour < 4 || hour >= 20) return `रात ${clock}`
  if (hour < 12) return `सुबह ${clock}`
  return hour < 16 ? `दोपहर ${clock}` : `शाम ${clock}`
}

export const today = 'आज'
export const yesterday = 'कल'
export const justNow = 'अभी-अभी'
/** In the middle of a sentence. */
export const justNowWithin = 'अभी-अभी'
export const minutesAgo = (amount: number) => `${amount} मिनट पहले`
export const hoursAgo = (amount: number) => `${amount} ${amount === 1 ? 'घंटा' : 'घंटे'} पहले`
export const daysAgo = (amount: number) => `${amount} दिन पहले`
/** CLDR: in Hindi nothing and one are singular. */
export const isOne = (amount: number) => amount <= 1
