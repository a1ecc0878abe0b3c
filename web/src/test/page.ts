import React from 'react'

// What the page of the tests lacks, or does too slowly. It is read once for each page, setup.ts for each file.

// jsdom has dialogs that cannot be opened.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

// jsdom has no pointers to hold; the toasts hold the one that swipes them.
HTMLElement.prototype.setPointerCapture = function setPointerCapture() {}

// jsdom lays nothing out: there is nothing to scroll.
Element.prototype.scrollIntoView = () => undefined

// jsdom keeps no files that an address could lead to.
URL.createObjectURL = () => 'blob:kept'
URL.revokeObjectURL = () => undefined

// Toasts wait while the page is hidden: none goes before a busy machine has read it.
Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })

// A toast becomes visible by an effect, a moment after it is there. Tests see it at once.
const seenAtOnce = document.createElement('style')
seenAtOnce.textContent = '[data-sonner-toast] { opacity: 1 !important }'
document.head.append(seenAtOnce)

// React keeps for each element of the page where it was written, for its warnings: a fourteenth of the tests' time. They name
// the components without that. It stops by itself after so many elements in a second.
const internals = (React as { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: object })
  .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE
if (internals) {
  const many = { get: () => Number.MAX_SAFE_INTEGER, set: () => undefined }
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', many)
}

// What names a field is looked for by its id: jsdom goes through the whole page, though it has an index.
findIdsQuickly(Document.prototype)
findIdsQuickly(Element.prototype)
findIdsQuickly(DocumentFragment.prototype)

/** How an element is styled by all sheets there are. */
export const computedByJsdom = cacheComputedStyles(document.defaultView as Window)

function findIdsQuickly(prototype: ParentNode & Node) {
  const find = prototype.querySelector
  prototype.querySelector = function (this: ParentNode & Node, selector: string) {
    const id = /^\[id="([^"\\]+)"\]$/.exec(selector)?.[1]
    const page = this.ownerDocument ?? (this as Node as Document)
    if (id === undefined || !this.isConnected) return find.call(this, selector)
    const first = page.getElementById(id)
    return !first || (first !== this && this.contains(first)) ? first : find.call(this, selector)
  }
}

/**
 * Roles, names and visibility ask how hundreds of elements are displayed, after every change anew, and jsdom goes through
 * its whole style sheet for each of them: a third of a test's time went there. To an element without a style of its own
 * nothing applies but that sheet, so that all of a kind are displayed alike, and visible where their parents are.
 */
function cacheComputedStyles(view: Window) {
  const compute = view.getComputedStyle.bind(view)
  const kinds = new Map<string, Shown>()

  function kindShown(element: Element): Shown {
    const kind = kindOf(element)
    const known = kinds.get(kind)
    if (known) return known
    const { display, opacity } = compute(element)
    kinds.set(kind, { display, opacity })
    return { display, opacity }
  }

  /** What an element has from those around it. */
  function inherited(name: 'visibility' | 'pointerEvents', initial: string, element: Element): string {
    if (!isPlain(element)) return compute(element)[name]
    return element.parentElement ? inherited(name, initial, element.parentElement) : initial
  }

  view.getComputedStyle = (element, pseudo) => {
    if (pseudo || !isPlain(element)) return compute(element, pseudo)
    const answers: Record<string | symbol, () => unknown> = {
      display: () => kindShown(element).display,
      opacity: () => kindShown(element).opacity,
      visibility: () => inherited('visibility', 'visible', element),
      pointerEvents: () => inherited('pointerEvents', 'auto', element),
      'pointer-events': () => inherited('pointerEvents', 'auto', element),
      getPropertyValue: () => (name: string) =>
        (answers[name] ?? (() => compute(element).getPropertyValue(name)))(),
    }
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => (answers[name] ?? (() => Reflect.get(compute(element), name)))(),
    })
  }
  return compute
}

type Shown = Pick<CSSStyleDeclaration, 'display' | 'opacity'>

/** What the sheet of the browser goes by when it displays an element. */
function kindOf(element: Element): string {
  const said = ['open', 'popover', 'type'].map((name) => String(element.getAttribute(name)))
  return [element.namespaceURI, element.localName, ...said].join(' ')
}

/** Whether an element is displayed as all of its kind: sonner alone brings a sheet, for what it marks. */
function isPlain(element: Element): boolean {
  if (element.localName === 'summary' || element.localName === 'html') return false
  return !element.getAttributeNames().some((name) => isSpecial.test(name))
}

const isSpecial = /^(style|hidden|dir)$|^data-sonner|^data-(x|y)-position$/
