/** Files in docs/manual, served at /ayuda. */
export type HelpPage =
  | 'primeros-pasos'
  | 'en-el-mostrador'
  | 'sin-conexion'
  | 'clientes-y-familias'
  | 'recompensas-y-bonos'
  | 'importar-clientes'
  | 'informes'
  | 'mensajes'
  | 'equipo-y-contrasenas'
  | 'dispositivos'
  | 'actividad'
  | 'tu-copia'
  | 'tarjetas-de-papel'
  | 'tu-tarjeta'
  | 'panel-de-control'
  | 'copias-de-seguridad'
  | 'activar-whatsapp'
  | 'correo'
  | 'apple-wallet-y-google-wallet'

export function helpPath(page?: HelpPage, part?: string): string {
  return ['/ayuda', page && `/${page}`, part && `#${part}`].filter(Boolean).join('')
}
