package wallet_test

import (
	"testing"

	"axioma/internal/loyalty"
)

func TestPass_Premises_AreOnTheBack(t *testing.T) {
	t.Parallel()
	maker := newMaker(t, newAuthority(t))
	silent := read(t, makePass(t, maker, cardAt(termsOfTen(), 1)))
	card := cardAt(termsOfTen(), 1)
	card.Premises = loyalty.Premises{
		Address: "Calle Mayor 3, Madrid", Phone: "+34911234567", BookingURL: "https://reservas.example/nandu",
		Hours: "1 09:30-14:00,1 16:30-20:30,2 09:30-14:00,2 16:30-20:30",
	}
	talking := read(t, makePass(t, maker, card))
	mustBeValidPass(t, talking, false)
	for key, want := range map[string]string{
		"address": "Calle Mayor 3, Madrid", "phone": "+34911234567", "booking": "https://reservas.example/nandu",
		"hours": "Lunes y martes: 9:30–14:00 y 16:30–20:30\nMiércoles a domingo: cerrado",
	} {
		if got := talking.valueOf(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
		if got := silent.valueOf(key); got != "" {
			t.Errorf("a business without premises has %s %q", key, got)
		}
	}
	card.Void = true
	if got := read(t, makePass(t, maker, card)).valueOf("hours"); got != "" {
		t.Errorf("a card that is no longer valid says %q", got)
	}
}
