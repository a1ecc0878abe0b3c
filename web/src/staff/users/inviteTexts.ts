interface Invitation {
  name: string
  business: string
  role: string
  url: string
}

/** `moment` begins with a digit if it is a date, which needs the article 'el'; nearer ones are 'hoy, 10:42'. */
const untilThe = (moment: string) => `hasta ${/^\d/.test(moment) ? 'el ' : ''}${moment}`

export const inviteTexts = {
  act: 'Invitar con un enlace',
  title: 'Invitar a alguien del equipo',
  intro: 'Le mandas un enlace, elige su contraseña y entra. Tú no tienes que saberla.',
  name: 'Nombre',
  email: 'Correo electrónico',
  emailHelp: 'Con él entrará siempre.',
  role: 'Rol',
  submit: 'Crear el enlace',
  submitting: 'Creando el enlace…',
  failed: 'No se pudo crear la invitación.',
  doneFor: (who: string) => `Enlace para ${who}`,
  copy: 'Copiar el enlace',
  copied: 'Copiado',
  copyFailed: 'No se pudo copiar.',
  share: 'Enviar por WhatsApp',
  warnings: {
    LOCAL: {
      title: 'No lo mandes todavía: esta dirección solo funciona en el local',
      detail:
        'Quien lo reciba no podrá abrirlo con su móvil. Pide a quien instaló Axioma que le ponga una dirección de internet, y haz otro enlace.',
    },
    UNENCRYPTED: {
      title: 'No lo mandes todavía: esta dirección no es segura',
      detail:
        'Empieza por http, y los móviles avisan a quien la abre. Pide a quien instaló Axioma que active https, y haz otro enlace.',
    },
  },
  once: (until: string) =>
    `Vale ${untilThe(until)} y una sola vez. No se volverá a mostrar, pero puedes crear otro cuando quieras.`,
  mailed: (email: string) => `También se lo hemos enviado por correo a ${email}.`,
  close: 'Hecho',
  message: ({ name, business, role, url }: Invitation) =>
    `${name ? `Hola, ${name}. ` : ''}Te invito a entrar en Axioma como ${role} de ${business}. Elige tu contraseña aquí: ${url}`,
  again: {
    act: 'Nuevo enlace',
    actOf: (who: string) => `Nuevo enlace para ${who}`,
    title: (who: string) => `¿Crear otro enlace para ${who}?`,
    detail: 'El enlace anterior dejará de valer.',
    action: 'Crear otro enlace',
  },
  state: {
    invited: 'Invitado',
    expired: 'Invitación caducada',
    until: (moment: string) => `El enlace vale ${untilThe(moment)}`,
  },
} as const
