import { sayNumber } from '@/lib/numbers'

const registrations = (count: number) => `${sayNumber(count)} ${count === 1 ? 'registro' : 'registros'}`

export const unverifiedTexts = {
  unusual: {
    title: 'Más registros sin confirmar de lo normal',
    detail: (day: string, count: number) =>
      `${registrations(count)} del ${day} no han confirmado su teléfono ni han venido. Si no los esperabas, puede que alguien rellene tu formulario con teléfonos ajenos. Tus clientes pueden seguir registrándose.`,
    look: 'Ver y descartar',
  },
  all: {
    open: (count: number) => `Registros sin confirmar (${sayNumber(count)})`,
    title: 'Registros sin confirmar',
    detail:
      'Se registraron con el formulario en los últimos 30 días y desde entonces no se sabe nada: ni teléfono confirmado, ni visitas, ni ninguna otra señal. Muchos son de clientes que aún vendrán.',
    day: (day: string, count: number) => `${day}: ${registrations(count)}`,
    look: (day: string) => `Ver los registros del ${day}`,
  },
  preview: {
    title: (day: string) => `Descartar los registros del ${day}`,
    confirm: (count: number) => `Descartar ${registrations(count)}`,
    busy: 'Descartando…',
    loading: 'Cargando…',
    failed: 'No se pudieron cargar los registros.',
    notDiscarded: 'No se pudieron descartar los registros.',
    none: 'Ya no queda ninguno sin confirmar.',
    detail:
      'Ninguno es de alguien que haya venido, confirmado su teléfono o dado otra señal. Puedes recuperarlos durante 30 días; después se borran sus datos.',
    more: (count: number) => `y ${sayNumber(count)} más`,
  },
  discards: {
    title: (count: number) => `Has descartado ${registrations(count)}`,
    detail: (day: string, until: string) =>
      `Se registraron el ${day}. Puedes recuperarlos hasta el ${until}; después se borran sus datos.`,
    restore: 'Recuperarlos',
    restoring: 'Recuperando…',
  },
} as const
