/** The header that names the version of a record that was seen; nothing for a server that has none. */
export function ifMatch(version: number | undefined): { header?: { 'If-Match': string } } {
  return version ? { header: { 'If-Match': `"${version}"` } } : {}
}
