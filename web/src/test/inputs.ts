import all from '../../../internal/loyalty/testdata/inputs.json'

export interface TypedPhone {
  /** Spain's by default. */
  prefix?: string
  typed: string
  /** The expected phone in E.164, or the reason of the refusal. */
  phone?: string
  shown?: string
  masked?: string
  refused?: string
}

/** A typed day with the expected day or question. */
export interface TypedDay {
  typed: string
  day?: string
  words?: string
  asked?: string
}

/** A typed name with its stored form and searches that find it, or the reason of the refusal. */
export interface TypedName {
  typed: string
  name?: string
  found?: string[]
  refused?: string
}

/** The table of inputs, shared with the server's tests. */
export const inputs: { phones: TypedPhone[]; days: TypedDay[]; names: TypedName[] } = all
