import type { Consent, RewardKind, Visit } from '@/api/types'
import { sayNumber } from '@/lib/numbers'
import { rewardWords } from '@/lib/rewardKinds'

const purposes = {
  PRIVACY: 'Política de privacidad',
  WHATSAPP: 'Mensajes por WhatsApp',
  EMAIL: 'Mensajes por correo',
  SMS: 'Mensajes por SMS',
  PROMOTIONS: 'Promociones',
  USUAL: 'Notas y fotos de su corte',
} as const satisfies Record<Consent['kind'], string>

const consentForms = {
  PUBLIC_REGISTER: 'Formulario de registro',
  PORTAL: 'Portal del cliente, en Mis datos',
  UNSUBSCRIBE: 'Solicitud de baja en la página de su QR',
  STAFF: 'En el mostrador',
  WHATSAPP_REPLY: 'Respuesta por WhatsApp',
  WHATSAPP_STOP: 'Bloqueo de mensajes en WhatsApp',
  MERGE: 'Unión de dos fichas que no decían lo mismo',
  ERASURE: 'Solicitud de borrado de sus datos',
} as const satisfies Record<Consent['form'], string>

const momentOf = (day: string, time: string) => (time ? `${day}, ${time}` : day)

export const texts = {
  record: {
    title: 'Ficha del cliente',
    acts: 'Acciones de la ficha',
    notFound: 'No se encontró el cliente.',
    notFoundDetail: 'Puede que se haya eliminado, o que el enlace sea de otro negocio.',
    failed: 'No se pudo cargar el cliente.',
    openInCheckin: 'Abrir en el mostrador',
    greet: 'Escribir por WhatsApp',
    greeted: (ago: string) => `Escrito ${ago}`,
    greeting: (name: string, business: string) => `Hola, ${name}. Te escribimos de ${business}.`,
    remove: 'Eliminar',
    lastVisit: 'Última visita:',
    neverCame: 'Aún no ha venido',
    family: (name: string) => `Familia ${name.replace(/^familia\s+/i, '')}`,
  },
  tabs: {
    label: 'Más de la ficha',
    names: {
      qr: 'QR',
      familia: 'Familia',
      mensajes: 'Mensajes',
      consentimientos: 'Consentimientos',
      repetidas: 'Fichas repetidas',
    },
    some: 'hay algo pendiente',
  },
  data: {
    title: 'Datos',
    edit: 'Editar',
    name: 'Nombre',
    phone: 'Teléfono',
    email: 'Correo',
    unproved: {
      label: 'Sin confirmar',
      why: 'Si el cliente te dice que es suyo, podrá usarlo para entrar.',
      hers: 'Es suyo',
      met: 'La ficha ha cambiado mientras tanto. Mira otra vez el correo.',
    },
    unprovedPhone: {
      label: 'Teléfono sin confirmar',
      why: 'Se escribió al registrarse y no está comprobado. Al confirmarlo, su QR de antes deja de valer y, si acepta WhatsApp, le llega el nuevo.',
      whyNotLeaving:
        'Se escribió al registrarse y no está comprobado. Al confirmarlo, su QR de antes deja de valer: enséñale el nuevo en la pantalla.',
      confirm: 'Confirmar teléfono',
      confirmed: 'Teléfono confirmado. Su QR de antes ya no vale: usa el nuevo.',
      met: 'La ficha ha cambiado mientras tanto. Mira otra vez el teléfono.',
    },
    released: {
      label: 'Sin su número',
      why: (day: string) =>
        `El ${day}, otra persona confirmó que ahora ese número es suyo. Cuando venga el cliente, pídele el nuevo.`,
    },
    birthday: 'Fecha de nacimiento',
    bonus: 'Bono',
    notes: 'Notas',
    visits: 'Visitas',
    since: 'Cliente desde',
  },
  edit: {
    title: 'Editar datos',
    name: 'Nombre',
    phone: 'Teléfono',
    sent: (phone: string) => `Se guardará ${phone}`,
    noPhone: 'Se guardará sin teléfono',
    email: 'Correo',
    birthday: 'Fecha de nacimiento',
    birthdayHelp: 'Día, mes y año: 03/05/1990',
    bonus: 'Bono',
    bonusOn: 'Bono activo: elige su tipo.',
    bonusOff: 'Bono inactivo: el cliente usa la tarjeta normal.',
    tag: 'Tipo de bono',
    chooseTag: 'Elige un tipo de bono',
    owes: (kind: 'FREE' | 'HALF', stamps: number) =>
      `Con ${stamps} ${stamps === 1 ? 'sello' : 'sellos'}, su tarjeta ${
        kind === 'FREE'
          ? 'quedará completa: se le deberá un servicio gratis'
          : 'llegará a la mitad: se le deberá un 50 %'
      } al guardar, si aún no lo ha tenido.`,
    notes: 'Notas',
    save: 'Guardar',
    saving: 'Guardando…',
    cancel: 'Cancelar',
    unchanged: 'No has cambiado nada.',
    fields: {
      name: 'nombre',
      phone: 'teléfono',
      email: 'correo',
      birthday: 'fecha de nacimiento',
      bonus: 'bono',
      notes: 'notas',
    },
    missing: {
      name: 'Escribe el nombre.',
      tag: 'Selecciona un tipo de bono antes de guardar.',
      email: 'Revisa el correo: falta algo, por ejemplo la @.',
    },
  },
  card: {
    title: 'Tarjeta de sellos',
    pending: 'Recompensa pendiente',
    failed: 'No se pudo cargar el progreso.',
    add: 'Añadir visita',
    another: 'Registrar otra visita hoy',
    anotherConfirm: 'Sí, registrarla',
    adding: 'Registrando…',
    today: 'Hoy ya tiene su visita.',
    onlyAdmins: 'Solo un administrador o el propietario puede registrar otra visita hoy.',
    family: (name: string) => `Los sellos van a la tarjeta de la familia: ${name}`,
    redeemFailed: 'No se pudo canjear la recompensa.',
    earned: (kind: RewardKind) => `¡Recompensa ganada! ${rewardWords[kind].owed}`,
  },
  visit: {
    done: '✅ Visita registrada.',
    authorized: '✅ Visita registrada con autorización del OWNER.',
    additional: '✅ Otra visita registrada hoy.',
    failed: 'No se pudo registrar la visita.',
    authorizeFailed: 'No se pudo autorizar.',
    sameDay: 'Ya se registró una visita hoy',
  },
  second: {
    title: 'Segunda visita en el día',
    detail: (name: string) => `Ya se registró una visita de ${name} hoy.`,
    owner: 'Como propietario, puedes autorizar otra. Quedará anotado que la autorizaste tú.',
    notOwner: 'Para otra visita hoy, el propietario tiene que autorizarla desde su cuenta.',
    onTheCard:
      'También puedes registrar otra visita hoy desde la tarjeta: quedará a tu nombre, sin la autorización del propietario.',
    cancel: 'Cancelar',
    understood: 'Entendido',
    confirm: 'Autorizar y registrar',
    confirming: 'Registrando…',
  },
  rewards: {
    title: 'Recompensas',
    failed: 'No se pudieron cargar las recompensas.',
    status: { PENDING: 'Pendiente', REDEEMED: 'Canjeada', CANCELLED: 'Anulada' },
    earned: 'Ganada',
    redeemed: (by: string | null) => (by ? `Canjeada por ${by}` : 'Canjeada'),
    takeBack: 'Anular el canje',
    takeBackOf: (what: string) => `Anular el canje: ${what}`,
    askTitle: '¿Anular este canje?',
    askDetail: (name: string) =>
      `Se le volverá a deber a ${name}. Quedará anotado quién anuló el canje y por qué.`,
    reason: 'Motivo',
    reasonMissing: 'Escribe por qué se anula el canje.',
    confirm: 'Sí, anular el canje',
    busy: 'Anulando…',
    more: (count: number) => `Ver las ${count} anteriores`,
  },
  history: {
    origin: ({ registeredBy: by, servedBy, device }: Pick<Visit, 'registeredBy' | 'servedBy' | 'device'>) => {
      const where = device && (by ? `, en «${device}»` : `En «${device}»`)
      const registrationText = by && (servedBy ? `Atendió ${servedBy}. Registrada por ${by}` : `Por ${by}`)
      return registrationText || where ? `${registrationText ?? ''}${where ?? ''}` : null
    },
    late: (moment: string) => `Registrada sin conexión, recibida: ${moment}`,
    entered: (moment: string) => `Anotada: ${moment}`,
    clockOff: 'El reloj del dispositivo estaba mal.',
    rest: (count: number) => `Ver ${sayNumber(count)} más`,
    title: 'Historial de visitas',
    month: 'Mes',
    all: 'Todos',
    shown: (shownCount: number, total: number) => `Mostrando ${sayNumber(shownCount)} de ${sayNumber(total)}`,
    columns: { date: 'Fecha', time: 'Hora', notes: 'Notas', actions: 'Acciones' },
    authorized: (name: string) => `Autorizada por ${name}`,
    servedByOf: (day: string, time: string) => `Cambiar quién atendió: ${momentOf(day, time)}`,
    removeOf: (day: string, time: string) => `Eliminar la visita de ${momentOf(day, time)}`,
    empty: 'Aún no hay visitas',
    emptyDetail: 'La primera aparecerá aquí en cuanto se registre.',
    failed: 'No se pudieron cargar las visitas.',
  },
  servedBy: {
    title: '¿Quién atendió?',
    current: (day: string, name: string) => `La visita de ${day} consta a nombre de ${name}.`,
    effect: 'El informe «¿Quién lo hizo?» la contará para quien elijas.',
    label: 'Atendió',
    choose: 'Elige…',
    confirm: 'Guardar',
    busy: 'Guardando…',
    failed: 'No se pudo cargar el equipo.',
  },
  removeVisit: {
    title: '¿Eliminar esta visita?',
    detail: (day: string, time: string) => `La visita de ${momentOf(day, time)}.`,
    effect:
      'La tarjeta pierde un sello. Si ya no llega a una recompensa pendiente, esa se anula; las canjeadas no cambian.',
    confirm: 'Eliminar la visita',
    busy: 'Eliminando…',
  },
  removeCustomer: {
    title: (name: string) => `¿Eliminar a ${name}?`,
    detail:
      'Dejará de aparecer en las listas y en los informes, y su teléfono quedará libre. Sus datos quedan bloqueados y se destruyen a los 3 años; sus visitas se siguen contando, sin nombre.',
    confirm: (name: string) => `Eliminar a ${name}`,
    busy: 'Eliminando…',
  },
  messages: {
    title: 'Mensajes',
    none: 'Aún no se le ha enviado nada por WhatsApp.',
    failed: 'No se pudieron cargar los mensajes.',
    created: 'Creado',
    sent: 'enviado',
    delivered: 'entregado',
    read: 'leído',
    send: 'Reenviar QR',
    sending: 'Enviando…',
    notAccepted:
      'No ha aceptado mensajes de WhatsApp: enséñale su QR en la pantalla o imprímelo. Puede aceptarlos en «Mis datos».',
  },
  written: {
    title: 'Ha escrito por WhatsApp',
    hint: 'Se guarda 30 días. Por aquí no se puede contestar: llámale.',
  },
  changeQr: {
    action: 'Cambiar QR',
    askTitle: (name: string) => `¿Cambiar el QR de ${name}?`,
    askDetail:
      'El de ahora deja de valer para siempre, también si lo tiene guardado, impreso o en Apple Wallet o Google Wallet, donde tendrá que añadirlo otra vez. Su tarjeta, sus visitas y sus recompensas siguen igual.',
    confirm: 'Cambiar el QR',
    busy: 'Cambiando…',
  },
  consents: {
    title: 'Consentimientos',
    loading: 'Cargando los consentimientos…',
    failed: 'No se pudieron cargar los consentimientos.',
    purposes,
    forms: consentForms,
    granted: 'Aceptado',
    refused: 'No aceptado',
    never: 'Sin preguntar',
    history: 'Historial',
    empty: 'Aún no hay nada anotado: nunca se le ha preguntado.',
    accepted: 'Sí:',
    withdrawn: 'No:',
    version: (version: string) => `Texto ${version}`,
    givenBy: (name: string) => `Lo dio ${name}, su madre, padre o tutor`,
    ask: 'No quiere publicidad',
    askTitle: (name: string) => `¿Dejar de enviar publicidad a ${name}?`,
    askDetail:
      'Se retiran todos sus consentimientos de publicidad. Su tarjeta, sus visitas y su QR siguen igual.',
    askBack: 'Volver a aceptarla solo puede hacerlo el cliente, en Mis datos.',
    confirm: 'Dejar de enviar',
    busy: 'Guardando…',
    none: 'No recibe publicidad.',
  },
} as const
