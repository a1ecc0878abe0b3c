import type { NextReward } from './face'

const rewardName = { HALF: 'el 50 %', FREE: 'el servicio gratis' } as const

export const texts = {
  position: (position: number, target: number) => `${position} de ${target} visitas`,
  summary: (position: number, target: number, rewards: number) => {
    const stamps = `${position} de ${target}`
    if (rewards === 0) return stamps
    return rewards === 1
      ? `${stamps} · te espera 1 recompensa`
      : `${stamps} · te esperan ${rewards} recompensas`
  },
  ofTarget: (target: number) => `de ${target} visitas`,
  holder: 'A nombre de',
  vip: 'VIP',
  full: 'Tarjeta completa',
  qrFailed: 'No se pudo generar el QR.',
  qrRetry: 'Volver a cargar el QR',
  next: ({ kind, visits }: NextReward) =>
    `${visits === 1 ? 'Falta' : 'Faltan'} ${visits} para ${rewardName[kind]}`,
}
