import { createContext, useContext } from 'react'
import type { PublicBusiness } from './types'

/** What the server knew when it drew the page. The page begins with it, and asks for none of it again. */
export interface Shown {
  /** The business that the address names, or the one that the server has fixed; null where there is none. */
  business: PublicBusiness | null
  /** What stands in the fields of its form, by their names; of a box that is not ticked nothing. */
  fields?: Readonly<Record<string, string>>
}

/** Null where the server has drawn nothing, and the page asks for everything itself. */
export const ShownByServer = createContext<Shown | null>(null)

/** What the server knew when it drew the page. */
export const useShown = () => useContext(ShownByServer)
