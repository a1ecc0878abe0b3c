/** The few words that components say by themselves. */
export const texts = {
  saveQr: {
    saved: (name: string) => `Está en Descargas como «${name}».`,
    offline: 'Sin conexión no se puede guardar. Vuelve a tocarlo cuando la tengas.',
    share: 'Compartir',
    notShared: 'No se ha podido compartir. Guárdalo y envíalo desde Descargas.',
  },
  loading: 'Cargando…',
  close: 'Cerrar',
  optional: 'opcional',
  phonePrefix: 'Prefijo del país',
  phoneRead: (phone: string, country: string) => `Se usará ${phone} (${country}).`,
  phoneFaults: {
    letters: 'Un teléfono solo lleva cifras, por ejemplo +34 612 34 56 78.',
    long: 'Es demasiado largo para ser un teléfono.',
    of: (prefix: string, country: string) =>
      `No es un teléfono con prefijo ${prefix} (${country}). Revisa las cifras y el prefijo.`,
    unknown: 'No es un teléfono. Escríbelo con su prefijo, por ejemplo +34 612 34 56 78.',
  },
  emailFaults: {
    missing: 'Escribe un correo.',
    wrong: 'Revisa el correo: falta algo, por ejemplo la @.',
  },
  birthdayFaults: {
    unfinished: 'Completa la fecha: día, mes y año.',
    impossible: 'Revisa la fecha: no puede ser de una persona que vive hoy.',
  },
  newTab: '(se abre en otra pestaña)',
  cancel: 'Cancelar',
  retry: 'Reintentar',
  broken: {
    title: 'Algo ha fallado en esta pantalla',
    detail: 'Lo que ya se guardó sigue guardado. Vuelve a cargar la página para continuar.',
    reload: 'Volver a cargar',
  },
  missing: {
    title: 'No se pudo abrir esta pantalla',
    detail:
      'Parece que no hay conexión, o que ha llegado una versión nueva de la aplicación. Lo que ya se guardó sigue guardado.',
    unreachable: 'Sigue sin haber conexión con el servidor. Lo que ya se guardó sigue guardado.',
    trying: 'Abriendo…',
  },
  ofFamily: 'De la familia',
  redeem: 'Canjear',
  redeemBesides: 'Canjear también',
  redeeming: 'Canjeando…',
  more: (count: number) => `y ${count} más`,
} as const
