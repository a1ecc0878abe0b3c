export const legalPageNames = ['privacidad', 'aviso', 'cookies'] as const

export type LegalPageName = (typeof legalPageNames)[number]

export function legalPath(page: LegalPageName, businessId: string | null | undefined): string {
  // The rendering server has no URLSearchParams.
  const query = businessId ? `?bid=${encodeURIComponent(businessId)}` : ''
  return `/legal/${page}${query}`
}
