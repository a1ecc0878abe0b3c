export const texts = {
  label: 'Informes',
  services: 'Servicios',
  staff: '¿Quién lo hizo?',
  card: '¿Funciona la tarjeta?',
  returns: '¿Vuelven?',
  absent: '¿Quién falta?',
  debt: '¿Qué debo?',
  hours: '¿A qué hora?',
}
