export const texts = {
  sound: 'Sonido al escanear',
  vibration: 'Vibración al escanear',
} as const
