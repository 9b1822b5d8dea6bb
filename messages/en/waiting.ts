export const oneMoment = 'One moment, please'
export const tooManySearches = (when: string) =>
  `That was a lot of searches in a short time. Please try again ${when}.`
export const inSeconds = (seconds: number) => `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
export const inMinutes = (minutes: number) => `in ${minutes} minutes`
export const inHours = (hours: number) => `in ${hours} hours`
export const withinDays = (days: number) => `within ${days} ${days === 1 ? 'day' : 'days'}`
export const withinHours = (hours: number) => `within ${hours} ${hours === 1 ? 'hour' : 'hours'}`
export const titleWithinDays = (days: number) => `Within ${days} ${days === 1 ? 'day' : 'days'}`
export const titleWithinHours = (hours: number) => `Within ${hours} ${hours === 1 ? 'hour' : 'hours'}`
