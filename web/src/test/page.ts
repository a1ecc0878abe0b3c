// What the page of the tests lacks.

// jsdom has dialogs that cannot be opened.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

// jsdom has no pointers to hold; the toasts hold the one that swipes them.
HTMLElement.prototype.setPointerCapture = function setPointerCapture() {}

// jsdom keeps no files that an address could lead to.
URL.createObjectURL = () => 'blob:kept'
URL.revokeObjectURL = () => undefined

// Toasts wait for whoever looks elsewhere: none goes before a busy machine has read it.
Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
