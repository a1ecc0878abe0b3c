interface Hour {
  visits: number
}

/** The first hour with the most visits, and whether another has as many. There must be an hour. */
export function findBusiestHour<H extends Hour>(hours: readonly H[]): { busiest: H; isTie: boolean } {
  const busiest = hours.reduce((most, hour) => (hour.visits > most.visits ? hour : most))
  return { busiest, isTie: hours.filter(({ visits }) => visits === busiest.visits).length > 1 }
}
