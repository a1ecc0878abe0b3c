import all from '../../../internal/loyalty/testdata/inputs.json'

/** The prefix is Spain's by default. */
export interface TypedPhone {
  prefix?: string
  typed: string
  /** E.164, formatted and masked; or the reason of the refusal. */
  phone?: string
  shown?: string
  masked?: string
  refused?: string
}

/** Lists the expected forms, or the expected question. */
export interface TypedDay {
  typed: string
  day?: string
  words?: string
  asked?: string
}

/** Lists the stored form and the search form, or the reason of the refusal. */
export interface TypedName {
  typed: string
  name?: string
  found?: string[]
  refused?: string
}

/** Shared with the server's tests. */
export const inputs: { phones: TypedPhone[]; days: TypedDay[]; names: TypedName[] } = all
