/** Whether this runs in a browser, and not on the server, whose pages have to do without scripts. */
export const inBrowser = typeof document !== 'undefined'
