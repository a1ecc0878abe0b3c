export const cachePrefixes = { counter: 'axioma-counter', portal: 'axioma-portal' } as const

export const workerMessages = {
  /** Sent when the user asks for the update. */
  takeOver: 'axioma take over',
  /** Sent by a newly loaded page: take over unless another page is open. */
  takeOverAlone: 'axioma take over alone',
} as const
