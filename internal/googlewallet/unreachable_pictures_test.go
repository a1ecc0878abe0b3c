package googlewallet_test

import (
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// sends hands the pushes that are due to the issuer, and returns how they went.
func (d *desk) sends() (results []service.PushResult) {
	d.t.Helper()
	d.Clock.Advance(time.Hour)
	pushes, err := d.Cases.Pushes.Claim(d.t.Context(), loyalty.GoogleWallet, 100)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, push := range pushes {
		try := d.issuer.Send(d.t.Context(), push)
		results = append(results, try.Result)
		if err := d.Cases.Pushes.Finish(d.t.Context(), push, try); err != nil {
			d.t.Fatal(err)
		}
	}
	return results
}

func TestPass_UnreachablePicture_IsGivenWithoutAndTriedAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana := d.Customer("Ana")
	d.google.FindsNoPicture("cards.example.com")
	serial := d.adds(ana)
	if object := d.google.Object(serial); object == "" || strings.Contains(object, "heroImage") {
		t.Fatalf("Google keeps %s", object)
	}
	if class := d.google.Class(d.Business.ID); !strings.Contains(class, "storage.googleapis.com") {
		t.Errorf("of the business it keeps %s", class)
	}
	if again := d.adds(ana); again != serial {
		t.Errorf("a second tap gives %s", again)
	}
	if results := d.sends(); len(results) != 1 || results[0] != service.PushLater {
		t.Errorf("while the picture is away the push goes %v", results)
	}
	d.google.FindsNoPicture("")
	if results := d.sends(); len(results) != 1 || results[0] != service.PushAccepted {
		t.Errorf("when it is there the push goes %v", results)
	}
	if object, class := d.google.Object(serial), d.google.Class(d.Business.ID); !strings.Contains(object, "heroImage") || strings.Contains(class, "storage.googleapis.com") {
		t.Errorf("Google keeps %s and %s", object, class)
	}
}

func TestPass_PictureGoneAfterAStamp_StillShowsTheStamp(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana := d.Customer("Ana")
	serial := d.adds(ana)
	d.sends()
	d.google.FindsNoPicture("cards.example.com")
	d.Visits(ana, 1)
	d.Clock.Advance(10 * time.Second)
	if _, err := d.Cases.PassFollower.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	if results := d.sends(); len(results) != 1 || results[0] != service.PushLater {
		t.Errorf("the push goes %v", results)
	}
	if object := d.google.Object(serial); !strings.Contains(object, `"string":"1/`) {
		t.Errorf("Google keeps %s", object)
	}
}
