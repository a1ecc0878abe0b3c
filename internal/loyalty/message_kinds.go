package loyalty

import (
	"slices"
	"time"
)

// MessageKind is the purpose of a message.
type MessageKind string

// Each kind needs a row in messageRows.
const (
	MessageOTP      MessageKind = "OTP"
	MessageQR       MessageKind = "QR"
	MessageReply    MessageKind = "REPLY"
	MessageBirthday MessageKind = "BIRTHDAY"
	MessageOneMore  MessageKind = "ONE_MORE"
	MessageWeek     MessageKind = "WEEK"
)

// Lower ones are sent first. Codes for known devices precede others, so that a flood of requests does not delay them.
const (
	UrgencyKnownCode int64 = iota - 2
	UrgencyFirstCode
	UrgencyCode
	UrgencyService
	UrgencyMarketing
)

type consentRule int

// Customers request codes and replies; owners enter their phone for the week. Other kinds need consent to WhatsApp,
// marketing also to promotions, which a minor cannot give.
const (
	needsNoConsent consentRule = iota + 1
	needsWhatsAppConsent
	needsPromotionsConsent
)

// TemplateValue fills a placeholder.
type TemplateValue int

// Values of placeholders.
const (
	FillGreeting TemplateValue = iota + 1
	FillSender
	FillCode
	FillBusiness    // business id; ends the address of the cards
	FillQR          // QR id; ends the wallet link
	FillWeekFigures // lines of a WeekSummary
	FillWeekOwed
	FillWeekLost
	FillWeekTask
)

// MessageTemplate is approved by WhatsApp.
type MessageTemplate struct {
	Setting  string // --whatsapp-<Setting>-template has its name
	Optional bool   // without it, the kind is not sent
	QR       bool
	Body     []TemplateValue // placeholders in order
	Buttons  []TemplateValue
}

type messageRow struct {
	kind     MessageKind
	urgency  int64
	needs    consentRule
	template MessageTemplate // none: free text, accepted only as a reply
	richer   MessageTemplate // preferred if configured
	lifetime time.Duration   // zero: until the occasion ends
	code     bool
	owner    bool   // to the owner's phone; entering it is the consent
	answer   bool   // from the number to which the customer wrote
	reminder bool   // not sent if the customer has come since it was queued
	rare     bool   // at most one of this kind within MarketingWindow
	text     string // of marketing; %[1]s is the customer, %[2]s the sender
}

var messageRows = []messageRow{
	{
		kind: MessageOTP, urgency: UrgencyCode, needs: needsNoConsent, code: true, lifetime: CodeLifetime,
		template: MessageTemplate{Setting: "code", Body: []TemplateValue{FillCode}, Buttons: []TemplateValue{FillCode}},
	},
	{
		// After a week the customer has come or uses the QR on the screen.
		kind: MessageQR, urgency: UrgencyService, needs: needsWhatsAppConsent, lifetime: 7 * 24 * time.Hour,
		template: MessageTemplate{
			Setting: "qr", QR: true, Body: []TemplateValue{FillGreeting, FillSender}, Buttons: []TemplateValue{FillBusiness},
		},
		richer: MessageTemplate{
			Setting: "qr-wallet", QR: true, Body: []TemplateValue{FillGreeting, FillSender}, Buttons: []TemplateValue{FillBusiness, FillQR},
		},
	},
	{
		// The provider accepts free text for a day after the customer's message.
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

// MessageKindsWhere filters MessageKinds.
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

// Urgency returns the order of sending.
func (k MessageKind) Urgency() int64 { return k.row().urgency }

// IsMarketing reports whether consent to promotions, age, quiet hours and MaxMarketingMessages apply.
func (k MessageKind) IsMarketing() bool { return k.row().needs == needsPromotionsConsent }

// Template returns the template, or false for free text.
func (k MessageKind) Template() (MessageTemplate, bool) {
	template := k.row().template
	return template, template.Setting != ""
}

// RicherTemplate returns the preferred template, or false.
func (k MessageKind) RicherTemplate() (MessageTemplate, bool) {
	template := k.row().richer
	return template, template.Setting != ""
}

// Lifetime returns how long a message may be sent; zero: until its occasion ends.
func (k MessageKind) Lifetime() time.Duration { return k.row().lifetime }

// BringsCode reports whether the text contains a code. The business's own number needs permission to send one.
func (k MessageKind) BringsCode() bool { return k.row().code }

// IsForOwner reports whether the owner's phone receives the message.
func (k MessageKind) IsForOwner() bool { return k.row().owner }

// BringsQR reports whether the message shows the QR.
func (k MessageKind) BringsQR() bool { return k.row().template.QR }

// IsReply reports whether the message answers a customer's message.
func (k MessageKind) IsReply() bool { return k.row().answer }

// IsReminder reports whether the message asks for a visit, so that a visit before sending cancels it.
func (k MessageKind) IsReminder() bool { return k.row().reminder }

// MessagingConsents are the consents in force.
type MessagingConsents struct {
	WhatsApp  bool
	Email     bool
	Marketing bool
}

// Allows reports whether the customer accepts this kind. Check when queueing and when sending.
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
