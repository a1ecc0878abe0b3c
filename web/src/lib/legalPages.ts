/** The legal pages, by the end of their address. */
export const legalPageNames = ['privacidad', 'aviso', 'cookies'] as const

export type LegalPageName = (typeof legalPageNames)[number]

/** Where a legal page is; with a business it says who answers there. */
export function legalPath(page: LegalPageName, businessId: string | null | undefined): string {
  // The server draws this too, and has no URLSearchParams.
  const query = businessId ? `?bid=${encodeURIComponent(businessId)}` : ''
  return `/legal/${page}${query}`
}
