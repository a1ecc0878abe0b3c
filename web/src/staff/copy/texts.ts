export const texts = {
  title: 'Copia de tus datos',
  intro:
    'Los datos de tu negocio son tuyos: descárgalos cuando quieras. Con muchos clientes puede tardar un minuto. Si hace rato que entraste te pedimos la contraseña otra vez, y queda anotado quién descargó qué.',
  whole: {
    title: 'Todo el negocio',
    detail:
      'Un ZIP con clientes, tarjetas, visitas, recompensas, consentimientos, ajustes y logo. Con él puedes recuperar tu negocio: se restaura en un negocio vacío de Axioma, y los QR impresos siguen valiendo.',
    omits:
      'No lleva contraseñas ni códigos de acceso. Guárdalo bien: tiene los teléfonos de todos tus clientes.',
    button: 'Descargar la copia',
  },
  list: {
    title: 'Lista de clientes',
    detail:
      'Solo los clientes activos, para una hoja de cálculo o para la agenda de tu móvil. No sirve para restaurar el negocio.',
    formats: {
      csv: ['CSV', 'para cualquier hoja de cálculo'],
      xlsx: ['Excel', 'un libro con una hoja'],
      vcf: ['Contactos', 'vCard, para la agenda del móvil'],
    },
    download: (format: string) => `Descargar la lista: ${format}`,
  },
  busy: 'Preparando…',
  failed: 'No se pudo descargar.',
} as const
