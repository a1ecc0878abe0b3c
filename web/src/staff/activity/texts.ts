import type { ActivityEntry, ActivityGroup } from '@/api/types'
import { sayNumber } from '@/lib/numbers'

export const groups: Record<ActivityGroup, string> = {
  VISITS: 'Visitas y sellos',
  REWARDS: 'Recompensas',
  CUSTOMERS: 'Fichas de clientes',
  PORTAL: 'Clientes en su portal',
  ACCESS: 'Entradas y cuentas',
  SETTINGS: 'Ajustes y dispositivos',
  READS: 'Descargas y consultas',
}

export const people: Record<ActivityEntry['person']['role'], string> = {
  OWNER: 'El propietario',
  ADMIN: 'Un administrador',
  BARBER: 'Un barbero',
  SUPERADMIN: 'Operador',
  CUSTOMER: 'Un cliente',
  PUBLIC: 'Alguien sin identificar',
  SYSTEM: 'Axioma',
  UNKNOWN: 'Alguien del equipo',
}

export const texts = {
  title: 'Actividad',
  intro: 'Quién hizo qué, cuándo y desde dónde. Lo último, primero.',
  platformIntro:
    'Lo que pasa en las cuentas de los operadores y en la plataforma. Lo de cada negocio está en su Actividad.',
  list: 'Lo que ha pasado',
  filters: {
    customer: 'Cliente',
    customerHelp: 'Parte del nombre, del teléfono o del correo',
    group: 'Qué',
    person: 'Quién',
    period: 'Cuándo',
    all: 'Todo',
    everyone: 'Todos',
    withoutUser: 'Clientes y automático',
    periods: {
      '': 'Siempre',
      '1': 'Hoy',
      '7': 'Últimos 7 días',
      '30': 'Últimos 30 días',
      '365': 'Último año',
    },
    oneCustomer: 'Solo lo de un cliente.',
    allCustomers: 'Ver lo de todos',
  },
  from: 'Desde',
  empty: 'Todavía no hay nada',
  emptyHint: 'Aquí aparecerá lo que haga cada persona.',
  none: 'No hay nada con estos filtros',
  noneHint: 'Prueba con otro periodo o quita algún filtro.',
  searching: 'Aún no se ha encontrado nada. Puedes seguir buscando más atrás.',
  repeated: (times: number, first: string) => `${sayNumber(times)} veces desde las ${first}`,
  older: 'Ver lo anterior',
  failed: 'No se pudo cargar la actividad.',
  file: {
    csv: 'CSV',
    xlsx: 'Excel',
    saveAs: (format: string) => `Descargar ${format}`,
    name: 'actividad',
    failed: 'No se pudo descargar la actividad.',
  },
  refused: {
    title: 'Intentos de entrar rechazados',
    intro: 'Veces que alguien no pudo entrar en los últimos 30 días, por cuenta y día.',
    none: 'Ninguno en los últimos 30 días.',
    unknown: 'Correos que no tienen cuenta',
    count: (count: number) => (count === 1 ? '1 intento' : `${count.toLocaleString('es-ES')} intentos`),
    failed: 'No se pudieron cargar los intentos.',
  },
} as const
