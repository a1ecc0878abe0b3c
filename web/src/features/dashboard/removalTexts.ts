export const removalTexts = {
  title: (count: number) =>
    count === 1 ? 'Te piden eliminar una visita' : `Te piden eliminar ${count} visitas`,
  detail: 'Quien las registró dice que fue un error. Si las eliminas, la tarjeta pierde ese sello.',
  by: (name: string) => `la registró ${name}`,
  remove: 'Eliminar la visita',
  removeOf: (name: string) => `Eliminar la visita de ${name}`,
  removing: 'Eliminando…',
  keep: 'Dejarla',
  keepOf: (name: string) => `Dejarla: visita de ${name}`,
} as const
