/** As much of a page's address as screens look at; the server, which draws some of them, has no URL. */
export interface Address {
  pathname: string
  search: string
  searchParams: { get: (name: string) => string | null | undefined; has: (name: string) => boolean }
}
