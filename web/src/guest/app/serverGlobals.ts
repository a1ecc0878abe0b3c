/**
 * What the screens find around them when the server draws them: its engine has the language and nothing of a browser.
 * Nothing here is asked but by what a first drawing shows; the rest fails, which the tests of the server's pages see.
 */
class Unavailable {
  format(): string {
    throw new Error('the server formats nothing for people')
  }
}

/** Tells the parts of a day, in UTC. */
class DayFormat extends Unavailable {
  formatToParts(date: Date) {
    const [year, month, day] = date.toISOString().slice(0, 10).split('-')
    return Object.entries({ year, month, day }).map(([type, value]) => ({ type, value }))
  }
}

Object.assign(globalThis, {
  window: { location: { origin: '' }, addEventListener() {} },
  Intl: {
    DateTimeFormat: DayFormat,
    ListFormat: Unavailable,
    NumberFormat: Unavailable,
    RelativeTimeFormat: Unavailable,
  },
})
