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

const usualZones = ['Europe/Madrid', 'Atlantic/Canary']

/** Lists the countries, with the chosen one. */
export function countryOptions(chosen: string): Option[] {
  const names = new Intl.DisplayNames('es', { type: 'region' })
  return withChosen(countryCodes, chosen).map((value) => ({ value, label: names.of(value) ?? value }))
}

/** Puts the usual zones first and includes the chosen one. */
export function zoneOptions(chosen: string): Option[] {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !usualZones.includes(zone))
  return withChosen([...usualZones, ...others], chosen).map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }))
}

function withChosen(values: string[], chosen: string): string[] {
  return values.includes(chosen) ? values : [chosen, ...values]
}
