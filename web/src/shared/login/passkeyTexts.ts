export const passkeyTexts = {
  step: {
    title: 'Confirma que eres tú',
    intro: 'Usa tu llave de acceso (passkey): la huella, la cara o el PIN de tu móvil u ordenador.',
    use: 'Usar llave de acceso',
    using: 'Esperando a tu dispositivo…',
    useCode: 'Usar un código',
    failed: 'No se pudo comprobar la llave de acceso.',
    elsewhere:
      'Tus llaves de acceso se crearon en otra dirección de Axioma y aquí no funcionan. Entra con un código y crea una nueva en Mi cuenta.',
    loading: 'Preparando…',
  },
  add: {
    needs:
      'Con una llave de acceso (passkey) confirmas quién eres con la huella, la cara o el PIN de tu móvil u ordenador, sin escribir códigos.',
    name: 'Nombre de la llave',
    nameHelp: 'Para reconocerla después.',
    missing: 'Ponle un nombre.',
    create: 'Crear llave de acceso',
    creating: 'Esperando a tu dispositivo…',
    failed: 'No se pudo crear la llave de acceso.',
    or: 'O usa una aplicación de códigos:',
    mobile: 'Mi móvil',
    computer: 'Mi ordenador',
  },
} as const
