/** Parts of a URL. The JavaScript engine of the rendering server has no URL class. */
export interface Address {
  pathname: string
  search: string
  searchParams: { get: (name: string) => string | null | undefined; has: (name: string) => boolean }
}
