import type { FirstStep } from '@/api/types'

interface StepWords {
  title: string
  detail: string
  /** The button that marks the step as done. Undefined if the server knows from the data. */
  mark?: string
}

const steps: Record<FirstStep['step'], StepWords> = {
  LOOK: {
    title: 'Dale tu aspecto',
    detail: 'Tu logo y el color de la tarjeta y el cartel: así verán tus clientes la tarjeta.',
    mark: 'Está bien así',
  },
  LEGAL: {
    title: 'Completa tus datos legales',
    detail: 'Quién responde de los datos de tus clientes. Lo pide la ley.',
  },
  TARGETS: {
    title: 'Decide qué regala la tarjeta',
    detail: 'Cada cuántas visitas hay regalo, y el descuento de quien se registra.',
    mark: 'Está bien así',
  },
  POSTER: {
    title: 'Imprime el cartel',
    detail: 'Con su QR se registran tus clientes, cada uno con su móvil.',
    mark: 'Ya lo tengo',
  },
  STAFF: {
    title: 'Invita a tu equipo',
    detail: 'Cada persona entra con su correo: le mandas un enlace y elige su contraseña.',
    mark: 'Trabajo solo',
  },
  CUSTOMER: {
    title: 'Crea el primer cliente',
    detail: 'Créalo tú, o que se registre con el cartel.',
  },
  PAPER: {
    title: 'Trae los sellos y clientes que ya tienes',
    detail: 'Las tarjetas de papel, al venir cada cliente. Una lista, de una vez.',
    mark: 'Empiezo de cero',
  },
  STAMP: {
    title: 'Pon el primer sello',
    detail: 'En el mostrador, lee el QR del cliente o busca su teléfono.',
  },
}

export const firstStepTexts = {
  title: 'Para empezar',
  count: (doneCount: number, all: number) => `${doneCount} de ${all} hechos`,
  done: 'Hecho',
  pending: 'Pendiente',
  markOf: (title: string) => `Dar por hecho: ${title}`,
  unmark: 'Deshacer',
  unmarkOf: (title: string) => `Dejar pendiente: ${title}`,
  manual: 'Los primeros pasos, en el manual',
  paperAtCounter: 'Uno a uno en el mostrador',
  paperFromFile: 'Desde un archivo',
  allDone: 'Todo listo',
  allDoneDetail: 'Has dado todos los primeros pasos. Tu negocio está preparado para sellar.',
  understood: 'Entendido',
  paperHelp: 'Cómo se hace',
  hide: 'No mostrar más',
  steps,
}
