export const sessionTexts = {
  title: 'Dispositivos conectados',
  intro: 'Aquí está abierta tu cuenta. Si no conoces alguno, ciérralo y cambia tu contraseña.',
  current: 'Este dispositivo',
  opened: (when: string) => `Entraste: ${when}`,
  seen: (when: string) => `Último uso: ${when}`,
  address: (address: string) => `Dirección ${address}`,
  close: 'Cerrar',
  closeOne: (device: string, when: string) => `Cerrar la sesión de ${device}, abierta ${when}`,
  closing: 'Cerrando…',
  closeOthers: 'Cerrar las demás',
  loadFailed: 'No se pudieron cargar tus dispositivos.',
} as const
