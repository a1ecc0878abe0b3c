package whatsapp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/draw"
	"image/png"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/qr"
	"axioma/internal/queueing"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
	"axioma/internal/whatsapp"
	"axioma/internal/whatsapp/graphtest"
)

func claimedMessage(kind loyalty.MessageKind, limits loyalty.WhatsAppLimits) messaging.ClaimedMessage {
	return messaging.ClaimedMessage{
		Message: loyalty.Message{
			ID: "m1", BusinessID: "uno", CustomerID: "ana", Phone: "+34600111222", Kind: kind, Text: "123456 es tu código para ver tus puntos.",
		},
		Business: loyalty.Business{ID: "uno", Name: "Barbería Uno", WhatsApp: limits},
		To:       loyalty.Recipient{Name: "Ana García"},
		QR:       usecase.CustomerQR{ID: "ana", BusinessID: "uno", Signature: "signed"},
	}
}

func parts(body graphtest.Body) string {
	var short []string
	for _, component := range body.Template.Components {
		words := []string{component.Type + component.SubType + component.Index}
		for _, parameter := range component.Parameters {
			words = append(words, parameter.Type+"="+parameter.Text)
		}
		short = append(short, strings.Join(words, " "))
	}
	return strings.Join(short, "; ")
}

func TestCloud_EachKind_IsSentByItsTemplate(t *testing.T) {
	t.Parallel()
	for kind, want := range map[loyalty.MessageKind]struct{ template, parts string }{
		loyalty.MessageOTP:      {"codigo", "body text=123456; buttonurl0 text=123456"},
		loyalty.MessageQR:       {"qr", "header image=; body text=Ana text=Barbería Uno; buttonurl0 text=uno"},
		loyalty.MessageBirthday: {"cumple", "body text=Ana text=Barbería Uno"},
		loyalty.MessageOneMore:  {"una_mas", "body text=Ana text=Barbería Uno"},
	} {
		graph, provider := standIn(t)
		try := provider.Send(t.Context(), claimedMessage(kind, loyalty.WhatsAppLimits{}))
		if try.Result != messaging.TryAccepted || try.ProviderID != "wamid.1" {
			t.Fatalf("%s: %+v; want Result %v and ProviderID wamid.1", kind, try, messaging.TryAccepted)
		}
		got := graph.AcceptedMessages()[0]
		if got.Sender != platform || got.MessageID != "m1" || got.Body.To != "+34600111222" || got.Body.Type != "template" || got.Body.Recipient != "individual" {
			t.Errorf("%s: %+v; want Sender %v, MessageID m1, Body.To %q, Body.Type template and Body.Recipient individual", kind, got, platform, "+34600111222")
		}
		if got.Body.Template.Name != want.template || got.Body.Template.Language.Code != "es" || parts(got.Body) != want.parts {
			t.Errorf("%s: the template is %s in the language %s, with the parts %s", kind, got.Body.Template.Name, got.Body.Template.Language.Code, parts(got.Body))
		}
	}
}

func TestCloud_Week_FillsTheTemplateLineByLine(t *testing.T) {
	t.Parallel()
	graph, from := graphWithWeek(), account()
	from.Templates["week"] = "semana"
	message := claimedMessage(loyalty.MessageWeek, loyalty.WhatsAppLimits{})
	message.Text = loyalty.WeekSummary{Figures: "41", Owed: "debes 2", LostCustomers: "ninguno", Task: "Nada urgente."}.Text("Barbería Uno")
	try := whatsapp.NewCloud(from, graph.Network(t, reachable)).Send(t.Context(), message)
	if try.Result != messaging.TryAccepted {
		t.Fatalf("sending the week ended with %+v, want Result %v", try, messaging.TryAccepted)
	}
	want := "body text=Barbería Uno text=41 text=debes 2 text=ninguno text=Nada urgente."
	if body := graph.AcceptedMessages()[0].Body; body.Template.Name != "semana" || parts(body) != want {
		t.Errorf("sent by %s: %s; want semana and %s", body.Template.Name, parts(body), want)
	}
}

func graphWithWeek() *graphtest.Graph {
	graph, names := graphtest.New(token, version), account().Templates
	names["week"] = "semana"
	graph.Account = graphtest.WorkingAccount(platform, names)
	return graph
}

func TestCloud_WeekWithoutTemplate_IsRejectedUnsent(t *testing.T) {
	t.Parallel()
	graph, provider := standIn(t)
	if try := provider.Send(t.Context(), claimedMessage(loyalty.MessageWeek, loyalty.WhatsAppLimits{})); try.Result != messaging.TryRejected {
		t.Errorf("sending the week without a template ended with %+v, want a rejected try", try)
	}
	if acceptedMessages := graph.AcceptedMessages(); len(acceptedMessages) != 0 {
		t.Errorf("Meta received %+v, want nothing", acceptedMessages)
	}
}

func TestCloud_QRWithWalletTemplate_HasTheWalletButton(t *testing.T) {
	t.Parallel()
	graph, from := newGraph(), account()
	from.Templates["qr-wallet"] = "qr_movil"
	whatsapp.NewCloud(from, graph.Network(t, reachable)).Send(t.Context(), claimedMessage(loyalty.MessageQR, loyalty.WhatsAppLimits{}))
	want := "header image=; body text=Ana text=Barbería Uno; buttonurl0 text=uno; buttonurl1 text=ana"
	if body := graph.AcceptedMessages()[0].Body; body.Template.Name != "qr_movil" || parts(body) != want {
		t.Errorf("sent by %s: %s; want qr_movil and %s", body.Template.Name, parts(body), want)
	}
}

func TestCloud_QR_IsUploaded(t *testing.T) {
	t.Parallel()
	graph, provider := standIn(t)
	provider.Send(t.Context(), claimedMessage(loyalty.MessageQR, loyalty.WhatsAppLimits{}))
	want, err := qr.Customer("ana", "uno", "signed")
	if err != nil {
		t.Fatal(err)
	}
	body := graph.AcceptedMessages()[0].Body
	got := pixels(t, graph.Picture(body.Template.Components[0].Parameters[0].Image.ID))
	if !slices.Equal(got, pixels(t, want)) {
		t.Errorf("the header is a picture of %d pixels, want the QR", len(got))
	}
}

func pixels(t *testing.T, content []byte) []byte {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	canvas := image.NewRGBA(picture.Bounds())
	draw.Draw(canvas, canvas.Bounds(), picture, picture.Bounds().Min, draw.Src)
	return canvas.Pix
}

func TestCloud_Reply_IsFreeText(t *testing.T) {
	t.Parallel()
	graph, provider := standIn(t)
	provider.Send(t.Context(), claimedMessage(loyalty.MessageReply, loyalty.WhatsAppLimits{}))
	if body := graph.AcceptedMessages()[0].Body; body.Type != "text" || body.Template != nil || !strings.HasPrefix(body.Text.Body, "123456 es tu código") {
		t.Errorf("the message sent is %+v; want Type text, no Template and %q at the start of Text.Body", body, "123456 es tu código")
	}
}

func TestCloud_OwnNumber_SendsCodesOnlyWithPermission(t *testing.T) {
	t.Parallel()
	own := loyalty.WhatsAppLimits{PhoneNumberID: "555", CodesAllowed: true}
	noCodes := loyalty.WhatsAppLimits{PhoneNumberID: "555"}
	for _, test := range []struct {
		kind   loyalty.MessageKind
		limits loyalty.WhatsAppLimits
		wrote  string
		sender string
	}{
		{loyalty.MessageOTP, loyalty.WhatsAppLimits{}, "", platform},
		{loyalty.MessageOTP, own, "", "555"},
		{loyalty.MessageOTP, noCodes, "", platform},
		{loyalty.MessageQR, noCodes, "", "555"},
		{loyalty.MessageReply, own, "", platform},
		{loyalty.MessageReply, own, "555", "555"},
		{loyalty.MessageReply, loyalty.WhatsAppLimits{}, "555", "555"},
	} {
		graph, provider := standIn(t)
		message := claimedMessage(test.kind, test.limits)
		message.Sender = test.wrote
		provider.Send(t.Context(), message)
		if got := graph.AcceptedMessages()[0].Sender; got != test.sender {
			t.Errorf("%s with %+v came from %s, want %s", test.kind, test.limits, got, test.sender)
		}
	}
}

type fixedResponse struct {
	status int
	body   string
	err    error
}

func (a fixedResponse) RoundTrip(*http.Request) (*http.Response, error) {
	if a.err != nil {
		return nil, a.err
	}
	return &http.Response{StatusCode: a.status, Body: io.NopCloser(strings.NewReader(a.body)), Header: http.Header{}}, nil
}

func TestCloud_HiddenPhone_IsAddressedByID(t *testing.T) {
	t.Parallel()
	graph, provider := standIn(t)
	message := claimedMessage(loyalty.MessageReply, loyalty.WhatsAppLimits{})
	message.Phone = "ES.13491208655302741918"
	if try := provider.Send(t.Context(), message); try.Result != messaging.TryAccepted {
		t.Fatalf("the try ended with %+v, want TryAccepted", try)
	}
	if body := graph.AcceptedMessages()[0].Body; body.To != "" || body.ToHidden != message.Phone {
		t.Errorf("the message went to the phone %q and the hidden id %q, want the id alone", body.To, body.ToHidden)
	}
}

func TestCloud_Responses(t *testing.T) {
	t.Parallel()
	fault := func(code string) string {
		return `{"error":{"message":"x","type":"OAuthException","code":` + code + `}}`
	}
	for name, test := range map[string]struct {
		answer fixedResponse
		result messaging.TryResult
		hold   loyalty.MessageHold
	}{
		"accepted":                     {fixedResponse{status: 200, body: `{"messages":[{"id":"wamid.1"}]}`}, messaging.TryAccepted, ""},
		"accepted, but no JSON":        {fixedResponse{status: 200, body: `<html>`}, messaging.TryUnknown, ""},
		"accepted, without an id":      {fixedResponse{status: 200, body: `{"messages":[]}`}, messaging.TryUnknown, ""},
		"502 of a gateway":             {fixedResponse{status: 502, body: `<html>`}, messaging.TryUnknown, ""},
		"the API's own 500":            {fixedResponse{status: 500, body: fault("131000")}, messaging.TryRetryLater, ""},
		"the API's own 503, new code":  {fixedResponse{status: 503, body: fault("987654")}, messaging.TryRetryLater, ""},
		"429 of a gateway":             {fixedResponse{status: 429}, messaging.TryRetryLater, loyalty.HeldByProvider},
		"429 with a new code":          {fixedResponse{status: 429, body: fault("987654")}, messaging.TryRetryLater, loyalty.HeldByProvider},
		"404 of a gateway":             {fixedResponse{status: 404, body: `<html>`}, messaging.TryRetryLater, loyalty.HeldBySetup},
		"a redirect":                   {fixedResponse{status: 302}, messaging.TryRetryLater, loyalty.HeldBySetup},
		"too many per second":          {fixedResponse{status: 400, body: fault("130429")}, messaging.TryRetryLater, loyalty.HeldByProvider},
		"too many to one phone":        {fixedResponse{status: 400, body: fault("131056")}, messaging.TryRetryLater, ""},
		"complaints":                   {fixedResponse{status: 400, body: fault("131048")}, messaging.TryRetryLater, loyalty.HeldByProvider},
		"an old token":                 {fixedResponse{status: 401, body: fault("190")}, messaging.TryRetryLater, loyalty.HeldBySetup},
		"a missing permission":         {fixedResponse{status: 403, body: fault("210")}, messaging.TryRetryLater, loyalty.HeldBySetup},
		"not on WhatsApp":              {fixedResponse{status: 400, body: fault("131026")}, messaging.TryRejected, ""},
		"no such template":             {fixedResponse{status: 404, body: fault("132001")}, messaging.TryRetryLater, loyalty.HeldBySetup},
		"a template that is paused":    {fixedResponse{status: 400, body: fault("132015")}, messaging.TryRetryLater, loyalty.HeldBySetup},
		"a wrong number of values":     {fixedResponse{status: 400, body: fault("132000")}, messaging.TryRetryLater, loyalty.HeldBySetup},
		"a template of another form":   {fixedResponse{status: 400, body: fault("132012")}, messaging.TryRetryLater, loyalty.HeldBySetup},
		"a template that was disabled": {fixedResponse{status: 400, body: fault("132016")}, messaging.TryRetryLater, loyalty.HeldBySetup},
		"a value that does not fit":    {fixedResponse{status: 400, body: fault("132018")}, messaging.TryRejected, ""},
		"a sender that does not exist": {fixedResponse{status: 400, body: fault(`100,"error_subcode":33`)}, messaging.TryRetryLater, loyalty.HeldBySetup},
		"an invalid request":           {fixedResponse{status: 400, body: fault("100")}, messaging.TryRejected, ""},
		"a new code":                   {fixedResponse{status: 400, body: fault("987654")}, messaging.TryRejected, ""},
		"a new code that passes": {
			fixedResponse{status: 400, body: `{"error":{"code":987654,"is_transient":true}}`}, messaging.TryRetryLater, "",
		},
		"nothing was written": {fixedResponse{err: errors.New("connection refused")}, messaging.TryRetryLater, ""},
	} {
		try := cloud(test.answer).Send(t.Context(), claimedMessage(loyalty.MessageReply, loyalty.WhatsAppLimits{}))
		if try.Result != test.result || try.Hold != test.hold || try.OptedOut {
			t.Errorf("%s: %+v; want Result %v, Hold %v and OptedOut false", name, try, test.result, test.hold)
		}
		if (try.Error == "") != (test.result == messaging.TryAccepted) || try.Hold != "" && try.RetryAfter == 0 {
			t.Errorf("%s has no reason or no pause: %+v", name, try)
		}
	}
}

func TestCloud_MarketingStopped_ReportsOptOut(t *testing.T) {
	t.Parallel()
	graph, provider := standIn(t)
	graph.Faults = func(graphtest.Body) graphtest.Fault { return graphtest.MarketingStop }
	try := provider.Send(t.Context(), claimedMessage(loyalty.MessageBirthday, loyalty.WhatsAppLimits{}))
	if try.Result != messaging.TryRejected || !try.OptedOut {
		t.Errorf("the try ended with %+v, want TryRejected and OptedOut", try)
	}
}

func TestCloud_Redirect_DoesNotLeakTheToken(t *testing.T) {
	t.Parallel()
	requests := 0
	redirecting := trip(func(r *http.Request) (*http.Response, error) {
		requests++
		header := http.Header{"Location": {"http://elsewhere.test/"}}
		return &http.Response{StatusCode: http.StatusTemporaryRedirect, Header: header, Body: http.NoBody, Request: r}, nil
	})
	cloud(redirecting).Send(t.Context(), claimedMessage(loyalty.MessageReply, loyalty.WhatsAppLimits{}))
	if requests != 1 {
		t.Errorf("%d addresses received a request, want 1", requests)
	}
}

type trip func(*http.Request) (*http.Response, error)

func (f trip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestCloud_OnlyRequestsNotSent_AreRetried(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault       graphtest.Fault
		unreachable bool
		want        messaging.TryResult
	}{
		"the API is unreachable":    {graphtest.None, true, messaging.TryRetryLater},
		"the answer is lost":        {graphtest.LostAfter, false, messaging.TryUnknown},
		"the request may be lost":   {graphtest.LostBefore, false, messaging.TryUnknown},
		"the answer comes too late": {graphtest.SlowAfter, false, messaging.TryUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				graph := newGraph()
				graph.Faults = func(graphtest.Body) graphtest.Fault { return test.fault }
				provider := cloud(graph.Network(t, func() bool { return test.unreachable }))
				for _, kind := range []loyalty.MessageKind{loyalty.MessageReply, loyalty.MessageQR} {
					ctx, cancel := context.WithTimeout(t.Context(), queueing.TryTimeout)
					if try := provider.Send(ctx, claimedMessage(kind, loyalty.WhatsAppLimits{})); try.Result != test.want {
						t.Errorf("%s: %+v; want Result %v", kind, try, test.want)
					}
					cancel()
				}
				time.Sleep(graphtest.LateBy)
			})
		})
	}
}

func TestCloud_FailedUpload_IsRetried(t *testing.T) {
	t.Parallel()
	badGateway := fixedResponse{status: http.StatusBadGateway}
	if try := cloud(badGateway).Send(t.Context(), claimedMessage(loyalty.MessageQR, loyalty.WhatsAppLimits{})); try.Result != messaging.TryRetryLater {
		t.Errorf("the try ended with %+v, want TryRetryLater", try)
	}
}

func TestCloud_ReplyWithQuotes_KeepsItsText(t *testing.T) {
	t.Parallel()
	var sentBody []byte
	catching := trip(func(r *http.Request) (body *http.Response, err error) {
		sentBody, err = io.ReadAll(r.Body)
		return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(`{"messages":[{"id":"wamid.1"}]}`))}, err
	})
	message := claimedMessage(loyalty.MessageReply, loyalty.WhatsAppLimits{})
	message.Text = "Dicho: \"hola\" \\ \n fin"
	cloud(catching).Send(t.Context(), message)
	var body graphtest.Body
	if err := json.Unmarshal(sentBody, &body); err != nil || body.Text.Body != message.Text {
		t.Errorf("the body does not hold the text: %s, %v", sentBody, err)
	}
}
