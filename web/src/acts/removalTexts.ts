export const removalTexts = {
  asked: 'Pedido al encargado. Lo verá en su panel.',
  notAsked: 'No se pudo pedir.',
  refused: 'La visita se queda como está.',
  notRefused: 'No se pudo rechazar la petición.',
} as const
