/** The texts of the registration at the counter, in a module that customers' phones do not load. */
export const counterTexts = {
  back: 'Volver al mostrador',
  claim: 'Sellos de tu tarjeta de papel',
  claimHelp:
    'Si traes una, escribe cuántos tiene. Quien te atiende los comprueba y los pasa a tu tarjeta nueva.',
  claimWrong: (most: number) => `Escribe cuántos sellos traes, de 0 a ${most}.`,
  known: 'Díselo a quien te atiende: te encuentra por tu teléfono.',
}
