interface Option {
  value: string
  label: string
}

const countryCodes = [
  'ES',
  'PT',
  'FR',
  'IT',
  'DE',
  'GB',
  'US',
  'CA',
  'MX',
  'CO',
  'CL',
  'PE',
  'AR',
  'VE',
  'EC',
  'BO',
  'UY',
  'PY',
]

/** The zones of Spain, as people call them there. */
const spanishZones: Readonly<Record<string, string>> = {
  'Europe/Madrid': 'Península y Baleares',
  'Atlantic/Canary': 'Canarias',
}

const spanish = new Intl.Collator('es')

/** Lists the countries, with the chosen one. */
export function countryOptions(chosenCode: string): Option[] {
  const names = new Intl.DisplayNames('es', { type: 'region' })
  return withChosen(countryCodes, chosenCode).map((value) => ({ value, label: names.of(value) ?? value }))
}

/**
 * Lists the zones of Spain first, then the others by city, so that typing its first letters finds it. Includes the
 * chosen one.
 */
export function zoneOptions(chosenZone: string): Option[] {
  const usual = Object.keys(spanishZones)
  const others = [...new Set([chosenZone, ...Intl.supportedValuesOf('timeZone')])]
    .filter((zone) => !usual.includes(zone))
    .map(zoneOption)
    .sort((one, other) => spanish.compare(one.label, other.label))
  return [...usual.map(zoneOption), ...others]
}

const zoneOption = (value: string): Option => ({ value, label: zoneName(value) })

/** Names a zone by its city, as in 'Lisbon (Europe)'. */
function zoneName(zone: string): string {
  const usual = spanishZones[zone]
  if (usual) return usual
  const [city = zone, ...regions] = zone.replaceAll('_', ' ').split('/').reverse()
  return regions.length > 0 ? `${city} (${regions.reverse().join(', ')})` : city
}

function withChosen(values: string[], chosenValue: string): string[] {
  return values.includes(chosenValue) ? values : [chosenValue, ...values]
}
