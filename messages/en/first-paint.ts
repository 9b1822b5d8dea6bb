export const partsOfThisPageCould = 'Parts of this page could not be loaded. Reading, links and search work. '
export const reload = 'Reload'
