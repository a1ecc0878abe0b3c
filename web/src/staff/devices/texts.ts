export const texts = {
  title: 'Dispositivos',
  intro:
    'Da nombre a las tabletas y móviles del mostrador: sabrás cuál tiene visitas sin enviar, y podrás dar de baja el que se pierda.',
  list: {
    title: 'Dispositivos con nombre',
    count: (count: number) => (count === 1 ? '1 dispositivo' : `${count} dispositivos`),
    failed: 'No se pudieron cargar los dispositivos.',
    empty: 'Ningún dispositivo tiene nombre todavía',
    emptyHint: 'El mostrador funciona también así. Con nombre, cada visita dice dónde se registró.',
  },
  device: {
    pending: 'Pendiente de alta',
    pendingDetail: (until: string) => `Su código vale hasta las ${until}.`,
    revoked: 'De baja',
    here: 'Este dispositivo',
    enrolled: 'alta',
    lastSeen: 'Última conexión:',
    never: 'aún no',
    version: (version: string) => `versión ${version}`,
    revokedAt: 'baja',
    nothingWaits: 'Nada por enviar',
    waiting: (count: number) => (count === 1 ? '1 visita sin enviar' : `${count} visitas sin enviar`),
    since: (moment: string) => `la más antigua, de ${moment}`,
    rename: 'Cambiar nombre',
    renameOf: (name: string) => `Cambiar el nombre de ${name}`,
    revoke: 'Dar de baja',
    revokeOf: (name: string) => `Dar de baja ${name}`,
  },
  add: {
    action: 'Añadir dispositivo',
    title: 'Añadir un dispositivo',
    name: 'Nombre',
    nameHelp: 'Como lo llamáis: «Tablet caja», «Móvil de Luis».',
    missing: 'Escribe un nombre para reconocerlo.',
    submit: 'Crear código',
    busy: 'Creando…',
  },
  code: {
    title: (name: string) => `Da de alta «${name}»`,
    detail: 'Escanéalo con la cámara de ese dispositivo, o abre allí el enlace. Sirve una sola vez.',
    alt: (name: string) => `Código QR para dar de alta ${name}`,
    left: (time: string) => `Caduca en ${time}`,
    expired: 'El código ha caducado. Cierra y crea otro.',
    copy: 'Copiar enlace',
    copied: 'Enlace copiado',
    copyFailed: 'No se pudo copiar.',
    done: (name: string) => `«${name}» está dado de alta.`,
    close: 'Cerrar',
    finish: 'Hecho',
  },
  rename: {
    title: (name: string) => `Cambiar el nombre de «${name}»`,
    submit: 'Guardar nombre',
    busy: 'Guardando…',
  },
  revoke: {
    title: (name: string) => `¿Dar de baja «${name}»?`,
    detail: 'En cuanto tenga conexión, se cierra su sesión y se borran los nombres de clientes que guarda.',
    nothing: 'La última vez que se conectó no tenía visitas sin enviar.',
    waiting: (count: number) =>
      count === 1
        ? 'Tiene 1 visita sin enviar. No se pierde: la entrega al darse de baja y decides aquí si se registra. Tiene 72 horas para hacerlo.'
        : `Tiene ${count} visitas sin enviar. No se pierden: las entrega al darse de baja y decides aquí si se registran. Tiene 72 horas para hacerlo.`,
    busy: 'Dando de baja…',
  },
  waiting: {
    title: 'Visitas por aceptar',
    failed: 'No se pudieron cargar las visitas por aceptar.',
    count: (count: number) =>
      count === 0 ? 'Ninguna pendiente' : count === 1 ? '1 pendiente' : `${count} pendientes`,
    detail:
      'Llegaron tarde, de un día anterior, desde dispositivos sin nombre o después de más de 72 horas sin conexión. No cuentan hasta que las aceptes: entonces cuentan en su día. Las demás de un dispositivo con nombre se registran solas.',
  },
  handedOver: {
    title: (count: number) =>
      count === 1 ? 'Entregó 1 visita al darse de baja' : `Entregó ${count} visitas al darse de baja`,
    detail: 'Registra las que ocurrieron: cuentan en su día, una sola vez.',
    unknown: 'Cliente desconocido',
    by: (name: string) => `escaneada por ${name}`,
    authorized: 'otra visita el mismo día',
    skewed: 'el reloj del dispositivo no iba en hora',
    accept: 'Aceptar',
    acceptOf: (who: string) => `Aceptar la visita de ${who}`,
    register: 'Registrar',
    registerOf: (who: string) => `Registrar la visita de ${who}`,
    outcome: {
      REGISTERED: 'Registrada',
      SETTLED: 'Ya estaba sellada',
      DISCARDED: 'Descartada',
    },
    settledBy: (name: string) => `resuelta por ${name}`,
  },
  enrol: {
    title: 'Este dispositivo',
    intro: 'Con un nombre, cada visita dice en qué dispositivo se registró.',
    ready: 'Listo para darse de alta',
    readyDetail: 'El código sirve una sola vez y caduca a los 10 minutos.',
    submit: 'Dar de alta este dispositivo',
    busy: 'Dando de alta…',
    done: (name: string) => `Este dispositivo se llama «${name}»`,
    doneDetail: 'Ya está dado de alta. Cada visita dirá que se registró aquí.',
    toCounter: 'Ir al mostrador',
    named: (name: string) => `Se llama «${name}»`,
    lastSeen: (moment: string) => `Última conexión: ${moment}.`,
    notYet: 'Todavía no se ha conectado.',
    replace: (name: string) =>
      `Ya se llama «${name}». Si sigues, perderá ese nombre. Si ningún otro lo va a llevar, da de baja «${name}» en Ajustes.`,
    replaceAction: 'Sustituir el nombre',
    nameless: 'Sin nombre',
    namelessDetail:
      'Este dispositivo funciona igual. Para darle un nombre, el propietario crea un código en Ajustes del negocio, Dispositivos.',
  },
  revokedNotice: {
    title: (name: string) => `«${name}» se ha dado de baja`,
    busy: 'Se ha cerrado la sesión. Entregando las visitas que quedaban por enviar… No cierres esta página.',
    none: 'Se ha cerrado la sesión. No quedaba ninguna visita por enviar.',
    handedOver: (count: number) =>
      count === 1
        ? 'Se ha cerrado la sesión. La visita que quedaba por enviar está entregada: el propietario decide si se registra.'
        : `Se ha cerrado la sesión. Las ${count} visitas que quedaban por enviar están entregadas: el propietario decide si se registran.`,
    seen: 'Entendido',
  },
  cancel: 'Cancelar',
} as const
