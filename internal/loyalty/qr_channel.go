package loyalty

// WhatsAppSending says whether messages to a business's customers leave by WhatsApp.
type WhatsAppSending string

// The states of sending by WhatsApp.
const (
	WhatsAppOn    WhatsAppSending = "ON"
	WhatsAppTrial WhatsAppSending = "TRIAL" // messages are recorded, and none leaves
	WhatsAppOff   WhatsAppSending = "OFF"   // switched off, suspended, or the provider refuses the sender
)

// QRChannel is how a QR travels to a customer; empty: it does not leave.
type QRChannel string

// The ways of a QR.
const (
	QRByWhatsApp QRChannel = "WHATSAPP"
	QRByEmail    QRChannel = "EMAIL"
)

// AlreadyRegistered is ErrAlreadyRegistered with the ways by which a QR may come again. They
// are those of the business, the same for every phone that is typed.
func AlreadyRegistered(whatsApp WhatsAppSending, emails bool) *Error {
	refusal, ways := *ErrAlreadyRegistered, ""
	switch {
	case whatsApp == WhatsAppOn && emails:
		ways = "por WhatsApp o por correo"
	case whatsApp == WhatsAppOn:
		ways = "por WhatsApp"
	case emails:
		ways = "por correo"
	default:
		return &refusal
	}
	refusal.Message += " Si ya confirmaste tu número y aceptas mensajes, hoy te enviamos también tu QR " + ways + "."
	return &refusal
}
