/** Texts by the name of WebAuthn's DOMException. */
export const passkeyErrors = {
  NotAllowedError:
    'No se ha usado la llave: se ha cancelado, ha pasado el tiempo o no está en este dispositivo. Inténtalo otra vez o usa un código.',
  AbortError: 'Se ha cancelado. Inténtalo otra vez.',
  InvalidStateError: 'Este dispositivo ya tiene una llave de acceso de tu cuenta.',
  NotSupportedError: 'Este dispositivo no admite llaves de acceso. Usa la aplicación de códigos.',
  ConstraintError:
    'Este dispositivo no puede comprobar tu huella, tu cara o un PIN. Activa el bloqueo de pantalla o usa la aplicación de códigos.',
  SecurityError:
    'Las llaves de acceso no funcionan en esta dirección. Abre Axioma en su dirección habitual o usa un código.',
  other: 'El navegador no ha podido usar la llave de acceso. Inténtalo otra vez o usa un código.',
} as const
