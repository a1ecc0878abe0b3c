export const texts = {
  tags: {
    BONO_VIP_A: 'Bono VIP A',
    BONO_VIP_B: 'Bono VIP B',
    BONO_VIP_C: 'Bono VIP C',
    BONO_TARJETA: 'Bono Tarjeta',
    BONO_FAMILIA: 'Bono Familia',
    ESPORADICO: 'Esporádico',
  },
} as const
