export const ownVisitTexts = {
  none: 'Hoy aún no has registrado ninguna visita.',
  undo: 'Deshacer',
  undoOf: (name: string) => `Deshacer la visita de ${name}`,
  ask: 'Pedir que se elimine',
  askOf: (name: string) => `Pedir que se elimine la visita de ${name}`,
  waiting: 'Pedido al administrador',
  refused: 'Un administrador la ha dejado como está',
} as const
