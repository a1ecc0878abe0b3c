import type { Consent } from '@/api/types'

export type Purpose = Consent['kind']

export const purposes: readonly Purpose[] = ['PRIVACY', 'PROMOTIONS', 'WHATSAPP', 'EMAIL', 'SMS', 'USUAL']

/** Answers of one person at one time on one form. */
export interface Statement extends Pick<Consent, 'id' | 'at' | 'form' | 'textVersion' | 'givenBy'> {
  granted: Purpose[]
  refused: Purpose[]
}

const isSameStatement = (a: Consent, b: Statement) =>
  a.at === b.at && a.form === b.form && a.givenBy === b.givenBy && a.textVersion === b.textVersion

/** Groups the consents in their order. */
export function groupStatements(history: readonly Consent[]): Statement[] {
  const statements: Statement[] = []
  for (const { kind, granted, ...entry } of history) {
    let statement = statements.find((earlierStatement) =>
      isSameStatement({ kind, granted, ...entry }, earlierStatement),
    )
    if (!statement) {
      const { id, at, form, textVersion, givenBy } = entry
      statement = { id, at, form, textVersion, givenBy, granted: [], refused: [] }
      statements.push(statement)
    }
    statement[granted ? 'granted' : 'refused'].push(kind)
  }
  for (const { granted, refused } of statements) {
    granted.sort(byPurposeOrder)
    refused.sort(byPurposeOrder)
  }
  return statements
}

const byPurposeOrder = (a: Purpose, b: Purpose) => purposes.indexOf(a) - purposes.indexOf(b)

export function currentConsent(history: readonly Consent[], purpose: Purpose): boolean | null {
  return history.find(({ kind, stands }) => kind === purpose && stands)?.granted ?? null
}

const isMarketing = (purpose: Purpose) => purpose !== 'PRIVACY' && purpose !== 'USUAL'

export function acceptsMarketing(history: readonly Consent[]): boolean {
  return history.some(({ kind, granted, stands }) => isMarketing(kind) && granted && stands)
}
