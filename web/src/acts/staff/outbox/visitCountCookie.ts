/** A number of visits. Times are milliseconds of this device's clock. */
export interface VisitCount {
  count: number
  since: number
  until: number
}

/** Waiting visits, and lost visits that no user has acknowledged yet. */
export interface VisitCounts {
  waiting: VisitCount | null
  loss: VisitCount | null
}

export interface VisitCountStore {
  read: () => VisitCounts
  write: (counts: VisitCounts) => void
}

/** Seconds, beyond maxAge of visits. */
const cookieMaxAge = 73 * 60 * 60

/**
 * Stores the counts in a cookie, which browsers keep when they evict storage. The cookie exists only while
 * visits wait or a loss is unacknowledged. It contains no customer data.
 */
export function visitCountCookie(businessId: string): VisitCountStore {
  const name = `axioma_waiting_${encodeURIComponent(businessId)}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  return {
    read: () => {
      const pairs = document.cookie.split('; ').map((pair) => pair.split('='))
      const [waiting, lossText] = (pairs.find(([key]) => key === name)?.[1] ?? '').split('_')
      return { waiting: parse(waiting), loss: parse(lossText) }
    },
    write: ({ waiting, loss }) => {
      const maxAge = waiting || loss ? cookieMaxAge : 0
      // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no other way before 2025.
      document.cookie = `${name}=${format(waiting)}_${format(loss)}; Path=/; Max-Age=${maxAge}; SameSite=Strict${secure}`
    },
  }
}

function format(tally: VisitCount | null): string {
  return tally ? `${tally.count}.${tally.since}.${tally.until}` : ''
}

function parse(text = ''): VisitCount | null {
  const [, count, since, until] = /^(\d{1,6})\.(\d{1,15})\.(\d{1,15})$/.exec(text) ?? []
  return count && since && until ? { count: +count, since: +since, until: +until } : null
}
