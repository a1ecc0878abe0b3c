package loyalty

// WhatsAppSending is whether messages are sent.
type WhatsAppSending string

// States of sending.
const (
	WhatsAppOn    WhatsAppSending = "ON"
	WhatsAppTrial WhatsAppSending = "TRIAL" // recorded, not sent
	WhatsAppOff   WhatsAppSending = "OFF"   // switched off, suspended, or refused
)

// QRChannel is how a QR is sent; empty: not sent.
type QRChannel string

// Channels of a QR.
const (
	QRByWhatsApp QRChannel = "WHATSAPP"
	QRByEmail    QRChannel = "EMAIL"
)

// RegisteredWithOtherPhone is ErrAlreadyRegistered for a customer whose record has another phone by now: with the form's
// they cannot sign in.
func RegisteredWithOtherPhone() *Error {
	refusal := *ErrAlreadyRegistered
	refusal.Message = "Ya tienes tarjeta, con otro teléfono. Pide tu QR en el mostrador."
	return &refusal
}

// AlreadyRegistered names the business's QR channels, which reveal nothing about the phone.
func AlreadyRegistered(whatsApp WhatsAppSending, emails bool) *Error {
	refusal, channels := *ErrAlreadyRegistered, ""
	switch {
	case whatsApp == WhatsAppOn && emails:
		channels = "por WhatsApp o por correo"
	case whatsApp == WhatsAppOn:
		channels = "por WhatsApp"
	case emails:
		channels = "por correo"
	default:
		return &refusal
	}
	refusal.Message += " Si ya confirmaste tu número y aceptas mensajes, hoy te enviamos también tu QR " + channels + "."
	return &refusal
}
