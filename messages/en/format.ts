export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']
export const thousands = (amount: string) => `${amount}K`
export const lakhs = (amount: string) => `${amount} lakh`
export const crores = (amount: string) => `${amount} crore`
export const time = (clock: string, hour: number) => `${clock} ${hour < 12 ? 'am' : 'pm'}`
export const today = 'Today'
export const yesterday = 'Yesterday'
export const justNow = 'Just now'
/** In the middle of a sentence. */
export const justNowWithin = 'just now'
export const minutesAgo = (amount: number) => (amount === 1 ? '1 minute ago' : `${amount} minutes ago`)
export const hoursAgo = (amount: number) => (amount === 1 ? '1 hour ago' : `${amount} hours ago`)
export const daysAgo = (amount: number) => (amount === 1 ? '1 day ago' : `${amount} days ago`)
/** Whether a noun after the number is in the singular. */
export const isOne = (amount: number) => amount === 1
