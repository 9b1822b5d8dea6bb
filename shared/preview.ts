// The address where a member's browser gets the HTML that a text would be stored as.
export const PREVIEW_PATH = '/site/v1/preview'
