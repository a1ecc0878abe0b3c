package googlewallet_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"axioma/internal/googlewallet/googletest"
	"axioma/internal/loyalty"
	"axioma/internal/service/passes"
	"axioma/internal/service/usecase"
)

func TestLink_Customer_SavesThePass(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana Gómez Ruiz")
	serial := d.savePass(ana)
	d.mustReceiveCalls("at first", "POST loyaltyClass", "POST loyaltyObject")
	pass := d.storedPass(serial)
	if pass.State != "ACTIVE" || pass.AccountName != "Ana" || pass.frontTexts() != "Visitas 0/10 Faltan 5" {
		t.Errorf("the pass shows %+v: %s; want State ACTIVE, AccountName Ana and Visitas 0/10 Faltan 5", pass, pass.frontTexts())
	}
	if pass.Barcode.Type != "QR_CODE" || !strings.Contains(pass.Barcode.Value, ana.QR()) || pass.Barcode.AlternateText == "" {
		t.Errorf("the code of the pass is %+v, want a QR code with the customer's QR and a text", pass.Barcode)
	}
	if portal := pass.LinksModuleData.URIs[0].URI; portal != publicURL+"/portal?bid="+d.Business.ID {
		t.Errorf("the pass links to %s, want the portal", portal)
	}
	if class := d.google.Class(d.Business.ID); !strings.Contains(class, `"issuerName":"`+d.Business.Name+`"`) ||
		!strings.Contains(class, publicURL+"/api/wallet/google/callback") || !strings.Contains(class, `"hexBackgroundColor":"#004c35"`) {
		t.Errorf("the class of the business is %s; want %q in it, %q in it and %q in it", class, `"issuerName":"`+d.Business.Name+`"`, publicURL+"/api/wallet/google/callback", `"hexBackgroundColor":"#004c35"`)
	}
	if again := d.savePass(ana); again != serial {
		t.Errorf("a second tap created %s, want the same pass, %s", again, serial)
	}
	d.mustReceiveCalls("without a change")
	d.savePass(d.Customer("Eva"))
	d.mustReceiveCalls("of another customer", "POST loyaltyObject")
	if d.google.TokenCount() != 1 {
		t.Errorf("%d tokens were fetched, want 1", d.google.TokenCount())
	}
}

func TestLink_PassKnownToGoogle_IsReplaced(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	d.mustReceiveCalls("at first", "POST loyaltyClass", "POST loyaltyObject")
	d.Database.Corrupt(t, "DELETE FROM google_passes", "DELETE FROM google_classes") // as after a restored backup
	d.Visit(ana)
	d.savePass(ana)
	d.mustReceiveCalls("of what is there", "POST loyaltyClass", "PATCH loyaltyClass", "POST loyaltyObject", "PATCH loyaltyObject")
	d.google.ForgetClasses()
	d.FurtherVisit(ana)
	d.processEvents()
	if pass := d.storedPass(serial); pass.frontTexts() != "Visitas 2/10 Faltan 3" {
		t.Errorf("the pass shows %s, want 2 visits", pass.frontTexts())
	}
}

func TestPassUpdate_Stamp_IsShown(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	before := d.storedPass(serial).HeroImage.SourceURI.URI
	for _, step := range []struct {
		visits int
		front  string
	}{{4, "Visitas 4/10 Faltan 1"}, {1, "Visitas 5/10 Te espera 50 %"}, {5, "Visitas 10/10 Te espera Varias"}} {
		d.Visits(ana, step.visits)
		d.processEvents()
		pass := d.storedPass(serial)
		if pass.frontTexts() != step.front || pass.HeroImage.SourceURI.URI == before {
			t.Errorf("the pass shows %s with the picture %s", pass.frontTexts(), pass.HeroImage.SourceURI.URI)
		}
		before = pass.HeroImage.SourceURI.URI
	}
	d.google.Calls()
	d.processEvents()
	d.mustReceiveCalls("without a change")
}

// Google throttles an issuer above its quota of notifications.
func TestPassUpdate_FourthOfADay_SendsNoNotification(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	for visits, want := range []int{1, 2, 3, 3, 3} {
		d.FurtherVisit(ana)
		d.processEvents()
		if got := d.google.NotificationCount(serial); got != want {
			t.Errorf("after %d visits there were %d notifications, want %d", visits+1, got, want)
		}
	}
	if front := d.storedPass(serial).frontTexts(); front != "Visitas 5/10 Te espera 50 %" {
		t.Errorf("when no notification is due the pass shows %s", front)
	}
	d.Clock.Advance(23 * time.Hour)
	d.FurtherVisit(ana)
	d.processEvents()
	d.Clock.Advance(2 * time.Hour)
	d.FurtherVisit(ana)
	d.processEvents()
	if got := d.google.NotificationCount(serial); got != 4 {
		t.Errorf("on the next day there were %d notifications, want 4", got)
	}
}

func TestPassUpdate_NotificationRefusedByGoogle_ShowsTheVisitAnyway(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	for range 3 {
		d.FurtherVisit(ana)
		d.processEvents()
	}
	d.Database.Corrupt(t, "UPDATE google_passes SET notice_times = ''") // as after a restored backup
	d.FurtherVisit(ana)
	d.processEvents()
	if front := d.storedPass(serial).frontTexts(); front != "Visitas 4/10 Faltan 1" || d.google.NotificationCount(serial) != 3 {
		t.Errorf("the pass shows %s with %d notifications, want 4 visits and 3", front, d.google.NotificationCount(serial))
	}
}

func TestPassUpdate_OnlyEarnings_SendNotifications(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	d.Visits(ana, 4)
	serial := d.savePass(ana)
	d.Visits(ana, 1)
	d.processEvents()
	reward := d.storedPass(serial).Messages
	if d.google.NotificationCount(serial) != 1 || len(reward) != 1 || reward[0].MessageType != "TEXT_AND_NOTIFY" || reward[0].Header != "Te espera: 50 %" {
		t.Errorf("a reward caused %d notifications with %+v; want 1, one, MessageType TEXT_AND_NOTIFY and Header %q", d.google.NotificationCount(serial), reward, "Te espera: 50 %")
	}
	if _, err := d.Redeem(ana, loyalty.RewardHalf); err != nil {
		t.Fatal(err)
	}
	d.processEvents()
	if pass := d.storedPass(serial); d.google.NotificationCount(serial) != 1 || len(pass.Messages) != 0 || pass.frontTexts() != "Visitas 5/10 Faltan 5" {
		t.Errorf("a redemption caused %d notifications: %+v; want 1, no Messages and frontTexts Visitas 5/10 Faltan 5", d.google.NotificationCount(serial), pass)
	}
}

func TestPassUpdate_NewRules_SendNoNotification(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	d.Visits(ana, 4)
	serial := d.savePass(ana)
	d.processEvents()
	eight := int64(8)
	if _, err := d.Cases.Businesses.ChangeSettings(t.Context(), d.Owner, loyalty.SettingChanges{VisitTarget: &eight}, true); err != nil {
		t.Fatal(err)
	}
	d.processEvents()
	d.processEvents()
	if front := d.storedPass(serial).frontTexts(); front != "Visitas 4/8 Te espera 50 %" || d.google.NotificationCount(serial) != 0 {
		t.Errorf("the pass shows %s with %d notifications, want the new target and none", front, d.google.NotificationCount(serial))
	}
	d.FurtherVisit(ana)
	d.processEvents()
	if got := d.google.NotificationCount(serial); got != 1 {
		t.Errorf("after another visit there are %d notifications, want 1", got)
	}
}

func TestPassUpdate_FailedTry_CountsNoNotification(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	d.Visit(ana)
	d.google.RespondWith(http.StatusServiceUnavailable)
	for range 4 {
		d.sendPush(serial)
	}
	d.google.RespondWith(0)
	d.processEvents()
	d.FurtherVisit(ana)
	d.processEvents()
	if got := d.google.NotificationCount(serial); got != 2 {
		t.Errorf("two visits caused %d notifications, want 2", got)
	}
}

func TestPass_CustomerArchived_Ends(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	d.Visits(ana, 5)
	d.processEvents()
	d.Archive(ana)
	d.processEvents()
	remaining := d.google.Object(serial)
	if pass := d.storedPass(serial); pass.State != "EXPIRED" || pass.Barcode != nil || pass.HeroImage != nil || strings.Contains(remaining, "Ana") || strings.Contains(remaining, ana.ID) {
		t.Errorf("Google still has data of the customer: %s", remaining)
	}
	if _, err := d.issuer.CreateLink(t.Context(), ana.QR()); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("a pass for an archived customer: got %v, want ErrCustomerNotFound", err)
	}
	d.google.Calls()
	d.processEvents()
	d.mustReceiveCalls("of what has ended")
}

func TestPass_BusinessReactivated_IsActiveAgain(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	d.Visits(ana, 3)
	serial := d.savePass(ana)
	operator := usecase.Actor{UserID: d.Operator(t).ID, Role: loyalty.Superadmin}
	if _, err := d.Cases.ControlPanel.Suspend(t.Context(), operator, d.Business.ID); err != nil {
		t.Fatal(err)
	}
	d.processEvents()
	d.processEvents()
	if state := d.storedPass(serial).State; state != "EXPIRED" {
		t.Errorf("the pass of a suspended business is %s, want EXPIRED", state)
	}
	if _, err := d.Cases.ControlPanel.Reactivate(t.Context(), operator, d.Business.ID); err != nil {
		t.Fatal(err)
	}
	d.processEvents()
	d.processEvents()
	if pass := d.storedPass(serial); pass.State != "ACTIVE" || pass.frontTexts() != "Visitas 3/10 Faltan 2" || d.google.NotificationCount(serial) != 0 {
		t.Errorf("the pass of the business that returned shows %+v, want an active pass with 3 of 10 visits and no notification", pass)
	}
}

func TestPass_Family_SharesAGroup(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana, eva, leo := d.Customer("Ana"), d.Customer("Eva"), d.Customer("Leo")
	d.Family(loyalty.PolicyPool, ana, eva)
	groups := map[string]int{}
	for _, customer := range []loyalty.Customer{ana, eva, leo} {
		groups[d.storedPass(d.savePass(customer)).GroupingInfo.GroupingID]++
	}
	if len(groups) != 2 || groups[""] != 0 {
		t.Errorf("the passes are in the groups %v, want two groups and none without a group", groups)
	}
}

func TestSend_GoogleDown_IsRetried(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	d.Visit(ana)
	for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		d.google.RespondWith(status)
		if _, err := d.issuer.CreateLink(t.Context(), ana.QR()); !errors.Is(err, loyalty.ErrGoogleUnavailable) {
			t.Errorf("with status %d the customer gets %v, want ErrGoogleUnavailable", status, err)
		}
		if try := d.sendPush(serial); try.Result != passes.PushRetryLater || try.After != 7*time.Second {
			t.Errorf("with status %d the try is %+v; want Result %v and After %v", status, try, passes.PushRetryLater, 7*time.Second)
		}
	}
	d.google.RespondWith(http.StatusForbidden) // as for a service account that was removed from the issuer
	if try := d.sendPush(serial); try.Result != passes.PushRetryLater || !try.VendorUnavailable {
		t.Errorf("after a forbidden call the try is %+v; want Result %v and VendorUnavailable true", try, passes.PushRetryLater)
	}
	d.google.RespondWith(http.StatusBadRequest)
	if try := d.sendPush(serial); try.Result != passes.PushRejected || strings.Contains(try.Error, googletest.Account) {
		t.Errorf("after a permanent refusal the try is %+v; want Result %v and no %q in it", try, passes.PushRejected, googletest.Account)
	}
	if try := d.sendPush("unknown"); try.Result != passes.PushGone {
		t.Errorf("for an unknown pass the try is %+v, want Result %v", try, passes.PushGone)
	}
	d.google.RespondWith(0)
	if try := d.sendPush(serial); try.Result != passes.PushAccepted {
		t.Errorf("when Google works again the try is %+v, want Result %v", try, passes.PushAccepted)
	}
}

// Google revokes tokens early if the account's key is replaced.
func TestSend_TokenExpiredEarly_GetsANewOne(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	d.Visit(ana)
	d.google.ExpireTokens(1)
	d.processEvents()
	if front := d.storedPass(serial).frontTexts(); front != "Visitas 1/10 Faltan 4" || d.google.TokenCount() != 2 {
		t.Errorf("after fetching %d tokens the pass shows %s, want 1 of 10 visits after two tokens", d.google.TokenCount(), front)
	}
}

func TestSend_AccountRefused_KeepsThePushes(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	d.Visit(ana)
	mustRetryLater := func(name string) {
		t.Helper()
		if try := d.sendPush(serial); try.Result != passes.PushRetryLater || !try.VendorUnavailable {
			t.Errorf("%s the try is %+v; want Result %v and VendorUnavailable true", name, try, passes.PushRetryLater)
		}
	}
	d.google.ExpireTokens(math.MaxInt)
	mustRetryLater("with tokens that Google refuses")
	for _, status := range []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusInternalServerError} {
		d.google.RefuseTokens(status)
		mustRetryLater("without a token for " + http.StatusText(status))
	}
	d.google.RefuseTokens(0)
	d.google.ExpireTokens(0)
	if try := d.sendPush(serial); try.Result != passes.PushAccepted {
		t.Errorf("when Google accepts the account again the try is %+v, want Result %v", try, passes.PushAccepted)
	}
}

func TestSend_RetryAfter_IsCappedAtOneDay(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	d.Visit(ana)
	d.google.RespondWith(http.StatusServiceUnavailable)
	for header, want := range map[string]time.Duration{
		"99999999": 24 * time.Hour, "99999999999999": 24 * time.Hour, "-1": 0, "soon": 0,
		d.Clock.Now().Add(time.Minute).UTC().Format(http.TimeFormat): time.Minute,
	} {
		d.google.SetRetryAfter(header)
		if try := d.sendPush(serial); try.After != want {
			t.Errorf("after %q the pause is %s, want %s", header, try.After, want)
		}
	}
}

func TestPicture_UnsealedName_IsRefused(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	address := d.storedPass(d.savePass(ana)).HeroImage.SourceURI.URI
	file := address[strings.LastIndex(address, "/")+1:]
	picture, err := d.issuer.Picture(t.Context(), file)
	if err != nil || !strings.HasPrefix(string(picture), "\x89PNG") {
		t.Errorf("the picture %s has %d bytes: %v; want a PNG", file, len(picture), err)
	}
	for _, other := range []string{"", "x", strings.Replace(file, "-0-10-", "-1-10-", 1), strings.Replace(file, ".", ".0", 1), "mark1-RED.png"} {
		if _, err := d.issuer.Picture(t.Context(), other); !errors.Is(err, loyalty.ErrPassesUnavailable) {
			t.Errorf("the picture %q was drawn: %v; want ErrPassesUnavailable", other, err)
		}
	}
}

func TestClass_Logo_IsShown(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	d.savePass(ana)
	if class := d.google.Class(d.Business.ID); !strings.Contains(class, "/pictures/mark") {
		t.Errorf("without a logo the class of the business is %s, want the default mark", class)
	}
	if _, err := d.Cases.Businesses.SetLogo(t.Context(), d.Owner, wideLogo(t)); err != nil {
		t.Fatal(err)
	}
	d.savePass(ana)
	_, address, found := strings.Cut(d.google.Class(d.Business.ID), "/pictures/logo-")
	file, _, _ := strings.Cut(address, `"`)
	content, err := d.issuer.Picture(t.Context(), "logo-"+file)
	if !found || err != nil {
		t.Fatalf("the logo is at %q: %v", file, err)
	}
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	middle, radius := picture.Bounds().Dx()/2, float64(picture.Bounds().Dx()/2)
	pixelCount := 0
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			red, _, _, _ := picture.At(x, y).RGBA()
			if red > 0x8000 {
				continue
			}
			pixelCount++
			if math.Hypot(float64(x-middle), float64(y-middle)) > radius {
				t.Fatalf("the circle cuts off the logo at %d, %d", x, y)
			}
		}
	}
	if pixelCount == 0 || picture.Bounds().Dx() != picture.Bounds().Dy() {
		t.Errorf("the logo in %v has %d coloured pixels", picture.Bounds(), pixelCount)
	}
}

func wideLogo(t *testing.T) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 300, 100))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(color.RGBA{20, 20, 20, 255}), image.Point{}, draw.Src)
	var content bytes.Buffer
	if err := png.Encode(&content, picture); err != nil {
		t.Fatal(err)
	}
	return content.Bytes()
}
