/** The colours, in the order in which the settings offer them. */
export const colours = [
  { value: 'GREEN', label: 'Verde botella' },
  { value: 'TEAL', label: 'Petróleo' },
  { value: 'BLUE', label: 'Azul marino' },
  { value: 'PURPLE', label: 'Ciruela' },
  { value: 'RED', label: 'Granate' },
  { value: 'BROWN', label: 'Cuero' },
  { value: 'OLIVE', label: 'Oliva' },
  { value: 'BLACK', label: 'Pizarra' },
] as const

export type Colour = (typeof colours)[number]['value']

export interface Look {
  colour: Colour
  logoUrl: string | null
}
