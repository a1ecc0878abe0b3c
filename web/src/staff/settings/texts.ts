import { sayCount, sayNumber } from '@/lib/numbers'

const listFormat = new Intl.ListFormat('es', { type: 'conjunction' })

const customers = (count: number) => sayCount(count, 'cliente', 'clientes')
const rewards = (count: number) => sayCount(count, 'recompensa', 'recompensas')

interface OwedCounts {
  customers: number
  rewards: number
  free: number
}

function owedKinds(free: number, half: number): string {
  if (half === 0) return sayCount(free, 'servicio gratis', 'servicios gratis')
  if (free === 0) return sayCount(half, 'servicio al 50 %', 'servicios al 50 %')
  return `${sayCount(free, 'servicio gratis', 'servicios gratis')} y ${sayNumber(half)} al 50 %`
}

export const texts = {
  title: 'Ajustes del negocio',
  intro: 'Cómo se llama, dónde está y qué regala la tarjeta.',
  loadFailed: 'No se pudo cargar.',
  sections: {
    label: 'Apartados de los ajustes',
    all: 'Todos los ajustes',
    edited: 'con cambios sin guardar',
    names: {
      negocio: 'Negocio',
      tarjeta: 'Tarjeta',
      local: 'Local y horario',
      mensajes: 'Mensajes',
      legal: 'Legal',
      cartel: 'Cartel y enlaces',
      equipo: 'Equipo y dispositivos',
    },
  },
  business: {
    title: 'El negocio',
    name: 'Nombre',
    nameMissing: 'Escribe el nombre del negocio.',
    timezone: 'Zona horaria',
    timezoneHelp:
      'El día empieza a las 0:00 de esta zona, y cada día cuenta una visita. Si la cambias, lo de hoy no cambia.',
    country: 'País de los teléfonos',
    countryHelp: 'Los teléfonos escritos sin prefijo son de este país.',
  },
  card: {
    title: 'La tarjeta',
    target: 'Visitas hasta el servicio gratis',
    vipTarget: 'Visitas hasta el servicio gratis (VIP)',
    targetWrong: 'Tiene que ser un número entre 2 y 50.',
    half: 'Regalar un 50 % a mitad de la tarjeta',
    halfAt: (visits: number) => `Se regala en la visita ${visits}. Las tarjetas VIP no lo tienen.`,
    halfHelp: 'Las tarjetas VIP no lo tienen.',
    preview: 'Así queda la tarjeta',
    colour: 'Color de la tarjeta y el cartel',
    logo: {
      title: 'Tu logo',
      give: 'Subir el logo',
      change: 'Cambiar el logo',
      remove: 'Quitar el logo',
      now: 'Tu logo, como se ve',
      help: 'Va junto al nombre: en la tarjeta, el registro y el cartel. Un PNG o un JPG; se guarda al elegirlo.',
    },
    colourHelp: 'Lo llevan la tarjeta, el registro y el cartel. Todos se leen igual de bien.',
  },
  welcome: {
    title: 'Descuento de bienvenida',
    text: 'Qué es, en tus palabras',
    textHelp: 'Lo lee quien se registra. Vale para un solo servicio y no se suma a otras ofertas.',
    placeholder: 'Por ejemplo: 20 % en tu primer corte',
    tooLong: 'Es demasiado largo: como mucho 120 letras.',
  },
  paper: {
    title: 'Tarjetas de papel',
    barbers: 'Los barberos pueden anotar tarjetas de papel',
    barbersHelp: 'Si no, solo las anotan los administradores y tú.',
  },
  usual: {
    title: 'Lo de siempre',
    enable: 'Guardar una nota y fotos del corte de cada cliente',
    help: 'Tu equipo las ve al escanear, y el cliente en «Mis puntos». Solo con su permiso, que se pregunta antes de la primera foto o nota. Si lo desactivas no se ve nada; lo guardado no se borra.',
  },
  servedBy: {
    title: 'Quién atiende',
    label: 'Elegir en el mostrador quién atiende',
    help: 'Para locales donde varias personas comparten un dispositivo. «¿Quién lo hizo?» cuenta cada visita a quien se eligió. Sin elegir, cuenta a quien tiene la sesión abierta.',
  },
  secondFactor: {
    title: 'Verificación en dos pasos',
    label: 'Pedir verificación en dos pasos al equipo',
    help: 'Cada persona, también tú, tendrá que activarla con su móvil la próxima vez que use Axioma. Después, al entrar escribirá su contraseña y un código.',
  },
  weekMail: {
    title: 'Tu semana',
    label: 'Tu semana por correo, cada lunes',
    help: 'Llega a los propietarios por la mañana: cuántos vinieron, qué debes, quién ha dejado de venir y qué conviene hacer primero.',
    noMail: 'Este servidor aún no envía correos, así que no llegará.',
    byWhatsApp: 'Recíbelo también por WhatsApp',
    byWhatsAppHelp:
      'El mismo resumen en una pantalla, cada lunes, desde el WhatsApp de tu negocio. Para dejarlo, desmárcalo o responde BAJA.',
    notSent: {
      TRIAL: 'WhatsApp está en modo de prueba: el resumen se anota y no sale.',
      OFF: 'Ahora no sale nada por WhatsApp, tampoco el resumen.',
    },
    phone: 'Tu número de WhatsApp',
    withoutPhone: 'Escríbelo: sin número no se envía nada.',
    phoneHelp: 'Un móvil que solo leas tú: el resumen dice cuánto debes y cuántos vinieron.',
    unavailable:
      'Este servidor aún no puede enviarlo por WhatsApp: falta una plantilla aprobada. Pídela a quien lo lleva.',
  },
  marketing: {
    title: 'Mensajes a tus clientes',
    intro:
      'Por WhatsApp, y solo a quien acepta WhatsApp y promociones. Nunca a menores de 14 años, y como mucho dos a cada cliente en 30 días.',
    reach: (customers: number, all: number) =>
      `Ahora ${customers === 1 ? 'puede recibirlos' : 'pueden recibirlos'} ${sayNumber(customers)} de ${sayNumber(all)} clientes.`,
    birthdays: (count: number) =>
      count === 0
        ? 'No tienes el cumpleaños de ninguno.'
        : `Tienes el cumpleaños de ${count === 1 ? 'uno' : sayNumber(count)}.`,
    counting: 'Contando a quién llegarían…',
    failed: 'No se pudo contar a quién llegarían.',
    birthday: 'Felicitar el cumpleaños',
    birthdayHelp: 'El mismo día, después de las horas sin mensajes. A quien nació un 29 de febrero, el 28.',
    oneMore: 'Avisar de que falta una visita',
    oneMoreHelp:
      'Cuando le falta una sola visita para la recompensa y lleva dos semanas sin venir. Una vez por recompensa.',
    example: 'Así se lee',
    holdBack: 'Dejar sin escribir a uno de cada diez que faltan',
    holdBackHelp:
      'Se eligen al azar cada trimestre y no salen en «¿Quién falta?». Así sabes si escribir a los demás sirve de algo.',
    quietFrom: 'Sin mensajes desde las',
    quietTo: 'hasta las',
    quietHelp: 'Según la hora de tu negocio. Los mensajes de esas horas salen por la mañana.',
  },
  poster: {
    title: 'Cartel para el local',
    failed: 'No se pudo mostrar el cartel.',
  },
  legal: {
    title: 'Datos legales',
    detail:
      'Quién responde de los datos de tus clientes. Lo leen en el formulario de registro y en las páginas de privacidad, aviso legal y cookies.',
    missing:
      'Faltan datos que la ley pide mostrar. Mientras tanto, tus páginas legales dicen que se facilitan en el local.',
    legalName: 'Titular',
    legalNameHelp: 'Tu nombre y apellidos si eres autónomo, o la razón social de la empresa.',
    taxId: 'NIF',
    taxIdDoubt: 'No parece un NIF, NIE o CIF español: revísalo. Se guarda igualmente.',
    legalAddress: 'Domicilio',
    contactEmail: 'Correo para tus clientes',
    contactEmailHelp: 'Para que pregunten por sus datos o ejerzan sus derechos.',
    see: 'Ver cómo queda',
  },
  premises: {
    title: 'Tu local',
    detail: 'Lo ven tus clientes en su tarjeta. Lo que dejes vacío no sale.',
    premisesAddress: 'Dirección',
    premisesPhone: 'Teléfono',
    bookingUrl: 'Página para reservar cita',
    bookingHelp: 'Tu página de reservas, o la de la aplicación que uses: cópiala del navegador.',
    hours: 'Horario',
    hoursHelp: 'Marca los días que abres.',
    closed: 'Cerrado',
    faults: {
      missing: (day: string) => `Falta una hora del ${day}.`,
      order: (day: string) => `La hora de cierre tiene que ser posterior a la de apertura del ${day}.`,
      overlap: (day: string) => `El ${day} tiene dos horarios que se pisan.`,
    },
    hoursOf: (days: string[]) => `horario del ${listFormat.format(days)}`,
    from: (day: string) => `Abre el ${day}`,
    to: (day: string) => `Cierra el ${day}`,
    addSpan: 'Añadir otro horario',
    addSpanOn: (day: string) => `Añadir otro horario el ${day}`,
    removeSpan: (from: string, to: string, day: string) => `Quitar ${from}–${to} del ${day}`,
    copyMonday: 'Poner el horario del lunes de martes a viernes',
    copyToAll: (day: string) => `Copiar el horario del ${day} a todos los días`,
  },
  fields: {
    name: 'nombre',
    timezone: 'zona horaria',
    country: 'país de los teléfonos',
    visitTarget: 'visitas hasta el servicio gratis',
    vipVisitTarget: 'visitas con bono VIP',
    halfRewardEnabled: '50 % a mitad de la tarjeta',
    colour: 'color de la tarjeta y el cartel',
    welcomeText: 'descuento de bienvenida',
    barberOpenings: 'tarjetas de papel',
    usualEnabled: '«lo de siempre»',
    servedByEnabled: 'quién atiende',
    birthdayMessages: 'felicitar el cumpleaños',
    oneMoreMessages: 'avisar de que falta una visita',
    holdBack: 'dejar a uno de cada diez sin escribir',
    quietFrom: 'inicio de las horas sin mensajes',
    quietTo: 'fin de las horas sin mensajes',
    weekMail: 'tu semana por correo',
    weekPhone: 'tu semana por WhatsApp',
    secondFactorRequired: 'la verificación en dos pasos del equipo',
    legalName: 'titular',
    taxId: 'NIF',
    legalAddress: 'domicilio',
    contactEmail: 'correo para tus clientes',
    premisesAddress: 'dirección',
    premisesPhone: 'teléfono del local',
    bookingUrl: 'página para reservar cita',
    openingHours: 'horario',
  },
  yes: 'sí',
  no: 'no',
  save: 'Guardar cambios',
  notSaved: (names: string[]) => `❌ No se ha guardado. Revisa: ${names.join(', ')}.`,
  backToFirstSteps: 'Volver a los primeros pasos',
  saving: 'Guardando…',
  change: {
    title: 'Cambiar lo que da la tarjeta',
    owes: ({ customers: holders, rewards: count, free }: OwedCounts) =>
      `Con este cambio, ${customers(holders)} ya ${holders === 1 ? 'tendría recompensa: le' : 'tendrían recompensa: les'} deberías ${owedKinds(free, count - free)} desde hoy.`,
    who: 'A quién se las deberías',
    family: (name: string) => `Familia ${name.replace(/^familia\s+(?=\S)/i, '')}`,
    times: (count: number) => `${count} recompensas`,
    all: (count: number) => `Ver los ${sayNumber(count)}`,
    rest: (count: number) => `y ${sayNumber(count)} más`,
    choice:
      'Si no las concedes, el cambio cuenta desde la próxima visita. Se guarda en los dos casos, y lo que ya debes lo sigues debiendo.',
    grant: ({ customers: holders, rewards: count }: OwedCounts) =>
      `Conceder ${rewards(count)} a ${customers(holders)}`,
    keep: 'Guardar sin conceder',
    cancel: 'Cancelar',
  },
  imports: {
    title: 'Traer clientes',
    detail: 'Importa los clientes de otro programa, de una hoja de cálculo o de los contactos del móvil.',
    link: 'Importar clientes',
  },
  team: {
    title: 'Equipo',
    detail: 'Da de alta a quien trabaja contigo y decide qué puede hacer.',
    link: 'Ver el equipo',
  },
  firstSteps: {
    title: 'Primeros pasos',
    detail: 'Quitaste de tu panel la lista de los primeros pasos. Lo hecho sigue hecho.',
    show: 'Volver a mostrarla',
  },
  devices: {
    title: 'Dispositivos',
    detail:
      'Da nombre a las tabletas y móviles del mostrador, mira si tienen visitas sin enviar y da de baja el que se pierda.',
    link: 'Ver los dispositivos',
  },
  ownCopy: {
    title: 'Copia de tus datos',
    detail:
      'Descarga todos los datos del negocio, o la lista de clientes para una hoja de cálculo o la agenda.',
    link: 'Descargar tu copia',
  },
} as const
