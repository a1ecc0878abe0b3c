/** Fragments of the control panel that its figures lead to. */
export const places = { faults: 'avisos', businesses: 'negocios', installation: 'instalacion' } as const
