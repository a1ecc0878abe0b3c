package loyalty_test

import (
	"errors"
	"testing"

	"axioma/internal/loyalty"
)

// Spec: portal-20
func TestSignInEmail_CanSignIn(t *testing.T) {
	t.Parallel()
	for email, want := range map[loyalty.SignInEmail]bool{
		{}:                      false,
		{PhoneUnverified: true}: false,
		{Address: "a@x.test"}:   true, // entered by staff or customer
		{Address: "a@x.test", PhoneUnverified: true}:                   true,
		{Address: "a@x.test", Unverified: true}:                        false, // may be another person's
		{Address: "a@x.test", Unverified: true, PhoneUnverified: true}: true,  // the person who registered
	} {
		if got := email.CanSignIn(); got != want {
			t.Errorf("%+v: CanSignIn is %t, want %t", email, got, want)
		}
	}
}

func TestParseCodeChannel_Name_GivesItsChannelOrIsRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]loyalty.CodeChannel{"": loyalty.CodeByWhatsApp, "whatsapp": loyalty.CodeByWhatsApp, "email": loyalty.CodeByEmail} {
		if channel, err := loyalty.ParseCodeChannel("way", text); err != nil || channel != want {
			t.Errorf("%q is %q, %v; want %q", text, channel, err, want)
		}
	}
	if _, err := loyalty.ParseCodeChannel("way", "EMAIL"); !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("an unknown channel: got %v, want ErrValidation", err)
	}
}
