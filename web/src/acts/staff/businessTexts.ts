export const businessTexts = {
  failed: 'No se pudo guardar.',
  saved: '✅ Guardado.',
  open: { failed: 'No se pudo crear.' },
  newPassword: { failed: 'No se pudo crear otra contraseña.' },
  suspended: (name: string) => `✅ ${name} está suspendido.`,
  reactivated: (name: string) => `✅ ${name} vuelve a estar activo.`,
  poster: {
    file: (what: string) => `cartel-${what.toLowerCase()}.pdf`,
    failed: 'No se pudo descargar el cartel.',
  },
  copyOfData: {
    preparing: (name: string) => `Preparando los datos de ${name}…`,
    done: (name: string) => `✅ Datos de ${name} descargados.`,
    failed: 'No se pudieron descargar los datos.',
    file: (id: string) => `negocio-${id}.zip`,
  },
} as const
