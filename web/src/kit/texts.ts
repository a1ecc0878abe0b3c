export const texts = {
  loading: 'Cargando…',
  close: 'Cerrar',
  optional: 'opcional',
  emailFaults: {
    missing: 'Escribe un correo.',
    wrong: 'Revisa el correo: falta algo, por ejemplo la @.',
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
      'Puede que no haya conexión, que el servidor no responda o que haya una versión nueva de la aplicación. Lo que ya se guardó sigue guardado.',
    unreachable:
      'El servidor sigue sin responder. Prueba otra vez dentro de un minuto. Lo que ya se guardó sigue guardado.',
    trying: 'Abriendo…',
  },
} as const
