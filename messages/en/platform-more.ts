import { type Node, type Part, rich } from '../rich.ts'

export const notSaved = 'Not saved'
export const thereWasAnErrorSaving = 'There was an error saving your choice. Please try again.'
export const thatDidNotWork = 'That did not work'
export const checkYourConnectionAndTry = 'Check your connection and try again.'
export const done = 'Done'
export const itCouldNotBeShown = 'It could not be shown here. Reload the page to see it.'
export const failedTo = (what: Part, value: Part) => `Failed to ${what}: ${value}`
export const undo = 'Undo'
export const savedJustNow = 'Saved just now'
export const savedSAgo = (seconds: Part) => `Saved ${seconds} s ago`
export const savedSAgo2 = (value: Part) => `Saved ${value} s ago`
export const savedMinAgo = (floor: Part) => `Saved ${floor} min ago`
export const youHaveUnsavedChangesFrom = (timeAgo: Node) =>
  rich('You have unsaved changes from ', timeAgo, '.')
export const continueLabel = 'Continue'
export const discard = 'Discard'
export const chooseAJPEGPNGWebP = 'Choose a JPEG, PNG, WebP or GIF picture.'
export const thePictureIsLargerThan = (round: Part) => `The picture is larger than ${round} MB.`
export const thisFileIsNotA = 'This file is not a picture that can be read.'
export const thatIsALotOf = (retryText: Part) => `That is a lot of pictures. Try again ${retryText}.`
export const yourAccountMayNotAdd = 'Your account may not add pictures.'
export const thePictureCouldNotBe = 'The picture could not be uploaded. Check your connection and try again.'
export const noAnswer = 'no answer'
export const deleting = 'Deleting...'
export const error = 'Error'
