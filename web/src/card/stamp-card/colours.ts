/** The colours that a business may choose for its sign, in the order in which they are offered. */
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

/** A colour of a business's sign. */
export type Colour = (typeof colours)[number]['value']

/** How the card of a business looks. */
export interface Look {
  colour: Colour
  /** Where its logo is; null where it has none. */
  logoUrl: string | null
}
