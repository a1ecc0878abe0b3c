/** The pages of the manual that screens lead to: the files of docs/manual, which the server shows at /ayuda. */
export type HelpPage =
  | 'primeros-pasos'
  | 'en-el-mostrador'
  | 'sin-conexion'
  | 'clientes-y-familias'
  | 'recompensas-y-bonos'
  | 'informes'
  | 'mensajes'
  | 'equipo-y-contrasenas'
  | 'dispositivos'
  | 'tu-tarjeta'
  | 'panel-de-control'
  | 'copias-de-seguridad'
  | 'activar-whatsapp'
  | 'correo'
  | 'apple-wallet-y-google-wallet'

/** Where a page of the manual is, or one part of it; without a page it is the index. */
export function helpPath(page?: HelpPage, part?: string): string {
  return ['/ayuda', page && `/${page}`, part && `#${part}`].filter(Boolean).join('')
}
