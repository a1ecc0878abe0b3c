/** Empty for servers without versions. */
export function ifMatch(version: number | undefined): { header?: { 'If-Match': string } } {
  return version ? { header: { 'If-Match': `"${version}"` } } : {}
}
