export const texts = {
  label: 'Informes',
  services: 'Servicios',
  staff: '¿Quién lo hizo?',
  returns: '¿Vuelven?',
  absent: '¿Quién falta?',
  debt: '¿Qué debo?',
}
