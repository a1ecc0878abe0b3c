/** Copies text; false when the browser lets nobody copy. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** The way that also works on http pages, which have no clipboard: a shop may reach its server in its own network. */
function copyBySelection(text: string): boolean {
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  box.className = 'fixed top-0 opacity-0'
  // Inside an open dialog, since nothing outside of it can be selected.
  const place = document.querySelector('dialog[open]') ?? document.body
  place.append(box)
  try {
    box.select()
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    box.remove()
  }
}
