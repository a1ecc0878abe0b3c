package loyalty

import (
	"slices"
	"testing"
)

func TestOtherContacts_Notes_AreReadBack(t *testing.T) {
	t.Parallel()
	notes := "Corte\n" + OtherPhoneNote("+34915551236") + "\n" + OtherEmailNote("a@x.es") + "\nTeléfono: 612"
	if got := OtherContacts(notes); !slices.Equal(got, []string{"+34915551236", "a@x.es"}) {
		t.Errorf("the notes have the contacts %q, want %q", got, []string{"+34915551236", "a@x.es"})
	}
}

func TestAddOtherContacts_ContactBeforePunctuation_IsNotAddedAgain(t *testing.T) {
	t.Parallel()
	notes := "(" + OtherPhoneNote("+34915551236") + "), por la tarde; " + OtherEmailNote("a@x.es") + "."
	contactNotes := []string{OtherPhoneNote("+34915551236"), OtherEmailNote("a@x.es")}
	if got := AddOtherContacts(notes, contactNotes); got != notes {
		t.Errorf("the notes became %q, want no change", got)
	}
}
