/** False when the server renders the page. */
export const inBrowser = typeof document !== 'undefined'
