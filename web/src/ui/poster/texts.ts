/** What a poster shows, and whether its address will do: for its owner, and for the operator. */
export const texts = {
  detail:
    'Con el nombre del negocio y el QR con el que se registran los clientes, listo para imprimir. Lleva lo que está guardado.',
  shown: (address: string) => `Así queda el cartel: su QR y su texto llevan a ${address}`,
  address: 'Quien no pueda leer el QR escribe esta dirección:',
  warnings: {
    LOCAL: {
      title: 'No lo imprimas todavía: esta dirección solo funciona en el local',
      detail:
        'Los clientes no podrán abrirla con su móvil. Pide a quien instaló Axioma que le ponga una dirección de internet (AXIOMA_PUBLIC_URL), y vuelve aquí.',
    },
    UNENCRYPTED: {
      title: 'No lo imprimas todavía: esta dirección no es segura',
      detail:
        'Empieza por http, y los móviles avisan a quien la abre. Pide a quien instaló Axioma que active https (AXIOMA_PUBLIC_URL con https), y vuelve aquí.',
    },
  },
  sizes: { A4: 'Descargar A4, para la pared', A6: 'Descargar A6, para el mostrador' },
} as const
