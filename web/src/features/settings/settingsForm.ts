import type { Business, BusinessChanges, TargetChanges } from '@/api/types'
import type { Colour } from '@/ui/stamp-card/colours'
import { texts } from './texts'

/** The settings as they are typed. */
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
  quietFrom: string
  quietTo: string
  welcomeText: string
}

/** What is wrong with settings, by field. */
export function faultsIn({ name, visitTarget, vipVisitTarget, welcomeText }: Settings) {
  return {
    ...(!name.trim() && { name: texts.business.nameMissing }),
    ...(!isTarget(visitTarget) && { visitTarget: texts.card.targetWrong }),
    ...(!isTarget(vipVisitTarget) && { vipVisitTarget: texts.card.targetWrong }),
    ...(welcomeText.trim().length > 120 && { welcomeText: texts.welcome.tooLong }),
  }
}

function isTarget(text: string): boolean {
  const visits = Number(text)
  return text.trim() !== '' && Number.isInteger(visits) && visits >= 2 && visits <= 50
}

/** The form of a business as it is. */
export function settingsOf(business: Business): Settings {
  const { name, colour, timezone, country, halfRewardEnabled } = business
  const { birthdayMessages, oneMoreMessages, quietFrom, quietTo } = business
  return {
    name,
    colour,
    timezone,
    country,
    halfRewardEnabled,
    birthdayMessages,
    oneMoreMessages,
    quietFrom,
    quietTo,
    visitTarget: String(business.visitTarget),
    vipVisitTarget: String(business.vipVisitTarget),
    welcomeText: business.welcomeText ?? '',
  }
}

/** What of the settings is new: only that is sent. */
export function changesOf(business: Business, settings: Settings): BusinessChanges {
  const { name, visitTarget, vipVisitTarget, welcomeText, ...same } = settings
  const wanted: Partial<Business> = {
    ...same,
    name: name.trim(),
    visitTarget: Number(visitTarget),
    vipVisitTarget: Number(vipVisitTarget),
    welcomeText: welcomeText.trim() || null,
  }
  const isNew = ([name, value]: [string, unknown]) => business[name as keyof Business] !== value
  return Object.fromEntries(Object.entries(wanted).filter(isNew))
}

/** The changes that decide what cards pay; null when there are none. */
export function targetsIn(changes: BusinessChanges): TargetChanges | null {
  const { visitTarget, vipVisitTarget, halfRewardEnabled } = changes
  const targets = { visitTarget, vipVisitTarget, halfRewardEnabled }
  const said = Object.entries(targets).filter(([, value]) => value !== undefined)
  return said.length > 0 ? Object.fromEntries(said) : null
}

/** Where the half reward stands on a card of that many visits; null when the text is none. */
export function halfOf(visits: string): number | null {
  const half = Math.floor(Number(visits) / 2)
  return half >= 1 && half <= 25 ? half : null
}

/** Every half hour from one clock to another, and whichever is chosen: '21:00'. */
export function clocksBetween(
  first: string,
  last: string,
  chosen: string,
): { value: string; label: string }[] {
  const clocks = [chosen]
  for (let hour = 0; hour < 24; hour++) {
    for (const minutes of ['00', '30']) clocks.push(`${String(hour).padStart(2, '0')}:${minutes}`)
  }
  return [...new Set(clocks)]
    .filter((clock) => clock >= first && clock <= last)
    .sort()
    .map((value) => ({ value, label: value.replace(/^0/, '') }))
}
