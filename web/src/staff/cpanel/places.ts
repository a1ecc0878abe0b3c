export const places = { faults: 'avisos', businesses: 'negocios', installation: 'instalacion' } as const
