export const cachePrefixes = { counter: 'axioma-counter', portal: 'axioma-portal' } as const

export const workerMessages = {
  /** On the user's request. */
  takeOver: 'axioma take over',
  /** From a fresh page: take over unless another page is open. */
  takeOverAlone: 'axioma take over alone',
} as const
