/** Where an address opens. LOCAL: not from the internet. UNENCRYPTED: phones warn about it. */
export function reachOfAddress(address: string): 'EVERYWHERE' | 'LOCAL' | 'UNENCRYPTED' {
  const [, scheme = '', host = ''] = /^(https?):\/\/(\[[^\]]*\]|[^/:?#]*)/i.exec(address) ?? []
  if (isPrivateHost(host.toLowerCase())) return 'LOCAL'
  return scheme.toLowerCase() === 'https' ? 'EVERYWHERE' : 'UNENCRYPTED'
}

/** As internal/hosts classifies them. */
function isPrivateHost(host: string): boolean {
  if (host.startsWith('[')) return /^\[(::1\]|f[cd]|fe[89ab])/.test(host)
  if (/^\d+(\.\d+){3}$/.test(host))
    return /^(0|127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
      host,
    )
  return !host.includes('.') || /\.(localhost|local|lan|home|internal|intranet|corp|arpa)$/.test(host)
}
