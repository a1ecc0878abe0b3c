/** Whether a path can be decoded. False if it has a broken escape sequence: mail programs may cut a link inside one. */
export function isReadablePath(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
