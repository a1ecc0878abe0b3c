import type { Came, Share, VisitCount } from '@/api/types'
import { sayChange, sayChangeSince, sayComparison } from '@/lib/comparison'
import { sayCount, sayEuros, sayNumber } from '@/lib/numbers'

const inSpanish = new Intl.ListFormat('es', { type: 'conjunction' })

export const texts = {
  legal: {
    title: 'Faltan tus datos legales',
    detail: 'Tus clientes tienen que poder leer quién responde de sus datos. Se tarda un minuto.',
    mend: 'Completarlos en los ajustes',
  },
  noticesFailed: {
    title: 'No se pudieron cargar todos los avisos',
    detail: 'Puede faltar algo que tengas que decidir.',
  },
  waiting: {
    title: (count: number) => `${sayCount(count, 'visita espera', 'visitas esperan')} a que decidas`,
    detail: 'Llegaron tarde, o desde un dispositivo dado de baja. No cuentan hasta que las aceptes.',
    decide: 'Ver las visitas por aceptar',
  },
  tried: {
    title: 'Alguien intenta entrar en una cuenta',
    detail: (who: readonly string[]) =>
      `Se han probado muchas contraseñas en ${who.length === 1 ? 'la cuenta' : 'las cuentas'} de ${inSpanish.format(who)}. Si no ha sido nadie del equipo, cambia la contraseña por una larga que no se use en otro sitio.`,
    team: 'Ver el equipo',
  },
  released: {
    title: (count: number) =>
      sayCount(count, 'ficha se ha quedado sin su número', 'fichas se han quedado sin su número'),
    detail:
      'Otra persona tiene ahora ese teléfono y lo ha quitado de la ficha. La tarjeta y el QR siguen siendo de tu cliente: pídele su número nuevo cuando venga.',
    since: (day: string) => `desde el ${day}`,
    seen: 'Ya lo sé',
    seenOf: (name: string) => `Ya lo sé: ${name}`,
    saving: 'Guardando…',
    more: (count: number) => `y ${sayNumber(count)} más`,
  },
  welcome: (name: string) => `Hola, ${name}`,
  shortcuts: {
    label: 'Accesos directos',
    counter: 'Escanear o buscar',
    customers: 'Lista de clientes',
    create: 'Crear cliente',
    tools: 'Herramientas del negocio',
    staff: 'Gestionar equipo',
  },
  customers: {
    title: 'Clientes',
    count: (one: boolean) => (one ? 'cliente con tarjeta' : 'clientes con tarjeta'),
    none: 'Aún no hay clientes. Pon el QR de registro a la vista, o crea el primero.',
    list: 'Ver la lista',
    failed: 'Error cargando clientes',
  },
  team: {
    title: 'Equipo',
    count: (one: boolean) => (one ? 'persona puede entrar' : 'personas pueden entrar'),
    barbers: (one: boolean) => (one ? 'barbero puede entrar' : 'barberos pueden entrar'),
    invited: (count: number) =>
      count === 1
        ? '1 persona invitada aún no ha entrado.'
        : `${count} personas invitadas aún no han entrado.`,
    none: 'Aún no hay nadie en el equipo.',
    more: (count: number) => `y ${count} más`,
    manage: 'Gestionar el equipo',
    failed: 'No se pudo cargar usuarios.',
  },
  week: {
    title: 'Tu semana',
    failed: 'No se pudo cargar la semana.',
    came: {
      question: '¿Cuántos vinieron?',
      today: 'Hoy',
      todayWords: (visits: number, fresh: number) =>
        `${visits === 1 ? 'visita' : 'visitas'}${fresh > 0 ? `, ${sayCount(fresh, 'cliente nuevo', 'clientes nuevos')}` : ''}`,
      given: (rewards: number) => sayCount(rewards, 'recompensa canjeada', 'recompensas canjeadas'),
      week: 'Esta semana',
      words: (visits: number, customers: number, fresh: number) =>
        `${visits === 1 ? 'visita' : 'visitas'} de ${sayCount(customers, 'cliente', 'clientes')}, ${fresh === 0 ? 'ninguno nuevo' : sayCount(fresh, 'nuevo', 'nuevos')}`,
      before: (now: Came, before: Came) =>
        `${sayComparison(now, before)}: ${sayChange(now.visits, before.visits)}. Hoy aún no ha terminado.`,
      change: (visits: number, before: VisitCount) => sayChangeSince(visits, before),
      rolling: 'Últimos 28 días',
      rollingWords: (visits: number) => (visits === 1 ? 'visita' : 'visitas'),
      report: 'Ver el informe',
    },
    owed: {
      question: '¿Qué se debe?',
      words: (rewards: number, customers: number) =>
        `${rewards === 1 ? 'recompensa pendiente' : 'recompensas pendientes'} de ${sayCount(customers, 'cliente', 'clientes')}`,
      kinds: (free: number, half: number, welcomes: number) => {
        const kinds = [
          free > 0 && sayCount(free, 'servicio gratis', 'servicios gratis'),
          half > 0 && sayCount(half, 'servicio al 50 %', 'servicios al 50 %'),
          welcomes > 0 && sayCount(welcomes, 'descuento de bienvenida', 'descuentos de bienvenida'),
        ]
        return `${inSpanish.format(kinds.filter((kind) => kind !== false))}.`
      },
      value: (cents: number) => `Unos ${sayEuros(cents)} a tu precio medio.`,
      noValue: '¿Cuánto es en euros?',
      /** The phone's short label. Screen readers read the rest too. */
      listShort: 'Ver a quién',
      listRest: 'se le debe',
      none: 'Nada: no hay recompensas sin canjear.',
    },
    returns: {
      question: '¿Vuelven los clientes nuevos?',
      report: 'Ver más',
      answer: ({ part, total, percent }: Share) =>
        total === 0
          ? 'Aún no hay clientes nuevos de los que hayan pasado 90 días.'
          : percent === null
            ? `De ${sayCount(total, 'cliente nuevo', 'clientes nuevos')}, ${sayCount(part, 'volvió', 'volvieron')} en los 90 días siguientes.`
            : `De cada 100 clientes nuevos, ${sayCount(percent, 'vuelve', 'vuelven')} en los 90 días siguientes (${sayNumber(part)} de ${sayNumber(total)}).`,
      card: '¿Funciona la tarjeta?',
    },
    overrides: {
      question: '¿Qué autorizó o eliminó el equipo?',
      none: 'Esta semana nadie autorizó otra visita ni eliminó ninguna.',
      report: '¿Quién lo hizo?',
      name: 'Quién',
      authorized: 'Autorizadas',
      deleted: 'Eliminadas',
    },
    lost: {
      question: '¿Quién ha dejado de venir?',
      words: (total: number) => (total === 1 ? 'cliente ha dejado de venir' : 'clientes han dejado de venir'),
      none: 'Nadie de los que suelen venir.',
      silence: (days: number, usual: number) =>
        `Hace ${sayNumber(days)} días; solía venir cada ${sayCount(Math.max(usual, 1), 'día', 'días')}`,
      greet: (name: string) => `Escribir a ${name} por WhatsApp`,
      greetShort: 'Escribir',
      greeted: (ago: string) => `Escrito ${ago}`,
      all: (count: number) => `Ver los ${sayNumber(count)}`,
      notSeen: (count: number, days: number) =>
        `${sayCount(count, 'cliente lleva', 'clientes llevan')} ${days} días o más sin venir, también los ocasionales`,
    },
  },
} as const

export const removalTexts = {
  title: (count: number) =>
    count === 1 ? 'Te piden eliminar una visita' : `Te piden eliminar ${count} visitas`,
  detail: 'Quien las registró dice que fue un error. Si las eliminas, la tarjeta pierde ese sello.',
  by: (name: string) => `la registró ${name}`,
  remove: 'Eliminar la visita',
  removeOf: (name: string) => `Eliminar la visita de ${name}`,
  removing: 'Eliminando…',
  keep: 'Dejarla',
  keepOf: (name: string) => `Dejarla: visita de ${name}`,
} as const
