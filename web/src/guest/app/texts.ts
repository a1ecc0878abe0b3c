export const texts = {
  product: 'Axioma',
  skip: 'Ir al contenido',
  signIn: 'Iniciar sesión',
  keepsNothing:
    'Tu navegador no deja guardar la sesión. Permite que este sitio guarde datos, o libera espacio, y vuelve a entrar.',
  goToPanel: 'Ir a mi panel',
  legalLinks: 'Información legal y ayuda',
  help: 'Ayuda',
  legal: [
    { page: 'privacidad', label: 'Privacidad' },
    { page: 'aviso', label: 'Aviso legal' },
    { page: 'cookies', label: 'Cookies' },
  ],
} as const
