/** How far a message has come, in Spanish, wherever it is shown. */
export const texts = {
  states: {
    QUEUED: 'En cola',
    SENDING: 'Enviando',
    SENT: 'Enviado',
    DELIVERED: 'Entregado',
    READ: 'Leído',
    FAILED: 'Fallido',
    DROPPED: 'Descartado',
    UNKNOWN: 'Sin confirmar',
  },
  kinds: {
    OTP: 'Código',
    QR: 'QR',
    REPLY: 'Respuesta',
    BIRTHDAY: 'Felicitación',
    ONE_MORE: 'Le falta una visita',
  },
  held: {
    RATE: 'espera su turno: límite por minuto',
    DAILY: 'límite diario alcanzado, sigue mañana',
    MONTHLY: 'límite mensual alcanzado, sigue el mes que viene',
    QUIET: 'fuera del horario de envíos',
    DISABLED: 'los envíos están desactivados',
    SUSPENDED: 'el negocio está suspendido',
    PROVIDER: 'WhatsApp pide esperar',
    SETUP: 'WhatsApp no acepta el remitente: hay que revisar su configuración',
  },
  reasons: {
    EXPIRED: 'llegaba tarde',
    GONE: 'ya no es cliente o tiene otro teléfono',
    NO_CONSENT: 'ya no quería recibirlo',
    CAME: 'vino antes',
    REPLACED: 'pidió otro código después',
    WORKER_GONE: 'el servidor se detuvo mientras lo enviaba',
  },
  meaning: {
    FAILED: 'No llegará',
    UNKNOWN: 'No sabemos si llegó, y no se repite solo. Pregúntale y, si no lo tiene, vuelve a enviarlo.',
    DROPPED: 'No salió',
  },
} as const
