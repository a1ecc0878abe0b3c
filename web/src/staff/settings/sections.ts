import type { Settings } from './settingsForm'

/** The sections' names in the URL's query parameter `seccion`. */
export const sections = ['negocio', 'tarjeta', 'local', 'mensajes', 'legal', 'cartel', 'equipo'] as const

export type Section = (typeof sections)[number]

export function parseSection(value: unknown): Section | undefined {
  return sections.find((section) => section === value)
}

/** Returns the section of an older URL, which names it in the fragment. */
export function sectionOfHash(hash: string): Section | undefined {
  const sectionsByFragment: Record<string, Section> = {
    tarjeta: 'tarjeta',
    'datos-legales': 'legal',
    cartel: 'cartel',
  }
  return sectionsByFragment[hash.replace(/^#/, '')]
}

const fields: Partial<Record<Section, readonly (keyof Settings)[]>> = {
  negocio: ['name', 'timezone', 'country'],
  tarjeta: [
    'visitTarget',
    'vipVisitTarget',
    'halfRewardEnabled',
    'colour',
    'welcomeText',
    'barberOpenings',
    'usualEnabled',
  ],
  local: ['premisesAddress', 'premisesPhone', 'bookingUrl', 'openingHours'],
  mensajes: [
    'birthdayMessages',
    'oneMoreMessages',
    'holdBack',
    'quietFrom',
    'quietTo',
    'weekMail',
    'weekPhone',
  ],
  legal: ['legalName', 'taxId', 'legalAddress', 'contactEmail'],
  equipo: ['secondFactorRequired', 'servedByEnabled'],
}

export function isInSection(section: Section, field: string): boolean {
  return fields[section]?.some((knownField) => knownField === field) ?? false
}

export function hasFields(section: Section): boolean {
  return fields[section] !== undefined
}
