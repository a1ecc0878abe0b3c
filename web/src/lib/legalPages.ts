/** The legal pages, by the end of their address. */
export type LegalPageName = 'privacidad' | 'aviso' | 'cookies'

/** Where a legal page is; with a business it says who answers there. */
export function legalPath(page: LegalPageName, businessId: string | null | undefined): string {
  const query = businessId ? `?${new URLSearchParams({ bid: businessId })}` : ''
  return `/legal/${page}${query}`
}
