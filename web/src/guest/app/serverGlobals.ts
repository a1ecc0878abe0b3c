/**
 * The server's JavaScript engine has no browser API. Only what the first render uses exists here;
 * everything else throws.
 */
class Unavailable {
  format(): string {
    throw new Error('Intl is not available during server rendering')
  }
}

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
