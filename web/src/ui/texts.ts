/** The few words that components say by themselves. */
export const texts = {
  usedOf: (used: string, limit: string) => `${used} de ${limit}`,
  loading: 'Cargando…',
  close: 'Cerrar',
  notifications: 'Notificaciones',
  optional: 'opcional',
  phonePrefix: 'Prefijo del país',
  newTab: '(se abre en otra pestaña)',
  cancel: 'Cancelar',
  retry: 'Reintentar',
  broken: {
    title: 'Algo ha fallado en esta pantalla',
    detail: 'Lo que ya se guardó sigue guardado. Vuelve a cargar la página para continuar.',
    reload: 'Volver a cargar',
  },
  morePages: 'Ver más',
  morePagesFailed: 'No se pudo cargar el listado.',
  redeem: 'Canjear',
  redeeming: 'Canjeando…',
  more: (count: number) => `y ${count} más`,
  owed: {
    HALF: { headline: '50 %', detail: 'Descuento en el servicio de hoy' },
    FREE: { headline: 'GRATIS', detail: 'El servicio de hoy es gratis' },
    WELCOME: {
      headline: 'Descuento de bienvenida',
      detail: 'Para un solo servicio, no se suma a otras ofertas',
    },
  },
} as const
