package loyalty_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func changeTo(text string) loyalty.Change { return loyalty.Change{Sent: true, Value: text} }

// Spec: portal-25
func TestPremisesChanges_Apply(t *testing.T) {
	t.Parallel()
	business, err := loyalty.SettingChanges{Premises: loyalty.PremisesChanges{
		Address: changeTo("  Calle Mayor 3,  Madrid "), Phone: changeTo("91 123 45 67"), BookingURL: changeTo("booksy.example/mi-local"),
		Hours: &[]loyalty.Opening{{2, "16:30", "20:30"}, {7, "10:00", "14:00"}, {2, "10:00", "14:00"}},
	}}.Apply(loyalty.Business{Country: "ES"})
	want := loyalty.Premises{
		Address: "Calle Mayor 3, Madrid", Phone: "+34911234567", BookingURL: "https://booksy.example/mi-local",
		Hours: "2 10:00-14:00,2 16:30-20:30,7 10:00-14:00",
	}
	if err != nil || business.Premises != want {
		t.Fatalf("the premises are %+v (%v), want %+v", business.Premises, err, want)
	}
	if again := business.Premises.Hours.Openings(); !slices.Equal(again, []loyalty.Opening{{2, "10:00", "14:00"}, {2, "16:30", "20:30"}, {7, "10:00", "14:00"}}) {
		t.Errorf("read again, the hours are %v, want the same three openings", again)
	}

	same, err := loyalty.SettingChanges{}.Apply(business)
	if err != nil || same.Premises != want {
		t.Errorf("the premises saved unchanged become %+v (%v), want %+v", same.Premises, err, want)
	}
	none, err := loyalty.SettingChanges{Premises: loyalty.PremisesChanges{
		Address: changeTo(""), Phone: changeTo(" "), BookingURL: changeTo(""), Hours: &[]loyalty.Opening{},
	}}.Apply(business)
	if err != nil || none.Premises != (loyalty.Premises{}) || len(none.Premises.Hours.Openings()) != 0 {
		t.Errorf("cleared premises are %+v (%v), want none", none.Premises, err)
	}
}

func TestPremises_BookingURL_MustBeHTTP(t *testing.T) {
	t.Parallel()
	for input, ok := range map[string]bool{
		"https://fresha.example/a?b=1#c": true, "http://mi-local.example": true, "mi-local.example:8443/citas": true,
		"javascript:alert(1)": false, "javascript://local.example/%0aalert(1)": false, "data:text/html,a": false, "mailto:a@local.example": false,
		"llámame": false, "https://": false, "https://localhost": false, "https://ana:clave@local.example": false,
		`https://local.example/"><b>`: false, "https://local.example/a b": false, "https://local.example/" + strings.Repeat("a", 300): false,
	} {
		business, err := loyalty.SettingChanges{Premises: loyalty.PremisesChanges{BookingURL: changeTo(input)}}.Apply(loyalty.Business{})
		if (err == nil) != ok || (ok && business.Premises.BookingURL == "") {
			t.Errorf("%q: got %q, %v; want accepted: %t", input, business.Premises.BookingURL, err, ok)
		}
		if !ok && refusedField(err) != "bookingUrl" {
			t.Errorf("%q is refused in the field %q, want bookingUrl", input, refusedField(err))
		}
	}
}

func TestOpeningHours_ImpossibleOrTooManyHours_AreRefused(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		openings []loyalty.Opening
		want     string
	}{
		{[]loyalty.Opening{{0, "10:00", "14:00"}}, "El día de la semana no existe."},
		{[]loyalty.Opening{{8, "10:00", "14:00"}}, "El día de la semana no existe."},
		{[]loyalty.Opening{{1, "", "14:00"}}, "Falta una hora del lunes."},
		{[]loyalty.Opening{{1, "10:00", "24:00"}}, "Falta una hora del lunes."},
		{[]loyalty.Opening{{3, "14:00", "14:00"}}, "La hora de cierre tiene que ser posterior a la de apertura del miércoles."},
		{[]loyalty.Opening{{6, "20:00", "02:00"}}, "La hora de cierre tiene que ser posterior a la de apertura del sábado."},
		{[]loyalty.Opening{{5, "13:59", "20:00"}, {5, "10:00", "14:00"}}, "El viernes tiene dos horarios que se pisan."},
		{[]loyalty.Opening{{5, "08:00", "09:00"}, {5, "10:00", "11:00"}, {5, "12:00", "13:00"}, {5, "14:00", "15:00"}}, "Como mucho tres horarios al día: el viernes tiene más."},
	} {
		business, err := loyalty.SettingChanges{Premises: loyalty.PremisesChanges{Hours: &row.openings}}.Apply(loyalty.Business{})
		if sentenceOf(err) != row.want || refusedField(err) != "openingHours" || business.Premises.Hours != "" {
			t.Errorf("%v is refused with %q in the field %q, hours %q; want %q in openingHours and no hours", row.openings, sentenceOf(err), refusedField(err), business.Premises.Hours, row.want)
		}
	}
	adjacentOpenings := []loyalty.Opening{{1, "10:00", "14:00"}, {1, "14:00", "20:00"}, {2, "10:00", "14:00"}}
	if _, err := (loyalty.SettingChanges{Premises: loyalty.PremisesChanges{Hours: &adjacentOpenings}}).Apply(loyalty.Business{}); err != nil {
		t.Errorf("openings that meet are refused: %v", err)
	}
}

func refusedField(err error) string {
	var refusal *loyalty.Error
	if !errors.As(err, &refusal) || len(refusal.Fields) == 0 {
		return ""
	}
	return refusal.Fields[0].Field
}
