package loyalty

import (
	"fmt"
	"slices"
	"time"
)

// ConsentKind is a purpose of consent.
type ConsentKind string

// Privacy accepts the privacy policy; Usual allows the note and pictures of the usual cut; the others permit marketing.
const (
	ConsentPrivacy    ConsentKind = "PRIVACY"
	ConsentWhatsApp   ConsentKind = "WHATSAPP"
	ConsentEmail      ConsentKind = "EMAIL"
	ConsentSMS        ConsentKind = "SMS"
	ConsentPromotions ConsentKind = "PROMOTIONS"
	ConsentUsual      ConsentKind = "USUAL"
)

// ConsentKinds returns all purposes.
func ConsentKinds() []ConsentKind {
	return append(append([]ConsentKind{ConsentPrivacy}, MarketingConsents()...), ConsentUsual)
}

// MarketingConsents returns the purposes that unsubscribing withdraws.
func MarketingConsents() []ConsentKind {
	return []ConsentKind{ConsentWhatsApp, ConsentEmail, ConsentSMS, ConsentPromotions}
}

// ConsentForm is where a consent was given or withdrawn.
type ConsentForm string

// Staff withdraw consents, and record those of guardians and for the usual cut.
const (
	FormRegistration  ConsentForm = "PUBLIC_REGISTER"
	FormPortal        ConsentForm = "PORTAL"
	FormUnsubscribe   ConsentForm = "UNSUBSCRIBE"
	FormStaff         ConsentForm = "STAFF"
	FormWhatsAppReply ConsentForm = "WHATSAPP_REPLY"
	FormWhatsAppStop  ConsentForm = "WHATSAPP_STOP"
	FormMerge         ConsentForm = "MERGE"
	FormErasure       ConsentForm = "ERASURE"
)

// ConsentForms returns all forms.
func ConsentForms() []ConsentForm {
	return []ConsentForm{
		FormRegistration, FormPortal, FormUnsubscribe, FormStaff, FormWhatsAppReply, FormWhatsAppStop, FormMerge, FormErasure,
	}
}

// ConsentTextVersion changes with the forms' wording.
const ConsentTextVersion = "2026-11-27"

// MarketingTextVersion first mentions birthdays and visits. Earlier consents do not allow them.
const MarketingTextVersion = "2026-11-21b"

// Consent is an entry of an append-only history.
type Consent struct {
	ID          string
	CustomerID  string
	Kind        ConsentKind
	Granted     bool
	At          time.Time
	Form        ConsentForm
	TextVersion string
	ReplacedAt  time.Time // zero: current
	GivenBy     string    // guardian; empty: the customer
}

// LatestConsent returns the entry in force, or false. The history is newest first.
func LatestConsent(history []Consent, kind ConsentKind) (Consent, bool) {
	at := slices.IndexFunc(history, func(consent Consent) bool { return consent.Kind == kind })
	if at < 0 {
		return Consent{}, false
	}
	return history[at], true
}

// ConsentsWithdrawnByMerge returns the purposes, except privacy, on which the records disagree. Histories are newest
// first.
func ConsentsWithdrawnByMerge(keptConsents, mergedConsents []Consent) []ConsentKind {
	var withdrawn []ConsentKind
	for _, kind := range append(MarketingConsents(), ConsentUsual) {
		one, saidOne := LatestConsent(keptConsents, kind)
		other, saidOther := LatestConsent(mergedConsents, kind)
		if saidOne && saidOther && one.Granted != other.Granted {
			withdrawn = append(withdrawn, kind)
		}
	}
	return withdrawn
}

// ConsentsToWithdraw returns marketing consents not newer than an opt-out, to the second; none if repeated. The history
// is newest first.
func ConsentsToWithdraw(history []Consent, optedOut time.Time) []ConsentKind {
	last, _ := LatestConsent(history, ConsentWhatsApp)
	fresh := last.Form != FormWhatsAppReply && last.Form != FormWhatsAppStop
	var kinds []ConsentKind
	for _, kind := range MarketingConsents() {
		latest, _ := LatestConsent(history, kind)
		fresh = fresh || latest.Granted
		if latest.At.Before(optedOut.Add(time.Second)) {
			kinds = append(kinds, kind)
		}
	}
	if !fresh {
		return nil
	}
	return kinds
}

// Registration is the public form.
type Registration struct {
	CustomerDraft
	AcceptedPrivacy    bool
	WhatsAppOptIn      bool
	EmailOptIn         bool
	SMSOptIn           bool
	AcceptedPromotions bool
	ClaimedStamps      int64 // of a paper card, to be confirmed
}

// Validate returns the customer, or a validation error by field. It requires consent to the privacy policy, but no tag.
func (r Registration) Validate(b Business, today Day) (Customer, error) {
	c := validator{}
	customer := c.customer(r.CustomerDraft, b, today)
	if limit := maxOpeningCards * b.VisitTarget; r.ClaimedStamps < 0 || r.ClaimedStamps > limit {
		c.refuse("claimedStamps", fmt.Sprintf("Escribe cuántos sellos traes, de 0 a %d.", limit))
	}
	customer.ClaimedStamps = r.ClaimedStamps
	err := c.err()
	if err == nil && !r.AcceptedPrivacy {
		err = InvalidField("acceptedPrivacy", "Para registrarte tienes que aceptar la política de privacidad.")
	}
	return customer, err
}

// GrantedConsents returns the answer per purpose. A minor cannot accept promotions.
func (r Registration) GrantedConsents(minor bool) map[ConsentKind]bool {
	return map[ConsentKind]bool{
		ConsentPrivacy:    r.AcceptedPrivacy,
		ConsentWhatsApp:   r.WhatsAppOptIn,
		ConsentEmail:      r.EmailOptIn,
		ConsentSMS:        r.SMSOptIn,
		ConsentPromotions: r.AcceptedPromotions && !minor,
	}
}
