/** Whether the server can be reached at present. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(`/app-version.json?ts=${Date.now()}`, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
