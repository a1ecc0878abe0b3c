package whatsapp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
	"axioma/internal/whatsapp"
	"axioma/internal/whatsapp/graphtest"
)

func postToGraph(t *testing.T, graph *graphtest.Graph, path, contentType, body string) int {
	t.Helper()
	request := httptest.NewRequest(http.MethodPost, "/"+version+path, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", contentType)
	recorder := httptest.NewRecorder()
	graph.ServeHTTP(recorder, request)
	var response struct {
		Error struct {
			Code int `json:"code"`
		} `json:"error"`
	}
	if err := json.Unmarshal(recorder.Body.Bytes(), &response); err != nil {
		t.Fatal(err)
	}
	return response.Error.Code
}

const aCode = `{"messaging_product":"whatsapp","recipient_type":"individual","to":"+34600111222","type":"template","template":{"name":"codigo","language":{"code":"es"},
	"components":[{"type":"body","parameters":[{"type":"text","text":"123456"}]},{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"123456"}]}]}}`

const aGreeting = `{"messaging_product":"whatsapp","to":"+34600111222","type":"template","template":{"name":"cumple","language":{"code":"es"},
	"components":[{"type":"body","parameters":[{"type":"text","text":"Ana"},{"type":"text","text":"Barbería Uno"}]}]}}`

func TestStandIn_WrongMessage_IsRefusedAsByMeta(t *testing.T) {
	t.Parallel()
	text := func(parameter string) string {
		return fmt.Sprintf(`{"messaging_product":"whatsapp","to":"34600111222","type":"text","text":{"body":%q}}`, parameter)
	}
	for name, test := range map[string]struct {
		body string
		from string
		code int
	}{
		"a code":                          {body: aCode},
		"a greeting":                      {body: aGreeting},
		"a text":                          {body: text("Hola")},
		"another account's number":        {body: aCode, from: "777", code: 100},
		"no product":                      {body: strings.Replace(aCode, `"messaging_product":"whatsapp",`, "", 1), code: 100},
		"an unknown field":                {body: strings.Replace(aCode, `"to"`, `"preview":true,"to"`, 1), code: 100},
		"no recipient":                    {body: strings.Replace(aCode, `"to":"+34600111222",`, "", 1), code: 100},
		"two recipients":                  {body: strings.Replace(aCode, `"to"`, `"recipient":"ES.1","to"`, 1), code: 100},
		"an invalid phone":                {body: strings.Replace(aCode, "+34600111222", "600 111 222", 1), code: 131009},
		"the number itself":               {body: strings.Replace(aCode, "+34600111222", "+34600999888", 1), code: 131021},
		"a code for a hidden phone":       {body: strings.Replace(aCode, `"to":"+34600111222"`, `"recipient":"ES.123"`, 1), code: 131062},
		"an unknown kind":                 {body: strings.Replace(aCode, `"type":"template"`, `"type":"poem"`, 1), code: 131051},
		"an empty text":                   {body: text(" "), code: 131008},
		"a text of 4097 letters":          {body: text(strings.Repeat("ñ", 4097)), code: 100},
		"an unknown template":             {body: strings.Replace(aCode, `"codigo"`, `"clave"`, 1), code: 132001},
		"another language":                {body: strings.Replace(aCode, `"code":"es"`, `"code":"es_ES"`, 1), code: 132001},
		"no language":                     {body: strings.Replace(aCode, `"code":"es"`, `"code":""`, 1), code: 131008},
		"a template under review":         {body: strings.Replace(aGreeting, `"cumple"`, `"pendiente"`, 1), code: 132001},
		"a paused template":               {body: strings.Replace(aGreeting, `"cumple"`, `"pausada"`, 1), code: 132015},
		"a disabled template":             {body: strings.Replace(aGreeting, `"cumple"`, `"retirada"`, 1), code: 132016},
		"a template with names":           {body: strings.Replace(aGreeting, `"cumple"`, `"nombres"`, 1), code: 100},
		"one value too few":               {body: strings.Replace(aGreeting, `,{"type":"text","text":"Barbería Uno"}`, "", 1), code: 132000},
		"a value too many":                {body: strings.Replace(aGreeting, `{"type":"text","text":"Ana"}`, `{"type":"text","text":"Ana"},{"type":"text","text":"Eva"}`, 1), code: 132000},
		"an empty value":                  {body: strings.Replace(aGreeting, `"Ana"`, `""`, 1), code: 131008},
		"a value of two lines":            {body: strings.Replace(aGreeting, `"Ana"`, `"Ana\nEva"`, 1), code: 132018},
		"a value with a tab":              {body: strings.Replace(aGreeting, `"Ana"`, `"Ana\tEva"`, 1), code: 132018},
		"a value with five blanks":        {body: strings.Replace(aGreeting, `"Ana"`, `"Ana     Eva"`, 1), code: 132018},
		"a value of a thousand letters":   {body: strings.Replace(aGreeting, `"Ana"`, `"`+strings.Repeat("a", 1000)+`"`, 1), code: 132005},
		"a picture for a text":            {body: strings.Replace(aGreeting, `{"type":"text","text":"Ana"}`, `{"type":"image","image":{"id":"1"}}`, 1), code: 132012},
		"no button":                       {body: aCode[:strings.Index(aCode, `,{"type":"button"`)] + `]}}`, code: 131008},
		"a button that is not there":      {body: strings.Replace(aCode, `"index":"0"`, `"index":"1"`, 1), code: 132018},
		"another code in the button":      {body: strings.Replace(aCode, `"123456"}]}]`, `"654321"}]}]`, 1), code: 132018},
		"a template without its picture":  {body: strings.Replace(aGreeting, `"cumple"`, `"qr"`, 1), code: 132012},
		"a picture that was not uploaded": {body: qrMessage(`{"id":"7"}`), code: 100},
		"a picture at an address":         {body: qrMessage(`{"link":"http://127.0.0.1/qr.png"}`), code: 131053},
		"callback data that are too long": {body: strings.Replace(aCode, `"to"`, `"biz_opaque_callback_data":"`+strings.Repeat("x", 513)+`","to"`, 1), code: 100},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			graph := newGraph()
			graph.Account.Phone = "+34 600 99 98 88"
			for state, templateName := range map[string]string{"PENDING": "pendiente", "PAUSED": "pausada", "DISABLED": "retirada"} {
				template := graphtest.DocumentedTemplates(map[string]string{"birthday": templateName})[0]
				template.Status = state
				graph.Account.Templates = append(graph.Account.Templates, template)
			}
			namedTemplate := graphtest.DocumentedTemplates(map[string]string{"birthday": "nombres"})[0]
			namedTemplate.Format = "NAMED"
			graph.Account.Templates = append(graph.Account.Templates, namedTemplate)
			from := platform
			if test.from != "" {
				from = test.from
			}
			if code := postToGraph(t, graph, "/"+from+"/messages", "application/json", test.body); code != test.code {
				t.Errorf("refused with %d, want %d", code, test.code)
			}
		})
	}
}

func qrMessage(picture string) string {
	with := strings.Replace(aGreeting, `"components":[`, `"components":[{"type":"header","parameters":[{"type":"image","image":`+picture+`}]},`, 1)
	return strings.Replace(with, `"cumple"`, `"qr"`, 1)
}

func TestStandIn_WrongPicture_IsRefusedAsByMeta(t *testing.T) {
	t.Parallel()
	encodePNG := func(picture image.Image) string {
		var out bytes.Buffer
		if err := png.Encode(&out, picture); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	square := image.Rect(0, 0, 9, 9)
	for name, test := range map[string]struct {
		content, contentType string
		code                 int
	}{
		"in colour":            {encodePNG(image.NewRGBA(square)), "image/png", 0},
		"in grey":              {encodePNG(image.NewGray(square)), "image/png", 131053},
		"with 16 bits":         {encodePNG(image.NewRGBA64(square)), "image/png", 131053},
		"no picture":           {"<html>", "image/png", 131053},
		"another media type":   {encodePNG(image.NewRGBA(square)), "image/webp", 100},
		"larger than 5 MB":     {encodePNG(image.NewRGBA(square)) + strings.Repeat(" ", 5<<20), "image/png", 131053},
		"without a media type": {encodePNG(image.NewRGBA(square)), "", 100},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			contentType, form := pictureForm(t, test.content, test.contentType)
			if code := postToGraph(t, newGraph(), "/"+platform+"/media", contentType, form); code != test.code {
				t.Errorf("refused with %d, want %d", code, test.code)
			}
		})
	}
}

func pictureForm(t *testing.T, content, contentType string) (kind, body string) {
	t.Helper()
	var out bytes.Buffer
	form := multipart.NewWriter(&out)
	part, err := form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="file"; filename="qr.png"`}, "Content-Type": {contentType}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"messaging_product": "whatsapp", "type": contentType} {
		if err := form.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return form.FormDataContentType(), out.String()
}

func TestStandIn_PictureOfAnotherNumber_IsRefused(t *testing.T) {
	t.Parallel()
	graph := newGraph()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewRGBA(image.Rect(0, 0, 9, 9))); err != nil {
		t.Fatal(err)
	}
	contentType, form := pictureForm(t, out.String(), "image/png")
	if code := postToGraph(t, graph, "/555/media", contentType, form); code != 0 {
		t.Fatalf("the upload is refused with %d, want 0", code)
	}
	with := strings.Replace(qrMessage(`{"id":"1000000"}`), `]}]}}`, `]},{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"uno"}]}]}}`, 1)
	if code := postToGraph(t, graph, "/"+platform+"/messages", "application/json", with); code != 100 {
		t.Errorf("from another number the message is refused with %d, want 100", code)
	}
	if code := postToGraph(t, graph, "/555/messages", "application/json", with); code != 0 {
		t.Errorf("from its own number the message is refused with %d, want 0", code)
	}
}

func TestStandIn_TooManyMessages_AreRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		graph := newGraph()
		send := func(phone string) int {
			return postToGraph(t, graph, "/"+platform+"/messages", "application/json", strings.Replace(aCode, "+34600111222", phone, 1))
		}
		for i := range 45 {
			if code := send("+34600111222"); code != 0 {
				t.Fatalf("message %d to one phone is refused with %d, want 0", i+1, code)
			}
		}
		if code := send("+34600111222"); code != 131056 {
			t.Errorf("message 46 to one phone is refused with %d, want 131056", code)
		}
		for i := range 35 {
			if code := send(fmt.Sprintf("+346001113%02d", i)); code != 0 {
				t.Fatalf("message %d in this second is refused with %d, want 0", i+46, code)
			}
		}
		if code := send("+34600111400"); code != 130429 {
			t.Errorf("the 81st message in a second is refused with %d, want 130429", code)
		}
		time.Sleep(6 * time.Second)
		if code := send("+34600111222"); code != 0 {
			t.Errorf("six seconds later a message to the first phone is refused with %d", code)
		}
	})
}

func TestStandIn_TokenWithoutPermission_IsRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(*graphtest.Graph)
		code   int
	}{
		"another token":        {func(g *graphtest.Graph) { g.Token = "EAAJC" }, 190},
		"a token that ended":   {func(g *graphtest.Graph) { g.Account.ExpiresAt = 1 }, 190},
		"without a permission": {func(g *graphtest.Graph) { g.Account.Scopes = nil }, 200},
		"without a proof":      {func(g *graphtest.Graph) { g.Account.SecretRequired = true }, 100},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			graph := newGraph()
			test.change(graph)
			if code := postToGraph(t, graph, "/"+platform+"/messages", "application/json", aCode); code != test.code {
				t.Errorf("refused with %d, want %d", code, test.code)
			}
		})
	}
}

func TestStandIn_FreeTextOutsideTheWindow_FailsLater(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		wrote time.Duration // how long before now; zero: never
		fails bool
	}{"never wrote": {0, true}, "wrote an hour ago": {time.Hour, false}, "wrote two days ago": {48 * time.Hour, true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			graph, provider := standIn(t)
			if test.wrote > 0 {
				graph.OpenWindow(phoneOfAna, time.Now().Add(-test.wrote))
			}
			if try := provider.Send(t.Context(), claimedMessage(loyalty.MessageReply, loyalty.WhatsAppLimits{})); try.Result != messaging.TryAccepted {
				t.Fatalf("the try ended with %+v, want TryAccepted", try)
			}
			var notices string
			for _, notice := range graph.RemainingNotices() {
				notices += string(notice)
			}
			if strings.Contains(notices, "131047") != test.fails {
				t.Errorf("the webhooks receive %s", notices)
			}
		})
	}
}

func TestCloud_AppRequiresProof_SendsAProof(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		secret string
		want   messaging.TryResult
	}{"the right one": {"s3cret", messaging.TryAccepted}, "another": {"other", messaging.TryRetryLater}, "none": {"", messaging.TryRetryLater}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			graph, with := newGraph(), account()
			graph.Account.Secret, graph.Account.SecretRequired = "s3cret", true
			with.AppSecret = test.secret
			provider := whatsapp.NewCloud(with, graph.Network(t, reachable))
			for _, kind := range []loyalty.MessageKind{loyalty.MessageQR, loyalty.MessageOTP} {
				try := provider.Send(t.Context(), claimedMessage(kind, loyalty.WhatsAppLimits{}))
				if try.Result != test.want || (try.Hold == loyalty.HeldBySetup) != (test.want == messaging.TryRetryLater) {
					t.Errorf("%s: %+v; want the result of the case", kind, try)
				}
			}
		})
	}
}

func TestCloud_AppRequiresNoProof_SendsNone(t *testing.T) {
	t.Parallel()
	graph, with := newGraph(), account()
	graph.Account.Secret, with.AppSecret = "s3cret", "of another app"
	provider := whatsapp.NewCloud(with, graph.Network(t, reachable))
	if try := provider.Send(t.Context(), claimedMessage(loyalty.MessageOTP, loyalty.WhatsAppLimits{})); try.Result != messaging.TryAccepted {
		t.Errorf("the try ended with %+v, want TryAccepted", try)
	}
}

func TestCloud_NamesOlderThanTheRules_AreAccepted(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", " ", "\t", "Ana\nEva", "Ana     Eva", "\u200b", "https://premio.com", strings.Repeat("ñ", 2000), "Ana\x00"} {
		_, provider := standIn(t)
		message := claimedMessage(loyalty.MessageQR, loyalty.WhatsAppLimits{})
		message.To.Name, message.Business.Name = name, name
		if try := provider.Send(t.Context(), message); try.Result != messaging.TryAccepted {
			t.Errorf("%q: %+v; want Result %v", name, try, messaging.TryAccepted)
		}
	}
}
