package doctor

import (
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"axioma/internal/config"
	"axioma/internal/store/storetest"
	"axioma/internal/whatsapp"
	"axioma/internal/whatsapp/graphtest"
)

func newWhatsAppInstallation(t *testing.T) (Installation, *graphtest.Graph) {
	t.Helper()
	graph := graphtest.New("EAAJB", "v23.0")
	server := httptest.NewServer(graph)
	t.Cleanup(server.Close)
	i := newInstallation(storetest.Database{})
	i.Settings.PublicURL = shop
	i.Settings.WhatsApp = config.WhatsApp{Provider: config.WhatsAppCloud, GraphURL: server.URL, Number: "+34600111222"}
	i.Account = whatsapp.Account{
		GraphURL: server.URL, GraphVersion: "v23.0", Token: "EAAJB", AppID: "6708", AppSecret: "s3cret", PhoneNumberID: "106540352242922", Language: "es",
		Templates: map[string]string{"code": "codigo", "qr": "qr", "birthday": "cumple", "one-more": "una_mas"},
	}
	graph.Account = graphtest.Account{
		ID: "1029", NumberID: "106540352242922", Phone: "+34 600 11 12 22", Quality: "GREEN", App: "6708", Secret: "s3cret", SubscribedApps: []string{"5256", "6708"},
		Webhook: shop + webhookPath, Scopes: []string{whatsapp.ScopeMessaging, whatsapp.ScopeManagement},
	}
	templates := graphtest.DocumentedTemplates(map[string]string{"code": "codigo", "qr": "qr", "qr-wallet": "qr_viejo", "birthday": "cumple", "one-more": "una_mas"})
	templates[2].Status = "PAUSED"
	english := templates[0]
	english.Language, english.Status = "en", "REJECTED"
	graph.Account.Templates = slices.Insert(templates, 1, english)
	return i, graph
}

func TestCheckWhatsApp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words  string
		state  State
		change func(*Installation, *graphtest.Account)
	}{
		{"all 4 templates are approved", OK, func(*Installation, *graphtest.Account) {}},
		{"cannot be checked: the token", Fault, func(i *Installation, _ *graphtest.Account) { i.Account.Token = "" }},
		{"the token has expired or was revoked", Fault, func(i *Installation, _ *graphtest.Account) { i.Account.Token = "EAAJC" }},
		{"cannot be reached: connection refused", Fault, func(i *Installation, _ *graphtest.Account) { i.Account.GraphURL = "http://127.0.0.1:1" }},
		{"status 404, and not from the WhatsApp API", Fault, func(i *Installation, _ *graphtest.Account) {
			server := httptest.NewServer(nil)
			t.Cleanup(server.Close)
			i.Account.GraphURL = server.URL
		}},
		{"lacks whatsapp_business_messaging", Fault, func(_ *Installation, a *graphtest.Account) { a.Scopes = a.Scopes[1:] }},
		{"lacks whatsapp_business_management", Attention, func(_ *Installation, a *graphtest.Account) { a.Scopes = a.Scopes[:1] }},
		{"the app's id or secret is not set", Attention, func(i *Installation, _ *graphtest.Account) { i.Account.AppID = "" }},
		{"WhatsApp rejects the app's id and secret (190)", Attention, func(i *Installation, _ *graphtest.Account) { i.Account.AppSecret = "another" }},
		{"the token expires in 2 days", Attention, func(_ *Installation, a *graphtest.Account) { a.ExpiresAt = time.Now().Add(71 * time.Hour).Unix() }},
		{"the token has expired", Fault, func(_ *Installation, a *graphtest.Account) { a.ExpiresAt = time.Now().Add(-time.Hour).Unix() }},
		{"messages come from +34 600 00 00 00, but customers are asked to write to +34600111222", Fault, func(_ *Installation, a *graphtest.Account) {
			a.Phone = "+34 600 00 00 00"
		}},
		{"WhatsApp sends notices to https://old.example.com", Fault, func(_ *Installation, a *graphtest.Account) { a.Webhook = "https://old.example.com" }},
		{"rates the number RED", Attention, func(_ *Installation, a *graphtest.Account) { a.Quality = "RED" }},
		{"does not say which account", Attention, func(_ *Installation, a *graphtest.Account) { a.OmitsAccount = true }},
		{"is not subscribed", Fault, func(_ *Installation, a *graphtest.Account) { a.SubscribedApps = nil }},
		{`there is no template "qr"`, Fault, func(_ *Installation, a *graphtest.Account) { a.Templates[2].Name = "QR" }},
		{`the template "codigo" is there in en, and not in "es"`, Fault, func(_ *Installation, a *graphtest.Account) { a.Templates = a.Templates[1:] }},
		{`the template "cumple" is not approved: PENDING`, Fault, func(_ *Installation, a *graphtest.Account) { a.Templates[4].Status = "PENDING" }},
		{"all 5 templates are approved", OK, func(i *Installation, a *graphtest.Account) {
			i.Account.Templates["qr-wallet"], a.Templates[3].Name, a.Templates[3].Status = "qr_movil", "qr_movil", "APPROVED"
		}},
		{`there is no template "qr_movil"`, Fault, func(i *Installation, _ *graphtest.Account) { i.Account.Templates["qr-wallet"] = "qr_movil" }},
		{`the template "qr" has 2 parameters in its text and 1 in its buttons to fill in, and should have a picture, 2 parameters`, Fault, func(_ *Installation, a *graphtest.Account) {
			a.Templates[2].Components = a.Templates[2].Components[1:]
		}},
		{`the template "cumple" has 1 parameters in its text`, Fault, func(_ *Installation, a *graphtest.Account) {
			a.Templates[4].Components = []graphtest.TemplateComponent{{Type: "BODY", Text: "¡Feliz cumpleaños, {{1}}!"}}
		}},
		{`the parameters of the template "una_mas" are named`, Fault, func(_ *Installation, a *graphtest.Account) { a.Templates[5].Format = "NAMED" }},
		{"all 4 templates are approved", OK, func(_ *Installation, a *graphtest.Account) { a.SecretRequired = true }},
		{`the template "qr" is of category MARKETING, and should be UTILITY`, Attention, func(_ *Installation, a *graphtest.Account) {
			a.Templates[2].Category = "MARKETING"
		}},
	} {
		i, graph := newWhatsAppInstallation(t)
		c.change(&i, &graph.Account)
		expect(t, newExamination(i).checkWhatsApp(t.Context()), c.state, c.words)
	}
	expect(t, newExamination(newInstallation(storetest.Database{})).checkWhatsApp(t.Context()), OK, "not set up")
}

func TestCheckWhatsApp_UnknownNumber_IsAFault(t *testing.T) {
	t.Parallel()
	i, _ := newWhatsAppInstallation(t)
	i.Account.PhoneNumberID = "34600111222"
	findings := newExamination(i).checkWhatsApp(t.Context())
	if got := findings[1]; got.State != Fault || got.Detail != "the number that sends: WhatsApp does not know it, or the token belongs to another account" {
		t.Errorf("the finding is %+v, want a fault of the number", got)
	}
}

func TestCheckWhatsApp_UncheckableToken_LeavesOtherChecks(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Installation){
		"without the app's id":   func(i *Installation) { i.Account.AppID = "" },
		"with another secret":    func(i *Installation) { i.Account.AppSecret = "another" },
		"checked by the token":   func(i *Installation) { i.Account.AppID, i.Account.AppSecret = "", "" },
		"with another app's id":  func(i *Installation) { i.Account.AppID = "1" },
		"without the app secret": func(i *Installation) { i.Account.AppSecret = "" },
	} {
		i, _ := newWhatsAppInstallation(t)
		change(&i)
		findings := newExamination(i).checkWhatsApp(t.Context())
		if len(findings) != 2 || findings[0].State != Attention || findings[1].Detail != "the number +34 600 11 12 22 sends" {
			t.Errorf("%s: the findings are %+v; want 2, with the first an attention", name, findings)
		}
	}
	i, graph := newWhatsAppInstallation(t)
	i.Account.AppSecret, graph.Account.SecretRequired = "another", true
	if findings := newExamination(i).checkWhatsApp(t.Context()); len(findings) != 2 || findings[1].Detail != "the number that sends: the app requires an app secret proof, and ours is rejected" {
		t.Errorf("an app that requires a proof has the findings %+v; want 2, the second about the app secret proof", findings)
	}
	i, graph = newWhatsAppInstallation(t)
	i.Account.AppID, graph.Account.Phone = "", "+34 600 00 00 00"
	if findings := newExamination(i).checkWhatsApp(t.Context()); len(findings) != 2 || findings[1].State != Fault {
		t.Errorf("another number has the findings %+v; want 2, the second a fault", findings)
	}
}
