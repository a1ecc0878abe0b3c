package googlewallet_test

import (
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/passes"
)

func (d *walletShop) sendDuePushes() (results []passes.PushResult) {
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

func TestPass_UnreachablePicture_IsLeftOutAndRetried(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	d.google.HidePictures("cards.example.com")
	serial := d.savePass(ana)
	if object := d.google.Object(serial); object == "" || strings.Contains(object, "heroImage") {
		t.Fatalf("Google has the pass %s, want one without the picture", object)
	}
	if class := d.google.Class(d.Business.ID); !strings.Contains(class, "storage.googleapis.com") {
		t.Errorf("Google has the class %s, want the default picture", class)
	}
	if again := d.savePass(ana); again != serial {
		t.Errorf("a second tap created %s, want %s", again, serial)
	}
	if results := d.sendDuePushes(); len(results) != 1 || results[0] != passes.PushRetryLater {
		t.Errorf("while the picture is unreachable the push ends with %v, want one retry later", results)
	}
	d.google.HidePictures()
	if results := d.sendDuePushes(); len(results) != 1 || results[0] != passes.PushAccepted {
		t.Errorf("when the picture is reachable the push ends with %v, want one accepted push", results)
	}
	if object, class := d.google.Object(serial), d.google.Class(d.Business.ID); !strings.Contains(object, "heroImage") || strings.Contains(class, "storage.googleapis.com") {
		t.Errorf("Google has the pass %s and the class %s, want the pictures in both", object, class)
	}
}

func TestClass_UnreachablePicture_FallsBackToTheNext(t *testing.T) {
	t.Parallel()
	const mark, icon = "/api/wallet/google/pictures/mark", publicURL + "/icon-512.png"
	for name, test := range map[string]struct {
		missing []string
		want    string
	}{
		"all are there":                          {nil, "/api/wallet/google/pictures/logo-"},
		"the logo is unreachable":                {[]string{"/pictures/logo-"}, mark},
		"the generated pictures are unreachable": {[]string{"/pictures/"}, icon},
		"the server is unreachable":              {[]string{"cards.example.com"}, "https://storage.googleapis.com/"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newWalletShop(t)
			if _, err := d.Cases.Businesses.SetLogo(t.Context(), d.Owner, wideLogo(t)); err != nil {
				t.Fatal(err)
			}
			d.google.HidePictures(test.missing...)
			d.savePass(d.Customer("Ana"))
			if class := d.google.Class(d.Business.ID); !strings.Contains(class, test.want) {
				t.Errorf("Google has the class %s, want %q in it", class, test.want)
			}
			d.google.HidePictures()
			if results := d.sendDuePushes(); len(results) != 1 || results[0] != passes.PushAccepted {
				t.Errorf("the push ends with %v, want one accepted push", results)
			}
			if class := d.google.Class(d.Business.ID); !strings.Contains(class, "/pictures/logo-") {
				t.Errorf("when the pictures are reachable Google has the class %s, want %q in it", class, "/pictures/logo-")
			}
		})
	}
}

func TestClass_PicturesUnreachableLater_KeepsTheLogo(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	d.sendDuePushes()
	d.google.HidePictures("cards.example.com")
	name := "Barbería de Otro Nombre"
	if _, err := d.Cases.Businesses.ChangeSettings(t.Context(), d.Owner, loyalty.SettingChanges{Name: &name}, true); err != nil {
		t.Fatal(err)
	}
	d.Visit(ana)
	if try := d.sendPush(serial); try.Result != passes.PushRetryLater {
		t.Errorf("the push ends with %s, want %s", try.Result, passes.PushRetryLater)
	}
	if class := d.google.Class(d.Business.ID); strings.Contains(class, "storage.googleapis.com") {
		t.Errorf("Google has the class %s", class)
	}
	if object := d.google.Object(serial); !strings.Contains(object, `"string":"1/`) {
		t.Errorf("Google has the pass %s, want %q in it", object, `"string":"1/`)
	}
	d.google.HidePictures()
	if try := d.sendPush(serial); try.Result != passes.PushAccepted {
		t.Errorf("when the pictures are reachable the push ends with %s, want %s", try.Result, passes.PushAccepted)
	}
	if class := d.google.Class(d.Business.ID); !strings.Contains(class, name) {
		t.Errorf("when the pictures are reachable Google has the class %s, want %q in it", class, name)
	}
}

func TestPass_PictureUnreachableAfterAStamp_ShowsTheStamp(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	d.sendDuePushes()
	d.google.HidePictures("cards.example.com")
	d.Visits(ana, 1)
	d.Clock.Advance(10 * time.Second)
	if _, err := d.Cases.PassUpdater.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	if results := d.sendDuePushes(); len(results) != 1 || results[0] != passes.PushRetryLater {
		t.Errorf("the push ends with %v, want one retry later", results)
	}
	if object := d.google.Object(serial); !strings.Contains(object, `"string":"1/`) {
		t.Errorf("Google has the pass %s, want %q in it", object, `"string":"1/`)
	}
}
