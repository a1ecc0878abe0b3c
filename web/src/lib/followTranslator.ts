/**
 * Loads translator support when a browser first translates the page (decision 0025). The returned
 * function stops it.
 */
export function followTranslator(page: Document): () => void {
  const mutations: MutationRecord[] = []
  const observer = new MutationObserver((records) => {
    const isFirst = mutations.length === 0
    if (isFirst && !records.some(addsTranslation)) return
    mutations.push(...records)
    if (isFirst) void keep().catch(() => undefined) // it cannot load offline
  })
  let stop = () => observer.disconnect()
  const keep = async () => {
    const { keepTextThroughTranslation } = await import('./translatedText')
    mutations.push(...observer.takeRecords())
    observer.disconnect()
    stop = keepTextThroughTranslation(page, mutations)
  }
  observer.observe(page, { childList: true, subtree: true })
  return () => stop()
}

function addsTranslation({ addedNodes }: MutationRecord): boolean {
  return [...addedNodes].some(({ nodeName }) => nodeName === 'FONT')
}
