import { sayNumber } from '@/lib/numbers'

const registrations = (count: number) => `${sayNumber(count)} ${count === 1 ? 'alta' : 'altas'}`

export const unverifiedTexts = {
  unusual: {
    title: 'Más altas sin confirmar de lo normal',
    detail: (day: string, count: number) =>
      `${registrations(count)} del ${day} no han confirmado su teléfono ni han venido. Si no las esperabas, puede que alguien rellene tu formulario con teléfonos ajenos. Tus clientes pueden seguir registrándose.`,
    look: 'Ver y descartar',
  },
  all: {
    open: (count: number) => `Altas sin confirmar (${sayNumber(count)})`,
    title: 'Altas sin confirmar',
    detail:
      'Se registraron con el formulario en los últimos 30 días y desde entonces no se sabe nada: ni teléfono confirmado, ni visitas, ni ninguna otra señal. Muchas son de clientes que aún vendrán.',
    day: (day: string, count: number) => `${day}: ${registrations(count)}`,
    look: (day: string) => `Ver las altas del ${day}`,
  },
  preview: {
    title: (day: string) => `Descartar las altas del ${day}`,
    confirm: (count: number) => `Descartar ${registrations(count)}`,
    busy: 'Descartando…',
    loading: 'Cargando…',
    failed: 'No se pudieron cargar las altas.',
    notDiscarded: 'No se pudieron descartar las altas.',
    none: 'Ya no queda ninguna sin confirmar.',
    detail:
      'Ninguna es de alguien que haya venido, confirmado su teléfono o dado otra señal. Puedes recuperarlas durante 30 días; después se borran sus datos.',
    more: (count: number) => `y ${sayNumber(count)} más`,
  },
  discards: {
    title: (count: number) => `Has descartado ${registrations(count)}`,
    detail: (day: string, until: string) =>
      `Se registraron el ${day}. Puedes recuperarlas hasta el ${until}; después se borran sus datos.`,
    restore: 'Recuperarlas',
    restoring: 'Recuperando…',
  },
} as const
