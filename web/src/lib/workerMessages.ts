/** How the caches begin in which our workers keep the files of the app. */
export const cachePrefixes = { counter: 'axioma-counter', portal: 'axioma-portal' } as const

/** What a page tells a newer worker that waits. */
export const workerMessages = {
  /** Somebody wants it now. */
  takeOver: 'axioma take over',
  /** A page has just been loaded: it may begin unless another one is open. */
  takeOverAlone: 'axioma take over alone',
} as const
