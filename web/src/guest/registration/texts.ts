/** The server renders this without Intl. */
const all = (things: readonly string[]) =>
  [things.slice(0, -1).join(', '), things.at(-1)].filter(Boolean).join(' y ')

export const texts = {
  pageTitle: (business: string) => `Tu tarjeta de ${business}`,
  title: 'Crea tu tarjeta de sellos',
  loading: 'Cargando…',
  promise: {
    label: 'Lo que ganas',
    welcome: (words: string | null) => `Hoy, por registrarte: ${words ?? 'descuento de bienvenida'}`,
    half: (visits: number) =>
      visits === 1 ? 'A la primera visita: 50 % de descuento' : `A las ${visits} visitas: 50 % de descuento`,
    free: (visits: number) => `A las ${visits} visitas: servicio GRATIS`,
  },
  wayBack: {
    label: 'Si ya tienes tarjeta',
    question: '¿Ya tienes tarjeta?',
    open: 'Abrir mi tarjeta',
  },
  missingBusiness: {
    title: 'Falta el identificador del negocio',
    detail: 'Escanea el código QR que verás en el local o abre el enlace correcto.',
  },
  unknownAddress: {
    title: 'Esta dirección no lleva a ningún negocio',
    detail:
      'Compárala con la del cartel, letra por letra, y vuelve a escribirla. O escanea el código QR que verás en el local.',
  },
  unknownBusiness: {
    title: 'No encontramos este negocio',
    detail: 'Puede que el enlace esté incompleto. Escanea el código QR que verás en el local.',
  },
  suspendedBusiness: {
    title: (business: string) => `${business} no admite registros ahora`,
    detail: 'No se ha guardado nada. Pregunta en el local cuándo podrás crear tu tarjeta.',
  },
  notOpened: {
    title: 'No se pudo abrir el registro',
    offline: 'No se ha guardado nada. Comprueba tu conexión y vuelve a intentarlo.',
    unavailable: 'El servicio no está disponible ahora. No se ha guardado nada: inténtalo en un minuto.',
    retry: 'Reintentar',
  },
  form: {
    label: 'Tus datos',
    minute: 'Menos de un minuto. Sin contraseña y sin instalar nada.',
    name: 'Nombre y apellidos',
    phone: 'Teléfono (WhatsApp)',
    more: 'Si quieres, algo más',
    phoneHelp: 'Para encontrarte si no lo llevas.',
    email: 'Correo electrónico',
    birthday: 'Fecha de nacimiento',
    birthdayHelp: 'Para confirmar que eres tú y, si aceptas promociones, felicitarte.',
    channels: '¿Por dónde podemos escribirte?',
    channelsHelp: {
      unknown: 'Para tu QR y los avisos de tu tarjeta. Cámbialo cuando quieras.',
      both: 'Por WhatsApp, tu QR y los avisos de tu tarjeta; por correo, tu QR si no va por WhatsApp. Por SMS aún no enviamos nada. Cámbialo cuando quieras.',
      message:
        'Por WhatsApp, tu QR y los avisos de tu tarjeta. Por correo y por SMS aún no enviamos nada. Cámbialo cuando quieras.',
      email:
        'Tu QR te llega por correo. Por WhatsApp y por SMS ahora no enviamos nada. Cámbialo cuando quieras.',
      none: 'Ahora no enviamos mensajes: guarda tu QR al terminar. Lo que marques valdrá cuando los enviemos. Cámbialo cuando quieras.',
    },
    whatsapp: 'WhatsApp',
    byEmail: 'Correo',
    sms: 'SMS',
    privacy: 'He leído y acepto la',
    privacyLink: 'política de privacidad',
    newTab: '(se abre en otra pestaña)',
    promotions: (business: string) => `Quiero recibir promociones de ${business}`,
    promotionsHelp:
      'También te felicitamos y, por tus visitas, te avisamos si te falta una. Tu tarjeta funciona igual si no lo marcas.',
    noPromotions: 'A los menores de 14 años no se les envían promociones.',
    submit: 'Crear mi cuenta',
    submitting: 'Creando tu tarjeta…',
    missing: (things: readonly string[]) => `Para continuar falta ${all(things)}.`,
    missingName: 'tu nombre',
    missingPhone: 'tu teléfono',
    missingPrivacy: 'aceptar la política de privacidad',
    missingGuardian: 'el nombre de tu madre, padre o tutor',
    missingConsent: 'su consentimiento',
  },
  problems: {
    email: 'Revisa el correo: falta algo, por ejemplo la @.',
  },
  privacyNotice: {
    title: 'Tus datos, en breve',
    who: 'Responsable',
    whoText: (business: string) => `${business}. Axioma los guarda por su encargo.`,
    behind: (business: string, legalName: string) => `${legalName} (${business})`,
    why: 'Para qué',
    whyText:
      'Llevar tu tarjeta y tus recompensas y enviarte tu QR. Felicitarte, avisarte si te falta una visita y enviarte promociones, solo si las aceptas.',
    rights: 'Tus derechos',
    rightsText:
      'Verlos, corregirlos, borrarlos, llevártelos u oponerte: en «Mis datos» de tu portal o en el local.',
    minors: 'Menores de 14 años',
    more: 'Lo demás está en la',
    moreLink: 'información completa sobre tus datos',
    minorsText: 'Da el consentimiento tu madre, tu padre o tu tutor.',
  },
  failure: {
    invalid: 'Revisa los campos marcados',
    invalidDetail: 'No se ha enviado nada todavía y lo que has escrito sigue aquí.',
    known: 'Ya tienes tarjeta aquí',
    knownDetail: 'Entra con tu móvil, sin contraseña, y verás tu tarjeta y tu QR.',
    knownChild: '¿Es para tu hijo o tu hija? Entra con tu móvil y añádelo allí: tendrá su propia tarjeta.',
    counter: 'Regístrate en el mostrador',
    counterDetail: 'Pide en el mostrador que te den de alta: lo hacen en un momento.',
    tooMany: 'Demasiados intentos seguidos',
    wait: (time: string) => `Espera ${time} y vuelve a pulsar el botón. Lo que has escrito sigue aquí.`,
    refused: 'No se ha creado tu tarjeta',
    refusedDetail: 'Lo que has escrito sigue aquí. Vuelve a intentarlo o avisa en el local.',
    thrown: 'No se pudo completar el registro.',
    again: 'Vuelve a pulsar el botón: aunque llegue dos veces, se crea una sola tarjeta.',
    fixed: 'Error registrando.',
    status: (status: number, said: string) => `Registro fallido (${status}): ${said}`,
  },
  done: {
    title: 'Registro completado',
    thanks: (name: string) => `¡Gracias, ${name}!`,
    howTo: 'Enseña este QR en cada visita y te la sellamos.',
    welcome: (promise: string | null) =>
      `${promise ? `${promise}: tu descuento` : 'Tu descuento'} de bienvenida queda reservado para un solo servicio. Pídelo al pagar.`,
    byWhatsApp: (phone: string) =>
      `También te enviamos el QR por WhatsApp al ${phone.replaceAll(' ', '\u00a0')}.`,
    byEmail: (email = 'tu correo') =>
      `También te enviamos el QR a ${email}. Mira también en correo no deseado.`,
    keepIt: 'Guárdalo ahora: lo necesitarás en tu próxima visita.',
    qr: (name: string) => `Código QR personal de ${name}`,
    card: 'Tu tarjeta, con este QR, está siempre en «Ver mis puntos»: entras con tu móvil, sin contraseña.',
    cardAtCounter: 'Si pierdes este QR, en el mostrador te lo enseñan y te dicen cuántas visitas llevas.',
    save: 'Guardar mi QR',
    another: 'Registrar a otra persona',
    anotherHelp: 'Cada persona, con su propio móvil.',
  },
  children: {
    title: 'Tus hijos',
    choose: '¿De quién es el QR que enseñas?',
    own: 'El mío',
    add: 'Añadir a un hijo o una hija',
    intro: 'Tendrá su propia tarjeta y su QR, sin teléfono: la llevas tú en «Ver mis puntos».',
    cardOf: (name: string) => `Tarjeta de ${name}`,
    save: (name: string) => `Guardar el QR de ${name.split(' ')[0]}`,
    late: 'Ha pasado más de media hora. Entra con tu móvil en «Ver mis puntos» y añade allí a tus hijos.',
  },
  proof: {
    title: 'Confirma tu número',
    intro: 'Envíanos el mensaje que verás en WhatsApp, tal cual. Te responderemos con tu QR.',
    open: 'Confirmar por WhatsApp',
    renewing: 'Preparando el mensaje…',
    waiting: 'Esperando tu mensaje. Cuando lo envíes, vuelve aquí.',
    late: '¿Ya lo has enviado y no pasa nada? Comprueba que fue desde el móvil con el que te has registrado. Tu tarjeta funciona igual.',
    confirmed: 'Número confirmado',
    confirmedDetail: '¡Gracias! Ya sabemos que este móvil es tuyo.',
    replacedDetail:
      'Por seguridad, tu QR es nuevo: lo tienes en nuestra respuesta por WhatsApp. El de esta página ya no vale.',
    expired: 'No ha llegado tu mensaje',
    expiredDetail:
      'Envíalo desde el móvil con el que te has registrado. Tu tarjeta funciona igual mientras tanto.',
    hidden: 'Tu WhatsApp oculta tu número',
    hiddenDetail:
      'Nos ha llegado tu mensaje, pero sin el número no podemos confirmarlo ni responderte. Tu tarjeta funciona igual: guarda tu QR.',
    again: 'Volver a intentarlo',
  },
  fixed: {
    pageTitle: (business: string) => `Tu QR de ${business}`,
    submit: 'Registrarme y generar QR',
    submitting: 'Generando tu QR…',
    business: 'Negocio',
    haveQr: 'Ya tengo QR (abrir con mi cid)',
    points: 'Ver mis puntos',
    title: 'Tu QR',
    id: 'Identificador',
    name: 'Nombre',
    phone: 'Teléfono',
    download: 'Descargar PNG',
    qr: 'Código QR personal',
    gone: {
      title: 'Este QR no vale',
      detail:
        'Puede que el enlace esté incompleto o que la tarjeta ya no exista. Regístrate para tener una, o entra con tu móvil si ya la tienes.',
      detailHere:
        'Es el que se guardó en este móvil. Si has entrado desde otro, tienes un QR nuevo: pulsa «Ver mis puntos», entra con tu número y lo verás.',
      register: 'Registrarme',
    },
    unset: {
      title: 'Esta página no está configurada',
      detail: 'Escanea el código QR que verás en el local para registrarte.',
    },
    unsubscribe: 'Solicitar baja',
    unsubscribing: 'Enviando…',
    unsubscribeHelp: 'Dejarás de recibir mensajes y promociones. Tu tarjeta y tus puntos siguen igual.',
    unsubscribed: 'Tu solicitud de baja ha sido recibida. Gracias.',
    notUnsubscribed: 'No se pudo solicitar la baja.',
    visits: {
      title: 'Visitas',
      empty: 'Aún no hay visitas registradas.',
      failed: 'No se pudieron cargar más visitas',
      more: 'Ver más visitas',
    },
  },
} as const
