/** Empty for a record without a version, as other servers send. */
export function ifMatch(version: number | undefined): { header?: { 'If-Match': string } } {
  return version ? { header: { 'If-Match': `"${version}"` } } : {}
}
