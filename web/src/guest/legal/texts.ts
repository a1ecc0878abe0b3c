import type { LegalPageName } from '@/lib/legalPages'

export interface LegalSection {
  title: string
  paragraphs: readonly string[]
  points?: readonly { term: string; text: string }[]
  showsController?: true
}

export interface LegalText {
  title: string
  intro: string
  sections: readonly LegalSection[]
}

export const texts = {
  product: 'Axioma',
  updated: 'Última actualización: 23 de noviembre de 2026',
} as const

/** Joins words with commas and 'y'. The JavaScript engine of the rendering server has no Intl. */
function joinWords(things: readonly string[]): string {
  const before = things.slice(0, -1).join(', ')
  return [before, things.at(-1)].filter(Boolean).join(' y ')
}

export const controllerTexts = {
  sign: 'Barbería',
  legalName: 'Titular',
  taxId: 'NIF',
  legalAddress: 'Domicilio',
  contactEmail: 'Correo',
  its: {
    legalName: 'el nombre de su titular',
    taxId: 'su NIF',
    legalAddress: 'su domicilio',
    contactEmail: 'un correo de contacto',
  },
  missing: (business: string, things: readonly string[]) =>
    `${business} todavía no ha publicado aquí ${joinWords(things)}. Te lo facilitan en el local, y tus derechos son los mismos.`,
  noBusiness:
    'La responsable es la barbería en la que te registras: su nombre figura en el formulario y en tu tarjeta. Abre esta página desde el enlace de tu tarjeta o del formulario y verás aquí sus datos.',
  failed: 'No se pudieron cargar los datos de la barbería.',
} as const

const privacy: LegalText = {
  title: 'Política de privacidad',
  intro:
    'Qué datos tuyos se usan en tu tarjeta de sellos, quién los usa, para qué y qué puedes hacer con ellos.',
  sections: [
    {
      title: 'Quién es responsable de tus datos',
      showsController: true,
      paragraphs: [
        'La barbería en la que te registras es la responsable del tratamiento. Ella decide para qué se usan tus datos y a ella puedes dirigirte, en el propio local o por su correo, para cualquier cuestión.',
        'Axioma es la plataforma con la que la barbería lleva sus tarjetas. Actúa como encargada del tratamiento: guarda los datos por cuenta de la barbería y siguiendo sus instrucciones, conforme al artículo 28 del Reglamento General de Protección de Datos (RGPD). No los usa para fines propios, no los vende y no los cruza con los de otras barberías.',
      ],
    },
    {
      title: 'Qué datos se tratan',
      paragraphs: [
        'Solo los que tú das y los que nacen de tus visitas. No se piden datos especialmente protegidos, como los de salud, y ningún programa toma por su cuenta decisiones que te afecten legalmente.',
      ],
      points: [
        { term: 'Identificación y contacto', text: 'nombre y teléfono; correo electrónico, si lo das.' },
        {
          term: 'Fecha de nacimiento',
          text: 'si la das, para confirmar que eres tú y, si aceptas promociones, felicitarte en tu cumpleaños.',
        },
        {
          term: 'Tu tarjeta',
          text: 'visitas, recompensas ganadas y canjeadas, tipo de bono, familia con la que compartes tarjeta y notas del servicio.',
        },
        {
          term: 'Lo de siempre, si lo permites',
          text: 'una nota y hasta tres fotos de tu corte, si tu barbería las guarda.',
        },
        {
          term: 'Tus hijos, si les das de alta',
          text: 'su nombre, su fecha de nacimiento, su propia tarjeta y quién dio el consentimiento.',
        },
        {
          term: 'Tus dispositivos',
          text: 'en cuáles tienes abierta tu tarjeta y cuándo se usó por última vez; los ves y los cierras en «Mis datos».',
        },
        {
          term: 'Lo que nos escribes por WhatsApp',
          text: 'se guarda 30 días para que la barbería pueda leerlo, y se comprueba si te das de baja o confirmas tu número. De los mensajes que te enviamos se anota si han llegado y si se han leído.',
        },
        {
          term: 'Tus decisiones',
          text: 'qué aceptaste o retiraste, cuándo, en qué formulario y con qué texto; si eres menor de 14 años, quién lo aceptó por ti.',
        },
      ],
    },
    {
      title: 'Para qué se usan y con qué base',
      paragraphs: [],
      points: [
        {
          term: 'Llevar tu tarjeta',
          text: 'registrar visitas, conceder recompensas y darte tu código QR. Base: ejecución del programa de fidelización al que te apuntas (artículo 6.1.b RGPD).',
        },
        {
          term: 'Mensajes de servicio',
          text: 'tu código QR y el código de acceso que pides, por WhatsApp o por correo. Base: la misma, porque los necesitas para usar la tarjeta.',
        },
        {
          term: 'Promociones',
          text: 'ofertas de la barbería, una felicitación por tu cumpleaños, con tu fecha de nacimiento, y un aviso cuando te falta una visita para una recompensa, con tus visitas; solo por los canales que hayas aceptado. Base: tu consentimiento (artículo 6.1.a RGPD y artículo 21 de la LSSI). Es independiente de la tarjeta: sin él funciona igual.',
        },
        {
          term: 'Repetir tu corte',
          text: 'una nota y fotos de tu corte, que ven el equipo de la barbería y tú en «Mis puntos». Base: tu consentimiento (artículo 6.1.a RGPD), que das en el mostrador o en «Mis puntos» y retiras cuando quieras: entonces se borran. Sin él tu tarjeta funciona igual.',
        },
        {
          term: 'Obligaciones legales y defensa',
          text: 'conservar lo que exigen las normas mercantiles, contables y de protección de datos. Base: obligación legal (artículo 6.1.c RGPD).',
        },
        {
          term: 'Seguridad',
          text: 'dejar constancia de quién hizo qué y frenar los intentos abusivos, con la dirección de red de la que llegan. Base: interés legítimo en un servicio seguro (artículo 6.1.f RGPD).',
        },
      ],
    },
    {
      title: 'Cuánto tiempo se conservan',
      paragraphs: [
        'Mientras tengas tu tarjeta. Cuando la das de baja, o la barbería deja de tratar tus datos, quedan bloqueados, sin que nadie los use, durante los plazos siguientes y después se borran o se hacen anónimos.',
      ],
      points: [
        {
          term: '6 años',
          text: 'los registros mercantiles y contables (artículo 30 del Código de Comercio).',
        },
        {
          term: '3 años',
          text: 'los relativos a publicidad y la prueba de tus consentimientos, desde que los retiras.',
        },
        {
          term: '30 días',
          text: 'lo que escribes a la barbería por WhatsApp, también mientras tengas tu tarjeta.',
        },
      ],
    },
    {
      title: 'Quién más puede verlos',
      paragraphs: [
        'El personal autorizado de la barbería; los barberos ven tu teléfono y tu correo ocultos en parte. Los proveedores técnicos que hacen falta para prestar el servicio: el alojamiento de los servidores; si se envían mensajes por WhatsApp, Meta (WhatsApp Ireland Limited) y, si se envían códigos o tu QR por correo, el proveedor de correo. Y las autoridades, cuando una norma lo exige.',
        'Si añades tu tarjeta a la cartera de tu móvil, y solo entonces: Google (Google Ireland Limited) guarda una copia con tu nombre de pila, tu QR, tus sellos y tus recompensas, que se pone al día mientras la tengas ahí; Apple (Apple Distribution International) recibe el aviso de que tu tarjeta ha cambiado, sin tus datos. La quitas cuando quieras desde tu móvil.',
        'Si un proveedor trata datos fuera del Espacio Económico Europeo, se hace con una decisión de adecuación o con cláusulas contractuales tipo de la Comisión Europea. Puedes pedir a tu barbería la lista de proveedores y una copia de esas garantías.',
      ],
    },
    {
      title: 'Tus derechos',
      paragraphs: [
        'Puedes ejercerlos gratis: casi todos tú mismo en «Mis datos», dentro de tu portal, y todos en el local o por el correo de tu barbería. La respuesta llega en un mes como máximo; si el caso es complejo puede ampliarse dos meses más, y se te avisará.',
      ],
      points: [
        { term: 'Acceso', text: 'saber qué datos tuyos hay y recibir una copia.' },
        { term: 'Rectificación', text: 'corregir lo que esté mal o incompleto.' },
        { term: 'Supresión', text: 'que se borren cuando ya no hagan falta.' },
        { term: 'Oposición', text: 'que no se usen para un fin, en especial para publicidad.' },
        { term: 'Limitación', text: 'que se conserven sin usarlos mientras se aclara algo.' },
        { term: 'Portabilidad', text: 'recibirlos en un formato que otro programa pueda leer.' },
        {
          term: 'Retirar el consentimiento',
          text: 'en cualquier momento, sin dar motivos y sin perder tu tarjeta. No afecta a lo hecho hasta entonces.',
        },
      ],
    },
    {
      title: 'Si no estás de acuerdo',
      paragraphs: [
        'Si crees que no se han respetado tus derechos, puedes reclamar ante la Agencia Española de Protección de Datos (www.aepd.es; calle Jorge Juan, 6, 28001 Madrid). También puedes acudir antes a tu barbería, que suele ser lo más rápido.',
      ],
    },
    {
      title: 'Menores de edad',
      paragraphs: [
        'Por quien tiene menos de 14 años da el consentimiento su madre, su padre o su tutor, y se guarda quién lo dio y cuándo (artículo 7 de la Ley Orgánica 3/2018, LOPDGDD). Hasta esa edad no se envían promociones, y la fecha de nacimiento se corrige en el mostrador.',
      ],
    },
    {
      title: 'Cómo se protegen',
      paragraphs: [
        'Cada barbería ve solo a sus clientes. Cada persona del equipo entra con su propia cuenta y solo hace lo que esta le permite, las contraseñas no se guardan tal cual y queda constancia de los cambios. Tu código QR es personal: quien lo tiene puede ver tu tarjeta, así que no lo publiques.',
      ],
    },
  ],
}

const legalNotice: LegalText = {
  title: 'Aviso legal',
  intro: 'Quién está detrás de este sitio y con qué condiciones se usa.',
  sections: [
    {
      title: 'Quién presta el servicio',
      showsController: true,
      paragraphs: [
        'Axioma es la aplicación con la que las barberías llevan las visitas y las recompensas de sus clientes. Cada barbería es la titular de su tarjeta y responde de lo que ofrece en ella; su nombre figura en la tarjeta y en el formulario de registro.',
        'Arriba están, según los publica la barbería, los datos que pide el artículo 10 de la Ley 34/2002 (LSSI): titular, NIF, domicilio y correo de contacto.',
      ],
    },
    {
      title: 'Condiciones de la tarjeta',
      paragraphs: [],
      points: [
        {
          term: 'Registro',
          text: 'es gratuito y voluntario; los datos que das deben ser tuyos y verdaderos.',
        },
        {
          term: 'Visitas',
          text: 'cada visita suma un sello, uno al día como norma. Las registra el personal de la barbería.',
        },
        {
          term: 'Recompensas',
          text: 'las que muestra tu tarjeta, una vez cada una. Se canjean en la barbería que las concede y no se cambian por dinero.',
        },
        {
          term: 'Descuento de bienvenida',
          text: 'vale para un solo servicio y no se suma a otras ofertas.',
        },
        {
          term: 'Cambios',
          text: 'la barbería puede cambiar o terminar su programa; las recompensas ya ganadas se respetan.',
        },
      ],
    },
    {
      title: 'Comunicaciones comerciales',
      paragraphs: [
        'Solo recibes promociones si las has aceptado. Cada una se identifica como tal y dice cómo darte de baja: es sencillo y gratuito (artículos 20 a 22 de la LSSI).',
      ],
    },
    {
      title: 'Uso correcto',
      paragraphs: [
        'Tu código QR es personal. Las cuentas del personal no se comparten. No está permitido intentar acceder a datos de otras personas, automatizar registros ni entorpecer el servicio.',
      ],
    },
    {
      title: 'Propiedad intelectual',
      paragraphs: [
        'El diseño, los textos y los programas de Axioma están protegidos por las leyes de propiedad intelectual. El nombre y los signos de cada barbería son suyos.',
      ],
    },
    {
      title: 'Responsabilidad',
      paragraphs: [
        'Cuidamos de que el servicio funcione y de que sus datos sean correctos. Puede haber interrupciones por mantenimiento o por causas ajenas; en ese caso, la barbería puede registrar tu visita más tarde. Nada de esto limita los derechos que la ley te da como consumidor.',
      ],
    },
    {
      title: 'Ley aplicable',
      paragraphs: [
        'Se aplica la ley española. Si eres consumidor, son competentes los tribunales de tu domicilio.',
      ],
    },
  ],
}

const cookies: LegalText = {
  title: 'Cookies',
  intro:
    'Este sitio usa cuatro cookies, propias y estrictamente necesarias: una al abrir el formulario de registro o el portal, otra al registrarte, otra al entrar con tu cuenta o en tu portal, y otra en el mostrador de la barbería. Por eso no te pide que aceptes ninguna.',
  sections: [
    {
      title: 'Lo que no hacemos',
      paragraphs: [
        'No hay cookies de publicidad ni de análisis, propias o de otros; no hay píxeles, ni huellas del dispositivo, ni recursos cargados de otras empresas. Nadie sigue tu navegación.',
      ],
    },
    {
      title: 'Las cuatro cookies',
      paragraphs: [
        'La primera existe desde que abres el formulario de registro o la entrada al portal. Sirve para que un formulario que se envía dos veces cuente una sola, y para que nadie más vea tu respuesta. La segunda existe en los dispositivos en los que alguien ha entrado. Sirve para que, si otra persona prueba contraseñas o códigos con tu correo o tu teléfono, tú puedas seguir entrando desde aquí. La tercera existe si trabajas en la barbería y en tu dispositivo hay visitas sin enviar. Sirve para avisarte si el navegador las borra. La cuarta existe si te has registrado aquí. Sirve para que tu QR siga valiendo cuando confirmes tu móvil en este navegador, para volver a enseñarte tu tarjeta cuando leas el cartel y para anular el QR si quien se registró con tu número fue otra persona. El artículo 22.2 de la LSSI no exige tu consentimiento para ninguna de las cuatro.',
      ],
      points: [
        {
          term: 'axioma_form',
          text: 'un nombre al azar del formulario que has abierto; no dice quién eres ni sigue lo que haces. Dura 24 horas.',
        },
        {
          term: 'axioma_known',
          text: 'una marca cifrada por cada cuenta con la que se ha entrado aquí, ocho como mucho; no dice de quién es ni sigue lo que haces, y solo se envía al entrar. Dura 180 días desde la última vez.',
        },
        {
          term: 'axioma_browser',
          text: 'un número al azar que distingue este navegador de otros al registrarse; no dice de quién es ni sigue lo que haces. Dura 180 días desde el último registro.',
        },
        {
          term: 'axioma_waiting_…',
          text: 'cuántas visitas esperan y de qué horas son; no dice de quién. Se borra cuando se registran o las descartas, y como mucho a las 73 horas.',
        },
      ],
    },
    {
      title: 'Lo que guarda tu navegador',
      paragraphs: [
        'Para funcionar, la aplicación guarda unas pocas cosas en el almacenamiento de tu propio navegador. Son estrictamente necesarias para el servicio que pides, y por eso el artículo 22.2 de la LSSI no exige consentimiento.',
      ],
      points: [
        {
          term: 'Tu registro a medio escribir',
          text: 'lo que has tecleado en el formulario y, después, tu código QR. Se borra al cerrar la pestaña.',
        },
        {
          term: 'Tu entrada a medias',
          text: 'el teléfono que has tecleado o el mensaje que esperamos para dejarte entrar. Se borra al entrar o al cerrar la pestaña.',
        },
        { term: 'Tu sesión', text: 'si has entrado con una cuenta o en tu portal. Se borra al salir.' },
        {
          term: 'Tu QR',
          text: 'en las páginas de registro, para volver a enseñarte tu tarjeta en este dispositivo cuando leas otra vez el cartel. Se queda hasta que se registra otra persona en él o borras los datos del sitio.',
        },
        {
          term: 'Visitas sin respuesta',
          text: 'si trabajas en la barbería: las visitas que has registrado y que el servidor aún no ha confirmado, para no perderlas ni contarlas dos veces. Se borra con la respuesta, o cuando las descartas.',
        },
        {
          term: 'Los clientes del mostrador',
          text: 'si trabajas en la barbería: nombre de pila, teléfono oculto y sellos, cifrados, para reconocerlos sin conexión. Se borra al salir, o tras 72 horas sin conexión.',
        },
        {
          term: 'Los archivos de la aplicación',
          text: 'si trabajas en la barbería: para abrir el mostrador sin conexión.',
        },
        { term: 'La versión de la aplicación', text: 'para avisarte cuando hay una nueva.' },
        { term: 'Tus preferencias', text: 'el aspecto claro u oscuro y los ajustes del mostrador.' },
      ],
    },
    {
      title: 'Cómo borrarlo',
      paragraphs: [
        'Sal de tu sesión, o borra los datos de este sitio en los ajustes de tu navegador. Tu tarjeta no se pierde: está en la barbería, no en tu móvil.',
      ],
    },
    {
      title: 'Quién responde',
      showsController: true,
      paragraphs: [],
    },
  ],
}

export const legalTexts: Record<LegalPageName, LegalText> = {
  privacidad: privacy,
  aviso: legalNotice,
  cookies,
}
