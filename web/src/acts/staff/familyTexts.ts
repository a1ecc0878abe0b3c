/** Removes 'Familia', for texts such as 'la familia Rojas'. */
export const bareName = (family: string) => family.replace(/^familia\s+(?=\S)/i, '')

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
  offer: {
    title: 'Juntar las visitas',
    create: (names: string) => `${names} pueden sumar en una sola tarjeta: contarían las visitas de todos.`,
    add: (names: string, family: string) => `${names}: aún fuera de la familia ${bareName(family)}.`,
    notNow: 'Ahora no',
    done: (names: string, count: number, family: string) =>
      `✅ ${names} ya ${count === 1 ? 'está' : 'están'} en la familia ${bareName(family)}.`,
    failed: 'No se pudo hacer.',
  },
  leave: {
    done: (name: string) => `✅ ${name} ya no está en la familia.`,
    failed: 'No se pudo guardar.',
  },
} as const
