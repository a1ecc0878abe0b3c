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
	"testing/synctest"
	"time"

	"github.com/dop251/goja"
)

const aScript = `let times = 0
globalThis.render = (wanted) => {
	const { path, query, shown } = JSON.parse(wanted)
	if (path === '/broken') throw new Error('no such page')
	return JSON.stringify({ title: shown.name, description: query?.said, page: query?.page, html: '<p>' + path + ' ' + (query?.bid ?? '') + ' ' + ++times + '</p>' })
}`

const aPage = `<title>{{or .Title "Nobody's"}}</title>{{.Description}}{{.Page}}<style>{{.Style}}</style><div data-shown="{{.Shown}}">{{.HTML}}</div>`

const aStyle = `/*! kept */p{color:red}`

func appWithScript(script string) *UI {
	return newTestUI(fstest.MapFS{
		renderScript: {Data: []byte(script)}, renderTemplate: {Data: []byte(aPage)}, renderStyle: {Data: []byte(aStyle)},
		"public.html": {Data: []byte("public page")},
	})
}

func renderedFor(t *testing.T, ui *UI, request RenderRequest) string {
	t.Helper()
	page, err := ui.Render(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	got := httptest.NewRecorder()
	page.Send(got, httptest.NewRequest(http.MethodGet, request.Path, nil), http.StatusOK)
	return got.Body.String()
}

func newPageData(name string) map[string]string { return map[string]string{"name": name} }

func TestRender_Page_IsRenderedAndCached(t *testing.T) {
	t.Parallel()
	ui := appWithScript(aScript)
	sur := RenderRequest{Path: "/form", Query: map[string]string{"bid": "sur"}, Data: newPageData(`<b>"Sur"</b>`)}
	const want = `<title>&lt;b&gt;&#34;Sur&#34;&lt;/b&gt;</title><style>` + aStyle + `</style>` +
		`<div data-shown="{&#34;name&#34;:&#34;\u003cb\u003e\&#34;Sur\&#34;\u003c/b\u003e&#34;}"><p>/form sur 1</p></div>`
	for range 2 {
		if got := renderedFor(t, ui, sur); got != want {
			t.Errorf("the page is %s, want %s", got, want)
		}
	}
	if got := renderedFor(t, ui, RenderRequest{Path: "/form", Data: newPageData("")}); !strings.Contains(got, "<title>Nobody&#39;s</title>") || !strings.Contains(got, "<p>/form  2</p>") {
		t.Errorf("the page without a business is %s, want the page with an escaped name", got)
	}
	request := RenderRequest{Path: "/form", Query: map[string]string{"said": "Come <in>.", "page": "form"}, Data: newPageData("")}
	if got := renderedFor(t, ui, request); !strings.Contains(got, "</title>Come &lt;in&gt;.form<style>") {
		t.Errorf("the page with a description is %s, want %q in it", got, "</title>Come &lt;in&gt;.form<style>")
	}
	sur.Data = newPageData("Norte")
	if got := renderedFor(t, ui, sur); !strings.Contains(got, "<p>/form sur 4</p>") {
		t.Errorf("after a change of the data the page is %s, want %q in it", got, "<p>/form sur 4</p>")
	}
	// Browsers block the style if its hash is missing.
	if got := ui.StyleHash(); got != "'sha256-"+styleSum+"'" {
		t.Errorf("the hash of the style is %s, want %s", got, "'sha256-"+styleSum+"'")
	}
}

// styleSum was made by: printf '/*! kept */p{color:red}' | openssl dgst -sha256 -binary | base64
const styleSum = "A1kjjcWFJQLPehrQ43H7LkDrDViWm0CCyZObJWRGCQ0="

func TestRender_ConcurrentPages_GetTheirOwnContent(t *testing.T) {
	t.Parallel()
	ui := appWithScript(aScript)
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			page, err := ui.Render(t.Context(), RenderRequest{Path: fmt.Sprint("/", i), Data: newPageData("")})
			if err != nil || !strings.Contains(string(page.plain.content), fmt.Sprintf("<p>/%d ", i)) {
				t.Errorf("page %d: %v; want the page of this number", i, err)
			}
		})
	}
	group.Wait()
}

// The first caller is cancelled meanwhile.
func TestRender_ConcurrentCallers_ShareOneRender(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ui := appWithScript(aScript)
		engine := <-ui.renderer.engine.idleEngine // another caller holds the engine
		visit, leave := context.WithCancel(t.Context())
		var first, others sync.WaitGroup
		first.Go(func() {
			if _, err := ui.Render(visit, RenderRequest{Path: "/form", Data: newPageData("")}); !errors.Is(err, context.Canceled) {
				t.Errorf("a caller that disconnected got %v, want context.Canceled", err)
			}
		})
		synctest.Wait()
		for range 80 {
			others.Go(func() {
				page, err := ui.Render(t.Context(), RenderRequest{Path: "/form", Data: newPageData("")})
				if err != nil || !strings.Contains(string(page.plain.content), "<p>/form  1</p>") {
					t.Errorf("the page is %+v, %v; want the first render", page, err)
				}
			})
		}
		synctest.Wait()
		leave()
		first.Wait()
		ui.renderer.engine.idleEngine <- engine
		others.Wait()
	})
}

func TestRender_TooManyPages_IsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ui := appWithScript(aScript)
		engine := <-ui.renderer.engine.idleEngine
		var group sync.WaitGroup
		for i := range maxInflightPages + 1 {
			group.Go(func() {
				if _, err := ui.Render(t.Context(), RenderRequest{Path: fmt.Sprint("/", i%maxInflightPages), Data: newPageData("")}); err != nil {
					t.Errorf("page %d: %v", i, err)
				}
			})
		}
		synctest.Wait()
		if _, err := ui.Render(t.Context(), RenderRequest{Path: "/form", Data: newPageData("")}); !errors.Is(err, errTooManyInflight) {
			t.Errorf("one page too many: got %v, want errTooManyInflight", err)
		}
		group.Go(func() {
			if _, err := ui.RenderPrivate(t.Context(), RenderRequest{Path: "/form", Data: newPageData("Ana")}); err != nil {
				t.Errorf("a caller that sent a form got %v", err)
			}
		})
		synctest.Wait()
		ui.renderer.engine.idleEngine <- engine
		group.Wait()
		if got := renderedFor(t, ui, RenderRequest{Path: "/form", Data: newPageData("")}); !strings.Contains(got, "<p>/form ") {
			t.Errorf("afterwards the page is %s, want %q in it", got, "<p>/form ")
		}
	})
}

func TestRender_FailureOfSharedRender_ReachesWaiters(t *testing.T) {
	t.Parallel()
	ui := appWithScript(aScript)
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if _, err := ui.Render(t.Context(), RenderRequest{Path: "/broken", Data: newPageData("")}); err == nil || !strings.Contains(err.Error(), "no such page") {
				t.Errorf("a waiting caller got %v, want the error of the page", err)
			}
		})
	}
	group.Wait()
}

func TestRender_Failure_IsAnErrorAndNotCached(t *testing.T) {
	t.Parallel()
	cancelledCtx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		script string
		ctx    context.Context
		path   string
		says   string
	}{
		"not built":        {"", t.Context(), "/form", "not built"},
		"broken script":    {"(", t.Context(), "/form", "starting the script"},
		"without function": {"1", t.Context(), "/form", "lacks a function: render"},
		"broken page":      {aScript, t.Context(), "/broken", "no such page"},
		"no JSON":          {"globalThis.render = () => 'x'", t.Context(), "/form", "reading the answer"},
	} {
		ui := appWithScript(c.script)
		for range 2 {
			if _, err := ui.Render(c.ctx, RenderRequest{Path: c.path, Data: newPageData("")}); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v; want an error and %q in it", name, err, c.says)
			}
		}
	}
	ui := appWithScript(aScript)
	<-ui.renderer.engine.idleEngine // another caller never releases the engine
	if _, err := ui.Render(cancelledCtx, RenderRequest{Path: "/form", Data: newPageData("")}); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that does not wait got %v, want context.Canceled", err)
	}
}

func TestRender_Deadline_InterruptsTheScript(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ui := appWithScript(`globalThis.render = (wanted) => {
			if (JSON.parse(wanted).path === '/endless') {
				globalThis.halfDone = true
				untilItIsOver()
				for (;;) {}
			}
			return JSON.stringify({ html: 'half done: ' + Boolean(globalThis.halfDone) })
		}`)
		ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
		defer cancel()
		takeEngine(t, ui, "untilItIsOver", func() { <-ctx.Done() })
		if _, err := ui.Render(ctx, RenderRequest{Path: "/endless"}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the render ended with %v, want context.DeadlineExceeded", err)
		}
		if got := renderedFor(t, ui, RenderRequest{Path: "/form"}); !strings.Contains(got, "half done: false") {
			t.Errorf("the next page is %s, want %q in it", got, "half done: false")
		}
	})
}

func TestRender_CancelledCaller_FinishesTheRender(t *testing.T) {
	t.Parallel()
	ui := appWithScript(`let times = 0
	globalThis.render = () => {
		leave()
		return JSON.stringify({ html: 'drawn: ' + ++times })
	}`)
	visit, leave := context.WithCancel(t.Context())
	ctx, cancel := context.WithTimeout(visit, time.Hour)
	defer cancel()
	takeEngine(t, ui, "leave", leave)
	if _, err := ui.Render(ctx, RenderRequest{Path: "/form"}); err != nil || ctx.Err() == nil {
		t.Errorf("the render ended with %v, the caller with %v, want a caller whose context has ended", err, ctx.Err())
	}
	if got := renderedFor(t, ui, RenderRequest{Path: "/form"}); !strings.Contains(got, "drawn: 1") {
		t.Errorf("the finished page is not cached; the next one is %s", got)
	}
	if got := renderedFor(t, ui, RenderRequest{Path: "/other"}); !strings.Contains(got, "drawn: 2") {
		t.Errorf("the next page is %s, want %q in it", got, "drawn: 2")
	}
}

func TestRender_DeadlineAtTheEnd_KeepsTheEngineUsable(t *testing.T) {
	t.Parallel()
	ui := appWithScript(`let times = 0
	globalThis.render = () => {
		end()
		return JSON.stringify({ html: 'drawn: ' + ++times })
	}
	globalThis.end ??= () => {}`)
	ctx, end := context.WithCancel(t.Context())
	takeEngine(t, ui, "end", end)
	if page, err := ui.renderer.engine.renderScreen(ctx, []byte("{}")); err == nil && page.HTML != "drawn: 1" {
		t.Errorf("the render was neither interrupted nor finished: %+v", page)
	}
	if got := renderedFor(t, ui, RenderRequest{Path: "/form"}); !strings.Contains(got, "drawn: 1") {
		t.Errorf("the next page is %s, want %q in it", got, "drawn: 1")
	}
}

func TestRender_EnginePanic_ReleasesTheEngine(t *testing.T) {
	t.Parallel()
	ui := appWithScript(`globalThis.render = (wanted) => {
		if (JSON.parse(wanted).path === '/faulty') {
			globalThis.halfDone = true
			fail()
		}
		return JSON.stringify({ html: 'half done: ' + Boolean(globalThis.halfDone) })
	}`)
	takeEngine(t, ui, "fail", func() { panic("a fault of the engine") })
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no caller got the error")
			}
		}()
		page, err := ui.Render(t.Context(), RenderRequest{Path: "/faulty"})
		t.Errorf("a faulty page was rendered as %v, %v; want an error", page, err)
	}()
	if len(ui.renderer.engine.idleEngine) == 0 {
		t.Fatal("the engine was not released")
	}
	if got := renderedFor(t, ui, RenderRequest{Path: "/form"}); !strings.Contains(got, "half done: false") {
		t.Errorf("the next page is %s, want %q in it", got, "half done: false")
	}
}

func takeEngine(t *testing.T, ui *UI, name string, function func()) {
	t.Helper()
	engine := goja.New()
	if err := ui.renderer.engine.loadScript(engine); err != nil {
		t.Fatal(err)
	}
	if err := engine.Set(name, function); err != nil {
		t.Fatal(err)
	}
	<-ui.renderer.engine.idleEngine
	ui.renderer.engine.idleEngine <- engine
}

func TestRender_SlowScriptStart_IsInterrupted(t *testing.T) {
	t.Parallel()
	d := newScriptEngine([]byte("for (;;) {}"))
	for range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := d.renderScreen(ctx, []byte("{}")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the start ended with %v, want context.DeadlineExceeded", err)
		}
	}
}

func TestPage_Send_UsesETagAndEncoding(t *testing.T) {
	t.Parallel()
	page, err := appWithScript(aScript).Render(t.Context(), RenderRequest{Path: "/form", Data: newPageData("Sur")})
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
	plain, gzipResponse := send(http.MethodGet, http.StatusOK), send(http.MethodGet, http.StatusOK, "Accept-Encoding", "br, gzip")
	reader, err := gzip.NewReader(gzipResponse.Body)
	if err != nil {
		t.Fatal(err)
	}
	if content, err := io.ReadAll(reader); err != nil || string(content) != plain.Body.String() {
		t.Errorf("unpacked, the page is %s, %v; want the same page", content, err)
	}
	if tag := gzipResponse.Header().Get("ETag"); tag == plain.Header().Get("ETag") || gzipResponse.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("the compressed page has the headers %v, want gzip and another tag", gzipResponse.Header())
	}
	for _, got := range []*httptest.ResponseRecorder{plain, gzipResponse} {
		if h := got.Header(); h.Get("Cache-Control") != "no-cache" || h.Get("Vary") != "Accept-Encoding" || h.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("the page has the headers %v, want no-cache, Vary Accept-Encoding and HTML in UTF-8", h)
		}
	}
	if got := send(http.MethodGet, http.StatusOK, "If-None-Match", plain.Header().Get("ETag")); got.Code != http.StatusNotModified || got.Body.Len() != 0 {
		t.Errorf("with the current ETag: got %d %s, want 304", got.Code, got.Body)
	}
	if got := send(http.MethodGet, http.StatusNotFound, "Accept-Encoding", "gzip;q=0"); got.Code != http.StatusNotFound || got.Body.String() != plain.Body.String() || got.Header().Get("ETag") != "" {
		t.Errorf("without compression and with status 404: got %d %v, want 404 with the same page and no tag", got.Code, got.Header())
	}
	if got := send(http.MethodHead, http.StatusNotFound); got.Code != http.StatusNotFound || got.Body.Len() != 0 {
		t.Errorf("a HEAD request: got %d %s; want 404 and Len 0", got.Code, got.Body)
	}
}

func TestRenderPrivate_Page_IsNotStored(t *testing.T) {
	t.Parallel()
	ui := appWithScript(aScript)
	request := RenderRequest{Path: "/form", Data: newPageData("Ana")}
	for _, drawnBefore := range []string{"1", "2"} {
		page, err := ui.RenderPrivate(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		got := httptest.NewRecorder()
		page.Send(got, httptest.NewRequest(http.MethodPost, "/form", nil), http.StatusOK)
		if h := got.Header(); h.Get("Cache-Control") != "no-store" || h.Get("ETag") != "" || !strings.Contains(got.Body.String(), "<p>/form  "+drawnBefore+"</p>") {
			t.Errorf("the private page has the headers %v and the body %s", h, got.Body)
		}
	}
	if ui.renderer.cache.Len() != 0 {
		t.Error("the private page was cached")
	}
	if _, err := appWithScript("").RenderPrivate(t.Context(), request); !errors.Is(err, errNotBuilt) {
		t.Errorf("without a built app: got %v, want errNotBuilt", err)
	}
}

func TestFallbackPage_Data_ReachesTheScript(t *testing.T) {
	t.Parallel()
	ui := appWithScript("(")
	page, err := ui.FallbackPage(newPageData("Ana"), "<b>her QR</b>")
	if err != nil {
		t.Fatal(err)
	}
	got := httptest.NewRecorder()
	page.Send(got, httptest.NewRequest(http.MethodPost, "/form", nil), http.StatusOK)
	const want = `<div data-shown="{&#34;name&#34;:&#34;Ana&#34;}"><b>her QR</b></div>`
	if h := got.Header(); h.Get("Cache-Control") != "no-store" || !strings.HasSuffix(got.Body.String(), want) {
		t.Errorf("the fallback page has the headers %v and the body %s", h, got.Body)
	}
}

func TestCallScript_Fields_AreParsed(t *testing.T) {
	t.Parallel()
	ui := appWithScript(`globalThis.read = (sent) => JSON.stringify({ Is: JSON.parse(sent).name + '!' })`)
	var response struct{ Is string }
	if err := ui.CallScript(t.Context(), "read", newPageData("Ana"), &response); err != nil || response.Is != "Ana!" {
		t.Errorf("the script returned %q, %v; want %q", response.Is, err, "Ana!")
	}
	if err := ui.CallScript(t.Context(), "other", newPageData("Ana"), &response); !errors.Is(err, errNoFunction) {
		t.Errorf("an unknown function: got %v, want errNoFunction", err)
	}
}
