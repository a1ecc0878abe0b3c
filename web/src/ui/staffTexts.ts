/** The words of components that only the staff's app has: a customer's phone need not load them. */
export const staffTexts = {
  usedOf: (used: string, limit: string) => `${used} de ${limit}`,
  notifications: 'Notificaciones',
  menuDidNotCome: 'No se pudo abrir el menú. Comprueba la conexión e inténtalo de nuevo.',
  unsaved: {
    title: 'Tienes cambios sin guardar',
    detail: 'Si sales ahora, se pierde lo que has escrito.',
    stay: 'Seguir editando',
    leave: 'Salir sin guardar',
  },
  restored: {
    title: 'Hemos recuperado lo que estabas escribiendo',
    detail: 'Aún no se ha guardado.',
    discard: 'Descartarlo',
  },
  besides: {
    effect: (name: string) => `¿Canjear también: ${name}?`,
    keep: 'No',
    confirm: 'Sí, canjear',
  },
  stale: 'No se pudo actualizar.',
  leaveSecret: 'Esta contraseña no se volverá a mostrar. ¿Salir sin apuntarla?',
  morePages: 'Ver más',
  visitNote: { add: 'Añadir nota', label: 'Nota de la visita' },
  morePagesFailed: 'No se pudo cargar el listado.',
} as const
