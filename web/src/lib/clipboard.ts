/** Copies the text. False if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Copies by a selection, because the clipboard API is missing over http. */
function copyBySelection(text: string): boolean {
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  box.className = 'fixed top-0 opacity-0'
  // While a dialog is open, only text inside it can be selected.
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
