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
