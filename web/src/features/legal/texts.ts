/** A legal page: its name and its sections in order. */
export interface LegalText {
  title: string
  sections: readonly { title: string; text: string }[]
}

export const privacy: LegalText = {
  title: 'Política de privacidad',
  sections: [
    {
      title: 'Quién trata tus datos',
      text: 'La barbería en la que te registras es la responsable de tus datos. Axioma los trata por su cuenta, solo para que tu tarjeta de visitas funcione.',
    },
    {
      title: 'Qué datos y para qué',
      text: 'Tu nombre y tu teléfono, para reconocerte y enviarte tu código; tu correo y tu fecha de nacimiento, si los das; y tus visitas y recompensas, para llevar tu tarjeta. Solo te enviamos publicidad por los canales que hayas aceptado.',
    },
    {
      title: 'Con qué base',
      text: 'El programa de fidelización al que te apuntas, y tu consentimiento para cada canal de publicidad. Puedes retirarlo cuando quieras, sin perder tu tarjeta.',
    },
    {
      title: 'Cuánto tiempo',
      text: 'Los registros mercantiles y contables se conservan 6 años; los de publicidad y consentimiento, 3 años.',
    },
    {
      title: 'Tus derechos',
      text: 'Puedes pedir a tu barbería ver, corregir, llevarte o borrar tus datos, y oponerte a su uso o limitarlo. Si crees que no se respetan tus derechos, puedes reclamar ante la Agencia Española de Protección de Datos.',
    },
  ],
}

export const legalNotice: LegalText = {
  title: 'Aviso legal',
  sections: [
    {
      title: 'Qué es este sitio',
      text: 'Axioma es el servicio con el que las barberías llevan las visitas y recompensas de sus clientes. Cada barbería es responsable de lo que ofrece en su tarjeta.',
    },
    {
      title: 'Recompensas',
      text: 'El descuento de bienvenida vale para un solo servicio y no se suma a otras ofertas. Las recompensas se canjean en la barbería que las concede y no se cambian por dinero.',
    },
    {
      title: 'Uso correcto',
      text: 'Tu código QR es personal. Las cuentas del personal no se comparten.',
    },
  ],
}

export const cookies: LegalText = {
  title: 'Cookies',
  sections: [
    {
      title: 'No usamos cookies de seguimiento',
      text: 'Este sitio no usa cookies de publicidad ni de análisis, ni propias ni de otros.',
    },
    {
      title: 'Qué guarda tu dispositivo',
      text: 'Tu navegador guarda lo necesario para funcionar: tu sesión si la has iniciado, la versión de la aplicación y tus preferencias de aspecto. Se borra al cerrar la sesión o al vaciar los datos del sitio.',
    },
  ],
}
