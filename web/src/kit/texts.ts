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
      'Parece que no hay conexión, o que ha llegado una versión nueva de la aplicación. Lo que ya se guardó sigue guardado.',
    unreachable: 'Sigue sin haber conexión con el servidor. Lo que ya se guardó sigue guardado.',
    trying: 'Abriendo…',
  },
} as const
