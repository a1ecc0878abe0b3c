export const customerTexts = {
  create: {
    done: (name: string) => `✅ Cliente creado: ${name}.`,
    failed: 'No se pudo crear.',
    familyFailed: 'No se pudo asignar a la familia.',
  },
  change: {
    done: '✅ Guardado.',
    failed: 'No se pudo actualizar.',
  },
  greet: { failed: 'No se pudo anotar que le has escrito.' },
  undoGreeting: {
    done: 'Anotado: no le has escrito.',
    failed: 'No se pudo deshacer.',
  },
  /** An invitation is advertising, so it says how to stop it. */
  invitation: (firstName: string, business: string) =>
    `Hola, ${firstName}. Te escribimos de ${business}: hace tiempo que no te vemos. ¿Te apetece pasarte? Si no quieres más mensajes así, responde BAJA.`,
  archive: {
    done: (name: string) => `${name} ya no está en la lista.`,
    failed: 'No se pudo eliminar el cliente.',
  },
  merge: {
    done: (mergedName: string, keptName: string) =>
      `✅ La ficha de ${mergedName} ya es parte de la de ${keptName}.`,
    failed: 'No se pudieron unir las fichas.',
  },
  undoMerge: {
    done: (name: string) => `La ficha de ${name} vuelve a estar en la lista.`,
    failed: 'No se pudo deshacer la unión.',
  },
  unsubscribe: {
    done: (name: string) => `Anotado: ${name} no recibirá más publicidad.`,
    failed: 'No se pudo anotar.',
  },
  changeQr: {
    done: (name: string) => `${name} tiene un QR nuevo. El de antes ya no vale.`,
    failed: 'No se pudo cambiar el QR.',
  },
} as const
