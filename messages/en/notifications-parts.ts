export const notSaved = 'Not saved'
export const thereWasAnErrorPlease = 'There was an error. Please try again.'
