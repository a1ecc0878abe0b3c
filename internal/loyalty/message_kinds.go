package loyalty

import (
	"slices"
	"time"
)

// MessageKind says why a message is sent. What there is to know of a kind stands in
// its row of messageRows, and everything else asks the kind.
type MessageKind string

// The kinds of message. A new one also needs a row of messageRows.
const (
	MessageOTP      MessageKind = "OTP"      // a code to sign in with; worthless once it has expired
	MessageQR       MessageKind = "QR"       // the customer's QR, when somebody else than she herself has it sent
	MessageReply    MessageKind = "REPLY"    // a free-form answer to what the customer wrote
	MessageBirthday MessageKind = "BIRTHDAY" // a greeting on the customer's birthday
	MessageOneMore  MessageKind = "ONE_MORE" // one visit is missing until the next reward
)

// The urgencies of messages of one business: the lower goes first. Codes wait for
// nothing else. Of codes those go first that a known device asked for, then the first code
// of each phone, then all others: so nobody drowns a customer's code in others.
const (
	UrgencyKnownCode int64 = iota - 2
	UrgencyFirstCode
	UrgencyCode
	UrgencyService
	UrgencyMarketing
)

// consentRule is what a customer has to have said to be sent a message.
type consentRule int

// Service messages that she alone can cause need nothing: she asks for a code or
// writes to the business from her phone, and an answer may bring her QR. What the
// staff or whoever knows her phone wants to be sent needs her consent to WhatsApp.
// Marketing needs that to promotions besides, which no minor can give; it waits for
// the end of the quiet hours, and there is little of it.
const (
	needsNoConsent consentRule = iota + 1
	needsWhatsAppConsent
	needsPromotionsConsent
)

// TemplateValue is what fills in a place of a template.
type TemplateValue int

// The values that templates have places for.
const (
	FillGreeting TemplateValue = iota + 1 // the word with which she is addressed
	FillSender                            // who writes: the business
	FillCode                              // the code that the message brings
	FillBusiness                          // the id of the business, with which the address of its customers' cards ends
	FillQR                                // the id of her QR, with which the address ends that puts her card into her telephone's wallet
)

// MessageTemplate is the text, approved by WhatsApp, as which messages of a kind go
// out.
type MessageTemplate struct {
	Setting string          // which setting has its name: --whatsapp-<Setting>-template
	QR      bool            // above the text stands the customer's QR
	Body    []TemplateValue // the places of the text, in their order
	Buttons []TemplateValue // what each of the buttons below hands over
}

// messageRow is what a kind of message is.
type messageRow struct {
	kind     MessageKind
	urgency  int64
	needs    consentRule
	template MessageTemplate // none: it goes as its own text, which WhatsApp takes of answers alone
	richer   MessageTemplate // the one that is better, which not every operator has
	lifetime time.Duration   // how long it may be sent; zero: as long as the occasion lasts
	code     bool            // it brings a code, which is for the customer alone
	answer   bool            // it goes to whoever wrote, customer or not, from the number that was written to
	reminder bool            // it is to have her come: pointless once she has
	rare     bool            // never two within MarketingWindow
	text     string          // the sentence of marketing, to %[1]s from %[2]s
}

// messageRows are made once: every message that is put, tried or listed asks for its own.
var messageRows = []messageRow{
	{
		kind: MessageOTP, urgency: UrgencyCode, needs: needsNoConsent, code: true, lifetime: CodeLifetime,
		template: MessageTemplate{Setting: "code", Body: []TemplateValue{FillCode}, Buttons: []TemplateValue{FillCode}},
	},
	{
		// Whoever has waited longer has been to the shop, or shows the one on the screen.
		kind: MessageQR, urgency: UrgencyService, needs: needsWhatsAppConsent, lifetime: 7 * 24 * time.Hour,
		template: MessageTemplate{
			Setting: "qr", QR: true, Body: []TemplateValue{FillGreeting, FillSender}, Buttons: []TemplateValue{FillBusiness},
		},
		richer: MessageTemplate{
			Setting: "qr-wallet", QR: true, Body: []TemplateValue{FillGreeting, FillSender}, Buttons: []TemplateValue{FillBusiness, FillQR},
		},
	},
	{
		// The provider takes free-form messages only within a day of the customer's own.
		kind: MessageReply, urgency: UrgencyService, needs: needsNoConsent, answer: true, lifetime: 24 * time.Hour,
	},
	{
		kind: MessageBirthday, urgency: UrgencyMarketing, needs: needsPromotionsConsent, rare: true,
		template: MessageTemplate{Setting: "birthday", Body: []TemplateValue{FillGreeting, FillSender}},
		text:     "¡Feliz cumpleaños, %[1]s! En %[2]s te deseamos un gran día.",
	},
	{
		kind: MessageOneMore, urgency: UrgencyMarketing, needs: needsPromotionsConsent, reminder: true,
		template: MessageTemplate{Setting: "one-more", Body: []TemplateValue{FillGreeting, FillSender}},
		text:     "Hola, %[1]s: en %[2]s te falta una sola visita para tu próxima recompensa. Te esperamos.",
	},
}

// row is what a kind is; of one that is not known it says nothing.
func (k MessageKind) row() messageRow {
	if at := slices.IndexFunc(messageRows, func(row messageRow) bool { return row.kind == k }); at >= 0 {
		return messageRows[at]
	}
	return messageRow{}
}

// MessageKinds returns all kinds of message.
func MessageKinds() []MessageKind {
	return MessageKindsWhere(func(MessageKind) bool { return true })
}

// MessageKindsWhere returns the kinds of message for which something holds.
func MessageKindsWhere(hold func(MessageKind) bool) []MessageKind {
	var kinds []MessageKind
	for _, row := range messageRows {
		if hold(row.kind) {
			kinds = append(kinds, row.kind)
		}
	}
	return kinds
}

// IsValid reports whether there is such a kind. Of any other nothing is sent.
func (k MessageKind) IsValid() bool { return k.row().kind != "" }

// Urgency orders messages of one business: the lower goes first.
func (k MessageKind) Urgency() int64 { return k.row().urgency }

// IsMarketing reports whether a message of this kind is marketing: no minor gets it,
// nobody in quiet hours, and few in a month.
func (k MessageKind) IsMarketing() bool { return k.row().needs == needsPromotionsConsent }

// Template is the template by which messages of this kind go out, and false where
// they go as their own text.
func (k MessageKind) Template() (MessageTemplate, bool) {
	template := k.row().template
	return template, template.Setting != ""
}

// RicherTemplate is the one by which they go instead where the operator has it, and
// false where there is none.
func (k MessageKind) RicherTemplate() (MessageTemplate, bool) {
	template := k.row().richer
	return template, template.Setting != ""
}

// Lifetime is how long after its reason a message of this kind may be sent; zero:
// as long as its occasion lasts.
func (k MessageKind) Lifetime() time.Duration { return k.row().lifetime }

// BringsCode reports whether the text has a code: for the customer alone, and from
// the business's own number only where that may send codes.
func (k MessageKind) BringsCode() bool { return k.row().code }

// BringsQR reports whether the customer's QR goes with it.
func (k MessageKind) BringsQR() bool { return k.row().template.QR }

// IsReply reports whether it answers what somebody wrote: it goes to whoever that
// was, from the number that was written to.
func (k MessageKind) IsReply() bool { return k.row().answer }

// IsReminder reports whether it is to have her come: it is dropped when she has.
func (k MessageKind) IsReminder() bool { return k.row().reminder }

// MessagingConsents is what a customer's last words permit to be sent to her.
type MessagingConsents struct {
	WhatsApp  bool // that she is written to by WhatsApp
	Email     bool // that she is written to by e-mail
	Marketing bool // that what is sent there may be marketing
}

// Allows reports whether a message of a kind may go to the customer: asked when
// it is queued, and again when it is sent.
func (a MessagingConsents) Allows(kind MessageKind) bool {
	switch kind.row().needs {
	case needsNoConsent:
		return true
	case needsWhatsAppConsent:
		return a.WhatsApp
	case needsPromotionsConsent:
		return a.Marketing
	}
	return false
}
