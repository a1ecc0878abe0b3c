package httpapi

import (
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/makiuchi-d/gozxing"

	"axioma/internal/loyalty"
	"axioma/internal/wallet"
	"axioma/internal/wallet/wallettest"
)

func withPasses(t *testing.T) *site {
	t.Helper()
	s := newSite(t)
	s.usePassMaker(maker(t, s.Clock.Now()))
	return s
}

func (s *site) usePassMaker(maker *wallet.Maker) {
	s.handler = s.apiOn(s.Cases, nil, func(o *Options) { o.Passes, o.PublicURL = Passes{Maker: maker}, "https://cards.example.com" })
}

func maker(t *testing.T, now time.Time) *wallet.Maker {
	t.Helper()
	files, err := wallettest.WriteNewIdentity(t.TempDir(), now, now.AddDate(0, 5, 0))
	if err != nil {
		t.Fatal(err)
	}
	return makerOf(t, files, now)
}

func makerOf(t *testing.T, files wallet.IdentityFiles, now time.Time) *wallet.Maker {
	t.Helper()
	identity, err := wallet.ReadIdentity(files, now)
	if err != nil {
		t.Fatal(err)
	}
	maker, err := wallet.NewMaker(identity, "https://cards.example.com"+PassService)
	if err != nil {
		t.Fatal(err)
	}
	return maker
}

func (a answer) pass() wallettest.Pass {
	a.t.Helper()
	if got := a.header.Get("Content-Type"); got != wallet.ContentType {
		a.t.Fatalf("the pass has the type %q, want %q: %d %.200s", got, wallet.ContentType, a.status, a.body)
	}
	pass, err := wallettest.Read([]byte(a.body))
	if err != nil {
		a.t.Fatal(err)
	}
	return pass
}

type iPhone struct {
	*site
	name         string
	pass         wallettest.Pass
	tag          string
	lastModified string
}

func (s *site) addPass(customer loyalty.Customer) *iPhone {
	s.t.Helper()
	got := s.call(asAnonymous, http.MethodGet, "/public/customers/"+customer.QR()+"/pass.pkpass", "").has(http.StatusOK)
	if got.header.Get("Cache-Control") != "no-store" || !strings.HasPrefix(got.header.Get("Content-Disposition"), "inline") {
		s.t.Errorf("the pass has the headers %v", got.header)
	}
	return &iPhone{site: s, name: "b33e3a3dccb3030333e3333da33333a3", pass: got.pass(), lastModified: got.header.Get("Last-Modified")}
}

func (p *iPhone) callService(method, path, body string, headers ...string) answer {
	p.t.Helper()
	base := strings.TrimPrefix(p.pass.WebServiceURL, "https://cards.example.com")
	request := httptest.NewRequest(method, base+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	return p.send(request)
}

func (p *iPhone) authorization() []string {
	return []string{"Authorization", "ApplePass " + p.pass.AuthenticationToken}
}

func (p *iPhone) registration() string {
	return fmt.Sprintf("/v1/devices/%s/registrations/%s/%s", p.name, p.pass.PassTypeIdentifier, p.pass.SerialNumber)
}

func (p *iPhone) register() answer {
	p.t.Helper()
	return p.callService(http.MethodPost, p.registration(), `{"pushToken":"`+pushToken+`"}`, p.authorization()...)
}

func (p *iPhone) listChanges() answer {
	p.t.Helper()
	path := fmt.Sprintf("/v1/devices/%s/registrations/%s", p.name, p.pass.PassTypeIdentifier)
	if p.tag != "" {
		path += "?passesUpdatedSince=" + p.tag
	}
	got := p.callService(http.MethodGet, path, "")
	if got.status == http.StatusOK {
		var changedPasses ChangedPasses
		got.into(&changedPasses)
		if len(changedPasses.SerialNumbers) == 0 || changedPasses.LastUpdated == "" {
			p.t.Errorf("the list of changed passes is %+v, want no body without changes", changedPasses)
		}
		p.tag = changedPasses.LastUpdated
	}
	return got
}

func (p *iPhone) getPass() answer {
	p.t.Helper()
	got := p.callService(http.MethodGet, "/v1/passes/"+p.pass.PassTypeIdentifier+"/"+p.pass.SerialNumber, "", append(p.authorization(), "If-Modified-Since", p.lastModified)...)
	if got.status == http.StatusOK {
		pass := got.pass()
		if err := pass.CheckReplaces(p.pass); err != nil || got.header.Get("Last-Modified") == "" {
			p.t.Errorf("the new pass does not replace the one on the phone: %v, %v", err, got.header)
		}
		p.pass, p.lastModified = pass, got.header.Get("Last-Modified")
	}
	return got
}

func TestApplePasses_Device_RegistersAndUpdates(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	ana := s.Customer("Ana Gómez")
	phone := s.addPass(ana)
	if phone.pass.Visits() != "0/10" || !strings.Contains(phone.pass.Barcodes[0].Message, ana.QR()) {
		t.Errorf("the pass has %+v, want 0 of 10 visits and Ana's QR", phone.pass)
	}
	phone.register().has(http.StatusCreated)
	phone.register().has(http.StatusOK)
	phone.listChanges().has(http.StatusOK, phone.pass.SerialNumber)
	phone.listChanges().has(http.StatusNoContent)
	phone.getPass().has(http.StatusNotModified)

	s.Visit(ana)
	phone.getPass().has(http.StatusOK)
	if phone.pass.Visits() != "1/10" {
		t.Errorf("after a visit the pass says %q, want 1/10", phone.pass.Visits())
	}
	phone.listChanges().has(http.StatusOK, phone.pass.SerialNumber)
	s.FurtherVisit(ana) // within the same second
	phone.getPass().has(http.StatusOK)
	if phone.pass.Visits() != "2/10" {
		t.Errorf("after another visit the pass says %q, want 2/10", phone.pass.Visits())
	}
	phone.getPass().has(http.StatusNotModified)
	phone.callService(http.MethodPost, "/v1/log", `{"logs":["[2026-11-25 12:00:00] Get pass task: server did not answer"],"more":1}`).has(http.StatusOK)
	if !strings.Contains(s.logOutput.String(), "server did not answer") {
		t.Error("the log lacks the error that the phone reported")
	}

	phone.callService(http.MethodDelete, phone.registration(), "", phone.authorization()...).has(http.StatusOK)
	phone.tag = ""
	phone.listChanges().has(http.StatusNoContent)
}

func TestApplePasses_UnknownFields_AreAccepted(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	phone := s.addPass(s.Customer("Ana"))
	phone.callService(http.MethodPost, phone.registration(), `{"pushToken":"`+pushToken+`","more":1}`, phone.authorization()...).has(http.StatusCreated)
	for _, complaints := range []int{0, 250} {
		body := `{"logs":[` + strings.TrimSuffix(strings.Repeat(`"one of many",`, complaints), ",") + `]}`
		phone.callService(http.MethodPost, "/v1/log", body).has(http.StatusOK)
	}
	if errorCount := strings.Count(s.logOutput.String(), "one of many"); errorCount != maxDeviceErrors {
		t.Errorf("the log has %d of the many errors of one phone, want %d", errorCount, maxDeviceErrors)
	}
}

// Looking up the many passes of Google as a device would be slow.
func TestApplePasses_GoogleAsDevice_IsNotNotified(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	phone := s.addPass(s.Customer("Ana"))
	phone.name = "google:"
	phone.register().has(http.StatusUnprocessableEntity)
	phone.listChanges().has(http.StatusNoContent)
	phone.callService(http.MethodDelete, phone.registration(), "", phone.authorization()...).has(http.StatusOK)
}

func TestApplePasses_WithoutToken_AreRefused(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	phone := s.addPass(s.Customer("Ana"))
	other := s.addPass(s.other.Customer("Eva"))
	for _, words := range []string{"", "ApplePass ", "ApplePass " + other.pass.AuthenticationToken, "Bearer " + phone.pass.AuthenticationToken} {
		phone.callService(http.MethodPost, phone.registration(), `{"pushToken":"abcdef0123"}`, "Authorization", words).has(http.StatusUnauthorized, "PASS_REFUSED")
		phone.callService(http.MethodDelete, phone.registration(), "", "Authorization", words).has(http.StatusUnauthorized)
		phone.callService(http.MethodGet, "/v1/passes/"+wallettest.PassType+"/"+phone.pass.SerialNumber, "", "Authorization", words).has(http.StatusUnauthorized)
	}
	phone.callService(http.MethodGet, "/v1/passes/pass.other/"+phone.pass.SerialNumber, "", phone.authorization()...).has(http.StatusUnauthorized)
	phone.callService(http.MethodGet, "/v1/devices/"+phone.name+"/registrations/pass.other", "").has(http.StatusNotFound)
}

func TestApplePasses_SuspendedBusiness_AreVoid(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	ana := s.Customer("Ana")
	phone := s.addPass(ana)
	s.Suspend()
	phone.getPass().has(http.StatusOK)
	if !phone.pass.Voided || len(phone.pass.Barcodes) > 0 {
		t.Errorf("a void pass has %+v; want Voided true and no Barcodes", phone.pass)
	}
	s.call(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR()+"/pass.pkpass", "").has(http.StatusNotFound, loyalty.ErrCustomerNotFound.Code)
}

func TestApplePasses_ErasedCustomer_AreDeleted(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	ana := s.Customer("Ana")
	phone := s.addPass(ana)
	phone.register().has(http.StatusCreated)
	s.Archive(ana)
	phone.getPass().has(http.StatusOK)
	if !phone.pass.Voided {
		t.Errorf("the pass of an archived customer is not void: %+v", phone.pass)
	}
	s.erase(ana)
	phone.getPass().has(http.StatusUnauthorized)
	if remaining := s.Database.Rows(t, "SELECT holder FROM pass_holders"); len(remaining) > 0 {
		t.Errorf("the erased customer still has registrations %q", remaining)
	}
}

func (s *site) erase(customer loyalty.Customer) {
	s.t.Helper()
	s.Clock.Advance(4 * 365 * 24 * time.Hour)
	for range 2 {
		if err := s.Cases.Maintenance.Run(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
	}
	if remaining := s.Database.Rows(s.t, "SELECT id FROM customers WHERE id = '"+customer.ID+"' AND name = '"+customer.Name+"'"); len(remaining) > 0 {
		s.t.Fatal("the customer is not erased")
	}
}

func TestPassLinks_WithoutMaker_AreNull(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	ana := s.Customer("Ana")
	s.call(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR(), "").has(http.StatusOK, `"passUrl":"/api/public/customers/`+ana.QR()+`/pass.pkpass"`)
	s.call(asOperator, http.MethodGet, "/cp/wallet", "").has(http.StatusOK, `"missing":null`, wallettest.PassType)
	response := s.call(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR()+"/pass.png", "").has(http.StatusOK)
	picture, err := png.Decode(strings.NewReader(response.body))
	if err != nil {
		t.Fatal(err)
	}
	pure := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true}
	if decodedQR, err := decodeQR(picture, picture.Bounds().Dx(), pure); err != nil || decodedQR.GetText() != "https://cards.example.com/api/public/wallet/"+ana.QR() {
		t.Errorf("the QR leads to %v: %v; want Ana's wallet address", decodedQR, err)
	}

	s.Clock.Advance(200 * 24 * time.Hour)
	s.tokens = map[caller]string{}
	s.call(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR(), "").has(http.StatusOK, `"passUrl":null`)
	s.call(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR()+"/pass.pkpass", "").has(http.StatusNotFound, loyalty.ErrPassesUnavailable.Code)
	s.call(asOperator, http.MethodGet, "/cp/wallet", "").has(http.StatusOK, `"missing":"UNUSABLE"`)
}

func TestWalletLink_Devices_RedirectToTheirWallet(t *testing.T) {
	t.Parallel()
	const (
		iPhone  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
		iPad    = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15"
		android = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36"
	)
	s := withPasses(t)
	ana := s.Customer("Ana")
	portal := PortalPath + s.Business.ID
	for userAgent, want := range map[string]string{iPhone: passURL(ana.QR()), iPad: passURL(ana.QR()), android: portal, "": portal} {
		request := s.request(asAnonymous, http.MethodGet, "/public/wallet/"+ana.QR(), "")
		request.Header.Set("User-Agent", userAgent)
		if got := s.send(request).has(http.StatusSeeOther).header.Get("Location"); got != want {
			t.Errorf("%q was redirected to %s, want %s", userAgent, got, want)
		}
	}
	s.call(asAnonymous, http.MethodGet, "/public/wallet/unknown", "").has(http.StatusNotFound, loyalty.ErrCustomerNotFound.Code)
}

func TestWalletLink_InAppBrowser_ShowsTheAddressForSafari(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	ana := s.Customer("Ana")
	const instagram = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 358.0.0.30.79"
	request := s.request(asAnonymous, http.MethodGet, "/public/wallet/"+ana.QR(), "")
	request.Header.Set("User-Agent", instagram)
	request.Header.Set("Accept", "text/html")
	s.send(request).has(http.StatusConflict, "<h1>Ábrelo en Safari</h1>", `href="https://cards.example.com/api/public/wallet/`+ana.QR()+`"`)
}

func TestPassFile_InAppBrowser_ShowsTheAddressForSafari(t *testing.T) {
	t.Parallel()
	const (
		onAnIPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
		safari     = onAnIPhone + "Version/18.1 Mobile/15E148 Safari/604.1"
		nameless   = onAnIPhone + "Mobile/15E148"
		android    = "Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP3A.241005.015; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.81 Mobile Safari/537.36"
	)
	s := withPasses(t)
	ana := s.Customer("Ana")
	for name, test := range map[string]struct {
		agent, from string
		elsewhere   bool
	}{
		"Safari":                          {safari, "none", false},
		"Chrome":                          {onAnIPhone + "CriOS/131.0 Mobile/15E148 Safari/604.1", "none", false},
		"Instagram":                       {nameless + " Instagram 358.0.0.30.79", "same-origin", true},
		"WhatsApp":                        {safari + " WhatsApp/24.22.80", "", true},
		"a web view, from a message":      {nameless, "none", true},
		"a web view, from another site":   {nameless, "cross-site", true},
		"the home screen":                 {nameless, "same-origin", false},
		"the home screen of an old phone": {nameless, "", false},
		"an app on an Android":            {android, "none", false},
		"a computer":                      {"curl/8.0", "", false},
	} {
		request := s.request(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR()+"/pass.pkpass", "")
		request.Header.Set("User-Agent", test.agent)
		request.Header.Set("Accept", "text/html")
		if test.from != "" {
			request.Header.Set("Sec-Fetch-Site", test.from)
		}
		got := s.send(request)
		if !test.elsewhere && got.status != http.StatusOK {
			t.Errorf("%s: status %d, want 200", name, got.status)
		}
		if test.elsewhere && (got.status != http.StatusConflict || !strings.Contains(got.body, "<h1>Ábrelo en Safari</h1>") ||
			!strings.Contains(got.body, `href="https://cards.example.com/api/public/customers/`+ana.QR()+`/pass.pkpass"`)) {
			t.Errorf("%s: status %d without a link to the pass: %s", name, got.status, got.body)
		}
	}
}

func TestBundle_InAppBrowser_ShowsTheAddressForSafari(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	ana := s.Customer("Ana")
	request := s.request(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR()+"/passes.pkpasses?until=1&key=k", "")
	request.Header.Set("User-Agent", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 358.0.0.30.79")
	request.Header.Set("Accept", "text/html")
	s.send(request).has(http.StatusConflict, "<h1>Ábrelo en Safari</h1>", `href="https://cards.example.com/api/public/customers/`+ana.QR()+`/passes.pkpasses?until=1&amp;key=k"`)
}

func TestBundle_BrowserOtherThanSafari_IsRefused(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	ana := s.Customer("Ana")
	request := s.request(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR()+"/passes.pkpasses?until=1&key=k", "")
	request.Header.Set("User-Agent", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1")
	s.send(request).has(http.StatusConflict, loyalty.ErrOpenInSafari.Code)
}

func TestPassLinks_Responses_AccompanyTheQR(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	body := fmt.Sprintf(`{"businessId":%q,"name":"Eva Ruiz","phone":"612000111","acceptedPrivacy":true}`, s.Business.ID)
	var eva RegisteredCustomer
	s.callOnce(asAnonymous, "/public/customers/register", body).has(http.StatusCreated).into(&eva)
	if eva.PassURL == nil || *eva.PassURL != passURL(eva.ID) {
		t.Errorf("a new customer got the pass link %v, want their own", eva.PassURL)
	}
	var leo OwnChild
	child := fmt.Sprintf(`{"registrationToken":%q,`, *eva.RegistrationToken) + childBody[1:]
	s.call(asAnonymous, http.MethodPost, "/public/customers/children", child).has(http.StatusCreated).into(&leo)
	if leo.PassURL == nil || *leo.PassURL != passURL(leo.ID) {
		t.Errorf("the child's pass link is %v, want the child's", leo.PassURL)
	}
	ana := s.Customer("Ana")
	s.signInToPortal(ana)
	way := `"passUrl":"` + passURL(ana.QR()) + `"`
	s.call(asCustomer, http.MethodGet, "/portal/me", "").has(http.StatusOK, way)
	if card := <-s.followLive(ana).cards; card.PassURL == nil || *card.PassURL != passURL(ana.QR()) {
		t.Errorf("a live card in the portal has the pass link %v, want the address of the QR", card.PassURL)
	}
}

func TestWalletState_MissingSettings_HasTheReason(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.handler = s.apiOn(s.Cases, nil, func(o *Options) { o.Passes.Reason = PassesNoHTTPS })
	s.call(asOperator, http.MethodGet, "/cp/wallet", "").has(http.StatusOK, `"missing":"NO_HTTPS","passType":null,"endsAt":null`, `"google":{"missing":"NOT_SET_UP","issuer":null}`)
	s.call(asAnonymous, http.MethodGet, "/public/customers/"+s.Customer("Ana").QR(), "").has(http.StatusOK, `"passUrl":null`)
}

func TestPublicFiles_IDThatOpensNoCard_AnswersNotFound(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	archivedCustomer, ana := s.Customer("Ida"), s.Customer("Ana")
	s.Archive(archivedCustomer)
	files := []string{"/qr.png", "/qr.png?download=true", "/pass.png", "/pass.pkpass"}
	mustAnswer := func(id string, status int) {
		t.Helper()
		for _, file := range files {
			answer := s.call(asAnonymous, http.MethodGet, "/public/customers/"+id+file, "").has(status)
			if status == http.StatusNotFound {
				answer.has(status, loyalty.ErrCustomerNotFound.Code)
			}
		}
	}
	for _, id := range []string{archivedCustomer.QR(), ana.ID, "made-up-id-00000000000000", "x", strings.Repeat("x", 60)} {
		mustAnswer(id, http.StatusNotFound)
	}
	mustAnswer(ana.QR(), http.StatusOK)
	s.Suspend()
	mustAnswer(ana.QR(), http.StatusNotFound)
}
