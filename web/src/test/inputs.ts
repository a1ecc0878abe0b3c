import all from '../../../internal/loyalty/testdata/inputs.json'

/** A typed phone beside a prefix (default: Spain's) and the expected results. */
export interface TypedPhone {
  prefix?: string
  typed: string
  /** E.164, formatted and masked; or the reason of the refusal. */
  phone?: string
  shown?: string
  masked?: string
  refused?: string
}

/** A typed day with its expected forms, or the expected question. */
export interface TypedDay {
  typed: string
  day?: string
  words?: string
  asked?: string
}

/** A typed name with its stored form and its search form; or the reason of the refusal. */
export interface TypedName {
  typed: string
  name?: string
  found?: string[]
  refused?: string
}

/** Inputs and results, shared with the server's tests. */
export const inputs: { phones: TypedPhone[]; days: TypedDay[]; names: TypedName[] } = all
