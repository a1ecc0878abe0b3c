import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// jsdom has dialogs that cannot be opened.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

// jsdom has no pointers to hold; the toasts hold the one that swipes them.
HTMLElement.prototype.setPointerCapture = function setPointerCapture() {}

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 5000 })

afterEach(cleanup)
