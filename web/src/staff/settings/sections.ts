import type { Settings } from './settingsForm'

/** The sections of the settings, as the address names them (`seccion`). */
export const sections = ['negocio', 'tarjeta', 'local', 'mensajes', 'legal', 'cartel', 'equipo'] as const

export type Section = (typeof sections)[number]

/** parseSection returns the section of a search parameter; undefined without one. */
export function parseSection(said: unknown): Section | undefined {
  return sections.find((section) => section === said)
}

/** sectionOfHash returns the section of an older address, whose fragment named a part of one long page. */
export function sectionOfHash(hash: string): Section | undefined {
  const moved: Record<string, Section> = {
    tarjeta: 'tarjeta',
    'datos-legales': 'legal',
    cartel: 'cartel',
  }
  return moved[hash.replace(/^#/, '')]
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
  equipo: ['secondFactorRequired'],
}

/** isInSection tells whether a field is edited in a section. */
export function isInSection(section: Section, field: string): boolean {
  return fields[section]?.some((known) => known === field) ?? false
}

/** hasFields tells whether a section has something to save. */
export function hasFields(section: Section): boolean {
  return fields[section] !== undefined
}
