export const texts = {
  user: {
    SUPERADMIN: 'Operador de la plataforma',
    OWNER: 'Propietario',
    ADMIN: 'Administrador',
    BARBER: 'Barbero',
  },
  family: { PRIMARY: 'Titular', ADULT: 'Adulto/a', CHILD: 'Hijo/a' },
} as const
