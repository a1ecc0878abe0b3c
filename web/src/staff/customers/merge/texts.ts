import { sayNumber } from '@/lib/numbers'

export const texts = {
  title: 'Fichas repetidas',
  detail: (name: string) => `¿${name} tiene otra ficha? Únelas y no se pierde ningún sello.`,
  start: 'Unir con otra ficha',
  dialog: (name: string) => `Unir otra ficha con la de ${name}`,
  search: 'Busca la otra ficha',
  searchHelp: 'Por nombre, teléfono o correo.',
  none: 'Ningún otro cliente coincide.',
  searchFailed: 'No se pudo buscar.',
  results: 'Fichas que coinciden',
  visits: (count: number) => (count === 1 ? '1 visita' : `${sayNumber(count)} visitas`),
  change: 'Elegir otra',
  happens: 'Qué va a pasar',
  effects: (keptName: string, mergedName: string, visits: number) => [
    `Se queda la ficha de ${keptName}, con su teléfono, sus datos y su QR. Lo que le falte se toma de la otra.`,
    visits === 0
      ? `La ficha de ${mergedName} no tiene visitas que pasar.`
      : `${visits === 1 ? 'Pasa 1 visita' : `Pasan ${sayNumber(visits)} visitas`} de ${mergedName}, con sus recompensas, consentimientos y familia. Nada se cuenta dos veces.`,
    `La ficha de ${mergedName} desaparece de las listas. Su QR de antes sigue sirviendo.`,
    'Si en una de las dos no quería publicidad, no la recibirá.',
    'Se puede deshacer durante 30 días.',
  ],
  cancel: 'Cancelar',
  confirm: 'Unir las dos fichas',
  busy: 'Uniendo…',
  listed: 'Fichas unidas',
  undoneAt: 'Deshecha',
  until: 'Se puede deshacer hasta el',
  undo: 'Deshacer',
  undoOf: (name: string) => `Deshacer la unión con ${name}`,
  undoTitle: (name: string) => `¿Separar la ficha de ${name}?`,
  undoDetail:
    'Cada ficha recupera sus visitas, recompensas y consentimientos. Lo que se registró después se queda en esta.',
  undoConfirm: 'Separar las fichas',
  undoBusy: 'Separando…',
} as const
