type Stop = () => void

/**
 * Keeps React working under a browser's translator (decision 0025). Translators replace text nodes, so
 * React's updates stay invisible and removals throw. This restores the original nodes of a sentence before
 * a change; the translator then translates the new text. `earlierMutations` are the mutations before this call.
 */
export function keepTextThroughTranslation(
  page: Document,
  earlierMutations: readonly MutationRecord[] = [],
): Stop {
  const texts = new TranslatedTexts()
  let unpatch: Stop | undefined
  // The DOM is patched only once a translation is noticed.
  const note = (records: readonly MutationRecord[]) => {
    if (texts.note(records)) unpatch ??= patchNodes(texts)
  }
  note(earlierMutations)
  const observer = new MutationObserver(note)
  observer.observe(page, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    unpatch?.()
  }
}

const nativeParent = getterOf(Node.prototype, 'parentNode') as (this: Node) => ParentNode | null

class TranslatedTexts {
  #standIns = new WeakMap<Node, ChildNode>()
  #originals = new WeakMap<Node, Text>()

  note(records: readonly MutationRecord[]): boolean {
    let isTranslated = false
    for (const record of records) {
      for (const node of record.removedNodes)
        isTranslated = this.#noteRemoved(node, record, records) || isTranslated
    }
    return isTranslated
  }

  #noteRemoved(node: Node, record: MutationRecord, records: readonly MutationRecord[]): boolean {
    if (nativeParent.call(node)) return false
    const original = isText(node) ? node : this.#originals.get(node)
    const standIn = original && this.#replacementIn(record, records, isText(node))
    if (!standIn || standIn === original) return false
    this.#originals.delete(node)
    this.#standIns.set(original, standIn)
    this.#originals.set(standIn, original)
    return true
  }

  #replacementIn(record: MutationRecord, records: readonly MutationRecord[], onlyFonts: boolean) {
    const twin = records.find(
      (other) =>
        other !== record &&
        other.target === record.target &&
        other.addedNodes.length === 1 &&
        other.previousSibling === record.previousSibling &&
        other.nextSibling === record.nextSibling,
    )
    const beside = [...record.addedNodes, record.previousSibling, record.nextSibling]
    const candidates = [...beside, ...(twin?.addedNodes ?? [])]
    return candidates.find(
      (node): node is ChildNode =>
        node !== null &&
        !this.#originals.has(node) &&
        (isFont(node) || (!onlyFonts && isText(node))) &&
        nativeParent.call(node) === record.target,
    )
  }

  standInOf(node: Node): Node {
    return (!nativeParent.call(node) && this.#standIns.get(node)) || node
  }

  /** Includes siblings, because translators move words between nodes. */
  putBack(node: Node | null) {
    const standIn = node && this.standInOf(node)
    const parent = standIn !== node && standIn?.parentNode
    if (!parent) return
    for (const sibling of [...parent.childNodes]) {
      const original = this.#originals.get(sibling)
      if (!original || nativeParent.call(original)) continue
      this.#originals.delete(sibling)
      this.#standIns.delete(original)
      sibling.replaceWith(original)
    }
  }
}

function isText(node: Node): node is Text {
  return node.nodeType === 3
}

function isFont(node: Node): boolean {
  return node.nodeName === 'FONT'
}

function patchNodes(texts: TranslatedTexts): Stop {
  const undo = [
    patchSetter(Node.prototype, 'nodeValue', texts),
    patchSetter(CharacterData.prototype, 'data', texts),
    patchGetter('parentNode', texts),
    patchGetter('nextSibling', texts),
    patchMethod(CharacterData.prototype, 'remove', texts),
    ...['appendChild', 'insertBefore', 'removeChild', 'moveBefore'].map((name) =>
      patchMethod(Node.prototype, name, texts),
    ),
    patchMethod(Element.prototype, 'moveBefore', texts),
  ]
  return () => {
    for (const stop of undo) stop()
  }
}

function patchSetter(prototype: object, name: string, texts: TranslatedTexts): Stop {
  const native = Object.getOwnPropertyDescriptor(prototype, name)
  if (!native?.set) return () => {}
  const { set } = native
  return define(prototype, name, native, {
    ...native,
    set(this: Node, value: unknown) {
      texts.putBack(this)
      set.call(this, value)
    },
  })
}

function patchGetter(name: 'parentNode' | 'nextSibling', texts: TranslatedTexts): Stop {
  const native = Object.getOwnPropertyDescriptor(Node.prototype, name)
  if (!native) return () => {}
  const get = getterOf(Node.prototype, name)
  return define(Node.prototype, name, native, {
    ...native,
    get(this: Node) {
      return get.call(texts.standInOf(this))
    },
  })
}

/** Wraps a method, which some browsers lack. */
function patchMethod(prototype: object, name: string, texts: TranslatedTexts): Stop {
  const native = Object.getOwnPropertyDescriptor(prototype, name)
  if (typeof native?.value !== 'function') return () => {}
  const method: (...args: unknown[]) => unknown = native.value
  return define(prototype, name, native, {
    ...native,
    value(this: Node, ...args: unknown[]) {
      texts.putBack(this)
      for (const node of args) if (node instanceof Node) texts.putBack(node)
      return method.apply(this, args)
    },
  })
}

function define(
  prototype: object,
  name: string,
  native: PropertyDescriptor,
  patchedDescriptor: PropertyDescriptor,
): Stop {
  Object.defineProperty(prototype, name, patchedDescriptor)
  return () => Object.defineProperty(prototype, name, native)
}

function getterOf(prototype: object, name: string): (this: Node) => unknown {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get
  if (!get) throw new Error(`this browser's nodes have no ${name}`)
  return get
}
