/** The rendering server has no URL class. */
export interface Address {
  pathname: string
  search: string
  searchParams: { get: (name: string) => string | null | undefined; has: (name: string) => boolean }
}
