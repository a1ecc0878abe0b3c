/** The parts of a URL that screens read. The server that renders them has no URL class. */
export interface Address {
  pathname: string
  search: string
  searchParams: { get: (name: string) => string | null | undefined; has: (name: string) => boolean }
}
