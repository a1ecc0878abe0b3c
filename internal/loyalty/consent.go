package loyalty

import (
	"slices"
	"time"
)

// ConsentKind is a purpose that a customer accepts or not.
type ConsentKind string

// The purposes. Privacy is the acceptance of the privacy policy; the others
// permit marketing messages through a channel or of a kind.
const (
	ConsentPrivacy    ConsentKind = "PRIVACY"
	ConsentWhatsApp   ConsentKind = "WHATSAPP"
	ConsentEmail      ConsentKind = "EMAIL"
	ConsentSMS        ConsentKind = "SMS"
	ConsentPromotions ConsentKind = "PROMOTIONS"
)

// ConsentKinds are all purposes.
func ConsentKinds() []ConsentKind {
	return append([]ConsentKind{ConsentPrivacy}, MarketingConsents()...)
}

// MarketingConsents are what unsubscribing withdraws, all at once.
func MarketingConsents() []ConsentKind {
	return []ConsentKind{ConsentWhatsApp, ConsentEmail, ConsentSMS, ConsentPromotions}
}

// ConsentForm is where a customer said something about her consents.
type ConsentForm string

// The forms. Staff withdraws what a customer asks it to, and never grants
// anything for her, but a guardian's consent that is given at the counter.
const (
	FormRegistration  ConsentForm = "PUBLIC_REGISTER"
	FormPortal        ConsentForm = "PORTAL"
	FormUnsubscribe   ConsentForm = "UNSUBSCRIBE" // the public page of her QR
	FormStaff         ConsentForm = "STAFF"
	FormWhatsAppReply ConsentForm = "WHATSAPP_REPLY" // 'BAJA' in answer to a message
	FormWhatsAppStop  ConsentForm = "WHATSAPP_STOP"  // the telephone's own switch for marketing
	FormMerge         ConsentForm = "MERGE"          // two records that disagree were made one
	FormErasure       ConsentForm = "ERASURE"
)

// ConsentForms are all forms there are.
func ConsentForms() []ConsentForm {
	return []ConsentForm{
		FormRegistration, FormPortal, FormUnsubscribe, FormStaff, FormWhatsAppReply, FormWhatsAppStop, FormMerge, FormErasure,
	}
}

// ConsentTextVersion names the wording that the forms show now. It changes
// whenever that wording does.
const ConsentTextVersion = "2026-11-26"

// MarketingTextVersion names the first wording that says that promotions use
// birthdays and visits. Whoever accepted an earlier one gets no such message.
const MarketingTextVersion = "2026-11-21b"

// Consent is one entry of a customer's consent history: entries are added,
// never changed.
type Consent struct {
	ID          string
	CustomerID  string
	Kind        ConsentKind
	Granted     bool
	At          time.Time
	Form        ConsentForm
	TextVersion string
	ReplacedAt  time.Time // when the next entry on the purpose was made; zero: this one stands
	GivenBy     string    // a minor's guardian; empty: the customer herself
}

// LatestConsent returns the last word on a purpose in a history that has the newest
// entry first, and false when nothing was ever said.
func LatestConsent(history []Consent, kind ConsentKind) (Consent, bool) {
	at := slices.IndexFunc(history, func(said Consent) bool { return said.Kind == kind })
	if at < 0 {
		return Consent{}, false
	}
	return history[at], true
}

// ConsentsWithdrawnByMerge returns the marketing purposes that are to be withdrawn when
// two records of one person are made one: those on which the records disagree,
// so that a merge never permits what she refused on either. Both histories have
// the newest entry first.
func ConsentsWithdrawnByMerge(kept, merged []Consent) []ConsentKind {
	var withdrawn []ConsentKind
	for _, kind := range MarketingConsents() {
		one, saidOne := LatestConsent(kept, kind)
		other, saidOther := LatestConsent(merged, kind)
		if saidOne && saidOther && one.Granted != other.Granted {
			withdrawn = append(withdrawn, kind)
		}
	}
	return withdrawn
}

// ConsentsToWithdraw returns what of a customer's history, newest first, is to be
// withdrawn when she has opted out from WhatsApp at an instant, which is known
// to the second: every marketing consent, but for those that she gave after
// that. It is nothing when she had opted out from there before and has accepted
// nothing since.
func ConsentsToWithdraw(history []Consent, optedOut time.Time) []ConsentKind {
	last, _ := LatestConsent(history, ConsentWhatsApp)
	fresh := last.Form != FormWhatsAppReply && last.Form != FormWhatsAppStop
	var kinds []ConsentKind
	for _, kind := range MarketingConsents() {
		said, _ := LatestConsent(history, kind)
		fresh = fresh || said.Granted
		if said.At.Before(optedOut.Add(time.Second)) {
			kinds = append(kinds, kind)
		}
	}
	if !fresh {
		return nil
	}
	return kinds
}

// Registration is what the public registration form says.
type Registration struct {
	CustomerDraft
	AcceptedPrivacy    bool
	WhatsAppOptIn      bool
	EmailOptIn         bool
	SMSOptIn           bool
	AcceptedPromotions bool
}

// Validate is CustomerDraft.Checked, but asks for no bonus type, which staff
// choose, and refuses a form without acceptance of the privacy policy.
func (r Registration) Validate(b Business, today Day) (Customer, error) {
	c := validator{}
	customer := c.customer(r.CustomerDraft, b, today)
	err := c.err()
	if err == nil && !r.AcceptedPrivacy {
		err = InvalidField("acceptedPrivacy", "Para registrarte tienes que aceptar la política de privacidad.")
	}
	return customer, err
}

// GrantedConsents tells for each purpose whether the form accepts it. Promotions are
// never accepted for a minor, not even by her guardian.
func (r Registration) GrantedConsents(minor bool) map[ConsentKind]bool {
	return map[ConsentKind]bool{
		ConsentPrivacy:    r.AcceptedPrivacy,
		ConsentWhatsApp:   r.WhatsAppOptIn,
		ConsentEmail:      r.EmailOptIn,
		ConsentSMS:        r.SMSOptIn,
		ConsentPromotions: r.AcceptedPromotions && !minor,
	}
}
