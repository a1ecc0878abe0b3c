import { type RewardKind, rewardWords } from '@/lib/rewardKinds'

export const texts = {
  title: 'Mostrador',
  box: {
    label: 'Escanea o busca al cliente',
    placeholder: 'QR, teléfono o nombre',
    search: 'Buscar',
    addByPhone: 'Sumar por teléfono',
  },
  matches: {
    label: 'Clientes que coinciden',
    count: (shownCount: number, total: number) =>
      total > shownCount
        ? `${total} coincidencias; estas son las primeras ${shownCount}. Escribe algo más para acercarte.`
        : `${total} ${total === 1 ? 'coincidencia' : 'coincidencias'}`,
    none: 'Ningún cliente coincide.',
    searching: 'Buscando…',
    failed: 'No se pudo buscar.',
    chosen: (name: string) => `Intro abre la tarjeta de ${name}.`,
    lastVisit: 'Última visita:',
    neverCame: 'Aún sin visitas',
    child: 'Hijo o hija',
    openOf: (name: string) => `Ver la tarjeta de ${name}`,
    add: 'Añadir visita',
    cameToday: 'Hoy ya vino',
    addOf: (name: string) => `Añadir visita a ${name}`,
  },
  idle: {
    headline: 'Listo para el siguiente',
    detail: 'Acerca el QR al lector o a la cámara. La visita se registra sola.',
  },
  registerHere: {
    act: 'Que se registre aquí',
    offline: 'Para registrarse hace falta conexión.',
  },
  states: {
    sending: 'Registrando la visita…',
    registered: 'Visita registrada',
    redeemed: (kind: RewardKind) => `Canjeado: ${rewardWords[kind].name}`,
    opening: 'Abriendo la tarjeta…',
    found: 'Tarjeta de',
    cameToday: 'Hoy ya se le registró una visita.',
    sameDay: 'Ya se registró una visita hoy',
    kept: 'Guardada en este dispositivo',
    unsaved: 'Sin enviar y sin guardar',
    takenBack: (kind: RewardKind) => `Canje anulado: ${rewardWords[kind].name}`,
  },
  kept: {
    detail: 'Aún sin respuesta del servidor. Se enviará sola: no hace falta repetirla.',
    unsaved:
      'Este navegador no deja guardarla: no cierres esta página hasta que se envíe. Se enviará sola: no hace falta repetirla.',
    signed: 'Este dispositivo aún no conoce al cliente, pero su QR es de este negocio.',
    unsigned:
      'Este dispositivo no conoce al cliente y ahora no puede comprobar su QR. Si el QR no es de este negocio, la visita no se registrará y te avisaremos.',
    foreign:
      'Este QR no parece de este negocio: lo más probable es que la visita no se registre. Pide al cliente que abra su QR de Axioma.',
  },
  recalled: {
    stamps: (stamps: number, target: number) => `Llevaba ${stamps} de ${target} sellos.`,
    andThis: 'Más el de ahora, que está sin enviar.',
    needsNetwork: 'Ahora no se puede canjear: el servidor no responde.',
    asOf: (moment: string) => `Según lo que este dispositivo sabía (${moment}).`,
  },
  stampCount: (position: number, target: number) =>
    `Lleva ${position} ${position === 1 ? 'sello' : 'sellos'} de ${target}.`,
  owes: (kinds: readonly RewardKind[]) =>
    kinds.length === 0 ? '' : `Se le debe: ${kinds.map((kind) => rewardWords[kind].name).join(' y ')}.`,
  family: (name: string) => `Los sellos van a la tarjeta de la familia: ${name}`,
  sameDay: {
    tomorrow: 'Mañana se le podrá poner otro sello.',
    onlyAdmins: 'Hoy solo puede autorizar otra visita un administrador o el propietario.',
    authorize: 'Autorizar otra visita',
    confirm: 'Sí, autorizar',
    cancel: 'No',
  },
  redeem: {
    failed: 'No se pudo canjear la recompensa.',
    notCombinable:
      'El descuento de bienvenida no se combina con otra recompensa el mismo día. Canjéala otro día.',
    justGiven: (kind: RewardKind) => `Acabas de canjear: ${rewardWords[kind].name}.`,
    doneOf: (kind: RewardKind, name: string) => `Canjeado a ${name}: ${rewardWords[kind].name}`,
    undo: (kind: RewardKind) => `Deshacer el canje: ${rewardWords[kind].name}`,
    takenBackOf: (kind: RewardKind, name: string) => `Canje anulado a ${name}: ${rewardWords[kind].name}`,
  },
  undo: {
    act: 'Deshacer',
    of: (name: string) => `Deshacer la visita de ${name}`,
    done: (name: string) => `Visita de ${name} deshecha. La tarjeta está como antes.`,
    failed: 'No se pudo deshacer la visita.',
  },
  problem: {
    unknownCode: 'No se reconoció el contenido del QR.',
    foreignCode: 'Este QR es de otro negocio.',
    endedCode: 'Este QR ya no vale: pide el nuevo.',
    endedCodeHint:
      'Se ha cambiado. El nuevo está en «Mis puntos»; también puedes buscarlo por teléfono o por nombre.',
    unknownCodeHint: 'Pide al cliente que abra su QR de Axioma, o búscalo por teléfono o por nombre.',
    notFound: 'No se encontró el cliente.',
    notFoundHints: {
      qr: 'Su QR puede ser de otro negocio. Búscalo por teléfono o por nombre, o pide al cliente que se registre.',
      phone: 'Comprueba el número, o pide al cliente que se registre.',
      email: 'Comprueba el correo, o pide al cliente que se registre.',
      name: 'Comprueba cómo se escribe, o pide al cliente que se registre.',
      card: 'Puede que su ficha se haya eliminado. Búscalo por teléfono o por nombre.',
    },
    several: 'Hay varios clientes con este teléfono.',
    severalHint: 'Elige quién es.',
    create: 'Crear cliente con este teléfono',
    createNamed: 'Crear cliente con este nombre',
    visitFailed: 'No se pudo registrar la visita.',
    byPhoneFailed: 'No se pudo registrar por teléfono.',
    searchFailed: 'No se pudo buscar.',
    loadFailed: 'No se pudo cargar el cliente.',
    retry: 'Reintentar',
  },
  actions: {
    add: 'Añadir visita',
    open: 'Ver sus datos',
    record: 'Abrir detalle',
    recordOf: (name: string) => `Abrir detalle de ${name}`,
    family: 'Ver qué cambia',
  },
  facts: {
    label: 'Datos del cliente',
    phone: 'Teléfono',
    email: 'Correo',
    tag: 'Bono',
    noTag: 'Sin bono',
    visits: 'Visitas',
    lastVisit: 'Última visita',
    never: 'Aún no ha venido',
    notes: 'Notas',
    absent: '—',
  },
  privacy: 'Los administradores ven los datos completos; el resto del equipo, solo una parte.',
  tally: (visits: number, waiting: number) => {
    const countText = visits === 1 ? '1 visita' : `${visits} visitas`
    return waiting === 0 ? `Hoy: ${countText}` : `Hoy: ${countText} + ${waiting} sin enviar`
  },
  passed: 'Últimos clientes',
  own: 'Mis visitas de hoy',
  ownFailed: 'No se pudieron cargar tus visitas.',
  cameBefore: 'Ya tenía la visita de hoy',
  camera: {
    open: 'Usar la cámara',
    close: 'Cerrar la cámara',
    view: 'Imagen de la cámara',
    starting: 'Abriendo la cámara…',
    aim: 'Muestra el QR a la cámara',
    torchOn: 'Encender la linterna',
    torchOff: 'Apagar la linterna',
    refused: 'No se pudo acceder a la cámara.',
    refusedHint: 'Permite la cámara en los ajustes del navegador, o usa el lector, el teléfono o el nombre.',
    missing: 'Este navegador no puede usar la cámara.',
    missingHint:
      'Hace falta una dirección https y un navegador actual. Usa el lector, el teléfono o el nombre.',
  },
  settings: 'Ajustes de este dispositivo',
  noBusiness: {
    title: 'Elige primero un negocio',
    detail: 'El mostrador registra las visitas de un negocio. Elige uno en el panel de control.',
    link: 'Ir al panel de control',
  },
} as const

export const toneEmoji = { success: '✅ ', owed: '✅ ', warning: '⚠️ ', error: '❌ ', plain: '' } as const
