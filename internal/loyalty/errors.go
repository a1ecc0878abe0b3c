package loyalty

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Kind classifies refusals; HTTP maps each to one status.
type Kind int

// Other errors are internal faults.
const (
	Invalid Kind = iota + 1
	Unauthenticated
	Forbidden
	NotFound // in this business
	Conflict
	TooMany
	Busy
)

// Error is a refusal: a code for programs, a Spanish sentence for people. errors.Is compares codes.
type Error struct {
	Kind        Kind
	Code        string
	Message     string
	Hint        string       // when the act is possible, or an alternative
	Fields      []FieldError // of validation
	AvailableAt time.Time
	RetryAfter  time.Duration // TooMany and Busy only
	Existing    *ExistingVisit
}

// ExistingVisit blocks another visit on its day.
type ExistingVisit struct {
	At           time.Time
	RegisteredBy string
}

// FieldError is a wrong field of a request.
type FieldError struct {
	Field   string
	Message string
}

// Error returns code and message.
func (e *Error) Error() string { return e.Code + ": " + e.Message }

// Is reports whether target has the same code.
func (e *Error) Is(target error) bool {
	var other *Error
	return errors.As(target, &other) && other.Code == e.Code
}

// WithAvailableAt returns a copy with the instant and a hint.
func (e *Error) WithAvailableAt(at time.Time, hint string) *Error {
	refusal := *e
	refusal.AvailableAt = at
	refusal.Hint = hint
	return &refusal
}

func refuse(kind Kind, code, message string) *Error {
	return &Error{Kind: kind, Code: code, Message: message}
}

// The specification (section 8) fixes some of these texts.
var (
	ErrValidation = refuse(Invalid, "VALIDATION", "Revisa los campos marcados.")

	ErrSignInFailed    = refuse(Unauthenticated, "SIGN_IN_FAILED", "Correo o contraseña incorrectos.")
	ErrUnauthenticated = refuse(Unauthenticated, "UNAUTHENTICATED", "Inicia sesión para continuar.")
	ErrCodeRefused     = refuse(Unauthenticated, "CODE_REFUSED", "El código no es correcto o ya no vale. Revísalo o pide otro.")
	ErrPhoneHidden     = refuse(Conflict, "PHONE_HIDDEN", "Tu WhatsApp oculta tu número, así que no podemos saber quién eres.")
	ErrTicketRefused   = refuse(Unauthenticated, "TICKET_REFUSED", "Esta petición ya no vale. Empieza de nuevo.")
	// ErrOrganisationRefused hides whether the provider refused or the operator is unknown.
	ErrOrganisationRefused     = refuse(Unauthenticated, "ORGANISATION_REFUSED", "Con esa cuenta de tu organización no se puede entrar en Axioma. Inténtalo de nuevo, o entra con tu correo y tu contraseña.")
	ErrOrganisationUnavailable = refuse(Busy, "ORGANISATION_UNAVAILABLE", "Tu organización no responde ahora mismo. Entra con tu correo y tu contraseña.")
	ErrNoOrganisation          = refuse(Conflict, "NO_ORGANISATION", "Aquí no se entra con una organización. Entra con tu correo y tu contraseña.")

	ErrPasswordExpired = refuse(Unauthenticated, "PASSWORD_EXPIRED", "Esta contraseña temporal ha caducado. Pide a un administrador o al propietario que te dé otra.")
	ErrSessionIdle     = refuse(Unauthenticated, "SESSION_IDLE", "Tu sesión se ha cerrado tras una hora sin usarla. Inicia sesión de nuevo.")
	ErrTokenExpired    = refuse(Unauthenticated, "TOKEN_EXPIRED", "Sesión caducada. Inicia sesión de nuevo.")

	ErrPassRefused       = refuse(Unauthenticated, "PASS_REFUSED", "Este pase no es válido.")
	ErrPassesUnavailable = refuse(NotFound, "PASSES_UNAVAILABLE", "Aquí no se pueden añadir tarjetas a Apple Wallet ni a Google Wallet.")
	ErrGoogleUnavailable = refuse(Busy, "GOOGLE_UNAVAILABLE", "Google Wallet no responde ahora mismo. Inténtalo de nuevo en un momento.")

	ErrDeviceRevoked         = refuse(Unauthenticated, "DEVICE_REVOKED", "Este dispositivo se ha dado de baja. Pide que lo den de alta otra vez.")
	ErrHandoverClosed        = refuse(Unauthenticated, "HANDOVER_CLOSED", "Este dispositivo ya no puede entregar visitas.")
	ErrDeviceCode            = refuse(Conflict, "DEVICE_CODE_REFUSED", "Este código ya no vale: caduca a los 10 minutos y sirve una sola vez. Pide otro.")
	ErrDeviceNotFound        = refuse(NotFound, "DEVICE_NOT_FOUND", "No se encontró el dispositivo.")
	ErrHandoverVisitNotFound = refuse(NotFound, "HANDOVER_VISIT_NOT_FOUND", "No se encontró la visita entregada.")
	ErrHandoverVisitSettled  = refuse(Conflict, "HANDOVER_VISIT_SETTLED", "Esta visita ya se resolvió.")
	ErrTooManyHandoverVisits = refuse(Conflict, "TOO_MANY_HANDOVER_VISITS", "Este dispositivo ya ha entregado 500 visitas: no caben más.")

	ErrForbidden         = refuse(Forbidden, "FORBIDDEN", "No tienes permisos para esta acción.")
	ErrBusinessSuspended = refuse(Forbidden, "BUSINESS_SUSPENDED", "Negocio suspendido")

	ErrBusinessRequired = refuse(Invalid, "BUSINESS_REQUIRED", "Elige un negocio en el panel de control.")
	ErrBusinessNotFound = refuse(NotFound, "BUSINESS_NOT_FOUND", "No se encontró el negocio.")
	ErrCustomerNotFound = refuse(NotFound, "CUSTOMER_NOT_FOUND", "No se encontró el cliente.")
	ErrSessionNotFound  = refuse(NotFound, "SESSION_NOT_FOUND", "Esa sesión ya está cerrada.")
	ErrNoLabels         = refuse(NotFound, "NO_LABELS", "No hay ningún cliente de quien imprimir el QR.")
	ErrQRRevoked        = refuse(NotFound, "QR_ENDED", "Este QR ya no vale: pide el nuevo.")
	ErrSeveralCustomers = refuse(Conflict, "SEVERAL_CUSTOMERS", "Hay varios clientes con este teléfono. Elige quién es.")
	ErrVisitNotFound    = refuse(NotFound, "VISIT_NOT_FOUND", "No se encontró la visita.")
	ErrRewardNotFound   = refuse(NotFound, "REWARD_NOT_FOUND", "No se encontró la recompensa.")
	ErrFamilyNotFound   = refuse(NotFound, "FAMILY_NOT_FOUND", "No se encontró la familia.")
	ErrMemberNotFound   = refuse(NotFound, "MEMBER_NOT_FOUND", "Este cliente no está en la familia.")
	ErrUserNotFound     = refuse(NotFound, "USER_NOT_FOUND", "No se encontró el usuario.")

	ErrLogoUnreadable = refuse(Invalid, "LOGO_UNREADABLE", "No es una imagen PNG o JPEG, o está dañada. El logo no ha cambiado.")
	ErrLogoTooLarge   = refuse(Invalid, "LOGO_TOO_LARGE", "La imagen es demasiado grande: como mucho 2 MB y 2048 píxeles de lado. El logo no ha cambiado.")
	ErrLogoTooSmall   = refuse(Invalid, "LOGO_TOO_SMALL", "La imagen es demasiado pequeña: su lado largo necesita 64 píxeles. El logo no ha cambiado.")
	ErrLogoNotFound   = refuse(NotFound, "LOGO_NOT_FOUND", "No se encontró el logo.")

	ErrPhotoUnreadable      = refuse(Invalid, "PHOTO_UNREADABLE", "No se puede leer la foto: tiene que ser JPEG o WebP. No se ha guardado.")
	ErrPhotoTooLarge        = refuse(Invalid, "PHOTO_TOO_LARGE", "La foto es demasiado grande: como mucho 1280 píxeles de lado y 200 KB. No se ha guardado.")
	ErrPhotoTooSmall        = refuse(Invalid, "PHOTO_TOO_SMALL", "La foto es demasiado pequeña: su lado largo necesita 64 píxeles. No se ha guardado.")
	ErrUsualDisabled        = refuse(Conflict, "USUAL_OFF", "La función «Lo de siempre» está desactivada. El propietario puede activarla en Ajustes, en «Tarjeta».")
	ErrUsualWithoutConsent  = refuse(Conflict, "USUAL_WITHOUT_CONSENT", "Falta su permiso para guardar notas y fotos de su corte. Pregúntale antes. No se ha guardado nada.")
	ErrUsualFull            = refuse(Conflict, "USUAL_FULL", "Ya hay 3 fotos: quita una antes de añadir otra.")
	ErrUsualChanged         = refuse(Conflict, "USUAL_CHANGED", "Otra persona ha cambiado la nota mientras la editabas. No se ha guardado nada: mírala y guarda otra vez.")
	ErrUsualPictureNotFound = refuse(NotFound, "USUAL_PICTURE_NOT_FOUND", "No se encontró la foto.")
	// ErrUsualOwnConsent refuses a minor, or a guardian for a child of 14.
	ErrUsualOwnConsent = refuse(Conflict, "USUAL_OWN_CONSENT", "Este permiso se da en el mostrador. Hasta los 14 años lo da su madre, padre o tutor; desde los 14, cada cual por sí mismo.")

	ErrSameDayVisit           = refuse(Conflict, "SAME_DAY_VISIT", "Ya se registró una visita hoy")
	ErrAuthorizationRole      = refuse(Forbidden, "AUTHORIZATION_ROLE", "Solo un administrador o el propietario puede autorizar otra visita el mismo día.")
	ErrKeyRequired            = refuse(Invalid, "IDEMPOTENCY_KEY_REQUIRED", "Una visita autorizada necesita una clave de petición (Idempotency-Key), para que no cuente dos veces si se repite. No se ha registrado nada.")
	ErrCorrectionKeyRequired  = refuse(Invalid, "IDEMPOTENCY_KEY_REQUIRED", "Hace falta una clave de petición (Idempotency-Key), para que no cuente dos veces si se repite. No se ha cambiado nada.")
	ErrOpeningBalanceRole     = refuse(Forbidden, "OPENING_ROLE", "Los sellos de una tarjeta de papel los anota un administrador o el propietario, o un barbero si el propietario lo permite en los ajustes.")
	ErrOpeningBalanceRecorded = refuse(Conflict, "OPENING_RECORDED", "Los sellos de su tarjeta de papel ya están anotados. Para cambiarlos, quítalos o corrige los sellos.")
	ErrOpeningBalanceUndone   = refuse(Conflict, "OPENING_UNDONE", "Los sellos de esta tarjeta de papel ya se quitaron.")
	ErrOpeningBalanceTooLate  = refuse(Conflict, "OPENING_TOO_LATE", "Los sellos de una tarjeta de papel solo se pueden quitar durante 30 días. Haz una corrección.")
	ErrOpeningBalanceRedeemed = refuse(Conflict, "OPENING_REDEEMED", "Con estos sellos ya se canjeó una recompensa, así que no se pueden quitar. Anula antes el canje.")
	ErrOpeningBalanceUsed     = refuse(Conflict, "OPENING_USED", "La tarjeta tiene ahora menos sellos que los que se anotaron de la de papel, así que no se pueden quitar. Haz una corrección.")
	ErrVisitCorrected         = refuse(Conflict, "VISIT_CORRECTED", "La tarjeta ya no tiene sellos: el de esta visita se quitó con una corrección. Súmalo antes con otra corrección.")
	ErrMergeCorrected         = refuse(Conflict, "MERGE_CORRECTED", "Desde la unión se han quitado sellos, y una de las dos fichas se quedaría con menos de cero. Súmalos antes con una corrección.")
	ErrAdjustmentNotFound     = refuse(NotFound, "ADJUSTMENT_NOT_FOUND", "No se encontró la anotación.")
	ErrImportNotFound         = refuse(NotFound, "IMPORT_NOT_FOUND", "No se encontró la importación.")
	ErrImportUnreadable       = refuse(Invalid, "IMPORT_UNREADABLE", "No se puede leer el archivo.")
	ErrImportChanged          = refuse(Conflict, "IMPORT_CHANGED", "Alguien ha cambiado esta importación mientras la mirabas. No se ha cambiado nada: revísala y vuelve a intentarlo.")
	ErrImportStarted          = refuse(Conflict, "IMPORT_STARTED", "Esta importación ya ha empezado: sus columnas no se pueden cambiar, ni se puede descartar.")
	ErrImportNotChecked       = refuse(Conflict, "IMPORT_NOT_CHECKED", "El archivo todavía se está comprobando. Espera a ver el resultado antes de importar.")
	ErrImportDateOrder        = refuse(Conflict, "IMPORT_DATE_ORDER", "Las fechas del archivo pueden leerse de dos formas. Elige si va primero el día o el mes.")
	ErrImportNotDone          = refuse(Conflict, "IMPORT_NOT_DONE", "Esta importación no ha terminado: no hay nada que deshacer.")
	ErrImportUndone           = refuse(Conflict, "IMPORT_UNDONE", "Esta importación ya se ha deshecho.")
	ErrImportTooLate          = refuse(Conflict, "IMPORT_TOO_LATE", "Una importación solo se puede deshacer durante 30 días.")
	ErrTooManyImports         = refuse(Conflict, "TOO_MANY_IMPORTS", "Hay 10 archivos enviados sin importar. Importa o descarta alguno antes de enviar otro.")
	ErrPastDayRole            = refuse(Forbidden, "PAST_DAY_ROLE", "Las visitas de otro día las anota un administrador o el propietario.")
	ErrIdempotencyMismatch    = refuse(Invalid, "IDEMPOTENCY_MISMATCH", "Esta clave de petición ya se usó para otra operación. No se ha cambiado nada.")
	ErrRewardNotPending       = refuse(Conflict, "REWARD_NOT_PENDING", "Esta recompensa ya no está pendiente: no se puede canjear otra vez.")
	ErrRewardNotRedeemed      = refuse(Conflict, "REWARD_NOT_REDEEMED", "Esta recompensa no está canjeada: no hay canje que anular.")
	ErrTakeBackTooLate        = refuse(Conflict, "TAKE_BACK_TOO_LATE", "Ya no puedes anular este canje. Un administrador puede hacerlo desde la ficha del cliente, indicando el motivo.")
	ErrTakeBackNotYours       = refuse(Conflict, "TAKE_BACK_NOT_YOURS", "Este canje lo hizo otra persona. Un administrador puede anularlo desde la ficha del cliente, indicando el motivo.")
	ErrTakeBackMerged         = refuse(Conflict, "TAKE_BACK_MERGED", "Después de este canje se unió otra ficha a la del cliente, y la recompensa cuenta para las dos. Deshaz antes la unión.")
	ErrTakeBackElsewhere      = refuse(Conflict, "TAKE_BACK_ELSEWHERE", "Esta recompensa es de la tarjeta de una familia en la que el cliente ya no está. Anula el canje desde la ficha de alguien de la familia.")
	ErrWelcomeNotCombinable   = refuse(Conflict, "WELCOME_NOT_COMBINABLE", "El descuento de bienvenida no se combina con otra recompensa el mismo día.")
	ErrRewardGivenToday       = refuse(Conflict, "REWARD_GIVEN_TODAY", "Hoy ya se le ha canjeado otra recompensa.")
	ErrAlreadyRegistered      = refuse(Conflict, "ALREADY_REGISTERED", "Este teléfono ya tiene tarjeta. Ábrela con él en «Ver mis puntos», sin contraseña, o pide tu QR en el mostrador.")
	ErrOpenInSafari           = refuse(Conflict, "OPEN_IN_SAFARI", "Ábrelo en Safari: desde aquí el iPhone no deja añadir tarjetas a Apple Wallet.")
	ErrOpenInBrowser          = refuse(Conflict, "OPEN_IN_BROWSER", "Ábrelo en tu navegador, por ejemplo en Chrome: desde dentro de esta aplicación no se pueden añadir tarjetas a Google Wallet.")
	ErrPhoneTaken             = refuse(Conflict, "PHONE_TAKEN", "Otro cliente activo ya tiene este teléfono.")
	ErrGuardianMinor          = refuse(Conflict, "GUARDIAN_MINOR", "Un menor no puede tener hijos en su tarjeta.")
	ErrGuardianWithoutPhone   = refuse(Conflict, "GUARDIAN_WITHOUT_PHONE", "Los hijos entran con el teléfono de su madre, padre o tutor: ponlo en su ficha, o cámbialo en vez de quitarlo.")
	ErrChildTooYoung          = refuse(Conflict, "CHILD_TOO_YOUNG", "Podrá llevarse su tarjeta a su propio móvil cuando cumpla 14 años.")
	ErrNoGuardian             = refuse(Conflict, "NO_GUARDIAN", "Esta tarjeta ya no la lleva otra persona. Mira la ficha otra vez.")
	ErrChildExists            = refuse(Conflict, "CHILD_EXISTS", "Ya tiene tarjeta: está entre sus hijos con el mismo nombre y la misma fecha de nacimiento.")
	ErrOwnChildExists         = refuse(Conflict, "CHILD_EXISTS", "Ya tiene tarjeta: está entre tus hijos con el mismo nombre y la misma fecha de nacimiento.")
	ErrTooManyChildren        = refuse(Conflict, "TOO_MANY_CHILDREN", "No caben más hijos en una tarjeta: como mucho son 12.")
	ErrCustomerChanged        = refuse(Conflict, "CUSTOMER_CHANGED", "Alguien ha cambiado esta ficha mientras la editabas. No se ha guardado nada: revisa los datos y guarda otra vez.")
	ErrBusinessChanged        = refuse(Conflict, "BUSINESS_CHANGED", "Otra persona ha cambiado los ajustes mientras los editabas. No se ha guardado nada: revisa los datos y guarda otra vez.")
	ErrFamilyChanged          = refuse(Conflict, "FAMILY_CHANGED", "Otra persona ha cambiado esta familia mientras la editabas. No se ha guardado nada: revisa los datos y guarda otra vez.")
	ErrGreetedRecently        = refuse(Conflict, "GREETED_RECENTLY", "Ya se le ha escrito hace menos de 30 días.")
	ErrGreetingHeldBack       = refuse(Conflict, "GREETING_HELD_BACK", "Este cliente se queda sin escribir este trimestre, para comparar.")
	ErrGreetingTooLate        = refuse(Conflict, "GREETING_TOO_LATE", "Solo se puede deshacer durante 24 horas. Se queda apuntado que le escribiste.")
	ErrMayNotGreet            = refuse(Conflict, "MAY_NOT_GREET", "Este cliente no ha aceptado mensajes de este tipo.")
	ErrUserChanged            = refuse(Conflict, "USER_CHANGED", "Alguien ha cambiado esta cuenta mientras tanto. No se ha cambiado nada: mira la lista otra vez y repítelo.")
	ErrEmailTaken             = refuse(Conflict, "EMAIL_TAKEN", "Ya existe un usuario con este correo.")
	ErrUndoTooLate            = refuse(Conflict, "UNDO_TOO_LATE", "Ya no se puede deshacer. Pide a un administrador o al propietario que elimine la visita.")
	ErrRemovalNotRequested    = refuse(Conflict, "REMOVAL_NOT_REQUESTED", "Nadie ha pedido eliminar esta visita.")
	ErrServedByTooLate        = refuse(Conflict, "SERVED_BY_TOO_LATE", "Pide a un administrador o al propietario que cambie quién atendió: tú puedes los 10 minutos siguientes a tus visitas.")
	ErrUndoNotYours           = refuse(Conflict, "UNDO_NOT_YOURS", "Solo puede deshacer la visita quien la registró.")
	ErrMergeSelf              = refuse(Invalid, "MERGE_SELF", "Elige otra ficha: no se puede unir una ficha consigo misma.")
	ErrMergeGuardian          = refuse(Invalid, "MERGE_GUARDIAN", "Son dos personas: una es la madre, el padre o el tutor de la otra.")
	ErrMergeNotFound          = refuse(NotFound, "MERGE_NOT_FOUND", "No se encontró la unión de fichas.")
	ErrDiscardNotFound        = refuse(NotFound, "DISCARD_NOT_FOUND", "Ya no hay nada que recuperar: se recuperaron o se borraron.")
	ErrMergeUndone            = refuse(Conflict, "MERGE_UNDONE", "Esta unión de fichas ya se deshizo.")
	ErrMergeTooLate           = refuse(Conflict, "MERGE_TOO_LATE", "Una unión de fichas solo se puede deshacer durante 30 días.")
	ErrOwnAccount             = refuse(Conflict, "OWN_ACCOUNT", "No puedes desactivar tu propia cuenta.")
	ErrLastOperator           = refuse(Conflict, "LAST_OPERATOR", "Es el último operador que puede entrar.")
	ErrInAnotherFamily        = refuse(Conflict, "IN_ANOTHER_FAMILY", "Este cliente ya está en una familia.")
	ErrFamilyOfferChanged     = refuse(Conflict, "FAMILY_OFFER_CHANGED", "Mientras tanto ha cambiado quién está en qué familia. No se ha hecho nada: mira otra vez qué cambia, y confírmalo.")
	ErrFamilyNotEmpty         = refuse(Conflict, "FAMILY_NOT_EMPTY", "La familia tiene miembros: solo se puede eliminar vacía.")

	ErrDataJobRunning = refuse(Conflict, "DATA_JOB_RUNNING", "Ya se está descargando o restaurando una copia de este negocio. Espera a que acabe y vuelve a intentarlo.")
	// ErrBusinessMoving lasts seconds, during the copy to another installation.
	ErrBusinessMoving = refuse(Busy, "BUSINESS_MOVING", "El negocio se está mudando a otro servidor y este intento no ha guardado nada: inténtalo de nuevo en un momento.").WithRetryAfter(5 * time.Second)
	// ErrBusinessMoved means that another installation has the business. Counters keep their visits.
	ErrBusinessMoved      = refuse(Busy, "BUSINESS_MOVED", "El negocio se ha mudado a otro servidor y este intento no ha guardado nada: pide la dirección nueva a quien lo administra.").WithRetryAfter(time.Minute)
	ErrRestoreRunning     = refuse(Conflict, "RESTORE_RUNNING", "Se está restaurando una copia en este negocio. Se reactiva solo al acabar.")
	ErrRestoreNotEmpty    = refuse(Conflict, "RESTORE_NOT_EMPTY", "Este negocio ya tiene clientes: una copia solo se restaura en un negocio vacío. No se ha cambiado nada.")
	ErrRestoreTaken       = refuse(Conflict, "RESTORE_TAKEN", "Los clientes o las cuentas de esta copia ya están en otro negocio de esta instalación. No se ha cambiado nada.")
	ErrRestoreInterrupted = refuse(Conflict, "RESTORE_INTERRUPTED", "La restauración se ha interrumpido. No se ha cambiado nada: vuelve a intentarlo.")

	ErrRestoredReleased = refuse(Conflict, "RESTORED_RELEASED", "Ya se decidió enviarlos.")
	ErrRestoredDropped  = refuse(Conflict, "RESTORED_DROPPED", "Ya se decidió no enviar ninguno.")
	ErrNothingRestored  = refuse(Conflict, "NOTHING_RESTORED", "Ya no hay mensajes en espera de una copia de seguridad restaurada.")

	ErrProofsUnavailable = refuse(Conflict, "PROOFS_UNAVAILABLE", "Ahora mismo no se puede confirmar por WhatsApp.")
	ErrPhoneUnverified   = refuse(Conflict, "PHONE_UNVERIFIED", "Tu teléfono está sin confirmar. Para esto, entra con él por WhatsApp o pide en el mostrador que lo confirmen.")

	// ErrBirthdayRequired and ErrBirthdayRefused answer a right code for a silent customer.
	ErrBirthdayRequired   = refuse(Conflict, "BIRTHDAY_ASKED", "Hace tiempo que no sabemos de ti. Para confirmar que eres tú, dinos tu fecha de nacimiento.")
	ErrBirthdayRefused    = refuse(Conflict, "BIRTHDAY_REFUSED", "No es la fecha de nacimiento que tenemos. Revísala o pregunta en el mostrador.")
	ErrPhoneSessionNeeded = refuse(Conflict, "PHONE_SESSION_NEEDED", "Has entrado con un código por correo. Para esto, entra con el móvil.")

	ErrMailUnavailable = refuse(Conflict, "MAIL_UNAVAILABLE", "Aquí no se envían códigos por correo. Pide el código de otra forma, o pregunta en el mostrador.")

	ErrRecoveryUnavailable = refuse(Conflict, "RECOVERY_UNAVAILABLE", "Aquí no se envían enlaces por correo para elegir otra contraseña.")
	ErrInvitationRefused   = refuse(Conflict, "INVITATION_REFUSED", "Este enlace ya no vale: caduca a los 7 días y sirve una sola vez. Pide otro a quien te invitó.")
	ErrInvitationAccepted  = refuse(Conflict, "INVITATION_ACCEPTED", "Esta persona ya eligió su contraseña. Si la ha olvidado, restablécela.")
	ErrInvitedDisabled     = refuse(Conflict, "INVITED_DISABLED", "Esta cuenta está desactivada. Actívala antes de invitar a esta persona.")
	ErrResetRefused        = refuse(Conflict, "PASSWORD_RESET_REFUSED", "Este enlace ya no vale: caduca a los 30 minutos y sirve una sola vez. Pide otro.")

	ErrChoosePassword = refuse(Conflict, "PASSWORD_CHANGE_REQUIRED", "Tu contraseña es temporal: elige una tuya para continuar.")
	ErrSamePassword   = InvalidField("newPassword", "Elige una distinta de la temporal.")

	ErrSecondFactorRequired   = refuse(Forbidden, "SECOND_FACTOR_REQUIRED", "Tu cuenta pide verificación en dos pasos. Vuelve a iniciar sesión para completarla.")
	ErrSecondFactorRefused    = refuse(Invalid, "SECOND_FACTOR_REFUSED", "El código no es correcto o ya se ha usado. Espera al siguiente o usa un código de recuperación.")
	ErrNoSecondStep           = refuse(Conflict, "NO_SECOND_STEP", "Tu sesión no espera ningún código.")
	ErrSecondFactorEnrolled   = refuse(Conflict, "SECOND_FACTOR_ENROLLED", "Esta cuenta ya tiene la verificación en dos pasos.")
	ErrNoSecondFactor         = refuse(Conflict, "NO_SECOND_FACTOR", "Esta cuenta no tiene la verificación en dos pasos.")
	ErrSecondFactorCompulsory = refuse(Conflict, "SECOND_FACTOR_COMPULSORY", "En esta cuenta la verificación en dos pasos es obligatoria.")
	ErrEnrolmentOutdated      = refuse(Conflict, "ENROLMENT_OUTDATED", "Esa clave ya no vale. Empieza de nuevo y escanea el QR que salga.")
	// ErrPasskeyRefused hides whether passkey, account, origin or signature is wrong.
	ErrPasskeyRefused  = refuse(Invalid, "PASSKEY_REFUSED", "No se pudo comprobar la llave de acceso. Inténtalo otra vez o usa un código.")
	ErrPasskeyOutdated = refuse(Conflict, "PASSKEY_OUTDATED", "Ha pasado demasiado tiempo. Inténtalo otra vez.")
	// ErrPasskeysUnavailable is for a URL without host name, for which browsers accept no passkeys.
	ErrPasskeysUnavailable          = refuse(Conflict, "PASSKEYS_UNAVAILABLE", "Aquí no se pueden usar llaves de acceso: hace falta una dirección con nombre y https. Usa la aplicación de códigos.")
	ErrPasskeyNotFound              = refuse(NotFound, "PASSKEY_NOT_FOUND", "Esta llave de acceso ya no existe.")
	ErrPasskeyChanged               = refuse(Conflict, "PASSKEY_CHANGED", "Esta llave de acceso ha cambiado mientras la editabas. No se ha guardado nada: mira su nombre y guarda otra vez.")
	ErrNoPasskey                    = refuse(Conflict, "NO_PASSKEY", "Tu cuenta no tiene llaves de acceso para esta dirección. Usa un código.")
	ErrLastFactor                   = refuse(Conflict, "LAST_FACTOR", "En tu cuenta la verificación en dos pasos es obligatoria: añade otra llave o la aplicación de códigos antes de quitar esta.")
	ErrPasskeyExists                = refuse(Conflict, "PASSKEY_EXISTS", "Esta llave de acceso ya está registrada.")
	ErrTooManyPasskeys              = refuse(Conflict, "TOO_MANY_PASSKEYS", "Ya tienes diez llaves de acceso. Quita una para añadir otra.")
	ErrRecentAuthenticationRequired = refuse(Forbidden, "RECENT_AUTHENTICATION_REQUIRED", "Confirma que eres tú: escribe otra vez tu contraseña.")

	ErrWrongPassword     = refuse(Invalid, "WRONG_PASSWORD", "La contraseña actual no es correcta.")
	ErrRegisterAtCounter = refuse(TooMany, "REGISTER_AT_COUNTER", "Desde esta conexión hoy ya no se puede registrar nadie más con este formulario. Pide en el mostrador que te den de alta: lo hacen en un momento.")
	ErrTooMany           = refuse(TooMany, "TOO_MANY_REQUESTS", "Demasiados intentos. Espera un momento y vuelve a intentarlo.")
	ErrOutcomeUnknown    = refuse(Busy, "OUTCOME_UNKNOWN", "El servidor no responde y no sabemos si se ha guardado. Inténtalo de nuevo: lo que ya esté guardado no se repite.")
	ErrBusy              = refuse(Busy, "BUSY", "El servidor está ocupado y este intento no ha guardado nada: inténtalo de nuevo.")
)

// TooManyFor returns ErrTooMany with the time to wait.
func TooManyFor(wait time.Duration) *Error { return ErrTooMany.WithRetryAfter(wait) }

// BusyFor returns ErrBusy with the time to wait.
func BusyFor(wait time.Duration) *Error { return ErrBusy.WithRetryAfter(wait) }

// OutcomeUnknownFor returns ErrOutcomeUnknown with the time to wait. The change may have been saved.
func OutcomeUnknownFor(wait time.Duration) *Error { return ErrOutcomeUnknown.WithRetryAfter(wait) }

// WithRetryAfter returns a copy with the time to wait. The text of ErrTooMany says it from a minute on.
func (e *Error) WithRetryAfter(wait time.Duration) *Error {
	refusal := *e
	refusal.RetryAfter = wait
	if e.Code == ErrTooMany.Code && wait >= time.Minute {
		refusal.Message = fmt.Sprintf("Demasiados intentos. Espera %s y vuelve a intentarlo.", spanishWait(wait))
	}
	return &refusal
}

// spanishWait returns minutes, or hours from two hours on, rounded up.
func spanishWait(wait time.Duration) string {
	minutes := int(math.Ceil(wait.Minutes()))
	switch {
	case minutes >= 120:
		return fmt.Sprintf("%d horas", (minutes+59)/60)
	case minutes > 1:
		return fmt.Sprintf("%d minutos", minutes)
	}
	return "un minuto"
}

type validator struct{ fields []FieldError }

func (c *validator) refuse(field, message string) {
	c.fields = append(c.fields, FieldError{Field: field, Message: message})
}

// err returns the validation error, or nil. Its message is the first field's, for clients that ignore the list.
func (c *validator) err() error {
	if len(c.fields) == 0 {
		return nil
	}
	refusal := *ErrValidation
	refusal.Message = c.fields[0].Message
	refusal.Fields = c.fields
	return &refusal
}

// InvalidField returns a validation error for one field.
func InvalidField(field, message string) error {
	c := validator{}
	c.refuse(field, message)
	return c.err()
}
