export const texts = {
  title: 'WhatsApp',
  states: {
    on: 'Activo',
    off: 'Desactivado',
    absent: 'No disponible',
    error: 'Error',
    loading: 'Cargando',
  },
  from: 'Remitente',
  dailyLimit: 'Límite diario',
  ratePerMinute: 'Envíos por minuto',
  monthlyLimit: 'Límite mensual',
  freeCredits: 'Créditos gratuitos',
  unknown: '—',
  absent: 'Este servidor no informa de los envíos por WhatsApp.',
  failed: 'No se pudo obtener el estado.',
  trial: 'Modo de prueba: los mensajes se anotan en el servidor y no salen.',
} as const
