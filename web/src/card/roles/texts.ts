/** What people are called by what they may do, and in their families, wherever it is shown. */
export const texts = {
  user: {
    SUPERADMIN: 'Operador de la plataforma',
    OWNER: 'Propietario',
    ADMIN: 'Administrador',
    BARBER: 'Barbero',
  },
  family: { PRIMARY: 'Titular', ADULT: 'Adulto/a', CHILD: 'Hijo/a' },
} as const
