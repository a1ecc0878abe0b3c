export const texts = {
  detail:
    'Con el nombre del negocio y el QR con el que se registran los clientes, listo para imprimir. Muestra los datos que ya están guardados.',
  shown: (address: string) => `Así queda el cartel: su QR y su texto llevan a ${address}`,
  address: 'Quien no pueda leer el QR escribe esta dirección:',
  unprintable: {
    title: 'El cartel no puede llevar el nombre entero',
    signs: 'No se imprimen:',
    detail: 'Si faltan letras y hay un logo, el rótulo del cartel lleva solo el logo.',
  },
  warnings: {
    LOCAL: {
      title: 'No lo imprimas todavía: esta dirección solo funciona en el local',
      detail:
        'Los clientes no podrán abrirla con su móvil. Pide a quien instaló Axioma que le ponga una dirección de internet, y vuelve aquí.',
    },
    UNENCRYPTED: {
      title: 'No lo imprimas todavía: esta dirección no es segura',
      detail:
        'Empieza por http, y los móviles avisan a quien la abre. Pide a quien instaló Axioma que active https, y vuelve aquí.',
    },
  },
  sizes: { A4: 'Descargar A4, para la pared', A6: 'Descargar A6, para el mostrador' },
} as const
