interface Intro {
  business: string
  role: string
  email: string
}

export const invitationTexts = {
  title: 'Invitación al equipo',
  welcome: (name: string) => (name ? `Te damos la bienvenida, ${name}` : 'Te damos la bienvenida'),
  intro: ({ business, role, email }: Intro) =>
    `Vas a entrar en ${business} como ${role}, con el correo ${email}. Elige una contraseña que solo sepas tú.`,
  submit: 'Guardar y entrar',
  refused: 'Esta invitación no vale',
  signIn: 'Iniciar sesión',
  other: {
    title: 'Aquí ya hay una sesión abierta',
    detail: (name: string) =>
      `En este dispositivo ha entrado ${name}. Abre el enlace en tu móvil, o cierra antes esta sesión y vuelve a abrirlo.`,
    stay: 'Ir a mi panel',
    leave: 'Cerrar sesión',
  },
} as const
