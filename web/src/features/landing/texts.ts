export const texts = {
  title: 'La tarjeta de visitas de tu barbería, sin papel que perder',
  intro:
    'Tus clientes enseñan su código, tú lo lees y la visita queda sellada. A la quinta, la mitad; a la décima, gratis.',
  enter: 'Entrar',
  customerTitle: '¿Eres cliente?',
  customer: 'Escanea el código QR que verás en tu barbería para crear tu tarjeta.',
  sampleBusiness: 'Tu barbería',
  sampleCustomer: 'Ana Gómez',
} as const
