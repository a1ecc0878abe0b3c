/** How the caches begin in which the counter's worker keeps the app. */
export const cachePrefix = 'axioma-counter'

/** What a page tells a newer worker that waits. */
export const workerWords = {
  /** Somebody wants it now. */
  takeOver: 'axioma take over',
  /** A page has just been loaded: it may begin unless another one is open. */
  takeOverAlone: 'axioma take over alone',
} as const
