import type { SettingsPart } from '@/acts/staff/settings'
import type { Business, BusinessChanges, Opening } from '@/api/types'
import { type Colour, colours } from '@/card/stamp-card/colours'
import { weekdayName, weekLines } from '@/lib/openingHours'
import { halfOf } from '@/lib/passesHalf'
import { formatPhone } from '@/lib/phone'
import type { Faults } from '@/lib/useForm'
import { findHoursFaults, placeHoursError } from './hoursFaults'
import { texts } from './texts'

export interface Settings {
  name: string
  colour: Colour
  timezone: string
  country: string
  visitTarget: string
  vipVisitTarget: string
  halfRewardEnabled: boolean
  birthdayMessages: boolean
  oneMoreMessages: boolean
  holdBack: boolean
  quietFrom: string
  quietTo: string
  weekMail: boolean
  weekPhone: string
  secondFactorRequired: boolean
  welcomeText: string
  barberOpenings: boolean
  usualEnabled: boolean
  servedByEnabled: boolean
  premisesAddress: string
  premisesPhone: string
  bookingUrl: string
  openingHours: Opening[]
  legalName: string
  taxId: string
  legalAddress: string
  contactEmail: string
}

export function faultsIn({ name, visitTarget, vipVisitTarget, welcomeText, openingHours }: Settings) {
  const [hoursFault] = findHoursFaults(openingHours)
  return {
    ...(!name.trim() && { name: texts.business.nameMissing }),
    ...(!isTarget(visitTarget) && { visitTarget: texts.card.targetWrong }),
    ...(!isTarget(vipVisitTarget) && { vipVisitTarget: texts.card.targetWrong }),
    ...(welcomeText.trim().length > 120 && { welcomeText: texts.welcome.tooLong }),
    ...(hoursFault && { openingHours: hoursFault.message }),
  }
}

function isTarget(text: string): boolean {
  const visits = Number(text)
  return text.trim() !== '' && Number.isInteger(visits) && visits >= 2 && visits <= 50
}

export function settingsOf(business: Business): Settings {
  const { name, colour, timezone, country, halfRewardEnabled } = business
  const {
    birthdayMessages,
    oneMoreMessages,
    holdBack,
    quietFrom,
    quietTo,
    weekMail,
    secondFactorRequired,
    barberOpenings,
    usualEnabled,
    servedByEnabled,
    openingHours,
  } = business
  return {
    name,
    colour,
    timezone,
    country,
    halfRewardEnabled,
    birthdayMessages,
    oneMoreMessages,
    holdBack,
    quietFrom,
    quietTo,
    weekMail,
    secondFactorRequired,
    barberOpenings,
    usualEnabled,
    servedByEnabled,
    openingHours,
    weekPhone: business.weekPhone ? formatPhone(business.weekPhone) : '',
    visitTarget: String(business.visitTarget),
    vipVisitTarget: String(business.vipVisitTarget),
    welcomeText: business.welcomeText ?? '',
    premisesAddress: business.premisesAddress ?? '',
    premisesPhone: business.premisesPhone ? formatPhone(business.premisesPhone) : '',
    bookingUrl: business.bookingUrl ?? '',
    legalName: business.legalName ?? '',
    taxId: business.taxId ?? '',
    legalAddress: business.legalAddress ?? '',
    contactEmail: business.contactEmail ?? '',
  }
}

const emptyToNull = (text: string): string | null => text.trim() || null

export const settingsPart: SettingsPart<Settings> = {
  faultsIn,
  valuesOf: settingsOf,
  fields: {
    name: (name): BusinessChanges => ({ name: name.trim() }),
    colour: (colour) => ({ colour }),
    timezone: (timezone) => ({ timezone }),
    country: (country) => ({ country }),
    visitTarget: (text) => ({ visitTarget: Number(text) }),
    vipVisitTarget: (text) => ({ vipVisitTarget: Number(text) }),
    halfRewardEnabled: (halfRewardEnabled) => ({ halfRewardEnabled }),
    birthdayMessages: (birthdayMessages) => ({ birthdayMessages }),
    oneMoreMessages: (oneMoreMessages) => ({ oneMoreMessages }),
    holdBack: (holdBack) => ({ holdBack }),
    quietFrom: (quietFrom) => ({ quietFrom }),
    quietTo: (quietTo) => ({ quietTo }),
    weekMail: (weekMail) => ({ weekMail }),
    weekPhone: (text) => ({ weekPhone: emptyToNull(text) }),
    secondFactorRequired: (secondFactorRequired) => ({ secondFactorRequired }),
    barberOpenings: (barberOpenings) => ({ barberOpenings }),
    usualEnabled: (usualEnabled) => ({ usualEnabled }),
    servedByEnabled: (servedByEnabled) => ({ servedByEnabled }),
    welcomeText: (text) => ({ welcomeText: emptyToNull(text) }),
    premisesAddress: (text) => ({ premisesAddress: emptyToNull(text) }),
    premisesPhone: (text) => ({ premisesPhone: emptyToNull(text) }),
    bookingUrl: (text) => ({ bookingUrl: emptyToNull(text) }),
    openingHours: (openingHours) => ({ openingHours }),
    legalName: (text) => ({ legalName: emptyToNull(text) }),
    taxId: (text) => ({ taxId: emptyToNull(text) }),
    legalAddress: (text) => ({ legalAddress: emptyToNull(text) }),
    contactEmail: (text) => ({ contactEmail: emptyToNull(text) }),
  },
}

/** Names the fields with errors, and the days with wrong hours. */
export function faultyNames(errors: Faults, { openingHours }: Settings): string[] {
  const fields = Object.keys(texts.fields) as (keyof typeof texts.fields)[]
  return fields
    .filter((field) => errors[field])
    .map((field) => {
      const faults = field === 'openingHours' ? placeHoursError(openingHours, errors[field]) : []
      const days = [...new Set(faults.map(({ weekday }) => weekdayName(weekday)))]
      return days.length > 0 ? texts.premises.hoursOf(days) : texts.fields[field]
    })
}

/** The fields that decide when a card earns rewards. */
export const targetFields = ['visitTarget', 'vipVisitTarget', 'halfRewardEnabled'] as const

export function displayValue(field: keyof Settings, settings: Settings): string {
  const value = settings[field]
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value !== 'string') return displayHours(value)
  return field === 'colour' ? (colours.find((colour) => colour.value === value)?.label ?? value) : value
}

function displayHours(openings: readonly Opening[]): string {
  if (openings.length === 0) return ''
  return weekLines([...openings])
    .map(({ days, hours }) => `${days}: ${hours.join(', ') || texts.premises.closed.toLowerCase()}`)
    .join('\n')
}

/** Half of the target; null if the text is invalid. */
export function halfMilestoneOf(visits: string): number | null {
  const half = halfOf(Number(visits))
  return half >= 1 && half <= 25 ? half : null
}

/** Every half hour from `first` to `last`, and the chosen time if it is another. */
export function timeOptions(
  first: string,
  last: string,
  chosenTime: string,
): { value: string; label: string }[] {
  const clocks = [chosenTime]
  for (let hour = 0; hour < 24; hour++) {
    for (const minutes of ['00', '30']) clocks.push(`${String(hour).padStart(2, '0')}:${minutes}`)
  }
  return [...new Set(clocks)]
    .filter((clock) => clock >= first && clock <= last)
    .sort()
    .map((value) => ({ value, label: value.replace(/^0/, '') }))
}
