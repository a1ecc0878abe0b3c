export const texts = {
  title: 'Crea tu tarjeta',
  missingBusiness: {
    title: 'Falta el identificador del negocio',
    detail: 'Escanea el código QR que verás en el local o abre el enlace correcto.',
  },
} as const
