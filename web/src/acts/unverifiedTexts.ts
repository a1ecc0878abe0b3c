const counted = (count: number) => (count === 1 ? '1 alta' : `${count} altas`)

export const unverifiedTexts = {
  discarded: (count: number) => (count === 1 ? '1 alta descartada' : `${counted(count)} descartadas`),
  restored: (restored: number, left: number) => {
    const done = restored === 1 ? '1 alta recuperada' : `${counted(restored)} recuperadas`
    if (left === 0) return done
    return `${done}. ${left === 1 ? '1 no' : `${left} no`}: su teléfono ya tiene otra tarjeta.`
  },
  notRestored: 'No se pudieron recuperar las altas.',
} as const
