/** Loads translator support on the first translation (decision 0025). Returns the stop function. */
export function followTranslator(page: Document): () => void {
  const seen: MutationRecord[] = []
  const observer = new MutationObserver((records) => {
    const isFirst = seen.length === 0
    if (isFirst && !records.some(addsTranslation)) return
    seen.push(...records)
    if (isFirst) void keep().catch(() => undefined) // offline the page stays as translators leave it
  })
  let stop = () => observer.disconnect()
  const keep = async () => {
    const { keepTextThroughTranslation } = await import('./translatedText')
    seen.push(...observer.takeRecords())
    observer.disconnect()
    stop = keepTextThroughTranslation(page, seen)
  }
  observer.observe(page, { childList: true, subtree: true })
  return () => stop()
}

function addsTranslation({ addedNodes }: MutationRecord): boolean {
  return [...addedNodes].some(({ nodeName }) => nodeName === 'FONT')
}
