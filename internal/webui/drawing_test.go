package webui

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// aScript stands in for the app's screens: it says what it was asked, and how often.
const aScript = `let times = 0
globalThis.draw = (wanted) => {
	const { path, query, shown } = JSON.parse(wanted)
	if (path === '/broken') throw new Error('no such page')
	return JSON.stringify({ title: shown.name, html: '<p>' + path + ' ' + (query?.bid ?? '') + ' ' + ++times + '</p>' })
}`

const aPage = `<title>{{or .Title "Nobody's"}}</title><style>{{.Style}}</style><div data-shown="{{.Shown}}">{{.HTML}}</div>`

const aStyle = `/*! kept */p{color:red}`

// drawingApp is an app that draws by a script.
func drawingApp(script string) *UI {
	return of(fstest.MapFS{
		drawingScript: {Data: []byte(script)}, drawnTemplate: {Data: []byte(aPage)}, drawnStyle: {Data: []byte(aStyle)},
		"public.html": {Data: []byte("public page")},
	})
}

// drawnFor draws a page and returns it as it goes out.
func drawnFor(t *testing.T, ui *UI, wanted Wanted) string {
	t.Helper()
	page, err := ui.Draw(t.Context(), wanted)
	if err != nil {
		t.Fatal(err)
	}
	got := httptest.NewRecorder()
	page.Send(got, httptest.NewRequest(http.MethodGet, wanted.Path, nil), http.StatusOK)
	return got.Body.String()
}

func named(name string) map[string]string { return map[string]string{"name": name} }

func TestAPageIsDrawnByTheAppsScriptAndKept(t *testing.T) {
	t.Parallel()
	ui := drawingApp(aScript)
	sur := Wanted{Path: "/form", Query: map[string]string{"bid": "sur"}, Shown: named(`<b>"Sur"</b>`)}
	const want = `<title>&lt;b&gt;&#34;Sur&#34;&lt;/b&gt;</title><style>` + aStyle + `</style>` +
		`<div data-shown="{&#34;name&#34;:&#34;\u003cb\u003e\&#34;Sur\&#34;\u003c/b\u003e&#34;}"><p>/form sur 1</p></div>`
	for range 2 {
		if got := drawnFor(t, ui, sur); got != want {
			t.Errorf("drawn is %s", got)
		}
	}
	if got := drawnFor(t, ui, Wanted{Path: "/form", Shown: named("")}); !strings.Contains(got, "<title>Nobody&#39;s</title>") || !strings.Contains(got, "<p>/form  2</p>") {
		t.Errorf("of another one is drawn %s", got)
	}
	sur.Shown = named("Norte")
	if got := drawnFor(t, ui, sur); !strings.Contains(got, "<p>/form sur 3</p>") {
		t.Errorf("of what has changed is shown %s", got)
	}
	// base64 of SHA-256 of aStyle, without which browsers do not take it.
	if got := ui.StyleHash(); got != "'sha256-"+styleSum+"'" {
		t.Errorf("the style is %s", got)
	}
}

// styleSum was made by: printf '/*! kept */p{color:red}' | openssl dgst -sha256 -binary | base64
const styleSum = "A1kjjcWFJQLPehrQ43H7LkDrDViWm0CCyZObJWRGCQ0="

func TestManyPagesAreDrawnOneAfterTheOther(t *testing.T) {
	t.Parallel()
	ui := drawingApp(aScript)
	var done sync.WaitGroup
	for i := range 20 {
		done.Go(func() {
			page, err := ui.Draw(t.Context(), Wanted{Path: fmt.Sprint("/", i), Shown: named("")})
			if err != nil || !strings.Contains(string(page.plain.content), fmt.Sprintf("<p>/%d ", i)) {
				t.Errorf("page %d: %v", i, err)
			}
		})
	}
	done.Wait()
}

func TestAPageThatCannotBeDrawnIsAnErrorAndNoneIsKept(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		script string
		ctx    context.Context
		path   string
		says   string
	}{
		"not built":        {"", t.Context(), "/form", "not built"},
		"broken script":    {"(", t.Context(), "/form", "starting the script"},
		"without function": {"1", t.Context(), "/form", "cannot be asked"},
		"broken page":      {aScript, t.Context(), "/broken", "no such page"},
		"no JSON":          {"globalThis.draw = () => 'x'", t.Context(), "/form", "reading the answer"},
	} {
		ui := drawingApp(c.script)
		for range 2 {
			if _, err := ui.Draw(c.ctx, Wanted{Path: c.path, Shown: named("")}); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	ui := drawingApp(aScript)
	<-ui.drawer.drawing.turn // somebody else draws, and goes on
	if _, err := ui.Draw(ended, Wanted{Path: "/form", Shown: named("")}); !errors.Is(err, context.Canceled) {
		t.Errorf("who does not wait is told %v", err)
	}
}

func TestADrawnPageGoesOutAsFilesDo(t *testing.T) {
	t.Parallel()
	page, err := drawingApp(aScript).Draw(t.Context(), Wanted{Path: "/form", Shown: named("Sur")})
	if err != nil {
		t.Fatal(err)
	}
	send := func(method string, status int, headers ...string) *httptest.ResponseRecorder {
		request, got := httptest.NewRequest(method, "/form", nil), httptest.NewRecorder()
		for i := 0; i < len(headers); i += 2 {
			request.Header.Set(headers[i], headers[i+1])
		}
		page.Send(got, request, status)
		return got
	}
	plain, packed := send(http.MethodGet, http.StatusOK), send(http.MethodGet, http.StatusOK, "Accept-Encoding", "br, gzip")
	unpacked, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if content, err := io.ReadAll(unpacked); err != nil || string(content) != plain.Body.String() {
		t.Errorf("compressed it is %s, %v", content, err)
	}
	if tag := packed.Header().Get("ETag"); tag == plain.Header().Get("ETag") || packed.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("compressed it goes out with %v", packed.Header())
	}
	for _, got := range []*httptest.ResponseRecorder{plain, packed} {
		if h := got.Header(); h.Get("Cache-Control") != "no-cache" || h.Get("Vary") != "Accept-Encoding" || h.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("it goes out with %v", h)
		}
	}
	if got := send(http.MethodGet, http.StatusOK, "If-None-Match", plain.Header().Get("ETag")); got.Code != http.StatusNotModified || got.Body.Len() != 0 {
		t.Errorf("who has it gets %d %s", got.Code, got.Body)
	}
	if got := send(http.MethodGet, http.StatusNotFound, "Accept-Encoding", "gzip;q=0"); got.Code != http.StatusNotFound || got.Body.String() != plain.Body.String() || got.Header().Get("ETag") != "" {
		t.Errorf("of nobody's it is %d %v", got.Code, got.Header())
	}
	if got := send(http.MethodHead, http.StatusNotFound); got.Code != http.StatusNotFound || got.Body.Len() != 0 {
		t.Errorf("without its body it is %d %s", got.Code, got.Body)
	}
}

func TestAPageOfSomebodyIsKeptNowhere(t *testing.T) {
	t.Parallel()
	ui := drawingApp(aScript)
	hers := Wanted{Path: "/form", Shown: named("Ana")}
	for _, drawnBefore := range []string{"1", "2"} {
		page, err := ui.DrawOnce(t.Context(), hers)
		if err != nil {
			t.Fatal(err)
		}
		got := httptest.NewRecorder()
		page.Send(got, httptest.NewRequest(http.MethodPost, "/form", nil), http.StatusOK)
		if h := got.Header(); h.Get("Cache-Control") != "no-store" || h.Get("ETag") != "" || !strings.Contains(got.Body.String(), "<p>/form  "+drawnBefore+"</p>") {
			t.Errorf("it goes out with %v as %s", h, got.Body)
		}
	}
	if ui.drawer.kept.Len() != 0 {
		t.Error("it was kept")
	}
	if _, err := drawingApp("").DrawOnce(t.Context(), hers); !errors.Is(err, errNotBuilt) {
		t.Errorf("without an app: %v", err)
	}
}

func TestTheScriptReadsWhatWasSent(t *testing.T) {
	t.Parallel()
	ui := drawingApp(`globalThis.read = (sent) => JSON.stringify({ Is: JSON.parse(sent).name + '!' })`)
	var answer struct{ Is string }
	if err := ui.Read(t.Context(), "read", named("Ana"), &answer); err != nil || answer.Is != "Ana!" {
		t.Errorf("it reads %q, %v", answer.Is, err)
	}
	if err := ui.Read(t.Context(), "other", named("Ana"), &answer); !errors.Is(err, errNoAnswer) {
		t.Errorf("what it does not know: %v", err)
	}
}
