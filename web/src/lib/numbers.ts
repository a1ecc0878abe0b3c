const plain = new Intl.NumberFormat('es')

/** A number in Spanish: 12.480. */
export function sayNumber(value: number): string {
  return plain.format(value)
}
