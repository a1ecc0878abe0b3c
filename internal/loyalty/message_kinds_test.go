package loyalty_test

import (
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func TestMessageKinds_EveryRow_IsComplete(t *testing.T) {
	t.Parallel()
	for _, kind := range loyalty.MessageKinds() {
		template, byTemplate := kind.Template()
		withoutConsent := loyalty.MessagingConsents{}.Allows(kind)
		all := loyalty.MessagingConsents{WhatsApp: true, Marketing: true}.Allows(kind)
		for rule, holds := range map[string]bool{
			"has a unique name":                          kind.IsValid() && count(kind) == 1,
			"may go to a customer with all consents":     all,
			"needs no consent where it is a code":        !kind.BringsCode() || withoutConsent,
			"needs consent where it is marketing":        !kind.IsMarketing() || !withoutConsent && !loyalty.MessagingConsents{WhatsApp: true}.Allows(kind),
			"has the urgency of its purpose":             kind.Urgency() == urgencyOf(kind),
			"has a template or is a reply":               byTemplate != kind.IsReply(),
			"has a body in its template":                 !byTemplate || len(template.Body) > 0,
			"has a lifetime of ten minutes or more":      kind.IsMarketing() || kind.Lifetime() >= 10*time.Minute,
			"has its own sentence where it is marketing": !kind.IsMarketing() || hasOwnSentence(kind),
			"is marketing where it is a reminder":        !kind.IsReminder() || kind.IsMarketing(),
		} {
			if !holds {
				t.Errorf("the rule is broken: %s %s", kind, rule)
			}
		}
	}
}

func count(kind loyalty.MessageKind) int {
	return len(loyalty.MessageKindsWhere(func(other loyalty.MessageKind) bool { return other == kind }))
}

func urgencyOf(kind loyalty.MessageKind) int64 {
	switch {
	case kind.BringsCode():
		return loyalty.UrgencyCode
	case kind.IsMarketing():
		return loyalty.UrgencyMarketing
	}
	return loyalty.UrgencyService
}

// hasOwnSentence reports whether a sentence comes before the words that all marketing has.
func hasOwnSentence(kind loyalty.MessageKind) bool {
	text, _, found := strings.Cut(loyalty.Business{Name: "Barbería Uno"}.MarketingText(kind, "Ana García"), "\n\nPublicidad de ")
	return found && strings.Contains(text, "Ana") && strings.Contains(text, "Barbería Uno") && !strings.Contains(text, "%!")
}

func TestMessageKind_Unknown_IsNeverAllowed(t *testing.T) {
	t.Parallel()
	for _, kind := range []loyalty.MessageKind{"", "otp", "REVIEW-OF-TOMORROW"} {
		if kind.IsValid() || (loyalty.MessagingConsents{WhatsApp: true, Marketing: true}).Allows(kind) {
			t.Errorf("%q is accepted as a kind of message", kind)
		}
	}
}
