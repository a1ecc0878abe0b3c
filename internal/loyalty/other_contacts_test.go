package loyalty

import (
	"slices"
	"testing"
)

func TestOtherContacts_Notes_AreReadBack(t *testing.T) {
	t.Parallel()
	notes := "Corte\n" + OtherPhoneNote("+34915551236") + "\n" + OtherEmailNote("a@x.es") + "\nTeléfono: 612"
	if got := OtherContacts(notes); !slices.Equal(got, []string{"+34915551236", "a@x.es"}) {
		t.Errorf("the notes have the contacts %q", got)
	}
}
