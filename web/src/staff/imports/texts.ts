import type { ImportField } from '@/api/types'
import { sayCount, sayNumber } from '@/lib/numbers'

const customers = (count: number) => sayCount(count, 'cliente', 'clientes')
const rows = (count: number) => sayCount(count, 'fila', 'filas')

export const texts = {
  title: 'Importar clientes',
  intro: 'Trae a tus clientes de otro programa, de una hoja de cálculo o de los contactos del móvil.',
  manual: 'Cómo se importa, en el manual',
  loadFailed: 'No se pudo cargar la importación.',
  again: 'Importar otro archivo',
  missing: {
    title: 'Esta importación no existe',
    detail: 'Puede que se haya descartado, o que sea de otro negocio.',
    back: 'Ver las importaciones',
  },

  choose: {
    title: 'Elige el archivo',
    action: 'Elegir archivo',
    drop: 'O suéltalo aquí.',
    busy: 'Enviando…',
    tooLarge: 'El archivo ocupa más de 10 MB. Divídelo en varios.',
    accepted: 'Vale un CSV, un Excel (.xlsx) o los contactos del móvil (.vcf), de hasta 10 MB.',
    copy: 'También la copia de un negocio de Axioma (.zip), tal como se descargó.',
    sources:
      'Los de Square, Fresha, Booksy, Treatwell, Salonized y Google se reconocen solos. También una hoja tuya con una columna de nombres y otra de teléfonos.',
    safe: 'Antes de importar verás qué va a pasar. Hasta entonces no se guarda ningún cliente.',
  },

  copy: {
    title: 'Es la copia de un negocio',
    restore: {
      title: 'Restaurar el negocio',
      detail:
        'Vuelve todo: clientes, tarjetas, visitas, recompensas, permisos, ajustes y logo. Los QR impresos siguen valiendo. O vuelve todo, o no se cambia nada.',
      action: 'Restaurar el negocio',
      busy: 'Restaurando…',
      stay: 'No cierres esta pantalla: si se cierra antes de terminar, no se cambia nada. Mientras tanto nadie puede entrar en el negocio.',
      leave: 'La copia se está restaurando. Si sales ahora, no se cambia nada. ¿Salir?',
      failed: 'No se pudo restaurar la copia. No se ha cambiado nada.',
      notEmpty:
        'Este negocio ya tiene clientes. La copia entera solo se restaura en un negocio vacío: pide uno a quien lleva Axioma.',
    },
    customers: {
      title: 'Importar solo los clientes',
      detail:
        'Los clientes activos con sus datos, sus sellos y su última visita, con la comprobación de siempre. Cada servicio gratis pendiente llega como una tarjeta llena.',
      omits: 'No vienen las visitas, las familias, los descuentos pendientes, los permisos ni los ajustes.',
      action: 'Comprobar los clientes',
      busy: 'Enviando…',
      failed: 'No se pudo leer la copia. No se ha importado nada.',
    },
    other: 'Elegir otro archivo',
    done: {
      title: 'Negocio restaurado',
      counts: (people: number, visits: number) =>
        `${customers(people)} y ${sayCount(visits, 'visita', 'visitas')}.`,
      accounts: (count: number) =>
        count === 1
          ? '1 cuenta del personal ha vuelto desactivada. Actívala y dale una contraseña en Equipo.'
          : `${sayNumber(count)} cuentas del personal han vuelto desactivadas. Actívalas y dales una contraseña en Equipo.`,
      renamed: (emails: string) =>
        `Estos correos ya son de otras cuentas, así que las restauradas tienen uno distinto: ${emails}.`,
      dropped: (count: number) =>
        `${sayCount(count, 'mensaje no había salido y no se envía', 'mensajes no habían salido y no se envían')}.`,
      address: 'Otro negocio tiene la dirección de tu cartel: imprímelo de nuevo.',
      list: 'Ver los clientes',
    },
  },

  columns: {
    title: 'Qué hay en cada columna',
    intro: 'Mira si está bien. Si no, cámbialo: el archivo se comprueba otra vez.',
    field: (header: string) => `Qué hay en «${header}»`,
    unnamed: (index: number) => `Columna ${index + 1}`,
    samples: 'Por ejemplo',
    noSamples: 'Columna vacía',
    filled: (count: number) => `${rows(count)} con dato`,
    ignored: 'No importar',
    unread: (count: number, headers: string) =>
      `${sayCount(count, 'columna no se importa', 'columnas no se importan')}: ${headers}.`,
    asNote: 'Guardar lo que no se importa en la nota de cada cliente nuevo',
    dateOrder: 'Cómo están escritas las fechas',
    dateOrderAsk: 'Elige cómo están escritas las fechas',
    dateOrderHelp: 'En este archivo se pueden leer de las dos maneras.',
    orders: { DMY: 'Primero el día: 3/4 es 3 de abril', MDY: 'Primero el mes: 3/4 es 4 de marzo' },
  },

  check: {
    title: 'Qué va a pasar',
    rows: 'Filas del archivo',
    new: 'Clientes nuevos',
    known: 'Ya los tienes, sin cambios',
    merged: 'Añaden datos, o están repetidas',
    skipped: 'No se importan',
    stamps: 'Sellos que traen',
    lastVisits: 'Con la fecha de su última visita',
    owed: (count: number) =>
      `${customers(count)} ${count === 1 ? 'empezaría' : 'empezarían'} con recompensa, por los sellos que ${count === 1 ? 'trae' : 'traen'}.`,
    consents: (count: number) =>
      `${rows(count)} ${count === 1 ? 'dice' : 'dicen'} si el cliente acepta publicidad. Un permiso no se importa: tiene que dártelo a ti. Lo que dice el archivo se guarda como prueba, y no se envía nada a nadie.`,
    minors: (count: number) =>
      `${customers(count)} de menos de 14 años no se ${count === 1 ? 'importa' : 'importan'}. Los añade su padre, madre o tutor desde su tarjeta, o tú desde su ficha.`,
    nothing: 'Este archivo no cambia nada: todos sus clientes están ya como en él, o no se pueden importar.',
    start: (count: number) => `Importar ${customers(count)}`,
    startWithoutCount: 'Importar',
    starting: 'Empezando…',
    drop: 'Descartar el archivo',
    dropped: 'Descartando…',
  },

  samePerson: {
    title: '¿Es la misma persona?',
    intro:
      'Estas filas tienen el teléfono o el correo de un cliente que ya tienes, con otro nombre, como «Mari» por «María». Marca las que sean la misma persona: su ficha conserva su nombre. En una familia varias personas usan el mismo teléfono: las que no marques no se importan.',
    list: 'Filas con otro nombre',
    all: (count: number) => `Todas las que se ven (${count})`,
    is: 'es',
    row: (row: number) => `Fila ${row}`,
    more: 'Hay más: se ven de 100 en 100, cuando guardas las que has marcado.',
    save: 'Guardar y comprobar otra vez',
    saving: 'Guardando…',
    unsaved: 'Has cambiado qué filas son la misma persona: guárdalo antes de importar.',
  },

  skips: {
    title: 'Filas que no se importan',
    caption: 'Filas que no se importan, con su motivo',
    row: 'Fila',
    reason: 'Motivo',
    more: (count: number) => `Se ven las primeras ${count}. Todas están en el archivo.`,
    download: 'Descargar estas filas',
    help: 'Corrígelas en el archivo y envíalo: lo que ya esté importado no se repite.',
  },

  running: {
    IMPORTING: 'Importando',
    UNDOING: 'Deshaciendo la importación',
    CHECKING: 'Comprobando el archivo',
    label: 'Filas hechas',
    /** Changes only at each quarter, so that screen readers are not interrupted often. */
    announced: (doneRows: number, all: number) => {
      const quarter = all > 0 ? Math.floor((4 * doneRows) / all) * 25 : 0
      return quarter > 0 ? `${quarter} % hecho` : ''
    },
    leave: 'Puedes salir de esta pantalla o cerrar el navegador: sigue sola.',
    mapping: 'Mientras tanto puedes revisar las columnas.',
  },

  done: {
    title: 'Importación terminada',
    endedEarly: 'La importación no ha leído todo el archivo',

    qrTitle: 'Imprime o envía sus QR',
    qr: 'No se ha avisado a ningún cliente. Imprime una etiqueta para cada uno, con su nombre y su QR, y dásela cuando venga. O escríbeles tú por WhatsApp.',
    labels: 'Descargar etiquetas (PDF)',
    labelsBusy: 'Preparando…',
    labelsHelp: 'Hojas A4 de 24 etiquetas de 70 × 37 mm.',
    write: 'Escribirles uno a uno',
  },

  greetings: {
    back: 'Volver a la importación',
    title: 'Escríbeles uno a uno',
    intro:
      'Aquí no se envía nada solo. «Escribir» abre WhatsApp con el texto puesto y lo anota; el mensaje lo envías tú, y escribir a cada uno es decisión tuya.',
    manual: 'Cómo escribirles, en el manual',
    counts: (withPhone: number, all: number) => {
      if (withPhone < all) return `${customers(all)}: ${sayNumber(withPhone)} con teléfono.`
      return `${customers(all)}, ${all === 1 ? '' : 'todos '}con teléfono.`
    },
    preview: 'Este es el texto; puedes cambiarlo en WhatsApp antes de enviarlo:',
    sampleName: 'Ana',
    failed: 'No se pudieron cargar los clientes de la importación.',
    linkFailed: 'No se pudo cargar el enlace con el que tus clientes abren su tarjeta.',
    write: 'Escribir',
    writeTo: (name: string) => `Escribir a ${name} por WhatsApp`,
    written: (when: string) => `Ya se le escribió: ${when}`,
    /** The greeting, without a link if phones cannot open it. */
    text: (firstName: string, business: string, link: string | null) =>
      link
        ? `Hola, ${firstName}. Te escribimos de ${business}: ya tienes tu tarjeta. Entra con este número en ${link} y enséñanos su QR cuando vengas. Si no puedes entrar, pídenoslo.`
        : `Hola, ${firstName}. Te escribimos de ${business}: ya tienes tu tarjeta. Pídenos tu QR cuando vengas.`,
    warnings: {
      LOCAL: {
        title: 'El mensaje no lleva el enlace a la tarjeta: solo funciona en el local',
        detail:
          'Los clientes no podrían abrirlo con su móvil. Pide a quien instaló Axioma que le ponga una dirección de internet, y vuelve aquí.',
      },
      UNENCRYPTED: {
        title: 'El mensaje no lleva el enlace a la tarjeta: no es seguro',
        detail:
          'Empieza por http, y los móviles avisan a quien lo abre. Pide a quien instaló Axioma que active https, y vuelve aquí.',
      },
    },
    noPhones: 'Ningún cliente de este archivo tiene teléfono',
    noPhonesDetail: 'Sin su teléfono no puedes escribirles. Dales su etiqueta cuando vengan.',
    none: 'No queda nadie a quien escribir',
    noneDetail: 'La importación se deshizo, o sus clientes ya no están en tu lista.',
  },

  undo: {
    action: 'Deshacer la importación',
    until: (day: string) => `Se puede deshacer hasta el ${day}.`,
    tooLate: 'Ya no se puede deshacer: han pasado más de 30 días.',
    title: '¿Deshacer la importación?',
    detail:
      'Se quitan los clientes que añadió y los sellos que trajo, y los que ya tenías quedan como estaban. Se quedan los clientes que desde entonces han venido, han canjeado algo o han cambiado: cuando termine verás cuántos y por qué.',
    confirm: 'Deshacer',
    busy: 'Deshaciendo…',
    done: 'Importación deshecha',
    removed: 'Clientes quitados',
    restored: 'Clientes que ya tenías, como estaban',
    kept: 'Clientes que se quedan',
    whyKept: 'Por qué se quedan',
  },

  failed: 'No se pudo terminar',
  failedUnknown: 'Algo falló al leer el archivo. Descártalo y vuelve a enviarlo.',

  list: {
    title: 'Importaciones de los últimos 30 días',
    empty: 'Todavía no has importado ningún archivo',
    emptyHint: 'Los que envíes aparecerán aquí durante 30 días.',
    failed: 'No se pudieron cargar las importaciones.',
    by: (who: string, when: string) => `${who} · ${when}`,
    states: {
      CHECKING: 'Comprobando',
      CHECKED: 'Sin importar',
      IMPORTING: 'Importando',
      DONE: 'Importado',
      UNDOING: 'Deshaciendo',
      UNDONE: 'Deshecho',
      FAILED: 'Con error',
    },
    rows,
  },
} as const

export const fieldNames: Record<ImportField, string> = {
  name: 'Nombre completo',
  firstName: 'Nombre',
  middleName: 'Segundo nombre',
  lastName: 'Apellidos',
  phone: 'Teléfono',
  phonePrefix: 'Prefijo del teléfono',
  email: 'Correo',
  birthday: 'Cumpleaños',
  note: 'Nota',
  stamps: 'Sellos o visitas',
  lastVisit: 'Última visita',
  consent: 'Acepta publicidad',
}
