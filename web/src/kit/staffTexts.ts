export const staffTexts = {
  outOf: (used: string, limit: string) => `${used} de ${limit}`,
  notifications: 'Notificaciones',
  unsaved: {
    title: 'Tienes cambios sin guardar',
    detail: 'Si sales ahora, se pierde lo que has escrito.',
    stay: 'Seguir editando',
    leave: 'Salir sin guardar',
  },
  unanswered: {
    title: 'No llegó la respuesta. Puede que ya esté hecho.',
    repeatable: 'Si pulsas otra vez, no se hará dos veces.',
  },
  stale: 'No se pudo actualizar.',
  leaveSecret: 'Esta contraseña no se volverá a mostrar. ¿Salir sin apuntarla?',
  morePages: 'Ver más',
  morePagesFailed: 'No se pudo cargar el listado.',
} as const
