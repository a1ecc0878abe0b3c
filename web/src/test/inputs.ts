import all from '../../../internal/loyalty/testdata/inputs.json'

/** A phone as it is typed beside a prefix (Spain's when there is none), and what becomes of it. */
export interface TypedPhone {
  prefix?: string
  typed: string
  /** In E.164, as people read it, and as a barber sees it; or why it is refused. */
  phone?: string
  shown?: string
  masked?: string
  refused?: string
}

/** A day as it is typed, and the day in both its forms, or what is asked. */
export interface TypedDay {
  typed: string
  day?: string
  words?: string
  asked?: string
}

/** A name as it is typed, as it is kept, and what finds it; or why it is refused. */
export interface TypedName {
  typed: string
  name?: string
  found?: string[]
  refused?: string
}

/** What people type, and what becomes of it; the server's tests read the same file. */
export const inputs: { phones: TypedPhone[]; days: TypedDay[]; names: TypedName[] } = all
