export const idleTexts = {
  title: (seconds: number) => `Tu sesión se cierra en ${duration(seconds)} por inactividad`,
  detail: 'Lo que estabas escribiendo sigue en la pantalla. Pulsa «Seguir» para continuar.',
  stay: 'Seguir',
  staying: 'Un momento…',
  leave: 'Cerrar sesión',
  failed: '❌ No se pudo renovar la sesión. Comprueba la conexión e inténtalo otra vez.',
} as const

function duration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return seconds <= 60 ? 'menos de un minuto' : `${minutes} minutos`
}
