export const texts = {
  title: 'WhatsApp',
  states: {
    on: 'Activo',
    trial: 'Modo de prueba',
    off: 'Desactivado',
    absent: 'No disponible',
    error: 'Error',
    loading: 'Cargando',
  },
  nothingLeaves: {
    TRIAL: {
      title: 'En pruebas: no se envía nada',
      detail: 'Los mensajes de WhatsApp se anotan y no llegan a nadie. Enseña el QR en la pantalla.',
    },
    OFF: {
      title: 'Ahora no se envía nada por WhatsApp',
      detail: 'Está desactivado o WhatsApp no acepta el remitente. Enseña el QR en la pantalla.',
    },
  },
  from: 'Remitente',
  dailyLimit: 'Límite diario',
  ratePerMinute: 'Envíos por minuto',
  monthlyLimit: 'Límite mensual',
  freeCredits: 'Créditos gratuitos',
  usedToday: 'Usados hoy',
  usedThisMonth: 'Usados este mes',
  creditsLeft: (remainingCredits: string) => `Quedan ${remainingCredits} créditos gratuitos este mes.`,
  waiting: (count: number) => (count === 1 ? 'Espera 1 mensaje' : `Esperan ${count} mensajes`),
  refused: (why: string) => `El último mensaje falló: ${why}.`,
  unknown: '—',
  absent: 'Este servidor no informa de los envíos por WhatsApp.',
  failed: 'No se pudo obtener el estado.',
  trial:
    'Los mensajes se anotan en el servidor y no llegan a nadie. Para que tus clientes entren o tengan su QR, usa el correo o el mostrador.',
} as const
