package loyalty

import (
	"slices"
	"time"
)

// MessageKind is the purpose of a message. Its row in messageRows holds all its properties.
type MessageKind string

// The kinds of message. A new kind also needs a row in messageRows.
const (
	MessageOTP      MessageKind = "OTP"      // a sign-in code; worthless once expired
	MessageQR       MessageKind = "QR"       // the customer's QR, when another person requests it
	MessageReply    MessageKind = "REPLY"    // a free-form reply to the customer
	MessageBirthday MessageKind = "BIRTHDAY" // a birthday greeting
	MessageOneMore  MessageKind = "ONE_MORE" // one visit missing to the next reward
	MessageWeek     MessageKind = "WEEK"     // the owner's week, to the owner
)

// The urgencies within a business; lower goes first. Known devices, then a phone's first code: a flood cannot delay a
// customer's own code.
const (
	UrgencyKnownCode int64 = iota - 2
	UrgencyFirstCode
	UrgencyCode
	UrgencyService
	UrgencyMarketing
)

// consentRule is the consent that a message needs.
type consentRule int

// Messages that only the customer causes (a code, a reply) need no consent. The owner consents to the week by the phone
// in the settings. Others need consent to WhatsApp, marketing
// also to promotions, which no minor can give.
const (
	needsNoConsent consentRule = iota + 1
	needsWhatsAppConsent
	needsPromotionsConsent
)

// TemplateValue is a value for a placeholder of a template.
type TemplateValue int

// The values of placeholders.
const (
	FillGreeting    TemplateValue = iota + 1 // how the customer is addressed
	FillSender                               // the business name
	FillCode                                 // the code
	FillBusiness                             // the business id, the end of the cards' address
	FillQR                                   // the QR id, the end of the address that adds the card to the phone's wallet
	FillWeekFigures                          // lines of a WeekSummary
	FillWeekOwed
	FillWeekLost
	FillWeekTask
)

// MessageTemplate is a template, approved by WhatsApp, for a kind of message.
type MessageTemplate struct {
	Setting  string          // its name is the value of --whatsapp-<Setting>-template
	Optional bool            // the operator may lack it: the kind is not queued then
	QR       bool            // header image: the customer's QR
	Body     []TemplateValue // placeholders of the text, in order
	Buttons  []TemplateValue // placeholder of each button
}

type messageRow struct {
	kind     MessageKind
	urgency  int64
	needs    consentRule
	template MessageTemplate // none: sent as free text, which WhatsApp accepts for replies only
	richer   MessageTemplate // better template, which some operators lack
	lifetime time.Duration   // how long it may be sent; zero: until the occasion ends
	code     bool            // contains a code for the customer only
	owner    bool            // goes to the owner's phone in the settings, which is the consent
	answer   bool            // goes to the writer, customer or not, from the number they wrote to
	reminder bool            // reminds of a visit: pointless after one
	rare     bool            // at most one within MarketingWindow
	text     string          // sentence of marketing, to %[1]s from %[2]s
}

var messageRows = []messageRow{
	{
		kind: MessageOTP, urgency: UrgencyCode, needs: needsNoConsent, code: true, lifetime: CodeLifetime,
		template: MessageTemplate{Setting: "code", Body: []TemplateValue{FillCode}, Buttons: []TemplateValue{FillCode}},
	},
	{
		// After a week the customer has visited, or uses the QR on the screen.
		kind: MessageQR, urgency: UrgencyService, needs: needsWhatsAppConsent, lifetime: 7 * 24 * time.Hour,
		template: MessageTemplate{
			Setting: "qr", QR: true, Body: []TemplateValue{FillGreeting, FillSender}, Buttons: []TemplateValue{FillBusiness},
		},
		richer: MessageTemplate{
			Setting: "qr-wallet", QR: true, Body: []TemplateValue{FillGreeting, FillSender}, Buttons: []TemplateValue{FillBusiness, FillQR},
		},
	},
	{
		// The provider accepts free text only within a day of the customer's message.
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
	{
		kind: MessageWeek, urgency: UrgencyService, needs: needsNoConsent, owner: true, lifetime: weekMailDays * 24 * time.Hour,
		template: MessageTemplate{
			Setting: "week", Optional: true, Body: []TemplateValue{FillSender, FillWeekFigures, FillWeekOwed, FillWeekLost, FillWeekTask},
		},
	},
}

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

// MessageKindsWhere returns the kinds that satisfy a predicate.
func MessageKindsWhere(hold func(MessageKind) bool) []MessageKind {
	var kinds []MessageKind
	for _, row := range messageRows {
		if hold(row.kind) {
			kinds = append(kinds, row.kind)
		}
	}
	return kinds
}

// IsValid reports whether the kind exists.
func (k MessageKind) IsValid() bool { return k.row().kind != "" }

// Urgency returns the order of sending; lower goes first.
func (k MessageKind) Urgency() int64 { return k.row().urgency }

// IsMarketing reports whether the kind is marketing: subject to consent, age, quiet hours and the monthly limit.
func (k MessageKind) IsMarketing() bool { return k.row().needs == needsPromotionsConsent }

// Template returns the template of the kind, and false if it is sent as free text.
func (k MessageKind) Template() (MessageTemplate, bool) {
	template := k.row().template
	return template, template.Setting != ""
}

// RicherTemplate returns the preferred template for operators that have it, and false for none.
func (k MessageKind) RicherTemplate() (MessageTemplate, bool) {
	template := k.row().richer
	return template, template.Setting != ""
}

// Lifetime returns how long a message may be sent; zero: until its occasion ends.
func (k MessageKind) Lifetime() time.Duration { return k.row().lifetime }

// BringsCode reports whether the text contains a code. The business's own number needs permission to send it.
func (k MessageKind) BringsCode() bool { return k.row().code }

// IsForOwner reports whether the message goes to the owner's phone in the settings.
func (k MessageKind) IsForOwner() bool { return k.row().owner }

// BringsQR reports whether the message shows the customer's QR.
func (k MessageKind) BringsQR() bool { return k.row().template.QR }

// IsReply reports whether the message replies to its recipient from the number they wrote to.
func (k MessageKind) IsReply() bool { return k.row().answer }

// IsReminder reports whether the message reminds of a visit. It is dropped after one.
func (k MessageKind) IsReminder() bool { return k.row().reminder }

// MessagingConsents are a customer's current consents to messages.
type MessagingConsents struct {
	WhatsApp  bool // messages by WhatsApp
	Email     bool // messages by e-mail
	Marketing bool // marketing by WhatsApp
}

// Allows reports whether the customer may receive this kind. Check it when queueing and again when sending.
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
