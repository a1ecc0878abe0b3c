/** The If-Match header of a version; empty for a record without one, as other servers send. */
export function ifMatch(version: number | undefined): { header?: { 'If-Match': string } } {
  return version ? { header: { 'If-Match': `"${version}"` } } : {}
}
