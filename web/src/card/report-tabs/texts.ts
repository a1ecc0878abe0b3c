export const texts = {
  label: 'Informes',
  services: 'Servicios',
  staff: '¿Quién lo hizo?',
  returns: '¿Vuelven?',
  debt: '¿Qué debo?',
}
