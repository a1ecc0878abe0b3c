import all from '../../../internal/loyalty/testdata/inputs.json'

/** Spain's prefix by default. */
export interface TypedPhone {
  prefix?: string
  typed: string
  /** Expected: E.164, formatted and masked; or the reason of the refusal. */
  phone?: string
  shown?: string
  masked?: string
  refused?: string
}

/** A typed day and what it is expected to give, a day or a question. */
export interface TypedDay {
  typed: string
  day?: string
  words?: string
  asked?: string
}

/** A typed name and its expected stored and search forms, or the reason of the refusal. */
export interface TypedName {
  typed: string
  name?: string
  found?: string[]
  refused?: string
}

/** The table of inputs, shared with the server's tests. */
export const inputs: { phones: TypedPhone[]; days: TypedDay[]; names: TypedName[] } = all
