export const texts = {
  product: 'Axioma',
  pageTitle: 'La tarjeta de sellos de tu barbería',
  title: 'La tarjeta de sellos de tu barbería, sin papel que perder',
  intro:
    'Tu cliente enseña su QR, tu barbero lo escanea y la visita queda sellada. Lo que se le debe se ve al momento y se canjea una sola vez.',
  enter: 'Entrar',
  stepsLabel: 'Cómo funciona',
  steps: [
    {
      title: 'Se registra en la puerta',
      text: 'Lee el QR de tu local, escribe su nombre y su teléfono y ya lleva su tarjeta en el móvil.',
    },
    {
      title: 'Un sello por visita',
      text: 'Con la cámara, un lector o su teléfono, en dos segundos. Uno al día: nadie suma de más.',
    },
    {
      title: 'Las cuentas, claras',
      text: 'Sabes quién vuelve, quién dejó de venir y qué recompensas tienes pendientes.',
    },
  ],
  customerTitle: '¿Eres cliente?',
  customer: 'Escanea el código QR que verás en tu barbería para crear tu tarjeta. ¿Ya la tienes?',
  customerCard: 'Ver mis puntos',
  sampleBusiness: 'Tu barbería',
  sampleCustomer: 'Ana Gómez',
} as const
