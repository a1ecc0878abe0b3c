export const texts = {
  saveQr: {
    saved: (name: string) => `Está en Descargas como «${name}».`,
    offline: 'Sin conexión no se puede guardar. Vuelve a tocarlo cuando la tengas.',
    share: 'Compartir',
    notShared: 'No se pudo compartir. Guárdalo y envíalo desde Descargas.',
  },
  phonePrefix: 'Prefijo del país',
  phoneRead: (phone: string, country: string) => `Se usará ${phone} (${country}).`,
  phoneFaults: {
    letters: 'Un teléfono solo lleva cifras, por ejemplo +34 612 34 56 78.',
    long: 'Es demasiado largo para ser un teléfono.',
    of: (prefix: string, country: string) =>
      `No es un teléfono con prefijo ${prefix} (${country}). Revisa las cifras y el prefijo.`,
    unknown: 'No es un teléfono. Escríbelo con su prefijo, por ejemplo +34 612 34 56 78.',
  },
  birthdayFaults: {
    unfinished: 'Completa la fecha: día, mes y año.',
    impossible: 'Revisa la fecha de nacimiento: no parece correcta.',
  },
  ofFamily: 'De la familia',
  redeem: 'Canjear',
  redeemFurther: 'Canjear también',
  redeeming: 'Canjeando…',
  more: (count: number) => `y ${count} más`,
} as const
