import React from 'react'

// Adds what jsdom lacks or does too slowly. Loaded once per page; setup.ts, once per file.

// jsdom cannot open dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

// Toasts use this for swipes.
HTMLElement.prototype.setPointerCapture = function setPointerCapture() {}

// jsdom has no layout, so nothing scrolls.
Element.prototype.scrollIntoView = () => undefined

// jsdom has no object URLs.
URL.createObjectURL = () => 'blob:kept'
URL.revokeObjectURL = () => undefined

// Toasts pause while the page is hidden, so that none expires on a busy machine.
Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })

// A toast fades in by an effect; tests must see it at once.
const seenAtOnce = document.createElement('style')
seenAtOnce.textContent = '[data-sonner-toast] { opacity: 1 !important }'
document.head.append(seenAtOnce)

// React captures a stack per element for its warnings, which costs a fourteenth of the run time. It
// stops once this counter is high.
const internals = (React as { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: object })
  .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE
if (internals) {
  const many = { get: () => Number.MAX_SAFE_INTEGER, set: () => undefined }
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', many)
}

// jsdom scans the whole page for an id although it has an index.
findIdsQuickly(Document.prototype)
findIdsQuickly(Element.prototype)
findIdsQuickly(DocumentFragment.prototype)

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
 * Queries by role and name request hundreds of styles, and jsdom scans its style sheet for each: a third of
 * the tests' time. Elements of the same kind without own styles have the same display.
 */
function cacheComputedStyles(view: Window) {
  const compute = view.getComputedStyle.bind(view)
  const kinds = new Map<string, DisplayStyle>()

  function kindShown(element: Element): DisplayStyle {
    const kind = kindOf(element)
    const cachedStyle = kinds.get(kind)
    if (cachedStyle) return cachedStyle
    const { display, opacity } = compute(element)
    kinds.set(kind, { display, opacity })
    return { display, opacity }
  }

  function computeInherited(name: 'visibility' | 'pointerEvents', initial: string, element: Element): string {
    if (!isPlain(element)) return compute(element)[name]
    return element.parentElement ? computeInherited(name, initial, element.parentElement) : initial
  }

  view.getComputedStyle = (element, pseudo) => {
    if (pseudo || !isPlain(element)) return compute(element, pseudo)
    const answers: Record<string | symbol, () => unknown> = {
      display: () => kindShown(element).display,
      opacity: () => kindShown(element).opacity,
      visibility: () => computeInherited('visibility', 'visible', element),
      pointerEvents: () => computeInherited('pointerEvents', 'auto', element),
      'pointer-events': () => computeInherited('pointerEvents', 'auto', element),
      getPropertyValue: () => (name: string) =>
        (answers[name] ?? (() => compute(element).getPropertyValue(name)))(),
    }
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => (answers[name] ?? (() => Reflect.get(compute(element), name)))(),
    })
  }
  return compute
}

type DisplayStyle = Pick<CSSStyleDeclaration, 'display' | 'opacity'>

/** The properties by which the browser's style sheet decides the display. */
function kindOf(element: Element): string {
  const attributes = ['open', 'popover', 'type'].map((name) => String(element.getAttribute(name)))
  return [element.namespaceURI, element.localName, ...attributes].join(' ')
}

/** True without styles of its own: only sonner adds a style sheet, for its own elements. */
function isPlain(element: Element): boolean {
  if (element.localName === 'summary' || element.localName === 'html') return false
  return !element.getAttributeNames().some((name) => isSpecial.test(name))
}

const isSpecial = /^(style|hidden|dir)$|^data-sonner|^data-(x|y)-position$/
