/** 'Rojas' and 'Familia Rojas' are both read 'la familia Rojas'. */
export const bareName = (family: string) => family.replace(/^familia\s+(?=\S)/i, '')

/** What the acts on families say: what was done, and what was not. */
export const familyTexts = {
  create: { done: '✅ Familia creada.', failed: 'No se pudo crear la familia.' },
  change: { done: '✅ Guardado.', failed: 'No se pudo guardar.' },
  remove: {
    done: (name: string) => `✅ La familia ${bareName(name)} se ha eliminado.`,
    failed: 'No se pudo eliminar',
  },
  join: {
    done: (name: string) => `✅ ${name} ya está en la familia.`,
    failed: 'No se pudo asignar a la familia.',
  },
  leave: {
    done: (name: string) => `✅ ${name} ya no está en la familia.`,
    failed: 'No se pudo guardar.',
  },
} as const
