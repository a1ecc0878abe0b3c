import { sayExactly, sayMoment } from '@/lib/dates'
import { sayNumber } from '@/lib/numbers'

const inSpanish = new Intl.ListFormat('es', { type: 'conjunction' })

const businesses = (count: number) => (count === 1 ? '1 negocio' : `${count} negocios`)
const messages = (count: number) => (count === 1 ? '1 mensaje' : `${sayNumber(count)} mensajes`)
const theMessages = (count: number) => (count === 1 ? 'el mensaje' : `los ${messages(count)}`)

function copySentence(copiedAt: string | null, restoredAt: string | null) {
  if (copiedAt) return ` del ${sayExactly(copiedAt)}`
  return restoredAt ? ` el ${sayExactly(restoredAt)}` : ''
}

const changedParts: Record<string, string> = {
  DATABASE: 'el sitio de los datos',
  MACHINE: 'la máquina',
  URL: 'la dirección pública',
}

export const texts = {
  title: 'Panel de control',
  sections: 'Panel de control',
  tabs: { businesses: 'Negocios', messages: 'Mensajes', activity: 'Actividad' },
  health: {
    title: 'Estado de la instalación',
    businesses: 'Negocios',
    seeList: 'Ver la lista',
    active: 'Activos',
    suspended: (count: number) => (count === 1 ? '1 suspendido' : `${sayNumber(count)} suspendidos`),
    noneSuspended: 'Ninguno suspendido',
    waiting: 'Mensajes en espera',
    blocked: (count: number) => (count === 1 ? '1 no puede salir' : `${sayNumber(count)} no pueden salir`),
    noneWaiting: 'No espera ninguno',
    waitingOn: 'Saldrán en su turno',
    backup: 'Última copia',
    noBackup: 'Ninguna',
    backupFault: 'Mira qué falla',
    backupMade: 'Al día',
    unplanned: 'Sin copia nocturna',
    faults: 'Avisos',
    noFaults: 'Todo en orden',
    seeFaults: 'Ver qué hacer',
    partial: 'No se pudo comprobar todo',
    unknown: '–',
    failed: 'No se pudo saber',
  },
  installation: 'Instalación',
  blocked: {
    title: (count: number) =>
      count === 1
        ? 'Un mensaje no puede salir: WhatsApp no acepta al remitente'
        : `${sayNumber(count)} mensajes no pueden salir: WhatsApp no acepta al remitente`,
    detail: 'Hay que arreglarlo en Meta: el token, los permisos o la forma de pago. Después salen solos.',
    see: 'Ver los mensajes que esperan',
    help: 'Qué mirar si los mensajes no salen',
  },
  intro: 'Los negocios de la plataforma. Elige uno para ver sus clientes o su panel.',
  caption: 'Negocios',
  count: businesses,
  search: 'Buscar negocios',
  searchHelp: 'Por nombre, identificador o correo del propietario.',
  none: (q: string) => `Ningún negocio coincide con «${q}».`,
  noneTitle: 'Sin resultados',
  name: 'Nombre',
  status: 'Estado',
  created: 'Creado',
  customersCount: 'Clientes',
  visitsCount: 'Visitas este mes',
  messagesCount: 'WhatsApp este mes',
  ofCap: (sentCount: string, cap: string) => `${sentCount} de ${cap}`,
  unknown: '–',
  actions: 'Acciones',
  states: { ACTIVE: 'Activo', SUSPENDED: 'Suspendido' },
  chosen: 'Elegido',
  customers: 'Clientes',
  customersOf: (name: string) => `Clientes de ${name}`,
  panel: 'Panel',
  panelOf: (name: string) => `Panel de ${name}`,
  moreOf: (name: string) => `Más acciones de ${name}`,
  empty: 'Aún no hay negocios',
  emptyHint: 'Crea el primero y aparecerá aquí.',
  failed: 'No se pudo cargar el listado de negocios (CP).',
  offline: 'Error de red',
  cancel: 'Cancelar',
  open: {
    action: 'Crear negocio',
    title: 'Crear un negocio',
    name: 'Nombre del negocio',
    nameMissing: 'Indica el nombre.',
    timezone: 'Zona horaria',
    country: 'País de los teléfonos',
    ownerEmail: 'Correo del propietario',
    ownerEmailHelp: 'Con él entrará en la aplicación.',
    ownerName: 'Nombre del propietario',
    submit: 'Crear negocio',
    busy: 'Creando…',
    done: (name: string) => `Negocio creado: ${name}`,
    owner: (address: string, email: string) =>
      `Su propietario entra en ${address} con ${email} y esta contraseña temporal:`,
    once: 'Solo se muestra ahora. Vale 3 días: cópiala y dásela en persona. Al entrar con ella tendrá que elegir otra.',
    copy: 'Copiar contraseña temporal',
    copied: 'Copiada',
    copyFailed: 'No se pudo copiar.',
    noted: 'Ya la he apuntado',
    before: 'El negocio ya se creó en un intento anterior, pero la respuesta no llegó.',
    unseen: (email: string) =>
      `La contraseña temporal de ${email} iba en esa respuesta y no se guarda. Crea otra para dársela.`,
    another: 'Crear otra contraseña',
    anotherBusy: 'Creando…',
    close: 'Cerrar',
  },
  rename: {
    action: 'Cambiar el nombre',
    title: (name: string) => `Cambiar el nombre de ${name}`,
    label: 'Nombre nuevo',
    fields: { name: 'nombre' },
    submit: 'Guardar',
    busy: 'Guardando…',
  },
  poster: {
    of: (name: string) => `Cartel de ${name}`,
    failed: 'No se pudo mostrar el cartel.',
  },
  sending: {
    action: 'Envíos por WhatsApp',
    title: (name: string) => `Envíos de ${name}`,
    enabled: 'Enviar por WhatsApp',
    enabledHelp: 'Si está apagado, los mensajes esperan en la cola.',
    from: 'Número propio',
    fromHelp: 'Si está vacío, envía el número de la plataforma.',
    phoneNumberId: 'Identificador del número',
    phoneNumberIdHelp: 'El que Meta da a ese número.',
    codesAllowed: 'El número propio puede enviar códigos',
    codesAllowedHelp: 'Si no, los códigos salen del número de la plataforma.',
    ratePerMinute: 'Envíos por minuto',
    dailyCap: 'Límite diario',
    monthlyCap: 'Límite mensual',
    freeCredits: 'Créditos gratuitos al mes',
    yes: 'sí',
    no: 'no',
    fields: {
      enabled: 'enviar por WhatsApp',
      from: 'número propio',
      phoneNumberId: 'identificador del número',
      codesAllowed: 'códigos desde el número propio',
      ratePerMinute: 'envíos por minuto',
      dailyCap: 'límite diario',
      monthlyCap: 'límite mensual',
      freeCredits: 'créditos gratuitos al mes',
    },
    submit: 'Guardar',
    busy: 'Guardando…',
  },
  suspend: {
    action: 'Suspender',
    submit: (name: string) => `Suspender ${name}`,
    title: (name: string) => `¿Suspender ${name}?`,
    detail:
      'Las sesiones de su personal se cierran ahora mismo y nadie podrá entrar, registrarse ni pedir un código. No se borra nada, y puedes reactivarlo cuando quieras.',
    busy: 'Suspendiendo…',
  },
  reactivate: {
    action: 'Reactivar',
    submit: (name: string) => `Reactivar ${name}`,
    title: (name: string) => `¿Reactivar ${name}?`,
    detail: 'Su personal podrá entrar otra vez con sus contraseñas de siempre, y sus clientes registrarse.',
    busy: 'Reactivando…',
  },
  seeMessages: 'Ver sus mensajes',
  copyOfData: 'Descargar sus datos',
  messages: {
    intro: 'Mensajes enviados y en espera, incluidos los códigos de acceso. La lista se actualiza sola.',
    caption: 'Mensajes',
    count: messages,
    status: 'Estado',
    all: 'Todos',
    kind: 'Tipo',
    allBusinesses: 'Todos los negocios',
    details: 'Detalles',
    sentAt: 'Enviado',
    deliveredAt: 'Entregado',
    readAt: 'Leído',
    triesMade: 'Intentos',
    search: 'Buscar mensajes',
    searchHelp: 'Por teléfono o texto.',
    to: 'Para',
    business: 'Negocio',
    text: 'Texto',
    when: 'Creado',
    empty: 'Aún no hay mensajes',
    emptyHint: 'Cuando alguien se registre o pida un código, aparecerá aquí.',
    noneTitle: 'Sin resultados',
    noneHint: 'Ningún mensaje coincide con lo que buscas.',
    failed: 'No se pudieron cargar los mensajes.',
  },
  tried: {
    title: 'Alguien prueba contraseñas en cuentas de operador',
    detail: (emails: readonly string[]) =>
      `En los últimos siete días se han probado muchas contraseñas en ${inSpanish.format(emails)}. Si no ha sido su dueño, cambia la contraseña por una larga que no se use en otro sitio.`,
    account: 'Cambiar mi contraseña',
  },
  token: {
    title: (when: string) => `El token de WhatsApp caduca el ${when}`,
    expired: (when: string) => `El token de WhatsApp caducó el ${when}`,
    hint: 'Sin él no sale ningún mensaje. Hay que crear otro en Meta y dárselo al servidor.',
    help: 'Cómo se renueva el token',
  },
  restored: {
    waiting: (heldCount: number, copiedAt: string | null, restoredAt: string | null) => {
      const [wait, sendWord] = heldCount === 1 ? ['espera', 'enviara'] : ['esperan', 'enviaran']
      return `${messages(heldCount)} ${wait} desde que se restauró una copia de seguridad${copySentence(copiedAt, restoredAt)}; puede que ya se ${sendWord}.`
    },
    copied: (heldCount: number, changes: readonly string[]) => {
      if (changes.includes('PROGRESS'))
        return `${messages(heldCount)} ${heldCount === 1 ? 'espera' : 'esperan'}: los datos han vuelto a un estado anterior, por ejemplo con una instantánea de la máquina. Puede que ya se ${heldCount === 1 ? 'enviara' : 'enviaran'}.`
      const what = changes.map((part) => changedParts[part] ?? part).join(' y ')
      return `${messages(heldCount)} ${heldCount === 1 ? 'espera' : 'esperan'}: ha cambiado ${what}. Si estos datos son una copia, la otra instalación puede enviarlos también.`
    },
    hint: 'Decide qué se hace con ellos. Los mensajes nuevos salen como siempre.',
    decided: {
      RELEASE: (who: string | null) => (who ? `${who} decidió enviarlos` : 'Se decidió enviarlos'),
      DROP: (who: string | null) =>
        who ? `${who} decidió no enviar ninguno` : 'Se decidió no enviar ninguno',
    },
    underWay: (heldCount: number, decidedAt: string | null) =>
      `${decidedAt ? `Fue ${sayMoment(decidedAt)}. ` : ''}Se hace poco a poco: ${heldCount === 1 ? 'queda' : 'quedan'} ${messages(heldCount)}.`,
    failed: 'No se pudo guardar la decisión.',
    unknown: 'No se pudo saber si hay mensajes que esperan desde que se restauró una copia de seguridad.',
    busy: 'Guardando…',
    RELEASE: {
      action: 'Enviarlos',
      title: (heldCount: number) => `¿Enviar ${theMessages(heldCount)}?`,
      detail:
        'Salen poco a poco, dentro de los límites de cada negocio. A quien ya recibió el suyo le llega otra vez. No se puede deshacer.',
      submit: (heldCount: number) => `Enviar ${messages(heldCount)}`,
    },
    DROP: {
      action: 'No enviar ninguno',
      title: (heldCount: number) => `¿No enviar ${theMessages(heldCount)}?`,
      detail:
        'Quedan descartados y ya no se pueden enviar: a quien no recibió el suyo no le llega. No se puede deshacer.',
      submit: (heldCount: number) => `Descartar ${messages(heldCount)}`,
    },
  },
  trial: {
    title: 'WhatsApp, de prueba: no sale nada',
    detail: 'Los mensajes se leen aquí, en «Mensajes», y no llegan a ningún teléfono.',
    help: 'Cómo se activa WhatsApp',
  },
  mail: {
    name: 'Códigos y QR por correo:',
    notSetUp: 'sin configurar.',
    setUp: 'Cómo se configura el correo',
    from: (address: string) => `salen de ${address}.`,
    stuck: (waiting: number) =>
      waiting === 1 ? 'Hay un correo que no sale' : `Hay ${waiting} correos que no salen`,
    look: 'El servidor de correo no responde o no los acepta.',
    help: 'Qué mirar si los correos no salen',
    trial: 'Enviarme un correo de prueba',
    trialBusy: 'Enviando…',
    trialSent: (to: string) => `✅ Va de camino a ${to}. Mira también entre el correo no deseado.`,
    trialRefused: (reason: string) => `❌ El servidor de correo no lo acepta: ${reason}`,
    trialFailed: 'No se pudo enviar el correo de prueba.',
  },
  version: {
    title: (newest: string) => `Hay una versión nueva de Axioma: ${newest}`,
    detail: (version: string) =>
      `Aquí funciona la ${version}. Haz una copia de seguridad antes de actualizar.`,
    link: 'Ver qué cambia',
  },
  wallets: {
    apple: 'Apple Wallet:',
    google: 'Google Wallet:',
    given: (by: string | null) => `los clientes pueden añadir su tarjeta${by ? ` (${by})` : ''}.`,
    missing: {
      NOT_SET_UP: 'sin configurar.',
      NO_HTTPS: 'no se ofrece: falta una dirección pública con https.',
      UNUSABLE: 'no se ofrece: lo configurado no sirve.',
    },
    ends: (days: number, day: string) =>
      `El certificado de Apple Wallet acaba ${days > 0 ? `en ${days === 1 ? '1 día' : `${days} días`}` : 'hoy'}, el ${day}`,
    ended: (day: string) => `El certificado de Apple Wallet acabó el ${day}`,
    setUp: 'Cómo se configura',
    look: 'Qué mirar si no se ofrece',
    renew:
      'Hay que pedir a Apple uno nuevo. Con él, las tarjetas que ya llevan los clientes siguen funcionando.',
    renewHelp: 'Cómo se renueva el certificado',
  },
  backup: {
    last: 'Última copia de seguridad:',
    none: 'no consta ninguna.',
    failed: 'No se pudo saber cuándo se hizo la última copia de seguridad.',
    failedTitle: 'No se pudo hacer la última copia de seguridad',
    old: 'La última copia de seguridad tiene más de 36 horas',
    missing: 'Aún no hay ninguna copia de seguridad',
    unplanned: 'No hay copia nocturna programada.',
    program: 'Cómo se programa',
    late: 'No se pudo hacer la copia nocturna. Mira si el disco de las copias está conectado y tiene sitio.',
    first: 'El servidor hace la primera a los pocos minutos de arrancar.',
    help: 'Qué mirar si la copia no se hace',
    now: 'Hacer una copia ahora',
    running: 'Haciendo una copia…',
    notMade: '❌ No se pudo hacer la copia.',
    notAsked: 'No se pudo pedir la copia.',
  },
} as const
