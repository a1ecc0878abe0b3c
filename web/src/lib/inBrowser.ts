export const inBrowser = typeof document !== 'undefined'
